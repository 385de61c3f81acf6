import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { useHeldSession } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { SceneMessage } from '../../../ui/scene-message.tsx'
import { leaveSession } from '../queries.ts'
import { formatClock, LEAVE_SECONDS, outcomeOf, POLL_SECONDS } from '../rules.ts'
import { usePaymentStatus } from '../use-payment-status.ts'

const reasons = {
  failed: 'O banco ou a operadora recusou o pagamento.',
  expired: 'O tempo para pagar terminou.',
}

/** What became of a payment. Whoever comes back to this address, or lost the network on the way, reads on where it stands. */
export function PaymentConfirmation({ sessionId }: { sessionId: string }) {
  // Success ends the payer's sessions; until it is read, nothing leads away from here.
  useHeldSession(true)
  const { status, polls } = usePaymentStatus(sessionId, (next) => outcomeOf(next) !== 'pending')
  const outcome = outcomeOf(status)
  if (outcome === 'success') return <PaymentSuccess />
  if (outcome === 'failed') return <PaymentFailure reason={reasons[status === 'expired' ? 'expired' : 'failed']} />
  return <PaymentWait seconds={polls * POLL_SECONDS} />
}

function PaymentWait({ seconds }: { seconds: number }) {
  const cancel = (
    <ButtonLink to={paths.becomeOwner()} variant="outline">
      Cancelar
    </ButtonLink>
  )
  return (
    <SceneMessage mirror={formatClock(seconds)} title="Processando pagamento" actions={cancel}>
      <span className="flex items-center gap-2.5 font-semibold text-ink">
        <Spinner className="size-5" />
        <span role="status">Verificando automaticamente...</span>
        {/* Read when somebody looks for it, not every three seconds. */}
        <span className="tabular-nums" role="timer" aria-label="Tempo de espera">
          {formatClock(seconds)}
        </span>
      </span>
      <span className="mt-3 block">
        Pode fechar esta página, se quiser: quando a confirmação chegar, seu plano começa sozinho.
      </span>
    </SceneMessage>
  )
}

export function PaymentFailure({ reason }: { reason: string }) {
  const actions = (
    <>
      <ButtonLink to={paths.becomeOwner()}>Tentar novamente</ButtonLink>
      <ButtonLink to={paths.contactSupport()} variant="outline">
        Contatar suporte
      </ButtonLink>
    </>
  )
  return (
    <SceneMessage mirror="Ops" title="Pagamento não confirmado" actions={actions} isAlert>
      {reason} Nada foi cobrado e seu plano não mudou. Você pode tentar de novo com outra forma de pagamento.
    </SceneMessage>
  )
}

function useLeaving() {
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLeaving(true), LEAVE_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!isLeaving) return
    leaveSession()
    // The panel asks whoever is not logged in to do so. Going back must not lead through here again.
    void navigate(paths.admin(), { replace: true })
  }, [isLeaving, navigate])

  return () => setLeaving(true)
}

/** Good news for six seconds, then the way through the login to the panel. */
function PaymentSuccess({ title = 'Pagamento confirmado!' }: { title?: string }) {
  const leave = useLeaving()
  return (
    <SceneMessage mirror="Oba" title={title} actions={<Button onClick={leave}>Entrar agora</Button>} isAlert>
      Sua conta agora é de proprietário. Para continuar, entre de novo: levamos você ao seu painel em {LEAVE_SECONDS}{' '}
      segundos.
    </SceneMessage>
  )
}

/** The same way for a plan that costs nothing. */
export function FreeSuccess() {
  useHeldSession(true)
  return <PaymentSuccess title="Tudo pronto!" />
}
