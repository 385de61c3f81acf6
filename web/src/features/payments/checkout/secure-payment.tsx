import type { PaymentIntent } from '@na-regua/contract/payments'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { showToast } from '../../../ui/toast-store.ts'
import { ChangeForm } from './change-form.tsx'
import { PaymentBox } from './payment-box.tsx'
import { PaymentProblem } from './payment-problem.tsx'
import { Preparing } from './preparing-form.tsx'
import { describeProblem } from './rules.ts'

// Each installation has one provider: nobody downloads the other's form.
const SandboxForm = lazy(() =>
  import('../sandbox/sandbox-form.tsx').then((module) => ({ default: module.SandboxForm })),
)
const StripeForm = lazy(() => import('../stripe/stripe-form.tsx').then((module) => ({ default: module.StripeForm })))

type SecurePaymentProps = { intent: UseQueryResult<PaymentIntent>; priceCents: number }

export function SecurePayment({ intent, priceCents }: SecurePaymentProps) {
  const { data, error, isFetching, refetch } = intent
  useToastOf(error)
  const retry = () => void refetch()
  if (isFetching) return <Frame content={<Preparing />} />
  if (error) return <Frame content={<PaymentProblem {...describeProblem(error)} onRetry={retry} />} />
  if (!data) return <Frame content={<Preparing />} />
  return <Frame content={<Form intent={data} priceCents={priceCents} onRestart={retry} />} />
}

function Frame({ content }: { content: React.ReactNode }) {
  return (
    <PaymentBox title="Pagamento Seguro">
      <Suspense fallback={<Preparing />}>{content}</Suspense>
    </PaymentBox>
  )
}

type FormProps = { intent: PaymentIntent; priceCents: number; onRestart: () => void }

function Form({ intent, priceCents, onRestart }: FormProps) {
  if (intent.mode === 'change') return <ChangeForm intent={intent} />
  if (intent.provider === 'stripe') return <StripeForm intent={intent} onRetry={onRestart} />
  return <SandboxForm intent={intent} amountCents={intent.amountCents ?? priceCents} onRestart={onRestart} />
}

/** Once for each failure. */
function useToastOf(error: Error | null) {
  useEffect(() => {
    if (error) showToast({ tone: 'error', title: describeProblem(error).title })
  }, [error])
}
