import type { Appointment } from '@na-regua/contract/appointments'
import { formatTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Change } from '../agenda/queries.ts'
import { type StaffAct, staffActs } from '../agenda/rules.ts'
import type { Undoable } from './use-undoable.ts'

const labels: Record<StaffAct, string> = {
  confirm: 'Aceitar',
  decline: 'Recusar',
  cancel: 'Cancelar',
  complete: 'Finalizar',
  'no-show': 'Não compareceu',
}
const acts: Record<StaffAct, Change['act']> = {
  confirm: 'confirm',
  decline: 'cancel',
  cancel: 'cancel',
  complete: 'complete',
  'no-show': 'no-show',
}

/** What can be done with it by one tap. Cancelling what was agreed is no tap: it stands in the details only. */
export function tapsFor(appointment: Appointment, now: Date) {
  return staffActs(appointment, now).filter((act) => act !== 'cancel')
}

type DayActionsProps = {
  appointment: Appointment
  now: Date
  undoable: Undoable
  hasCancel?: boolean
  /** After a choice; the details close. */
  onDone?: () => void
}

/** One tap each. For five seconds the same place takes it back. */
export function DayActions({ appointment, now, undoable, hasCancel = false, onDone }: DayActionsProps) {
  const { id, customer, startTime, timeZone } = appointment
  const pending = undoable.findPending(id)
  const offered = hasCancel ? staffActs(appointment, now) : tapsFor(appointment, now)
  if (!pending && offered.length === 0) return null
  return (
    <fieldset
      aria-label={`${customer.name} às ${formatTime(startTime, timeZone)}`}
      className="flex w-full flex-row-reverse gap-2"
    >
      {pending ? (
        <Button variant="outline" isWide isBusy={pending.sending !== undefined} onClick={() => undoable.undo(id)}>
          Desfazer
        </Button>
      ) : (
        offered.map((act, place) => (
          <Button
            key={act}
            variant={place === 0 && act !== 'cancel' && act !== 'decline' ? 'primary' : 'outline'}
            className="min-w-0 flex-1 px-2!"
            onClick={() => {
              undoable.change(appointment, acts[act])
              onDone?.()
            }}
          >
            {labels[act]}
          </Button>
        ))
      )}
    </fieldset>
  )
}
