import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { VerticalRuler } from '../../../ui/vertical-ruler.tsx'
import { DayTimeline, NowMarker } from './day-timeline.tsx'
import {
  computeTimelineSpan,
  describeGaps,
  listGaps,
  type MinuteSpan,
  type PlacedAppointment,
  placeAppointments,
  toTimelineMinute,
} from './rules.ts'
import type { UndoableChanges } from './use-undoable-changes.ts'

const SCALE = 2

type BarberTimelineProps = {
  workday: BarberWorkday
  date: string
  now: Date
  changes: UndoableChanges
  onOpen: (appointment: Appointment) => void
  onAddWalkIn: (workday: BarberWorkday, gap: MinuteSpan) => void
}

type CollapseInput = { whole: MinuteSpan; minute: number; appointments: readonly PlacedAppointment[] }

/** Hides the hours that are long past, without cutting an appointment in two. */
function collapsePast({ whole, minute, appointments }: CollapseInput): MinuteSpan {
  if (minute <= whole.start || minute >= whole.end) return whole
  const edge = Math.floor((minute - 45) / 60) * 60
  const cut = appointments.filter(({ start, end }) => start < edge && end > edge)
  const first = Math.min(edge, ...cut.map(({ start }) => Math.floor(start / 60) * 60))
  return { start: Math.max(whole.start, first), end: whole.end }
}

/** One barber's day next to the ruler. */
export function BarberTimeline({ workday, date, now, changes, onOpen, onAddWalkIn }: BarberTimelineProps) {
  const [isExpanded, setExpanded] = useState(false)
  const appointments = workday.appointments.map(changes.applyPending)
  const whole = computeTimelineSpan([{ ...workday, appointments }], date)
  if (!whole) return <EmptyDay>Sem expediente neste dia.</EmptyDay>
  const minute = toTimelineMinute(now, date, workday.timeZone)
  const placed = placeAppointments(appointments, date)
  const collapsed = collapsePast({ whole, minute, appointments: placed })
  const span = isExpanded ? whole : collapsed
  const gaps = listGaps(workday.free, minute)
  const visible = placed.filter(({ end }) => end > span.start).map(({ appointment }) => appointment)
  return (
    <div className="grid gap-3">
      <p className="sr-only">{describeGaps(gaps)}</p>
      {collapsed.start > whole.start && (
        <Button variant="ghost" className="justify-self-start text-mute" onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Esconder o que já passou' : 'Mostrar desde a abertura'}
        </Button>
      )}
      <div className="relative grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2 py-2">
        <VerticalRuler
          from={span.start}
          to={span.end}
          free={gaps.map(({ start, end }) => [start, end] as const)}
          scale={SCALE}
        />
        <NowMarker minute={minute} span={span} scale={SCALE} offset={8} />
        <DayTimeline
          workday={{ ...workday, appointments: visible }}
          {...{ date, gaps, span, onOpen }}
          scale={SCALE}
          onAddWalkIn={(gap) => onAddWalkIn(workday, gap)}
        />
      </div>
    </div>
  )
}

export function EmptyDay({ children }: { children: string }) {
  return <p className="rounded-card border border-dashed border-line p-6 text-center text-mute">{children}</p>
}
