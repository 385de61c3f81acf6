import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../lib/session.ts'
import { createStoredValue } from '../../lib/use-stored-value.ts'
import { createPendingFavorite, type PendingFavorite, parsePendingFavorite } from './rules.ts'
import { useFavoriteChange } from './use-favorite.ts'

// Session storage survives the redirect to Google and back.
const pendingFavorite = createStoredValue({
  key: 'pendingFavorite',
  storage: 'session',
  parse: (text) => parsePendingFavorite(text, Date.now()),
})

/** For an anonymous user: stores the favorite and opens the login page. */
export function useFavoriteAfterLogin() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return function requestLogin(barbershopId: string, name: string) {
    pendingFavorite.write(createPendingFavorite(barbershopId, name, Date.now()))
    const reason = 'Você precisa estar logado para favoritar uma barbearia'
    void navigate(paths.login(), { state: { from: pathname + search, reason } })
  }
}

function AddFavorite({ favorite }: { favorite: PendingFavorite }) {
  const change = useFavoriteChange(favorite.barbershopId, favorite.name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per pending favorite.
  useEffect(() => change(true), [])
  return null
}

/** Rendered on every page: adds the pending favorite once the user is logged in, on whichever page the login ends. */
export function PendingFavoriteRunner() {
  const userId = useSession().user?.id
  const [favorite, setFavorite] = useState<PendingFavorite>()
  useEffect(() => {
    if (userId) setFavorite(pendingFavorite.take())
  }, [userId])
  return favorite && <AddFavorite key={favorite.until} favorite={favorite} />
}
