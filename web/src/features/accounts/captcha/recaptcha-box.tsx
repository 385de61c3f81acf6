import { useEffect, useEffectEvent, useRef } from 'react'
import type { CaptchaBoxProps } from '../rules.ts'

type Recaptcha = {
  ready: (then: () => void) => void
  render: (place: HTMLElement, options: Record<string, unknown>) => number
}

const SOURCE = 'https://www.google.com/recaptcha/api.js?render=explicit&hl=pt-BR'
const LOAD_TIMEOUT_MS = 10_000

let loading: Promise<Recaptcha> | undefined

/** Google's script, once. A blocked one may load and then never become ready, hence the time-out. */
function loadRecaptcha() {
  loading ??= new Promise<Recaptcha>((resolve, reject) => {
    const fail = () => reject(new Error('reCAPTCHA did not load'))
    const script = document.createElement('script')
    script.src = SOURCE
    script.async = true
    script.onerror = fail
    script.onload = () => {
      const { grecaptcha } = window as Window & { grecaptcha?: Recaptcha }
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else fail()
    }
    setTimeout(fail, LOAD_TIMEOUT_MS)
    document.head.append(script)
  }).catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Only where the installation is configured for it; its hosts are in the policy of pages only then. */
export function RecaptchaBox({ siteKey, onSolve, onExpire, onBreak }: CaptchaBoxProps) {
  const holder = useRef<HTMLDivElement>(null)
  const solve = useEffectEvent(onSolve)
  const expire = useEffectEvent(onExpire)
  const giveUp = useEffectEvent(onBreak)

  useEffect(() => {
    const place = holder.current?.appendChild(document.createElement('div'))
    loadRecaptcha().then(
      (recaptcha) =>
        place?.isConnected &&
        recaptcha.render(place, {
          sitekey: siteKey,
          callback: (token: string) => solve(token),
          'expired-callback': () => expire(),
          'error-callback': () => giveUp(),
        }),
      () => giveUp(),
    )
    return () => place?.remove()
  }, [siteKey])

  return <div ref={holder} className="min-h-20" />
}
