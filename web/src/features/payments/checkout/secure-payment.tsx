import type { PaymentIntent } from '@na-regua/contract/payments'
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../../lib/api-error.ts'
import { formatMoney } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { usePausedSession } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { billQuery, confirmChange, startFree } from '../queries.ts'
import { describeIntentError, NO_FORM } from '../rules.ts'
import { Downgrade } from '../subscription/own-subscription.tsx'

// Each installation has one payment provider: the other's form is not downloaded.
const SandboxForm = lazy(() => import('../sandbox/pix-panel.tsx').then((module) => ({ default: module.SandboxForm })))
const StripeForm = lazy(() => import('../stripe/stripe-form.tsx').then((module) => ({ default: module.StripeForm })))

type SecurePaymentProps = { intent: UseQueryResult<PaymentIntent>; priceCents: number }

export function SecurePayment({ intent, priceCents }: SecurePaymentProps) {
  const { data, error, isFetching, refetch } = intent
  useErrorToast(error)
  const retry = () => void refetch()
  if (isFetching) return <Frame content={<PreparingPayment />} />
  if (error) return <Frame content={<PaymentProblem {...describeIntentError(error)} onRetry={retry} />} />
  if (!data) return <Frame content={<PreparingPayment />} />
  return <Frame content={<PaymentForm intent={data} priceCents={priceCents} onRestart={retry} />} />
}

function Frame({ content }: { content: ReactNode }) {
  return (
    <PaymentBox title="Pagamento Seguro">
      <Suspense fallback={<PreparingPayment />}>{content}</Suspense>
    </PaymentBox>
  )
}

type PaymentFormProps = { intent: PaymentIntent; priceCents: number; onRestart: () => void }

function PaymentForm({ intent, priceCents, onRestart }: PaymentFormProps) {
  if (intent.mode === 'change') return <ChangeForm intent={intent} />
  if (intent.provider === 'stripe') {
    const failure = <PaymentProblem title={NO_FORM} onRetry={onRestart} />
    return <StripeForm intent={intent} loading={<PreparingPayment />} failure={failure} />
  }
  return <SandboxForm intent={intent} amountCents={intent.amountCents ?? priceCents} onRestart={onRestart} />
}

/** One toast per error. */
function useErrorToast(error: Error | null) {
  useEffect(() => {
    if (error) showToast({ tone: 'error', title: describeIntentError(error).title })
  }, [error])
}

/** The provider already has a payment method: one press changes the plan. */
function ChangeForm({ intent: { sessionId, amountCents } }: { intent: PaymentIntent }) {
  const navigate = useNavigate()
  const change = useMutation({
    mutationFn: () => confirmChange(sessionId),
    onSuccess: () => void navigate(paths.paymentConfirmation(sessionId)),
  })
  usePausedSession(change.isPending || change.isSuccess)
  return (
    <div className="grid gap-4">
      <p>
        {amountCents === null
          ? 'A diferença é cobrada agora na forma de pagamento que você já usa.'
          : amountCents === 0
            ? 'Nada a pagar agora: o crédito do seu plano atual cobre a mudança. O que sobrar fica guardado e paga as próximas cobranças.'
            : `Cobramos ${formatMoney(amountCents)} agora na forma de pagamento que você já usa.`}
      </p>
      <p className="text-sm text-mute">O novo plano vale na hora.</p>
      <FormAlert>
        {change.error && (
          <Sentences>{errorText(change.error, 'Não foi possível mudar o plano. Tente novamente.')}</Sentences>
        )}
      </FormAlert>
      <Button size="large" isWide isBusy={change.isPending || change.isSuccess} onClick={() => change.mutate()}>
        Confirmar mudança de plano
      </Button>
    </div>
  )
}

/** The free plan: no form, no card. Becoming an owner ends the session as well. */
export function FreeStart() {
  const { data: bill } = useQuery(billQuery())
  const isPaying = bill && (bill.provider === 'sandbox' || bill.provider === 'stripe')
  if (!bill) return <PreparingPayment />
  return <PaymentBox title="Sem pagamento">{isPaying ? <Downgrade bill={bill} /> : <FirstPlan />}</PaymentBox>
}

function FirstPlan() {
  const navigate = useNavigate()
  const start = useMutation({
    mutationFn: startFree,
    onSuccess: () => void navigate(paths.paymentConfirmation(), { replace: true, state: { isFree: true } }),
  })
  usePausedSession(start.isPending || start.isSuccess)
  return (
    <div className="grid gap-4">
      <p>
        O plano é grátis e não pede cartão. Você vira proprietário na hora, entra de novo e já pode criar a sua
        barbearia.
      </p>
      <FormAlert>{start.error && errorText(start.error, 'Não foi possível começar. Tente novamente.')}</FormAlert>
      <Button size="large" isWide isBusy={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
        Começar grátis
      </Button>
    </div>
  )
}

/** The frame of every payment form. */
function PaymentBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby="pagamento" className="rounded-hero border border-line bg-card p-5 md:p-7">
      <h2 id="pagamento" className="flex items-center gap-2.5 text-xl">
        <Icon name="lock" className="size-5 text-green" />
        {title}
      </h2>
      <div className="mt-4">{children}</div>
    </section>
  )
}

type PaymentProblemProps = { title: string; detail?: string; canRetry?: boolean; onRetry: () => void }

/** Shown instead of the form: nothing was charged; the user can retry or go back. */
function PaymentProblem({ title, detail, canRetry = true, onRetry }: PaymentProblemProps) {
  const actions = (
    <>
      {canRetry && <Button onClick={onRetry}>Tentar novamente</Button>}
      <ButtonLink to={paths.becomeOwner()} variant="outline">
        Voltar para planos
      </ButtonLink>
    </>
  )
  return (
    <Notice tone="error" title={title} action={actions}>
      Nada foi cobrado.
      {detail && (
        <span lang="en" className="mt-1 block text-sm">
          {detail}
        </span>
      )}
    </Notice>
  )
}

function PreparingPayment() {
  return <LoadingMessage>Preparando formulário de pagamento...</LoadingMessage>
}
