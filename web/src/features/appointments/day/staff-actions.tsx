import type { Appointment } from '@na-regua/contract/appointments'
import { useState } from 'react'
import { formatDateAndTime } from '../../../lib/format.ts'
import { sendOrQueue, useCommands } from '../../../lib/use-commands.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CardActions, ReasonDialog } from '../agenda/card-actions.tsx'
import { changeAppointmentStatus, useStatusChange } from '../agenda/queries.ts'
import { getServedName, isCorrection, listStaffActions, type StaffAction, staffActionLabels } from '../agenda/rules.ts'
import { applyToAppointment, toStatusCommand } from '../commands/rules.ts'
import { CommandBadge, useMoveDialog } from './appointment-dialog.tsx'
import { UnnotifiedCustomers } from './day-frame.tsx'
import { describeDeadline, isMovable } from './rules.ts'
import { useMoves } from './use-moves.ts'

const dialogTexts = {
  decline: { title: 'Recusar agendamento', label: 'Recusar agendamento' },
  cancel: { title: 'Cancelar agendamento', label: 'Cancelar agendamento' },
}

const isQuiet = (action: StaffAction) => action === 'cancel' || isCorrection(action)

/** Only the most likely action stands out, so that a full agenda is not a column of 'Cancelar' buttons. */
function variantOf(action: StaffAction, index: number) {
  if (isQuiet(action)) return 'ghost'
  return index === 0 ? 'ink' : 'outline'
}

const quietClass = '-mx-2 -my-2 px-2 text-mute'

type StaffActionsProps = { appointment: Appointment; now: Date }

/** The actions of a barber or owner. */
export function StaffActions({ appointment: stored, now }: StaffActionsProps) {
  const { appointment, change } = useStaffChange(stored)
  const [confirming, setConfirming] = useState<keyof typeof dialogTexts>()
  const { id } = stored
  const actions = listStaffActions(appointment, now)

  const handleAction = (action: StaffAction) =>
    action === 'decline' || action === 'cancel' ? setConfirming(action) : change({ id, action })
  return (
    <>
      <UnnotifiedCustomers id={id} />
      <Notes appointment={appointment} now={now} />
      {actions.length > 0 && (
        <CardActions appointment={appointment}>
          {actions.map((action, index) => (
            <Button
              key={action}
              variant={variantOf(action, index)}
              className={isQuiet(action) ? quietClass : 'max-sm:flex-1'}
              onClick={() => handleAction(action)}
            >
              {staffActionLabels[action]}
            </Button>
          ))}
          {isMovable(appointment, now) && <MoveButton appointment={appointment} />}
        </CardActions>
      )}
      <ReasonDialog
        {...dialogTexts[confirming ?? 'decline']}
        isOpen={confirming !== undefined}
        text={describeConsequences(appointment)}
        onClose={() => setConfirming(undefined)}
        onConfirm={(reason) => {
          setConfirming(undefined)
          change({ id, action: 'cancel', reason })
        }}
      />
    </>
  )
}

/** A change that waits for the network, and until when to respond to a request. */
function Notes({ appointment, now }: StaffActionsProps) {
  const deadline = describeDeadline(appointment, now)
  return (
    <>
      <CommandBadge appointmentId={appointment.id} className="mt-3" />
      {deadline && (
        <p className="mt-4 flex items-center gap-2 font-medium text-brass tabular-nums">
          <Icon name="clock" className="size-4.5" />
          {deadline}
        </p>
      )}
    </>
  )
}

/** Without a network the change waits in the queue. */
function useStaffChange(stored: Appointment) {
  const appointment = applyToAppointment(stored, useCommands().commands)
  const { mutate: change } = useStatusChange(async (given) => {
    const build = () => toStatusCommand(appointment, given)
    return (await sendOrQueue({ build, send: () => changeAppointmentStatus(given) })).sent
  })
  return { appointment, change }
}

function describeConsequences({ startTime, timeZone, ...appointment }: Appointment) {
  const when = formatDateAndTime(startTime, timeZone)
  return `${getServedName(appointment)}, ${when}. O horário volta a ficar livre e o cliente é avisado.`
}

function MoveButton({ appointment }: { appointment: Appointment }) {
  const [dialog, openDialog] = useMoveDialog(useMoves())
  return (
    <>
      <Button variant="ghost" className={quietClass} onClick={() => openDialog(appointment)}>
        Mudar horário
      </Button>
      {dialog}
    </>
  )
}
