import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/api-error.ts'
import { showToast } from '../../ui/toast.tsx'

type MembersChange<V, R> = {
  run: (input: V) => Promise<R>
  /** Text of the success toast. */
  successText: (result: R, input: V) => string
  /** What failed beside it. */
  problemText?: (result: R) => string | undefined
  onDone?: () => void
  /** Title of the error toast; without it the caller shows the error. */
  failure?: string
}

/** A change of the staff: invalidates everything that lists or counts barbers. */
export function useMembersChange<V, R>({ run, successText, problemText, onDone, failure }: MembersChange<V, R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess(result, input) {
      const text = problemText?.(result)
      showToast({ tone: text ? 'error' : 'success', title: successText(result, input), text })
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
