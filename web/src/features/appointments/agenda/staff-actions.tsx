import type { Appointment } from '@na-regua/contract/appointments'
import { useState } from 'react'
import { formatDate, formatTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { CardActions, ReasonDialog } from './card-actions.tsx'
import { getServedName, isCorrection, listStaffActions, type StaffAction, staffActionLabels } from './rules.ts'
import { useStatusChange } from './use-status-change.ts'

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

type StaffActionsProps = { appointment: Appointment; now: Date }

/** The actions of a barber or owner. */
export function StaffActions({ appointment, now }: StaffActionsProps) {
  const { mutate: change } = useStatusChange()
  const [confirming, setConfirming] = useState<keyof typeof dialogTexts>()
  const { id, startTime, timeZone } = appointment
  const actions = listStaffActions(appointment, now)

  function handleAction(action: StaffAction) {
    if (action === 'decline' || action === 'cancel') setConfirming(action)
    else change({ id, action })
  }

  return (
    <>
      {actions.length > 0 && (
        <CardActions appointment={appointment}>
          {actions.map((action, index) => (
            <Button
              key={action}
              variant={variantOf(action, index)}
              className={isQuiet(action) ? '-mx-2 -my-2 px-2 text-mute' : 'max-sm:flex-1'}
              onClick={() => handleAction(action)}
            >
              {staffActionLabels[action]}
            </Button>
          ))}
        </CardActions>
      )}
      <ReasonDialog
        {...dialogTexts[confirming ?? 'decline']}
        isOpen={confirming !== undefined}
        text={`${getServedName(appointment)}, ${formatDate(startTime, timeZone)} às ${formatTime(startTime, timeZone)}. O horário volta a ficar livre e o cliente é avisado.`}
        onClose={() => setConfirming(undefined)}
        onConfirm={(reason) => {
          setConfirming(undefined)
          change({ id, action: 'cancel', reason })
        }}
      />
    </>
  )
}
