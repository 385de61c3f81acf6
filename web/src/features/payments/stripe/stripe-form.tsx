import type { PaymentIntent } from '@na-regua/contract/payments'
import { useHeldSession } from '../../../lib/use-held-session.ts'
import { PaymentProblem } from '../checkout/payment-problem.tsx'
import { Preparing } from '../checkout/preparing-form.tsx'
import { NO_FORM } from '../checkout/rules.ts'
import { useStripeForm } from './use-stripe-form.ts'

/** Card and all stay with Stripe; afterwards it leads to the confirmation by itself. */
export function StripeForm({ intent, onRetry }: { intent: PaymentIntent; onRetry: () => void }) {
  const { clientSecret, publishableKey = '' } = intent
  const { place, state } = useStripeForm({ clientSecret, publishableKey })
  // The payer's sessions end while Stripe is still leading back.
  useHeldSession(state === 'ready')
  if (state === 'failed') return <PaymentProblem title={NO_FORM} onRetry={onRetry} />
  return (
    <>
      {state === 'loading' && <Preparing />}
      {/* Stripe's frame is light in both themes. */}
      <div ref={place} className="-mx-3 overflow-hidden rounded-card md:-mx-4" />
    </>
  )
}
