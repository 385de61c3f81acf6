import type { Appointment } from '@na-regua/contract/appointments'
import { HOUR_MINUTE_PATTERN, matchesPattern } from '@na-regua/contract/text-limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDuration, formatInstantInSentence, formatMoney, formatTimeInSentence } from '../../../lib/format.ts'
import { toLocalTime, toMinutes } from '../../../lib/local-time.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { formatRowDay, getServedName } from '../agenda/rules.ts'
import { BarberChoice } from '../new-appointment/barber-choice.tsx'
import { bookableBarbersQuery, slotsQuery } from '../new-appointment/queries.ts'
import { TimeChoice, TimeSubmit } from '../new-appointment/time-choice.tsx'
import { minuteToInstant } from '../timeline/rules.ts'
import type { Moves } from './use-moves.ts'

type MoveDialogProps = { appointment: Appointment; moves: Moves; onClose: () => void }

/** Staff give an appointment another time, another day or another barber. */
export function MoveDialog({ isOpen, appointment, moves, onClose }: MoveDialogProps & { isOpen: boolean }) {
  const { barber, service, startTime, timeZone, durationMin, priceCents } = appointment
  const now = useNow()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Mudar horário: ${getServedName(appointment)}`}>
      <div className="grid grid-cols-1 gap-5">
        <p className="rounded-control bg-brass-soft px-4 py-2.5 text-brass tabular-nums wrap-anywhere">
          Agora: {formatRowDay(startTime, now, timeZone)}, {formatInstantInSentence(startTime, timeZone)} com{' '}
          {barber.name}. {service.name}, {formatDuration(durationMin)}, {formatMoney(priceCents)}.
        </p>
        <MoveForm appointment={appointment} moves={moves} onClose={onClose} />
      </div>
    </Dialog>
  )
}

function useMoveForm({ appointment, moves, onClose }: MoveDialogProps) {
  const { id, barber, barbershop, startTime, timeZone } = appointment
  const current = { ...toLocalTime(new Date(startTime), timeZone), barberId: barber.id }
  const [choice, setChoice] = useState({ ...current, time: '' })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const barbers = useQuery(bookableBarbersQuery(barbershop.id)).data ?? []
  const { barberId, date, time } = choice
  const place = { barbershopId: barbershop.id, barberId, date, reschedule: id }
  // Not while it moves: an appointment that another barber has now is none for which the former one may look for slots.
  const slots = useQuery({ ...slotsQuery({ ...place, serviceIds: [] }), enabled: date !== '' && !isBusy })
  const isCurrentDay = date === current.date && barberId === current.barberId
  const isSame = time === current.time && isCurrentDay
  const isComplete = matchesPattern(HOUR_MINUTE_PATTERN, time) && date !== '' && !isSame

  async function submit() {
    const chosen = barbers.find((other) => other.id === barberId) ?? barber
    const target = { startTime: minuteToInstant(toMinutes(time), date, timeZone), barber: chosen }
    setBusy(true)
    const refusal = await moves.move(appointment, target)
    if (!refusal) return onClose()
    setBusy(false)
    setError(refusal)
  }

  /** Another barber may be free at the same time. */
  function change(next: Partial<typeof choice>) {
    setError(undefined)
    setChoice({ ...choice, time: next.barberId ? choice.time || current.time : choice.time, ...next })
  }
  const others = isCurrentDay ? slots.data?.filter((slot) => slot !== current.time) : slots.data
  return { choice, change, barbers, slots: others, isBusy, isComplete, error, submit }
}

function MoveForm(props: MoveDialogProps) {
  const { choice, change, barbers, slots, isBusy, isComplete, error, submit } = useMoveForm(props)
  const { appointment } = props
  return (
    <Form isBusy={isBusy} onSubmit={submit} failure={false} className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-2 gap-3 *:min-w-0 *:grid-cols-1">
        <BarberChoice barbers={barbers} value={choice.barberId} onChange={(barberId) => change({ barberId })} />
        <TextField
          label="Dia"
          type="date"
          value={choice.date}
          onChange={({ target }) => change({ date: target.value })}
        />
      </div>
      <TimeChoice slots={slots} value={choice.time} onChange={(time) => change({ time })} />
      <TimeSubmit
        error={error}
        choice={choice}
        isBusy={isBusy}
        isComplete={isComplete}
        fallback="Erro ao mudar. Tente novamente."
        onChoose={change}
        label={isComplete ? `Mudar para ${formatTimeInSentence(choice.time)}` : 'Mudar horário'}
      >
        {!appointment.isWalkIn && <p className="text-sm text-mute">O cliente é avisado. Serviço e valor não mudam.</p>}
      </TimeSubmit>
    </Form>
  )
}
