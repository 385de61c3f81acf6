import type { PaymentIntent } from '@na-regua/contract/payments'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { loadScript } from '../../../lib/external-script.ts'
import { usePausedSession } from '../../../lib/session.ts'

type StripeFormProps = {
  intent: PaymentIntent
  loading: ReactNode
  /** Instead of a form that did not load. */
  failure: ReactNode
}

/** Stripe's embedded checkout: card data never reaches us, and Stripe redirects to the confirmation page. */
export function StripeForm({ intent, loading, failure }: StripeFormProps) {
  const { clientSecret, publishableKey = '' } = intent
  const { container, state } = useStripeForm({ clientSecret, publishableKey })
  // The payer's sessions end before Stripe has redirected.
  usePausedSession(state === 'ready')
  if (state === 'failed') return failure
  return (
    <>
      {state === 'loading' && loading}
      {/* Stripe's iframe is light in both themes. */}
      <div ref={container} className="-mx-3 overflow-hidden rounded-card md:-mx-4" />
    </>
  )
}

/** Stripe.js in the version of the sessions that the server creates. Stripe requires loading it from its own host. */
const SCRIPT_URL = 'https://js.stripe.com/dahlia/stripe.js'

type Embedded = { mount(element: HTMLElement): void; destroy(): void }
type StripeJs = { createEmbeddedCheckoutPage(options: { fetchClientSecret: () => Promise<string> }): Promise<Embedded> }
type WithStripe = { Stripe?: (publishableKey: string) => StripeJs }

/** Loads it with the first payment. */
const loadStripe = () => loadScript(SCRIPT_URL, () => (window as WithStripe).Stripe)

type StripeSession = { clientSecret: string; publishableKey: string }
type StripeFormState = 'loading' | 'ready' | 'failed'

/** Mounts Stripe's form into the element of the returned ref; a page can have only one at a time. */
function useStripeForm({ clientSecret, publishableKey }: StripeSession) {
  const container = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<StripeFormState>('loading')

  useEffect(() => {
    let isUnmounted = false
    async function open() {
      const Stripe = await loadStripe()
      const form = await Stripe(publishableKey).createEmbeddedCheckoutPage({
        fetchClientSecret: async () => clientSecret,
      })
      if (isUnmounted || !container.current) return form.destroy()
      form.mount(container.current)
      setState('ready')
      return form
    }
    const opening = open().catch((error: unknown) => {
      console.warn('Stripe payment form failed to load', error)
      if (!isUnmounted) setState('failed')
    })
    return () => {
      isUnmounted = true
      void opening.then((form) => form?.destroy())
    }
  }, [clientSecret, publishableKey])

  return { container, state }
}
