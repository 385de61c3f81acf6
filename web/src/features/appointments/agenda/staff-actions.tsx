import type { Appointment } from '@na-regua/contract/appointments'
import { useState } from 'react'
import { formatDate, formatTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { CardActions } from './card-actions.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { type StaffAct, staffActs } from './rules.ts'
import { useChange } from './use-change.ts'

const labels: Record<StaffAct, string> = {
  confirm: 'Aceitar',
  decline: 'Recusar',
  cancel: 'Cancelar',
  complete: 'Finalizar',
  'no-show': 'Não compareceu',
}

const questions = {
  decline: { title: 'Recusar agendamento', label: 'Recusar agendamento' },
  cancel: { title: 'Cancelar agendamento', label: 'Cancelar agendamento' },
}

/** The next step stands out, the way back does not: a full agenda would be a column of the word 'Cancelar'. */
function variantOf(act: StaffAct, place: number) {
  if (act === 'cancel') return 'ghost'
  return place === 0 ? 'ink' : 'outline'
}

type StaffActionsProps = { appointment: Appointment; now: Date }

/** What the barber and the owner do with an appointment. */
export function StaffActions({ appointment, now }: StaffActionsProps) {
  const { mutate: change } = useChange()
  const [asked, setAsked] = useState<keyof typeof questions>()
  const { id, customer, startTime, timeZone } = appointment
  const acts = staffActs(appointment, now)

  function handleAct(act: StaffAct) {
    if (act === 'decline' || act === 'cancel') setAsked(act)
    else change({ id, act })
  }

  return (
    <>
      {acts.length > 0 && (
        <CardActions appointment={appointment}>
          {acts.map((act, place) => (
            <Button
              key={act}
              variant={variantOf(act, place)}
              className={act === 'cancel' ? '-mx-2 -my-2 px-2 text-mute' : 'max-sm:flex-1'}
              onClick={() => handleAct(act)}
            >
              {labels[act]}
            </Button>
          ))}
        </CardActions>
      )}
      <ReasonDialog
        {...questions[asked ?? 'decline']}
        isOpen={asked !== undefined}
        text={`${customer.name}, ${formatDate(startTime, timeZone)} às ${formatTime(startTime, timeZone)}. O horário volta a ficar livre e o cliente é avisado.`}
        onClose={() => setAsked(undefined)}
        onConfirm={(reason) => {
          setAsked(undefined)
          change({ id, act: 'cancel', reason })
        }}
      />
    </>
  )
}
