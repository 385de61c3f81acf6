import type { Appointment } from '@na-regua/contract/appointments'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatInstantInSentence, formatMoney, formatShortDate, formatTimeInSentence } from '../../../lib/format.ts'
import { toLocalTime, toMinutes } from '../../../lib/local-time.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Form, FormAlert } from '../../../ui/form.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { getServedName } from '../agenda/rules.ts'
import { bookableBarbersQuery, listAlternatives, slotsQuery } from './queries.ts'
import { formatRowDay, minuteToInstant } from './rules.ts'
import type { Moves } from './use-moves.ts'

type MoveDialogProps = { appointment: Appointment; moves: Moves; onClose: () => void }

/** Staff give an appointment another time, another day or another barber. */
export function MoveDialog({ isOpen, appointment, moves, onClose }: MoveDialogProps & { isOpen: boolean }) {
  const { barber, service, startTime, timeZone, durationMin, priceCents } = appointment
  const now = useNow()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Mudar horário: ${getServedName(appointment)}`}>
      <div className="grid grid-cols-1 gap-5">
        <p className="rounded-control bg-brass-soft px-4 py-2.5 text-brass tabular-nums [overflow-wrap:anywhere]">
          Agora: {formatRowDay(startTime, now, timeZone)}, {formatInstantInSentence(startTime, timeZone)} com{' '}
          {barber.name}. {service.name}, {durationMin} min, {formatMoney(priceCents)}.
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
  const isComplete = /^\d\d:\d\d$/.test(time) && date !== '' && !isSame

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
        <BarberSelect barbers={barbers} value={choice.barberId} onChange={(barberId) => change({ barberId })} />
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

type BarberSelectProps = {
  barbers: readonly { id: string; name: string }[]
  value: string
  onChange: (id: string) => void
}

export function BarberSelect({ barbers, value, onChange }: BarberSelectProps) {
  const id = useId()
  const options = barbers.map((barber) => ({ value: barber.id, label: barber.name }))
  return (
    <FieldFrame id={id} label="Barbeiro">
      <Select id={id} options={options} value={value} onChange={onChange} />
    </FieldFrame>
  )
}

type TimeChoiceProps = { slots: readonly string[] | undefined; value: string; onChange: (time: string) => void }

/** The slots of the day as chips; staff may type any other one. */
export function TimeChoice({ slots = [], value, onChange }: TimeChoiceProps) {
  return (
    <>
      {slots.length > 0 && (
        <ChoiceGroup
          legend="Horários livres"
          options={slots.map((slot) => ({ value: slot, label: slot }))}
          value={value}
          onChange={(slot) => onChange(slot ?? '')}
        />
      )}
      <TextField
        label={slots.length > 0 ? 'Outro horário' : 'Horário'}
        type="time"
        value={value}
        hint="Também vale fora do expediente."
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}

type TimeOfBarber = Pick<Alternative, 'barberId' | 'date' | 'time'>

type TimeSubmitProps = {
  error: Error | null | undefined
  fallback: string
  /** What was refused, if something was. */
  choice: TimeOfBarber
  onChoose: (instead: TimeOfBarber) => void
  isBusy: boolean
  isComplete: boolean
  label: string
  children?: ReactNode
}

/** Of two they fit beside each other on a phone. */
const MAX_ALTERNATIVES = 2

/**
 * The button that takes the chosen time, with its refusal. Where the time was taken the next free ones follow: a tap chooses one, the
 * next tap takes it. Until then the button is disabled: a second tap on it must take nothing else.
 */
export function TimeSubmit({ error, fallback, isBusy, isComplete, label, children, ...choices }: TimeSubmitProps) {
  const alternatives = listAlternatives(error).slice(0, MAX_ALTERNATIVES)
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-card p-4">
      {error && <FormAlert>{errorText(error, fallback)}</FormAlert>}
      {alternatives.length > 0 && <AlternativeTimes {...choices} alternatives={alternatives} />}
      {children}
      <Button type="submit" size="large" isWide isBusy={isBusy} disabled={!isComplete || alternatives.length > 0}>
        {label}
      </Button>
    </div>
  )
}

type AlternativeTimesProps = Pick<TimeSubmitProps, 'choice' | 'onChoose'> & { alternatives: readonly Alternative[] }

/** The day and the barber are named where they are others than those that were chosen. */
function AlternativeTimes({ alternatives, choice, onChoose }: AlternativeTimesProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {alternatives.map(({ barberId, barberName, date, time }) => (
        <Button
          key={`${barberId} ${date} ${time}`}
          variant="outline"
          className="grow"
          onClick={() => onChoose({ barberId, date, time })}
        >
          {date !== choice.date && `${formatShortDate(date)}, `}
          {formatTimeInSentence(time)}
          {barberId !== choice.barberId && ` com ${barberName}`}
        </Button>
      ))}
    </div>
  )
}
