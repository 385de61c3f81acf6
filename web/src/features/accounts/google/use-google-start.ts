import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { showToast } from '../../../ui/toast-store.ts'
import { safeFrom } from '../login/rules.ts'
import { startGoogle } from './queries.ts'
import { keepVisit } from './rules.ts'

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
