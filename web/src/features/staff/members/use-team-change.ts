import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { showToast } from '../../../ui/toast-store.ts'

type Change<V, R> = {
  run: (input: V) => Promise<R>
  /** What is said when it is done. */
  done: (result: R, input: V) => string
  onDone?: () => void
  /** Says a failure in passing; without it whoever called shows it where it happened. */
  failure?: string
}

/** A change of the team: everything that counts or lists its people is asked for anew. */
export function useTeamChange<V, R>({ run, done, onDone, failure }: Change<V, R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess(result, input) {
      showToast({ tone: 'success', title: done(result, input) })
      onDone?.()
    },
    onError(error) {
      if (failure) showToast({ tone: 'error', title: failure, text: errorText(error, 'Tente novamente.') })
    },
    onSettled: () =>
      Promise.all(
        ['account', 'barbers', 'appointments'].map((topic) => client.invalidateQueries({ queryKey: [topic] })),
      ),
  })
}
