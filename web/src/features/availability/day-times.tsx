import type { DaySlots } from '@na-regua/contract/availability'
import type { WorkingHour } from '@na-regua/contract/barbershops'
import { formatCount, formatShortDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RulerSkeleton } from '../../ui/skeleton.tsx'
import { DayRuler } from './day-ruler.tsx'
import { formatLongDay } from './rules.ts'
import { TimeList } from './time-list.tsx'

type DayTimesProps = {
  /** Undefined while it is on its way. */
  day: DaySlots | undefined
  /** The day that was asked for, when another one had to be shown. */
  wished: string | undefined
  /** Shown above the times. */
  note: string | undefined
  durationMin: number
  workingHours: readonly WorkingHour[]
  selected: string | undefined
  /** The time that the appointment being moved has now, when it is on this day. */
  current?: string
  onSelect: (time: string) => void
  /** Below the times: how the shop takes bookings. */
  terms: string
  isError: boolean
  onRetry: () => void
}

/** As high as the times of a usual day: what stands below must not jump when they come. */
function Loading() {
  return (
    <div className="grid min-h-96 content-start gap-4 py-6 text-mute">
      <RulerSkeleton className="h-5.5" />
      <p className="text-center">Carregando horários...</p>
    </div>
  )
}

/** A day's free times, seen and spoken. */
export function DayTimes({ day, wished, isError, onRetry, ...free }: DayTimesProps) {
  if (isError) {
    return (
      <Notice
        tone="error"
        title="Erro ao carregar horários disponíveis. Tente novamente mais tarde."
        action={
          <Button variant="outline" onClick={onRetry}>
            Tentar novamente
          </Button>
        }
      />
    )
  }
  const isEmpty = day !== undefined && day.slots.length === 0
  const spoken = day
    ? `${formatCount(day.slots.length, 'horário livre', 'horários livres')} em ${formatLongDay(day.date)}`
    : 'Carregando horários...'
  return (
    <>
      <p role="status" className="sr-only">
        {isEmpty ? '' : spoken}
      </p>
      {!day && <Loading />}
      {isEmpty && (
        <Notice title="Nenhum horário disponível no momento." icon="calendar">
          Procuramos nos 14 dias seguintes. Tente outro barbeiro, outro serviço ou uma data mais adiante.
        </Notice>
      )}
      {day && !isEmpty && <FreeTimes {...free} day={day} wished={wished} />}
    </>
  )
}

type FreeTimesProps = Omit<DayTimesProps, 'day' | 'isError' | 'onRetry'> & { day: DaySlots }

function FreeTimes({ day, wished, note, durationMin, workingHours, terms, ...choice }: FreeTimesProps) {
  const { date, slots } = day
  return (
    <div className="grid gap-4">
      {wished && wished !== date && (
        <p className="rounded-control bg-brass-soft px-3.5 py-2.5 text-sm font-medium text-brass">
          {formatShortDate(wished)} está sem horários. Mostrando o próximo dia livre.
        </p>
      )}
      {note && <p className="text-sm font-medium text-brass">{note}</p>}
      <DayRuler
        date={date}
        slots={slots}
        durationMin={durationMin}
        workingHours={workingHours}
        selected={choice.selected}
      />
      <TimeList date={date} slots={slots} {...choice} />
      <p className="text-sm text-mute">{terms}</p>
    </div>
  )
}
