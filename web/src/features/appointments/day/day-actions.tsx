import type { Appointment } from '@na-regua/contract/appointments'
import { formatTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { StatusChange } from '../agenda/queries.ts'
import { getServedName, isCorrection, listStaffActions, type StaffAction, staffActionLabels } from '../agenda/rules.ts'
import type { UndoableChanges } from './use-undoable-changes.ts'

const changeOf = (action: StaffAction): StatusChange['action'] => (action === 'decline' ? 'cancel' : action)

/** The actions of one tap. Cancelling a confirmed appointment and corrections are offered in the details only. */
export function listOneTapActions(appointment: Appointment, now: Date) {
  return listStaffActions(appointment, now).filter((action) => action !== 'cancel' && !isCorrection(action))
}

type DayActionsProps = {
  appointment: Appointment
  now: Date
  changes: UndoableChanges
  hasCancel?: boolean
  /** Called after an action, to close the details. */
  onDone?: () => void
}

/** One button per action. After a tap an undo button replaces them for five seconds. */
export function DayActions({ appointment, now, changes, hasCancel = false, onDone }: DayActionsProps) {
  const { id, startTime, timeZone } = appointment
  const pending = changes.findPending(id)
  const offered = hasCancel ? listStaffActions(appointment, now) : listOneTapActions(appointment, now)
  if (!pending && offered.length === 0) return null
  return (
    <fieldset
      aria-label={`${getServedName(appointment)} às ${formatTime(startTime, timeZone)}`}
      className="flex w-full flex-row-reverse gap-2"
    >
      {pending ? (
        <Button variant="outline" isWide isBusy={pending.sending !== undefined} onClick={() => changes.undo(id)}>
          Desfazer
        </Button>
      ) : (
        offered.map((action, index) => (
          <Button
            key={action}
            variant={index === 0 && ['confirm', 'complete', 'no-show'].includes(action) ? 'primary' : 'outline'}
            className="min-w-0 flex-1 px-2!"
            onClick={() => {
              changes.change(appointment, changeOf(action))
              onDone?.()
            }}
          >
            {staffActionLabels[action]}
          </Button>
        ))
      )}
    </fieldset>
  )
}
