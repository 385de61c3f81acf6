import { favoritesApi } from '@na-regua/contract/favorites'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { paths } from '../../lib/paths.ts'
import { useUser } from '../../lib/session.ts'
import { createStoredValue } from '../../lib/use-stored-value.ts'
import { useReturnPath } from '../../lib/use-url-params.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.tsx'

const favoriteIdsKey = ['favorites', 'ids']
export const favoriteListKey = ['favorites', 'list']

/** The favorite buttons of all pages share this one request. */
export const favoriteIdsQuery = () =>
  queryOptions({
    queryKey: favoriteIdsKey,
    queryFn: async ({ signal }) => (await api(favoritesApi.ids, { signal })).ids,
  })

/** Sends the new state instead of a toggle, so that a retry or a stale page has the same result. */
function setFavorite(barbershopId: string, isFavorite: boolean) {
  return api(favoritesApi.toggle, { body: { barbershopId, isFavorite } })
}

/** The ids with this one added or removed, in no particular order. */
export function withFavorite(ids: readonly string[] | undefined, id: string, isFavorite: boolean) {
  const others = (ids ?? []).filter((other) => other !== id)
  return isFavorite ? [...others, id] : others
}

type FavoriteBarbershop = { id: string; name: string }

/** A favorite of an anonymous user, added after the login. */
type PendingFavorite = FavoriteBarbershop & { until: number }

const LIFETIME_MINUTES = 15

export function createPendingFavorite({ id, name }: FavoriteBarbershop, now: number): PendingFavorite {
  return { id, name, until: now + LIFETIME_MINUTES * 60_000 }
}

/** Undefined if it is expired or invalid. */
export function parsePendingFavorite(text: string | null, now: number): PendingFavorite | undefined {
  try {
    const { id, name, until } = Object(JSON.parse(text ?? 'null'))
    return typeof id === 'string' && typeof name === 'string' && until > now ? { id, name, until } : undefined
  } catch {
    return undefined
  }
}

/**
 * Optimistic update of a favorite, reverted on an error. Changes of one barbershop are sent one after the other, so that the
 * last one wins.
 */
function changeFavorite(client: QueryClient, barbershop: FavoriteBarbershop, isFavorite: boolean) {
  const { id: barbershopId, name } = barbershop
  const setCached = (isFavorite: boolean) =>
    client.setQueryData<string[]>(favoriteIdsKey, (ids) => withFavorite(ids, barbershopId, isFavorite))

  const change = client.getMutationCache().build(client, {
    mutationKey: ['favorites', 'change'],
    scope: { id: `favorite:${barbershopId}` },
    mutationFn: () => setFavorite(barbershopId, isFavorite),
    async onMutate() {
      await client.cancelQueries({ queryKey: favoriteIdsKey })
      setCached(isFavorite)
    },
    onSuccess() {
      if (isFavorite) return showToast({ tone: 'success', title: 'Adicionado aos favoritos!', text: name })
      const undo = { label: 'Desfazer', onClick: () => changeFavorite(client, barbershop, true) }
      showToast({ tone: 'success', title: 'Removido dos favoritos!', text: name, action: undo })
    },
    onError(error) {
      setCached(!isFavorite)
      const text = errorText(error, 'Tente novamente.')
      showToast({ tone: 'error', title: 'Erro ao atualizar favoritos', text })
    },
    onSettled() {
      // A refetch during another change would briefly show the old state; the last change refetches.
      if (client.isMutating({ mutationKey: ['favorites', 'change'] }) > 1) return
      return Promise.all([favoriteIdsKey, favoriteListKey].map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
  void change.execute(undefined).catch(() => undefined)
}

/** False while loading. */
function useIsFavorite(barbershopId: string) {
  const isEnabled = useUser() !== undefined
  const { data = false } = useQuery({
    ...favoriteIdsQuery(),
    enabled: isEnabled,
    select: (ids) => ids.includes(barbershopId),
  })
  return isEnabled && data
}

// Session storage survives the redirect to Google and back.
const pendingFavorite = createStoredValue({
  key: 'pendingFavorite',
  storage: 'session',
  parse: (text) => parsePendingFavorite(text, Date.now()),
})

/** For an anonymous user: stores the favorite and opens the login page. */
function useFavoriteAfterLogin() {
  const navigate = useNavigate()
  const from = useReturnPath()
  return function requestLogin(barbershop: FavoriteBarbershop) {
    pendingFavorite.write(createPendingFavorite(barbershop, Date.now()))
    const reason = 'Você precisa estar logado para favoritar uma barbearia'
    void navigate(paths.login(), { state: { from, reason } })
  }
}

/** Rendered on every page: adds the pending favorite once the user is logged in, on whichever page the login ends. */
export function PendingFavoriteRunner() {
  const userId = useUser()?.id
  const client = useQueryClient()
  useEffect(() => {
    const favorite = userId && pendingFavorite.take()
    if (favorite) changeFavorite(client, favorite, true)
  }, [userId, client])
  return null
}

/** Anonymous users are sent to the login page first; the favorite is added afterwards. */
export function FavoriteButton({ barbershop }: { barbershop: FavoriteBarbershop }) {
  const { id, name } = barbershop
  const user = useUser()
  const isFavorite = useIsFavorite(id)
  const client = useQueryClient()
  const requestLogin = useFavoriteAfterLogin()
  // Only the clicked heart is animated, not every heart when the favorites are loaded.
  const [wasClicked, setClicked] = useState(false)

  function handleClick() {
    if (!user) return requestLogin(barbershop)
    setClicked(true)
    changeFavorite(client, barbershop, !isFavorite)
  }

  return (
    <IconButton
      label={`Favoritar ${name}`}
      aria-pressed={isFavorite}
      onClick={handleClick}
      className={clsx('bg-card hover:bg-card hover:text-red', isFavorite ? 'text-red' : 'text-ink')}
    >
      <Icon name="heart" isFilled={isFavorite} className={clsx('size-5', isFavorite && wasClicked && 'animate-beat')} />
    </IconButton>
  )
}
