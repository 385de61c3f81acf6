import { type PaymentIntent, type PaymentMethod, PIX_MINUTES } from '@na-regua/contract/payments'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { formatMoney } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useCountdown } from '../../../lib/relative-time.ts'
import { usePausedSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PixCopyPaste, PixQrCode } from '../../../ui/pix-code.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { usePaymentStatus } from '../queries.ts'
import { formatClock, methodLabels } from '../rules.ts'
import type { MethodProps } from './card-fields.tsx'
import { CardForm } from './card-form.tsx'
import { pixQuery, simulatePix } from './queries.ts'

/** A Pix code to pay with a phone; the page polls for the payment. */
export function PixPanel({ sessionId, amountCents, onPaid, onRestart }: MethodProps) {
  const { data: pix, error, isFetching, refetch } = useQuery(pixQuery(sessionId))
  const seconds = useCountdown(pix?.expiresAt, PIX_MINUTES * 60)
  usePixArrival(sessionId, onPaid)

  if (error) return <PixProblem error={error} onRetry={() => void refetch()} onRestart={onRestart} />
  if (!pix || (isFetching && seconds === 0)) return <LoadingMessage>Gerando o código Pix...</LoadingMessage>
  if (seconds === 0) return <ExpiredPix onRenew={() => void refetch()} />
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

/** A payment can arrive at any moment, and ends the payer's sessions. */
function usePixArrival(sessionId: string, onPaid: () => void) {
  const { status } = usePaymentStatus(sessionId, (next) => next === 'succeeded')
  const hasArrived = status === 'succeeded'
  usePausedSession(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it arrives once.
  useEffect(() => {
    if (hasArrived) onPaid()
  }, [hasArrived])
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

function ExpiredPix({ onRenew }: { onRenew: () => void }) {
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

type PixCodeProps = { copyPaste: string; secondsLeft: number }

/** The code as a QR code and as text to copy, and how long it is valid. */
function PixCode({ copyPaste, secondsLeft }: PixCodeProps) {
  return (
    <>
      <PixQrCode copyPaste={copyPaste} />
      {secondsLeft !== undefined && (
        <p className="flex items-center gap-2 text-mute">
          <Icon name="clock" />
          Vale por mais
          <span role="timer" aria-label="Tempo restante" className="font-semibold text-ink tabular-nums">
            {formatClock(secondsLeft)}
          </span>
        </p>
      )}
      <PixCopyPaste copyPaste={copyPaste} />
    </>
  )
}

type SandboxFormProps = {
  intent: PaymentIntent
  amountCents: number
  /** The payment session is closed. */
  onRestart: () => void
}

/** The payment form of the sandbox provider. No money is moved, and the form says so. */
export function SandboxForm({ intent, amountCents, onRestart }: SandboxFormProps) {
  const { methods, sessionId } = intent
  const [method, setMethod] = useState<PaymentMethod>(methods[0] ?? 'card')
  const navigate = useNavigate()
  const leave = () => void navigate(paths.paymentConfirmation(sessionId))
  const options = methods.map((value) => ({ value, label: methodLabels[value] }))
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="rounded-control bg-brass-soft px-3.5 py-2.5 text-sm text-brass">
        <strong className="font-semibold">Ambiente de teste:</strong> nada é cobrado de verdade.
      </p>
      {options.length > 1 && (
        <div>
          <Segmented label="Forma de pagamento" options={options} value={method} onChange={setMethod} />
        </div>
      )}
      {method === 'card' ? (
        <CardForm sessionId={sessionId} amountCents={amountCents} onRestart={onRestart} onPaid={leave} />
      ) : (
        <PixPanel sessionId={sessionId} amountCents={amountCents} onRestart={onRestart} onPaid={leave} />
      )}
    </div>
  )
}
