import type { BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { type TouchEvent, useDeferredValue, useReducer, useRef } from 'react'
import { formatMinuteSpan, formatMinutes } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { isFreeAt, type MinuteRange } from '../../../ui/ruler.tsx'
import { Select } from '../../../ui/select.tsx'
import { useIsWide } from '../../../ui/use-media-query.ts'
import { useBarberOfUrl } from '../agenda/status-tabs.tsx'
import { computeTimelineSpan, type MinuteSpan, placeAppointments, toTimelineMinute } from '../timeline/rules.ts'
import { DayTimeline, NowMarker, TimeOffLink } from './day-timeline.tsx'
import { DragLayer } from './drag-layer.tsx'
import { collapsePast, describeGaps, isBarberFree, listGaps, listUnfinished } from './rules.ts'
import type { Moves } from './use-moves.ts'
import type { UndoableChanges } from './use-undoable-changes.ts'

const SCALE = 2
/**
 * Appointments and gaps that are painted first: more than a phone shows below the header of the day. Rendering the rest is slow on a
 * phone without network.
 */
const FIRST_ROWS = 5

type BarberTimelineProps = {
  workday: BarberWorkday
  date: string
  now: Date
  changes: UndoableChanges
  moves: Moves
  /** The user is the barber. */
  isOwn?: boolean
  onOpen: (appointment: Appointment) => void
  onAddWalkIn: (workday: BarberWorkday, gap: MinuteSpan) => void
}

/** One barber's day next to the ruler. */
export function BarberTimeline(props: BarberTimelineProps) {
  const { workday, date, now, changes, moves, isOwn, onOpen, onAddWalkIn } = props
  const board = useRef<HTMLDivElement>(null)
  const isWide = useIsWide()
  const [isExpanded, toggle] = useReducer((isOpen) => !isOpen, false)
  const maxRows = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS)
  const appointments = workday.appointments.map(changes.applyPending)
  const whole = computeTimelineSpan([{ ...workday, appointments }], date)
  if (!whole) return <EmptyDay>Sem expediente neste dia.</EmptyDay>
  const minute = toTimelineMinute(now, date, workday.timeZone)
  const placed = placeAppointments(appointments, date)
  const collapsed = collapsePast({ whole, minute, pastMin: isWide ? 60 : 15, appointments: placed })
  const past = { ...whole, end: collapsed.start }
  const span = isExpanded ? whole : collapsed
  const gaps = listGaps(workday.free, minute)
  const hiddenCount = placed.filter(({ start }) => start < span.start).length
  const shown = { ...workday, appointments: appointments.slice(hiddenCount, hiddenCount + maxRows) }
  return (
    <div className="grid gap-3">
      <p className="sr-only">{describeGaps(gaps)}</p>
      {past.end > past.start && (
        <Button variant="ghost" className="-my-2 -ml-3 justify-self-start px-3! text-mute" onClick={toggle}>
          {isExpanded ? 'Esconder o que já passou' : describePast(past, appointments.slice(0, hiddenCount), now)}
        </Button>
      )}
      <div ref={board} className="relative grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2 py-2">
        <VerticalRuler from={span.start} to={span.end} free={gaps.map(toRange)} scale={SCALE} now={minute} />
        <NowMarker minute={minute} span={span} scale={SCALE} offset={8} />
        <DayTimeline
          workday={shown}
          date={date}
          span={span}
          now={now}
          onOpen={onOpen}
          gaps={gaps.slice(0, maxRows)}
          scale={SCALE}
          onAddWalkIn={(gap) => onAddWalkIn(workday, gap)}
        />
        <DragLayer board={board} date={date} span={span} now={now} moves={moves} workdays={[shown]} scale={SCALE} />
      </div>
      <TimeOffLink workday={workday} date={date} isOwn={isOwn} />
    </div>
  )
}

/** Appointments without an outcome are not forgotten because they are hidden. */
function describePast({ start, end }: MinuteSpan, hidden: readonly Appointment[], now: Date) {
  const count = listUnfinished(hidden, now).length
  return `Ver ${formatMinuteSpan(start, end)}${count > 0 ? ` · ${count} a finalizar` : ''}`
}

const toRange = ({ start, end }: MinuteSpan) => [start, end] as const

export function EmptyDay({ children }: { children: string }) {
  return <p className="rounded-card border border-dashed border-line p-6 text-center text-mute">{children}</p>
}

export type BoardViewProps = {
  day: StaffDay
  now: Date
  isToday: boolean
  changes: UndoableChanges
  moves: Moves
  onOpen: (appointment: Appointment) => void
  onAddWalkIn: (workday: BarberWorkday, gap?: MinuteSpan) => void
}

function WalkInButton({ workday, onAddWalkIn }: Pick<BoardViewProps, 'onAddWalkIn'> & { workday: BarberWorkday }) {
  return (
    <Button
      variant="outline"
      className="px-3!"
      aria-label={`Encaixar agora com ${workday.name}`}
      onClick={() => onAddWalkIn(workday)}
    >
      <Icon name="plus" className="size-4.5" />
      Encaixar
    </Button>
  )
}

/** The barbers who are free now, to switch to with one tap. */
function FreeNow({ workdays, now, date, onSelect }: FreeNowProps) {
  const free = workdays.filter((workday) => isBarberFree(workday, toTimelineMinute(now, date, workday.timeZone)))
  if (free.length === 0) return null
  return (
    <ul aria-label="Livres agora" className="-mx-5 flex gap-2 scroll-px-5 overflow-x-auto px-5 md:-mx-7 md:px-7">
      {free.map(({ barberId, name }) => (
        <li key={barberId} className="shrink-0">
          <button
            type="button"
            onClick={() => onSelect(barberId)}
            className="flex min-h-11 items-center gap-1.5 rounded-full bg-green-soft px-4 text-sm"
          >
            <span className="max-w-40 line-clamp-3 wrap-anywhere font-semibold">{name}</span>
            <span className="text-green">livre agora</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

type FreeNowProps = {
  workdays: readonly BarberWorkday[]
  now: Date
  date: string
  onSelect: (barberId: string) => void
}

/** A swipe is this long, and twice as wide as high. */
const SWIPE_PX = 60

/** Handlers that report a horizontal swipe: 1 to the next, -1 to the previous. */
function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches.length === 1 ? touches[0] : undefined
      start.current = touch && { x: touch.clientX, y: touch.clientY }
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const from = start.current
      const to = changedTouches[0]
      if (!from || !to) return
      const dx = to.clientX - from.x
      const dy = to.clientY - from.y
      if (Math.abs(dx) >= SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy)) onSwipe(dx < 0 ? 1 : -1)
    },
  }
}

/** One barber on a phone, with a swipe to the next. */
export function SingleBarber({ day, now, isToday, changes, moves, onOpen, onAddWalkIn }: BoardViewProps) {
  const { barbers: workdays, date } = day
  const [selectedId, setSelectedId] = useBarberOfUrl()
  const workday = workdays.find(({ barberId }) => barberId === selectedId) ?? (workdays[0] as BarberWorkday)
  const swipe = useSwipe((step) => {
    const next = workdays[workdays.indexOf(workday) + step]
    if (next) setSelectedId(next.barberId)
  })
  return (
    <div className="grid gap-4">
      {isToday && <FreeNow workdays={workdays} now={now} date={date} onSelect={setSelectedId} />}
      <div className="grid gap-4" {...swipe}>
        <div className="flex items-center gap-2">
          <Select
            aria-label="Barbeiro"
            options={workdays.map(({ barberId, name }) => ({ value: barberId, label: name }))}
            value={workday.barberId}
            onChange={setSelectedId}
          />
          {isToday && <WalkInButton workday={workday} onAddWalkIn={onAddWalkIn} />}
        </div>
        <BarberTimeline
          key={workday.barberId + date}
          workday={workday}
          date={date}
          now={now}
          changes={changes}
          moves={moves}
          onOpen={onOpen}
          onAddWalkIn={onAddWalkIn}
        />
      </div>
    </div>
  )
}

const TICK_MINUTES = 15
const WIDTH = 56
const LABEL_HEIGHT = 16

type VerticalRulerProps = {
  /** Minutes of the day, in whole quarters of an hour. */
  from: number
  to: number
  free: readonly MinuteRange[]
  /** Pixels per minute. */
  scale: number
  /** The current minute, whose own label covers that of an hour close by. */
  now: number
}

/** The ruler for a day view that runs from top to bottom. Decorative; the appointments beside it are the text. */
export function VerticalRuler({ from, to, free, scale, now }: VerticalRulerProps) {
  const minutes = Array.from({ length: (to - from) / TICK_MINUTES + 1 }, (_, index) => from + index * TICK_MINUTES)
  const isFree = (minute: number) => minute < to && isFreeAt(minute, free)
  const path = (wanted: boolean) =>
    minutes
      .filter((minute) => isFree(minute) === wanted)
      .map((minute) => `M${WIDTH} ${(minute - from) * scale}h${-lengthOf(minute)}`)
      .join('')
  return (
    <svg
      aria-hidden="true"
      width={WIDTH}
      height={(to - from) * scale}
      className="block overflow-visible tabular-nums"
      fill="none"
    >
      <path d={path(false)} className="stroke-line" strokeWidth="1.5" />
      <path d={path(true)} className="stroke-red" strokeWidth="2" />
      {minutes
        .filter((minute) => minute % 60 === 0 && Math.abs(minute - now) * scale > LABEL_HEIGHT)
        .map((minute) => (
          <text key={minute} x="0" y={(minute - from) * scale + 4} className="fill-mute text-xs font-medium">
            {formatMinutes(minute)}
          </text>
        ))}
    </svg>
  )
}

const lengthOf = (minute: number) => (minute % 60 === 0 ? 22 : minute % 30 === 0 ? 14 : 9)
