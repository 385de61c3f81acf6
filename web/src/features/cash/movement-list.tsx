import type { CashMovement } from '@na-regua/contract/cash'
import { MAX_REASON } from '@na-regua/contract/text-limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatTime } from '../../lib/format.ts'
import { FormDialog } from '../../ui/confirm-dialog.tsx'
import { Form, useFormErrors } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { cashKey, reverseCashMovement } from './queries.ts'
import { describeMovement, formatSigned, signedCents } from './rules.ts'

type CashMovementListProps = {
  movements: readonly CashMovement[]
  timeZone: string
  /** Absent where nothing can be taken back. */
  onReverse?: (movement: CashMovement) => void
}

/** What was put in and taken out; on the screen and on paper. */
export function CashMovementList({ movements, timeZone, onReverse }: CashMovementListProps) {
  if (movements.length === 0) return null
  return (
    <ul aria-label="Lançamentos" className="divide-y divide-line">
      {movements.map((movement) => {
        const { id, reason, occurredAt, actorName, reverses, isReversed } = movement
        const title = describeMovement(movement)
        return (
          <li key={id} className="flex min-h-11 items-start gap-x-3 py-2">
            <div className="min-w-0 flex-1">
              <p className={clsx('font-semibold wrap-anywhere', isReversed && 'text-mute line-through')}>{title}</p>
              <p className="text-sm wrap-anywhere text-mute tabular-nums">
                {[formatTime(occurredAt, timeZone), actorName, reason].filter(Boolean).join(' · ')}
              </p>
            </div>
            <div className="grid justify-items-end">
              <span className={clsx('font-semibold tabular-nums', isReversed && 'text-mute line-through')}>
                {formatSigned(signedCents(movement))}
              </span>
              {onReverse && !reverses && !isReversed && (
                <button
                  type="button"
                  aria-label={`Estornar ${title}`}
                  className="min-h-11 rounded-control px-2 text-sm underline hover:bg-sunken"
                  onClick={() => onReverse(movement)}
                >
                  Estornar
                </button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type ReversalDialogProps = { movement: CashMovement; onClose: () => void }

/** Nothing is deleted: the reversal stands beside what it takes back. */
export function ReversalDialog({ movement, onClose }: ReversalDialogProps) {
  const client = useQueryClient()
  const fields = useFormErrors<'reason'>()
  const [reason, setReason] = useState('')
  const reverse = useMutation({
    mutationFn: () => reverseCashMovement(movement.id, reason.trim()),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: cashKey })
      showToast({ tone: 'success', title: 'Lançamento estornado' })
      onClose()
    },
  })
  return (
    <FormDialog isOpen title="Estornar" onClose={onClose}>
      <Form
        fields={fields}
        isBusy={reverse.isPending}
        onSubmit={() =>
          fields.reportErrors({ reason: reason.trim() ? undefined : 'Escreva o motivo' }) && reverse.mutate()
        }
        failure={reverse.error && errorText(reverse.error, 'Não foi possível estornar. Tente novamente.')}
        submit="Estornar"
      >
        <p>
          {describeMovement(movement)}, {formatSigned(signedCents(movement))}. Os dois lançamentos continuam na lista.
        </p>
        <TextField
          label="Motivo"
          name="reason"
          autoComplete="off"
          maxLength={MAX_REASON}
          value={reason}
          error={fields.errors.reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Form>
    </FormDialog>
  )
}
