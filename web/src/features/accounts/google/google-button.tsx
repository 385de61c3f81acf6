import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { startGoogle } from '../queries.ts'
import { parseReturnPath, storedSignIn } from '../rules.ts'

export function GoogleButton() {
  const { mutate: start, isPending } = useGoogleStart()
  return (
    <Button variant="outline" size="large" isWide isBusy={isPending} onClick={() => start()}>
      {!isPending && <GoogleLogo />}
      Entrar com Google
    </Button>
  )
}

/** Redirects to Google; the page to return to is stored in this tab. */
export function useGoogleStart() {
  const { state } = useLocation()
  return useMutation({
    mutationFn: startGoogle,
    onSuccess({ url, secret }) {
      const isStored = storedSignIn.write({ secret, from: parseReturnPath(state) })
      if (!isStored) throw new Error('the browser blocks session storage')
      window.location.assign(url)
    },
    onError: () => showToast({ tone: 'error', title: 'Erro ao fazer login com Google' }),
  })
}

/** Decorative: the text beside it is its name. */
function GoogleLogo() {
  return (
    <svg viewBox="0 0 24 24" fill="none" strokeWidth="4" aria-hidden="true" className="size-5 shrink-0">
      <path d="M18.4 7.2A8 8 0 0 0 5.1 8" stroke="#ea4335" />
      <path d="M5.1 8a8 8 0 0 0 0 8" stroke="#fbbc05" />
      <path d="M5.1 16a8 8 0 0 0 12.2 2" stroke="#34a853" />
      <path d="M17.3 18A8 8 0 0 0 20 12h-8" stroke="#4285f4" />
    </svg>
  )
}
