import type { BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatNearDate, formatWeekday, getWeekday, weekdaysShort } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useHasColumns } from '../../../ui/use-media-query.ts'
import { EmptyDay, VerticalRuler } from '../day/barber-timeline.tsx'
import { DayTimeline, NowMarker } from '../day/day-timeline.tsx'
import { formatDayName } from '../day/rules.ts'
import { computeTimelineSpan, type MinuteSpan, toTimelineMinute } from '../timeline/rules.ts'
import { countDay, describeWorkday, formatColumnVisits, formatVisits } from './rules.ts'

const SCALE = 1.1
const RULER_WIDTH = 60
const HEADER_HEIGHT = 60
const COLUMN_WIDTH = 96

type BarberWeekProps = {
  days: readonly StaffDay[]
  today: string
  /** Where a day opens. */
  dayPath: (date: string) => string
  onOpen: (appointment: Appointment) => void
}

/** The week of one barber: days as columns, on a phone as a list. */
export function BarberWeek(props: BarberWeekProps) {
  const hasColumns = useHasColumns()
  return hasColumns ? <WeekColumns {...props} /> : <WeekRows {...props} />
}

type DayRowProps = { date: string; today: string; to: string; count: number; text: string }

/** A day of the week on a phone. */
export function DayRow({ date, today, to, count, text }: DayRowProps) {
  const isToday = date === today
  return (
    <li>
      <Link to={to} className="flex min-h-14 items-center gap-3 px-3 py-1.5 transition-colors hover:bg-sunken">
        <span
          className={clsx(
            'grid size-11 shrink-0 place-items-center rounded-control text-center leading-none',
            isToday ? 'bg-ink text-paper' : 'bg-sunken',
            date < today && 'text-mute',
          )}
        >
          <span>
            <span className="block text-xs">{weekdaysShort[getWeekday(date)]}</span>
            <span className="block font-semibold tabular-nums">{Number(date.slice(8))}</span>
          </span>
        </span>
        <span className="min-w-0 flex-1 leading-snug">
          <span className="block font-semibold">
            {formatDayName(date, today)}
            <span className="sr-only">, {formatNearDate(date, today)}</span>
          </span>
          <span className="block text-sm text-mute tabular-nums">{text}</span>
        </span>
        <span className={clsx('text-sm tabular-nums', count > 0 ? 'font-semibold' : 'text-mute')}>
          {formatVisits(count)}
        </span>
        <Icon name="chevron-right" className="size-4.5 shrink-0 text-mute" />
      </Link>
    </li>
  )
}

export const dayRowsClass = 'divide-y divide-line overflow-hidden rounded-card border border-line bg-card'

function WeekRows({ days, today, dayPath }: BarberWeekProps) {
  return (
    <ol aria-label="Dias da semana" className={dayRowsClass}>
      {days.map((day) => (
        <DayRow
          key={day.date}
          date={day.date}
          today={today}
          to={dayPath(day.date)}
          count={countDay(day)}
          text={describeWorkday(day.barbers)}
        />
      ))}
    </ol>
  )
}

function WeekColumns(props: BarberWeekProps) {
  const spans = props.days.flatMap(({ date, barbers }) => computeTimelineSpan(barbers, date) ?? [])
  if (spans.length === 0) return <EmptyDay>Ninguém trabalha nesta semana.</EmptyDay>
  const start = Math.min(...spans.map((one) => one.start))
  const end = Math.max(...spans.map((one) => one.end))
  return <WeekBoard {...props} span={{ start, end }} />
}

/** Begins with the current hour in view. */
function WeekBoard({ days, today, dayPath, onOpen, span }: BarberWeekProps & { span: MinuteSpan }) {
  const now = useNow()
  const board = useRef<HTMLElement>(null)
  const timeZone = days[0]?.barbers[0]?.timeZone ?? 'UTC'
  const minute = toTimelineMinute(now, today, timeZone)
  const isShownToday = days.some(({ date }) => date === today)
  const firstMinute = isShownToday ? minute - 60 - span.start : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where the user has not scrolled yet.
  useEffect(() => {
    board.current?.scrollTo({ top: Math.max(0, firstMinute * SCALE) })
  }, [])
  return (
    <div className="rounded-card border border-line bg-card px-1 py-1.25">
      <section
        ref={board}
        aria-label="Quadro da semana"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        tabIndex={0}
        className="max-h-[calc(100dvh-7.75rem)] scroll-pt-16 scroll-pl-16 overflow-auto overscroll-x-contain bg-card pb-2"
      >
        <div
          className="relative grid auto-cols-fr grid-flow-col gap-x-0.5"
          style={{ gridTemplateColumns: `${RULER_WIDTH}px`, minWidth: RULER_WIDTH + 7 * COLUMN_WIDTH }}
        >
          <div className="sticky left-0 z-20 bg-card">
            <div className="sticky top-0 z-10 h-15 border-b border-line bg-card" />
            <div className="pl-1">
              <VerticalRuler
                from={span.start}
                to={span.end}
                free={[]}
                scale={SCALE}
                now={isShownToday ? minute : span.start - 60}
              />
            </div>
          </div>
          {days.map((day) => (
            <DayColumn
              key={day.date}
              day={day}
              today={today}
              span={span}
              now={now}
              minute={minute}
              to={dayPath(day.date)}
              onOpen={onOpen}
            />
          ))}
        </div>
      </section>
    </div>
  )
}

type DayColumnProps = Pick<BarberWeekProps, 'today' | 'onOpen'> & {
  day: StaffDay
  span: MinuteSpan
  now: Date
  minute: number
  to: string
}

function DayColumn({ day, today, span, now, minute, to, onOpen }: DayColumnProps) {
  const { date } = day
  const isToday = date === today
  const [workday] = day.barbers
  return (
    <section aria-label={`${formatWeekday(date)}, ${formatNearDate(date, today)}`} className="relative min-w-0">
      <Link
        to={to}
        className={clsx(
          'sticky top-0 z-10 flex h-15 flex-col justify-center border-b border-line px-2 leading-snug transition-colors hover:bg-sunken',
          isToday ? 'bg-sunken' : 'bg-card',
        )}
      >
        <span className={clsx('font-semibold whitespace-nowrap tabular-nums', date < today && 'text-mute')}>
          {weekdaysShort[getWeekday(date)]} {Number(date.slice(8))}
        </span>
        <span className="text-xs whitespace-nowrap text-mute tabular-nums">
          {formatColumnVisits(countDay(day), isToday)}
        </span>
      </Link>
      {isToday && <NowMarker minute={minute} span={span} scale={SCALE} offset={HEADER_HEIGHT} />}
      {workday && (
        <DayTimeline
          workday={mergeWorkdays(workday, day.barbers)}
          date={date}
          span={span}
          now={now}
          gaps={[]}
          scale={SCALE}
          onOpen={onOpen}
          onAddWalkIn={() => undefined}
        />
      )}
    </section>
  )
}

/** Who works in several barbershops has one week. */
function mergeWorkdays(first: BarberWorkday, all: readonly BarberWorkday[]): BarberWorkday {
  if (all.length < 2) return first
  const byStart = (one: MinuteSpan, other: MinuteSpan) => one.start - other.start
  return {
    ...first,
    hours: all.flatMap(({ hours }) => hours).toSorted(byStart),
    breaks: all.flatMap(({ breaks }) => breaks),
    timeOff: all.flatMap(({ timeOff }) => timeOff),
    offers: all.flatMap(({ offers = [] }) => offers),
    appointments: all
      .flatMap(({ appointments }) => appointments)
      .toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime)),
  }
}
