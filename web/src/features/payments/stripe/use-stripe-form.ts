import { useEffect, useRef, useState } from 'react'

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
export type StripeFormState = 'loading' | 'ready' | 'failed'

/** Puts Stripe's own form into the element of the returned ref; a page may hold only one at a time. */
export function useStripeForm({ clientSecret, publishableKey }: Form) {
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
