import type { Appointment } from '@na-regua/contract/appointments'
import { useId, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatTime } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { useRepeat } from './queries.ts'
import { describeRule, formatInterval, intervalOptions } from './rules.ts'
import { DateRow } from './series-card.tsx'

type RepeatedAppointment = Pick<Appointment, 'id' | 'startTime' | 'timeZone' | 'barber'>
type RepeatFormProps = {
  appointment: RepeatedAppointment
  /** Where another main action is beside it. */
  isQuiet?: boolean
  onDone?: (() => void) | undefined
}

function useRule({ startTime, timeZone }: RepeatedAppointment, intervalWeeks: number) {
  const { date } = toLocalTime(new Date(startTime), timeZone)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return describeRule({ intervalWeeks, weekday, time: formatTime(startTime, timeZone) })
}

/** How often an appointment is repeated; afterwards what became of each date. */
export function RepeatForm({ appointment, isQuiet = false, onDone }: RepeatFormProps) {
  const [weeks, setWeeks] = useState(2)
  const repeat = useRepeat(appointment.id)
  const rule = useRule(appointment, weeks)
  const id = useId()
  if (repeat.data) return <RepeatResult series={repeat.data.series} onDone={onDone} />
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <label htmlFor={id} className="font-semibold">
          Repetir
        </label>
        <Select id={id} options={intervalOptions} value={String(weeks)} onChange={(value) => setWeeks(Number(value))} />
      </div>
      <p className="text-mute">
        {rule}, com {appointment.barber.name}. Marcamos as datas das próximas 8 semanas e avisamos quando uma data não
        der. Dá para mudar, pausar ou encerrar quando quiser.
      </p>
      {repeat.error && <FormAlert>{errorText(repeat.error, 'Não deu certo. Tente de novo.')}</FormAlert>}
      <Button
        variant={isQuiet ? 'outline' : 'primary'}
        isWide
        isBusy={repeat.isPending}
        onClick={() => repeat.mutate(weeks)}
      >
        <Icon name="repeat" className="size-4.5" />
        Repetir {formatInterval(weeks).toLowerCase()}
      </Button>
    </div>
  )
}

type RepeatResultProps = {
  series: NonNullable<ReturnType<typeof useRepeat>['data']>['series']
  onDone?: (() => void) | undefined
}

function RepeatResult({ series, onDone }: RepeatResultProps) {
  return (
    <div className="grid gap-3">
      <p role="status" className="font-semibold">
        Horário fixo: {describeRule(series).toLowerCase()}
      </p>
      <ul className="divide-y divide-line rounded-card border border-line">
        {series.dates.map((date) => (
          <DateRow key={date.date} series={series} date={date} />
        ))}
      </ul>
      {onDone && (
        <Button variant="ink" isWide onClick={onDone}>
          Pronto
        </Button>
      )}
    </div>
  )
}

/** From the card of an appointment. */
export function RepeatDialog({ appointment, onClose }: { appointment: RepeatedAppointment; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Horário fixo">
      <RepeatForm appointment={appointment} onDone={onClose} />
    </Dialog>
  )
}
