import { useEffect, useState } from 'react'
import { type MetaArgs, useLocation, useNavigate, useSearchParams } from 'react-router'
import { endSession, usePaymentStatus } from '../features/payments/queries.ts'
import { formatClock, outcomeOf, POLL_SECONDS, REDIRECT_SECONDS } from '../features/payments/rules.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { usePausedSession, useUser } from '../lib/session.ts'
import type { PageHandle } from '../lib/site.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/loading.tsx'
import { SceneMessage } from '../ui/scene-message.tsx'

export const handle: PageHandle = { parameters: ['session_id'] }

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Confirmação do pagamento' })
}

/** A public page: the id of the payment session gives access to its status, and to nothing else. */
export default function PaymentConfirmationPage() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const sessionId = search.get('session_id')
  if (sessionId) return <PaymentConfirmation key={sessionId} sessionId={sessionId} />
  if (Object(state).isFree) return <FreeSuccess />
  return <PaymentFailure reason="Este endereço não diz qual é o pagamento." />
}

/** The outcome of a payment. Reloading or reopening this URL continues with the current status. */
function PaymentConfirmation({ sessionId }: { sessionId: string }) {
  // A successful payment ends the payer's sessions; this page must not redirect to the login before it was read.
  usePausedSession(true)
  const { status, planId, polls } = usePaymentStatus(sessionId, (next) => outcomeOf(next) !== 'pending')
  const outcome = outcomeOf(status)
  if (outcome === 'success') return <PaymentSuccess />
  if (outcome === 'failed')
    return <PaymentFailure reason="O banco ou a operadora recusou o pagamento." planId={planId} />
  return <PendingPayment seconds={polls * POLL_SECONDS} isExpired={status === 'expired'} />
}

function PendingPayment({ seconds, isExpired }: { seconds: number; isExpired: boolean }) {
  const cancel = (
    <ButtonLink to={paths.becomeOwner()} variant="outline">
      Cancelar
    </ButtonLink>
  )
  return (
    <SceneMessage mirror={formatClock(seconds)} title="Processando pagamento" actions={cancel}>
      <span className="flex flex-wrap items-center gap-2.5 font-semibold text-ink">
        <Spinner className="size-5" />
        <span role="status">Verificando automaticamente...</span>
        {/* A timer is not announced every three seconds. */}
        <span className="tabular-nums" role="timer" aria-label="Tempo de espera">
          {formatClock(seconds)}
        </span>
      </span>
      <span className="mt-3 block">
        {isExpired && 'O tempo para pagar terminou. Se você ainda não pagou, cancele e escolha o plano de novo. '}
        Pode fechar esta página, se quiser: quando a confirmação chegar, seu plano começa sozinho.
      </span>
    </SceneMessage>
  )
}

/** With the plan that was chosen, 'Tentar novamente' shows it first. */
function PaymentFailure({ reason, planId }: { reason: string; planId?: string | undefined }) {
  const actions = (
    <>
      <ButtonLink to={paths.becomeOwner(planId)}>Tentar novamente</ButtonLink>
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

/** An owner who changed the plan stays logged in; a new owner logs in again. */
function useRedirect(isOwner: boolean, email: string | undefined) {
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLeaving(true), REDIRECT_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!isLeaving) return
    if (!isOwner) endSession()
    // Without a session the dashboard redirects to the login. Replaces the history entry, so that "back" does not return here.
    const state = isOwner ? undefined : { reason: 'Entre de novo para criar a sua barbearia', email }
    void navigate(isOwner ? paths.admin() : paths.createBarbershop(), { replace: true, state })
  }, [isLeaving, isOwner, email, navigate])

  return () => setLeaving(true)
}

/** Shown for six seconds, then navigates through the login to the dashboard. */
function PaymentSuccess({ title = 'Pagamento confirmado!' }: { title?: string }) {
  // The role before the payment: the session is paused, and its user is loaded once per page.
  const user = useUser()
  const [{ wasOwner, email }] = useState({ wasOwner: user?.role === 'OWNER', email: user?.email })
  const leave = useRedirect(wasOwner, email)
  const action = <Button onClick={leave}>{wasOwner ? 'Ir ao painel' : 'Entrar agora'}</Button>
  return (
    <SceneMessage mirror="Oba" title={title} actions={action} isAlert>
      {wasOwner
        ? 'O novo plano já vale. Levamos você ao seu painel'
        : 'Sua conta agora é de proprietário. Entre de novo para criar a sua barbearia: levamos você'}{' '}
      em {REDIRECT_SECONDS} segundos.
    </SceneMessage>
  )
}

/** The same for the free plan. */
function FreeSuccess() {
  usePausedSession(true)
  return <PaymentSuccess title="Tudo pronto!" />
}
