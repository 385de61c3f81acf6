import type { Captcha } from '@na-regua/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { captchaQuery } from '../queries.ts'
import type { CaptchaWidgetProps } from '../rules.ts'

const AltchaWidget = lazy(() => import('./altcha-widget.tsx').then((module) => ({ default: module.AltchaWidget })))
const RecaptchaWidget = lazy(() =>
  import('./recaptcha-widget.tsx').then((module) => ({ default: module.RecaptchaWidget })),
)

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
