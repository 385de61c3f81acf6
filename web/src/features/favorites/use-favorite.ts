import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/api-error.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { favoriteIdsKey, favoriteIdsQuery, favoriteListKey, setFavorite } from './queries.ts'
import { withFavorite } from './rules.ts'

/** Each of many cards has a heart: nothing of a change exists before it is pressed. */
export function useFavoriteChange(barbershopId: string, name: string) {
  const client = useQueryClient()
  return (isFavorite: boolean) => changeFavorite(client, { id: barbershopId, name }, isFavorite)
}

/**
 * Optimistic update of a favorite, reverted on an error. Changes of one barbershop are sent one after the other, so that the
 * last one wins.
 */
function changeFavorite(client: QueryClient, barbershop: { id: string; name: string }, isFavorite: boolean) {
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
export function useIsFavorite(barbershopId: string) {
  const { user } = useSession()
  const { data = false } = useQuery({
    ...favoriteIdsQuery(),
    enabled: user !== undefined,
    select: (ids) => ids.includes(barbershopId),
  })
  return user !== undefined && data
}
