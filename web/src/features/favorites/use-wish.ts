import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { showToast } from '../../ui/toast-store.ts'
import { makeWish, readWish } from './rules.ts'

// In the tab's own storage: it outlives the way to Google and back, and not the tab.
const KEY = 'favoriteWish'

function rememberWish(barbershopId: string, name: string) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(makeWish(barbershopId, name, Date.now())))
  } catch {
    // Blocked storage: after the login the heart must be pressed again.
  }
}

/** Takes the wish out: it is carried out once. */
export function takeWish() {
  try {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return readWish(text, Date.now())
  } catch {
    return undefined
  }
}

/** A visitor's press: asks to log in, and is carried out once that is done. */
export function useWish() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return function askToLogIn(barbershopId: string, name: string) {
    rememberWish(barbershopId, name)
    showToast({ tone: 'info', title: 'Você precisa estar logado para favoritar uma barbearia' })
    void navigate(paths.login(), { state: { from: pathname + search } })
  }
}
