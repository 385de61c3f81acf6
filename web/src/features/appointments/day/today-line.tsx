import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { VerticalRuler } from '../../../ui/vertical-ruler.tsx'
import { DayLine } from './day-line.tsx'
import { NowLine } from './now-line.tsx'
import { describeGaps, gapsFrom, lineSpan, type Placed, placeAppointments, type Span, toLineMinute } from './rules.ts'
import type { Undoable } from './use-undoable.ts'

const SCALE = 2

type TodayLineProps = {
  chair: BarberWorkday
  date: string
  now: Date
  undoable: Undoable
  onOpen: (appointment: Appointment) => void
  onFit: (chair: BarberWorkday, gap: Span) => void
}

type Fold = { whole: Span; minute: number; appointments: readonly Placed[] }

/** What is long over is folded away: the thumb should not travel through the morning. Nothing is cut in two. */
function foldPast({ whole, minute, appointments }: Fold): Span {
  if (minute <= whole.start || minute >= whole.end) return whole
  const edge = Math.floor((minute - 45) / 60) * 60
  const cut = appointments.filter(({ start, end }) => start < edge && end > edge)
  const first = Math.min(edge, ...cut.map(({ start }) => Math.floor(start / 60) * 60))
  return { start: Math.max(whole.start, first), end: whole.end }
}

/** The day of one chair on the ruler. */
export function TodayLine({ chair, date, now, undoable, onOpen, onFit }: TodayLineProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const appointments = chair.appointments.map(undoable.show)
  const whole = lineSpan([{ ...chair, appointments }], date)
  if (!whole) return <NobodyWorks>Sem expediente neste dia.</NobodyWorks>
  const minute = toLineMinute(now, date, chair.timeZone)
  const placed = placeAppointments(appointments, date)
  const folded = foldPast({ whole, minute, appointments: placed })
  const span = isUnfolded ? whole : folded
  const gaps = gapsFrom(chair.free, minute)
  const inView = placed.filter(({ end }) => end > span.start).map(({ appointment }) => appointment)
  return (
    <div className="grid gap-3">
      <p className="sr-only">{describeGaps(gaps)}</p>
      {folded.start > whole.start && (
        <Button variant="ghost" className="justify-self-start text-mute" onClick={() => setUnfolded(!isUnfolded)}>
          {isUnfolded ? 'Esconder o que já passou' : 'Mostrar desde a abertura'}
        </Button>
      )}
      <div className="relative grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2 py-2">
        <VerticalRuler
          from={span.start}
          to={span.end}
          free={gaps.map(({ start, end }) => [start, end] as const)}
          scale={SCALE}
        />
        <NowLine minute={minute} span={span} scale={SCALE} offset={8} />
        <DayLine
          chair={{ ...chair, appointments: inView }}
          {...{ date, gaps, span, onOpen }}
          scale={SCALE}
          onFit={(gap) => onFit(chair, gap)}
        />
      </div>
    </div>
  )
}

export function NobodyWorks({ children }: { children: string }) {
  return <p className="rounded-card border border-dashed border-line p-6 text-center text-mute">{children}</p>
}
