import { PIX_MINUTES } from '@na-regua/contract/payments'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { formatMoney } from '../../../lib/format.ts'
import { useHeldSession } from '../../../lib/use-held-session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { LoadingMessage } from '../../../ui/spinner.tsx'
import { usePaymentStatus } from '../use-payment-status.ts'
import { PixCode } from './pix-code.tsx'
import { pixQuery, simulatePix } from './queries.ts'
import type { MethodProps } from './rules.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

/** A Pix to be paid with a phone, wherever that is: the page notices by itself when the money has come. */
export function PixPanel({ sessionId, amountCents, onPaid, onRestart }: MethodProps) {
  const { data: pix, error, isFetching, refetch } = useQuery(pixQuery(sessionId))
  const seconds = useSecondsLeft(pix?.expiresAt)
  useArrival(sessionId, onPaid)

  if (error) return <PixProblem error={error} onRetry={() => void refetch()} onRestart={onRestart} />
  if (!pix || (isFetching && seconds === 0)) return <LoadingMessage>Gerando o código Pix...</LoadingMessage>
  if (seconds === 0) return <PixOver onRenew={() => void refetch()} />
  return (
    <div className="grid grid-cols-1 justify-items-center gap-4">
      <p className="justify-self-start">
        Pague <strong className="tabular-nums">{formatMoney(amountCents)}</strong> pelo aplicativo do seu banco: leia o
        código ou copie e cole.
      </p>
      <PixCode copyPaste={pix.copyPaste} secondsLeft={seconds} />
      <Simulate sessionId={sessionId} onExpired={() => void refetch()} onPaid={onPaid} />
    </div>
  )
}

/** The money may come at any moment, and ends the payer's sessions with it. */
function useArrival(sessionId: string, onPaid: () => void) {
  const { status } = usePaymentStatus(sessionId, (next) => next === 'succeeded')
  const hasCome = status === 'succeeded'
  useHeldSession(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes once.
  useEffect(() => {
    if (hasCome) onPaid()
  }, [hasCome])
}

type SimulateProps = { sessionId: string; onPaid: () => void; onExpired: () => void }

function Simulate({ sessionId, onPaid, onExpired }: SimulateProps) {
  const payment = useMutation({
    mutationFn: () => simulatePix(sessionId),
    onSuccess: onPaid,
    onError: (error) => hasCode(error, 'PIX_EXPIRED') && onExpired(),
  })
  return (
    <div className="grid w-full gap-4">
      <FormAlert>{payment.error && errorText(payment.error, 'Não foi possível simular. Tente novamente.')}</FormAlert>
      <Button isWide isBusy={payment.isPending || payment.isSuccess} onClick={() => payment.mutate()}>
        Simular pagamento
      </Button>
      <p className="text-center text-sm text-mute">Só no ambiente de teste: faz de conta que o Pix foi pago.</p>
    </div>
  )
}

function PixOver({ onRenew }: { onRenew: () => void }) {
  return (
    <div role="alert">
      <Notice title="Este código Pix venceu" icon="clock" action={<Button onClick={onRenew}>Gerar novo código</Button>}>
        Cada código vale {PIX_MINUTES} minutos. Se você já pagou, não pague de novo: a confirmação chega sozinha.
      </Notice>
    </div>
  )
}

type PixProblemProps = { error: Error; onRetry: () => void; onRestart: () => void }

function PixProblem({ error, onRetry, onRestart }: PixProblemProps) {
  const isClosed = hasCode(error, 'PAYMENT_CLOSED')
  const action = (
    <Button onClick={isClosed ? onRestart : onRetry}>
      {isClosed ? 'Começar outro pagamento' : 'Tentar novamente'}
    </Button>
  )
  return <Notice tone="error" title={errorText(error, 'Não foi possível gerar o código Pix.')} action={action} />
}
