import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/api-error.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { favoriteIdsKey, favoriteIdsQuery, favoriteListKey, setFavorite } from './queries.ts'
import { withFavorite } from './rules.ts'

/**
 * Optimistic update of a favorite, reverted on an error. Changes of one barbershop are sent one after the other, so that the
 * last one wins.
 */
export function useFavoriteChange(barbershopId: string, name: string) {
  const client = useQueryClient()
  const setCached = (isFavorite: boolean) =>
    client.setQueryData<string[]>(favoriteIdsKey, (ids) => withFavorite(ids, barbershopId, isFavorite))

  const change = useMutation({
    mutationKey: ['favorites', 'change'],
    scope: { id: `favorite:${barbershopId}` },
    mutationFn: (isFavorite: boolean) => setFavorite(barbershopId, isFavorite),
    async onMutate(isFavorite) {
      await client.cancelQueries({ queryKey: favoriteIdsKey })
      setCached(isFavorite)
    },
    onSuccess(_, isFavorite) {
      if (isFavorite) return showToast({ tone: 'success', title: 'Adicionado aos favoritos!', text: name })
      const undo = { label: 'Desfazer', onClick: () => change.mutate(true) }
      showToast({ tone: 'success', title: 'Removido dos favoritos!', text: name, action: undo })
    },
    onError(error, isFavorite) {
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
  return change.mutate
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
