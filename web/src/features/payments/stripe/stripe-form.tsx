import type { PaymentIntent } from '@na-regua/contract/payments'
import { useEffect, useRef, useState } from 'react'
import { useHeldSession } from '../../../lib/session.ts'
import { PaymentProblem, Preparing } from '../checkout/payment-box.tsx'
import { NO_FORM } from '../rules.ts'

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

/** Stripe.js of the major version whose sessions the server opens. It may come from nowhere but Stripe. */
const ADDRESS = 'https://js.stripe.com/dahlia/stripe.js'

type Embedded = { mount(element: HTMLElement): void; destroy(): void }
type StripeJs = { createEmbeddedCheckoutPage(options: { fetchClientSecret: () => Promise<string> }): Promise<Embedded> }
type WithStripe = { Stripe?: (publishableKey: string) => StripeJs }

let loading: Promise<NonNullable<WithStripe['Stripe']>> | undefined

/** Asked for with the first payment and never before. */
function loadStripe() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      loading = undefined
      reject(new Error('Stripe.js did not load'))
    }
    script.src = ADDRESS
    script.async = true
    script.onload = () => {
      const { Stripe } = window as WithStripe
      if (Stripe) resolve(Stripe)
      else fail()
    }
    script.onerror = fail
    document.head.append(script)
  })
  return loading
}

type Form = { clientSecret: string; publishableKey: string }
type StripeFormState = 'loading' | 'ready' | 'failed'

/** Puts Stripe's own form into the element of the returned ref; a page may hold only one at a time. */
function useStripeForm({ clientSecret, publishableKey }: Form) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<StripeFormState>('loading')

  useEffect(() => {
    let isGone = false
    async function open() {
      const Stripe = await loadStripe()
      const form = await Stripe(publishableKey).createEmbeddedCheckoutPage({
        fetchClientSecret: async () => clientSecret,
      })
      if (isGone || !place.current) return form.destroy()
      form.mount(place.current)
      setState('ready')
      return form
    }
    const opening = open().catch((error: unknown) => {
      console.warn('payment form', error)
      if (!isGone) setState('failed')
    })
    return () => {
      isGone = true
      void opening.then((form) => form?.destroy())
    }
  }, [clientSecret, publishableKey])

  return { place, state }
}
