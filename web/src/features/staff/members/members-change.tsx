import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'

type MembersChange<V, R> = {
  run: (input: V) => Promise<R>
  /** Text of the success toast. */
  successText: (result: R, input: V) => string
  onDone?: () => void
  /** Title of the error toast; without it the caller shows the error. */
  failure?: string
}

/** A change of the staff: invalidates everything that lists or counts barbers. */
export function useMembersChange<V, R>({ run, successText, onDone, failure }: MembersChange<V, R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess(result, input) {
      showToast({ tone: 'success', title: successText(result, input) })
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

type DialogActionsProps = { failure: string | undefined; isBusy: boolean; label: string; onCancel: () => void }

/** The error and the buttons below a short form. */
export function DialogActions({ failure, isBusy, label, onCancel }: DialogActionsProps) {
  return (
    <>
      {failure && (
        <p role="alert" className="font-medium text-red">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {label}
        </Button>
      </div>
    </>
  )
}
