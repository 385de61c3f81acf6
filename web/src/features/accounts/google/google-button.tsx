import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { safeFrom } from '../login/rules.ts'
import { GoogleMark } from './google-mark.tsx'
import { startGoogle } from './queries.ts'
import { keepVisit } from './rules.ts'

/** Leaves for Google; the wanted page waits in this tab until the person is back. */
export function GoogleButton() {
  const { state } = useLocation()
  const start = useMutation({
    mutationFn: startGoogle,
    onSuccess({ url, secret }) {
      keepVisit({ secret, from: safeFrom(state) })
      window.location.assign(url)
    },
    onError: () => showToast({ tone: 'error', title: 'Erro ao fazer login com Google' }),
  })
  return (
    <Button variant="outline" size="large" isWide isBusy={start.isPending} onClick={() => start.mutate()}>
      {!start.isPending && <GoogleMark />}
      Entrar com Google
    </Button>
  )
}
