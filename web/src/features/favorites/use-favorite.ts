import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast-store.ts'
import { favoriteIdsKey, favoriteIdsQuery, favoriteListKey, setFavorite } from './queries.ts'
import { withFavorite } from './rules.ts'

/**
 * Changes a favourite: the heart answers at once and goes back when the server refuses. Presses on one heart are sent one
 * after the other, so that the last one is what stays.
 */
export function useFavoriteChange(barbershopId: string, name: string) {
  const client = useQueryClient()
  const show = (isFavorite: boolean) =>
    client.setQueryData<string[]>(favoriteIdsKey, (ids) => withFavorite(ids, barbershopId, isFavorite))

  const change = useMutation({
    mutationKey: ['favorites', 'change'],
    scope: { id: `favorite:${barbershopId}` },
    mutationFn: (isFavorite: boolean) => setFavorite(barbershopId, isFavorite),
    async onMutate(isFavorite) {
      await client.cancelQueries({ queryKey: favoriteIdsKey })
      show(isFavorite)
    },
    onSuccess(_, isFavorite) {
      if (isFavorite) return showToast({ tone: 'success', title: 'Adicionado aos favoritos!', text: name })
      const undo = { label: 'Desfazer', onClick: () => change.mutate(true) }
      showToast({ tone: 'success', title: 'Removido dos favoritos!', text: name, action: undo })
    },
    onError(error, isFavorite) {
      show(!isFavorite)
      const text = errorText(error, 'Tente novamente.')
      showToast({ tone: 'error', title: 'Erro ao atualizar favoritos', text })
    },
    onSettled() {
      // While another press is under way its heart would jump back for a moment; the last one asks.
      if (client.isMutating({ mutationKey: ['favorites', 'change'] }) > 1) return
      return Promise.all([favoriteIdsKey, favoriteListKey].map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
  return change.mutate
}

/** Whether the shop is among the person's favourites; false until that is known, as the specification has it. */
export function useIsFavorite(barbershopId: string) {
  const { user } = useSession()
  const { data = false } = useQuery({
    ...favoriteIdsQuery(),
    enabled: user !== undefined,
    select: (ids) => ids.includes(barbershopId),
  })
  return user !== undefined && data
}
