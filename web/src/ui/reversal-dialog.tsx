import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../lib/api-error.ts'
import { FormDialog } from './confirm-dialog.tsx'
import { Form, useFormErrors } from './form.tsx'
import { TextField } from './text-field.tsx'
import { showToast } from './toast.tsx'

type ReversalDialogProps = {
  /** What is reversed, and what becomes of it. */
  children: ReactNode
  /** Also refetches what has changed. */
  reverse: (reason: string) => Promise<unknown>
  maxLength: number
  onClose: () => void
}

/** Requires a reason. Nothing is deleted: a reversal stands beside what it takes back. */
export function ReversalDialog({ children, reverse, maxLength, onClose }: ReversalDialogProps) {
  const fields = useFormErrors<'reason'>()
  const [reason, setReason] = useState('')
  const mutation = useMutation({
    mutationFn: () => reverse(reason.trim()),
    onSuccess() {
      showToast({ tone: 'success', title: 'Lançamento estornado' })
      onClose()
    },
  })
  return (
    <FormDialog isOpen title="Estornar" onClose={onClose}>
      <Form
        fields={fields}
        isBusy={mutation.isPending}
        onSubmit={() =>
          fields.reportErrors({ reason: reason.trim() ? undefined : 'Escreva o motivo' }) && mutation.mutate()
        }
        failure={mutation.error && errorText(mutation.error, 'Não foi possível estornar. Tente novamente.')}
        submit="Estornar"
      >
        <p>{children}</p>
        <TextField
          label="Motivo"
          name="reason"
          autoComplete="off"
          maxLength={maxLength}
          value={reason}
          error={fields.errors.reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Form>
    </FormDialog>
  )
}
