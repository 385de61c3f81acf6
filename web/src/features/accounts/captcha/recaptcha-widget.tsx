import { useEffect, useEffectEvent, useRef } from 'react'
import type { CaptchaWidgetProps } from '../rules.ts'

type Recaptcha = {
  ready: (then: () => void) => void
  render: (container: HTMLElement, options: Record<string, unknown>) => number
}

const SOURCE = 'https://www.google.com/recaptcha/api.js?render=explicit&hl=pt-BR'
const LOAD_TIMEOUT_MS = 10_000

let loading: Promise<Recaptcha> | undefined

/** Loads Google's script once. With a content blocker it may load and never become ready, hence the time-out. */
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

/** Only for installations configured with reCAPTCHA; only then does the Content-Security-Policy allow its hosts. */
export function RecaptchaWidget({ siteKey, onSolve, onExpire, onLoadError }: CaptchaWidgetProps) {
  const container = useRef<HTMLDivElement>(null)
  const solve = useEffectEvent(onSolve)
  const expire = useEffectEvent(onExpire)
  const handleLoadError = useEffectEvent(onLoadError)

  useEffect(() => {
    const target = container.current?.appendChild(document.createElement('div'))
    loadRecaptcha().then(
      (recaptcha) =>
        target?.isConnected &&
        recaptcha.render(target, {
          sitekey: siteKey,
          callback: (token: string) => solve(token),
          'expired-callback': () => expire(),
          'error-callback': () => handleLoadError(),
        }),
      () => handleLoadError(),
    )
    return () => target?.remove()
  }, [siteKey])

  return <div ref={container} className="min-h-20" />
}
