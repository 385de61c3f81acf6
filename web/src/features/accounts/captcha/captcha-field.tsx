import type { Captcha } from '@na-regua/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadScript } from '../../../lib/external-script.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { captchaQuery } from '../queries.ts'
import type { CaptchaWidgetProps } from '../rules.ts'

const AltchaWidget = lazy(() => import('./altcha-widget.tsx').then((module) => ({ default: module.AltchaWidget })))

type CaptchaFieldProps = { onChange: (token: string | undefined) => void; error: string | undefined }

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2 text-sm font-medium text-red">
      Não foi possível carregar o captcha. Tente novamente.
      <Button variant="outline" onClick={onRetry}>
        Tentar novamente
      </Button>
    </div>
  )
}

type WidgetProps = CaptchaWidgetProps & { provider: Captcha['provider'] | undefined }

function Widget({ provider, ...widget }: WidgetProps) {
  const loading = <Skeleton className="h-14" />
  return (
    <div className="min-h-14">
      <Suspense fallback={loading}>
        {provider === 'altcha' && <AltchaWidget {...widget} />}
        {provider === 'recaptcha' && <RecaptchaWidget {...widget} />}
        {!provider && loading}
      </Suspense>
    </div>
  )
}

/** The captcha that this installation is configured for; nothing where it is off. */
export function CaptchaField({ onChange, error }: CaptchaFieldProps) {
  const { data: captcha, isError, refetch } = useQuery(captchaQuery)
  const [notice, setNotice] = useState<string>()
  const [hasFailed, setFailed] = useState(false)

  function handleRetry() {
    setFailed(false)
    void refetch()
  }

  function handleChange(token: string | undefined, nextNotice?: string) {
    setNotice(nextNotice)
    onChange(token)
  }

  if (captcha?.provider === 'off') return null
  if (isError || hasFailed) return <LoadFailure onRetry={handleRetry} />
  return (
    <div data-invalid={error ? true : undefined} tabIndex={-1} className="flex flex-col gap-1.5 rounded-control">
      <Widget
        provider={captcha?.provider}
        siteKey={captcha?.siteKey}
        onSolve={(token) => handleChange(token)}
        onClear={() => onChange(undefined)}
        onExpire={() => handleChange(undefined, 'O captcha expirou. Complete-o novamente.')}
        onLoadError={() => setFailed(true)}
      />
      <p role="status" className="text-sm font-medium text-red empty:-mt-1.5">
        {notice ?? error}
      </p>
    </div>
  )
}

type Recaptcha = {
  ready: (then: () => void) => void
  render: (container: HTMLElement, options: Record<string, unknown>) => number
}

const SOURCE = 'https://www.google.com/recaptcha/api.js?render=explicit&hl=pt-BR'
const LOAD_TIMEOUT_MS = 10_000

/** Loads Google's script. With a content blocker it may load and never become ready, hence the time-out. */
async function loadRecaptcha() {
  const { promise, resolve, reject } = Promise.withResolvers<Recaptcha>()
  setTimeout(() => reject(new Error('reCAPTCHA did not become ready')), LOAD_TIMEOUT_MS)
  const findRecaptcha = () => (window as Window & { grecaptcha?: Recaptcha }).grecaptcha
  loadScript(SOURCE, findRecaptcha).then((recaptcha) => recaptcha.ready(() => resolve(recaptcha)), reject)
  return promise
}

/** Only for installations configured with reCAPTCHA; only then does the Content-Security-Policy allow its hosts. */
function RecaptchaWidget({ siteKey, onSolve, onExpire, onLoadError }: CaptchaWidgetProps) {
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
