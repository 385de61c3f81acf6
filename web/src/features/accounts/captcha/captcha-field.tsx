import type { Captcha } from '@na-regua/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { captchaQuery } from '../queries.ts'
import type { CaptchaBoxProps } from '../rules.ts'

const AltchaBox = lazy(() => import('./altcha-box.tsx').then(({ AltchaBox: box }) => ({ default: box })))
const RecaptchaBox = lazy(() => import('./recaptcha-box.tsx').then(({ RecaptchaBox: box }) => ({ default: box })))

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

type BoxProps = CaptchaBoxProps & { provider: Captcha['provider'] | undefined }

function Box({ provider, ...box }: BoxProps) {
  const wait = <Skeleton className="h-14" />
  return (
    <div className="min-h-14">
      <Suspense fallback={wait}>
        {provider === 'altcha' && <AltchaBox {...box} />}
        {provider === 'recaptcha' && <RecaptchaBox {...box} />}
        {!provider && wait}
      </Suspense>
    </div>
  )
}

/** The proof that a person is there, as this installation wants it; nothing where it wants none. */
export function CaptchaField({ onChange, error }: CaptchaFieldProps) {
  const { data: captcha, isError, refetch } = useQuery(captchaQuery)
  const [notice, setNotice] = useState<string>()
  const [isBroken, setBroken] = useState(false)

  function handleRetry() {
    setBroken(false)
    void refetch()
  }

  function handleChange(token: string | undefined, nextNotice?: string) {
    setNotice(nextNotice)
    onChange(token)
  }

  if (captcha?.provider === 'off') return null
  if (isError || isBroken) return <LoadFailure onRetry={handleRetry} />
  return (
    <div data-invalid={error ? true : undefined} tabIndex={-1} className="flex flex-col gap-1.5 rounded-control">
      <Box
        provider={captcha?.provider}
        siteKey={captcha?.siteKey}
        onSolve={(token) => handleChange(token)}
        onClear={() => onChange(undefined)}
        onExpire={() => handleChange(undefined, 'O captcha expirou. Complete-o novamente.')}
        onBreak={() => setBroken(true)}
      />
      <p role="status" className="text-sm font-medium text-red empty:-mt-1.5">
        {notice ?? error}
      </p>
    </div>
  )
}
