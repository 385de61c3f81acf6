import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { startGoogle } from '../queries.ts'
import { safeFrom } from '../rules.ts'
import { keepVisit } from './rules.ts'

export function GoogleButton() {
  const { mutate: start, isPending } = useGoogleStart()
  return (
    <Button variant="outline" size="large" isWide isBusy={isPending} onClick={() => start()}>
      {!isPending && <GoogleMark />}
      Entrar com Google
    </Button>
  )
}

/** The letter in its four colours, drawn by us; the words beside it are its name. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" fill="none" strokeWidth="4" aria-hidden="true" className="size-5 shrink-0">
      <path d="M18.4 7.2A8 8 0 0 0 5.1 8" stroke="#ea4335" />
      <path d="M5.1 8a8 8 0 0 0 0 8" stroke="#fbbc05" />
      <path d="M5.1 16a8 8 0 0 0 12.2 2" stroke="#34a853" />
      <path d="M17.3 18A8 8 0 0 0 20 12h-8" stroke="#4285f4" />
    </svg>
  )
}

/** Leaves for Google; the wanted page waits in this tab until the person is back. */
export function useGoogleStart() {
  const { state } = useLocation()
  return useMutation({
    mutationFn: startGoogle,
    onSuccess({ url, secret }) {
      keepVisit({ secret, from: safeFrom(state) })
      window.location.assign(url)
    },
    onError: () => showToast({ tone: 'error', title: 'Erro ao fazer login com Google' }),
  })
}
