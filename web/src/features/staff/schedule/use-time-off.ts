import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { addTimeOff, removeTimeOff, type TimeOffWish } from './queries.ts'
import { conflictsOf } from './use-week-form.ts'

/** Everything that hangs on a chair's time is asked for anew. */
function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all(['appointments', 'availability'].map((topic) => client.invalidateQueries({ queryKey: [topic] })))
}

/** Takes time off; what is booked in it is for the person to decide. */
export function useAddTimeOff(barberId: string, onAdded: () => void) {
  const refresh = useRefresh()
  const { mutate, variables, isPending, error, reset } = useMutation({
    mutationFn: (wish: TimeOffWish) => addTimeOff(barberId, wish),
    async onSuccess() {
      showToast({ tone: 'success', title: 'Folga marcada' })
      onAdded()
      await refresh()
    },
  })
  const conflicts = conflictsOf(error)
  return {
    add: mutate,
    addAnyway: () => variables && mutate({ ...variables, keepConflicts: true }),
    back: reset,
    isPending,
    conflicts,
    failure: error && conflicts.length === 0 ? errorText(error, 'Erro ao salvar. Tente novamente.') : undefined,
  }
}

export function useRemoveTimeOff(barberId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => removeTimeOff(barberId, id),
    onSuccess: () => showToast({ tone: 'success', title: 'Folga desmarcada' }),
    onError: (error) =>
      showToast({ tone: 'error', title: 'Erro ao desmarcar a folga', text: errorText(error, 'Tente novamente') }),
    onSettled: refresh,
  })
}
