import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { clsx } from 'clsx'
import { formatMinutes } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { paths } from '../../../lib/paths.ts'
import { isPermittedIn } from '../../../lib/permissions.ts'
import { useUser } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { describeArrival } from '../agenda/card-actions.tsx'
import { getServedName, listBlocked } from '../agenda/rules.ts'
import { type CommandMark, useMark } from '../commands/command-bar.tsx'
import { isPendingBreak } from '../commands/rules.ts'
import { formatMinuteOfDay, type MinuteSpan, type PlacedAppointment, placeAppointments } from '../timeline/rules.ts'
import { MOVE_HINT_ID } from './drag-layer.tsx'
import { describeBlock, isMovable } from './rules.ts'

type DayTimelineProps = {
  workday: BarberWorkday
  date: string
  /** Free ranges that are still ahead. */
  gaps: readonly MinuteSpan[]
  span: MinuteSpan
  /** Pixels of a minute. */
  scale: number
  onOpen: (appointment: Appointment) => void
  /** Opens the walk-in dialog for that gap. */
  onAddWalkIn: (gap: MinuteSpan) => void
  now: Date
}

/** One barber's day from top to bottom: appointments, closed times and gaps. The ruler is rendered next to it. */
export function DayTimeline({ workday, date, gaps, span, scale, onOpen, onAddWalkIn, now }: DayTimelineProps) {
  const position = ({ start, end }: MinuteSpan) => ({
    top: (start - span.start) * scale,
    height: (end - start) * scale,
  })
  const clip = <T extends MinuteSpan>(spans: readonly T[]) =>
    spans
      .map((one) => ({ ...one, start: Math.max(one.start, span.start), end: Math.min(one.end, span.end) }))
      .filter(({ start, end }) => end > start)
  return (
    <div data-timeline={workday.barberId} className="relative" style={{ height: (span.end - span.start) * scale }}>
      {clip(listClosedSpans(workday, span)).map((closed) => (
        <div key={closed.start} className="absolute inset-x-0 rounded-small bg-sunken/60" style={position(closed)} />
      ))}
      <ol aria-label={`O dia de ${workday.name}`}>
        {clip(listBlocked(workday)).map((span) => (
          <ClosedItem
            key={span.label + span.start}
            span={span}
            label={span.label}
            style={position(span)}
            isPending={isPendingBreak(span)}
          />
        ))}
        {clip(gaps).map((gap) => (
          <GapItem key={`g${gap.end}`} gap={gap} style={position(gap)} onAddWalkIn={() => onAddWalkIn(gap)} />
        ))}
        {placeAppointments(workday.appointments, date).map((placed) => {
          const Item = placed.isLine ? EdgeLine : AppointmentBlock
          return <Item key={placed.appointment.id} placed={placed} now={now} onOpen={onOpen} style={position(placed)} />
        })}
      </ol>
    </div>
  )
}

/** The parts of the timeline outside of the barber's hours. */
function listClosedSpans({ hours }: BarberWorkday, span: MinuteSpan): MinuteSpan[] {
  const edges = [span.start, ...hours.flatMap(({ start, end }) => [start, end]), span.end]
  return Array.from({ length: edges.length / 2 }, (_, index) => ({
    start: edges[index * 2] as number,
    end: edges[index * 2 + 1] as number,
  }))
}

type Position = { top: number; height: number }

type ClosedItemProps = { span: MinuteSpan; style: Position; label: string; isPending?: boolean }

function ClosedItem({ span, style, label, isPending = false }: ClosedItemProps) {
  return (
    <li
      className={clsx(
        'hatched absolute inset-x-0 overflow-hidden rounded-small border px-3 py-1 text-sm text-mute',
        isPending ? 'border-dashed border-edge' : 'border-line',
      )}
      style={style}
    >
      <span className="inline-flex items-center gap-1 rounded-small bg-card px-1.5 py-0.5 font-medium">
        {isPending && <Icon name="clock" className="size-3.5 shrink-0" />}
        {isPending ? `${label} · Aguardando rede` : label}
        <span className="sr-only">
          , das {formatMinutes(span.start)} às {formatMinutes(span.end)}
        </span>
      </span>
    </li>
  )
}

/** A gap. A press opens the walk-in dialog for it. */
function GapItem({ gap, style, onAddWalkIn }: { gap: MinuteSpan; style: Position; onAddWalkIn: () => void }) {
  const length = gap.end - gap.start
  return (
    <li className="@container absolute inset-x-0 py-px" style={style}>
      <button
        type="button"
        onClick={onAddWalkIn}
        className={clsx(
          'flex h-full w-full flex-wrap justify-between gap-2 overflow-hidden rounded-small border border-dashed border-red/45 px-3 @max-[9rem]:gap-1 @max-[9rem]:px-1.5 text-left text-mute transition-colors hover:border-red hover:bg-red-soft/50 hover:text-ink',
          // Ten minutes are lower than a line of text.
          length < 15 ? 'text-xs leading-none' : 'text-sm @max-[9rem]:text-xs',
          length < 25 ? 'items-center' : 'content-start items-start py-1.5',
        )}
      >
        <span className="whitespace-nowrap tabular-nums">
          {/* '9h57' alone would be read as a time of day. */}
          {length < 60 ? `livre ${length} min` : `livre até ${formatMinutes(gap.end)}`}
          <span className="sr-only">
            , das {formatMinutes(gap.start)} às {formatMinutes(gap.end)}
          </span>
        </span>
        <span className="inline-flex items-center gap-1 font-semibold text-red">
          <Icon name="plus" className={length < 15 ? 'size-3' : 'size-4'} />
          <span className="@max-[10rem]:sr-only">Encaixar</span>
        </span>
      </button>
    </li>
  )
}

const statusClasses = {
  SCHEDULED: 'border-l-brass bg-brass-soft',
  CONFIRMED: 'border-l-green bg-green-soft',
  COMPLETED: 'border-l-navy bg-card',
  NO_SHOW: 'border-l-red bg-card',
  CANCELLED: 'border-l-line bg-card text-mute line-through',
}

type BlockProps = {
  placed: PlacedAppointment
  style: { top: number; height: number }
  now: Date
  onOpen: (appointment: Appointment) => void
}

/** Pixels: the least that a finger and WCAG 2.5.8 need. */
const EDGE_LINE = 24

/** An appointment that is over, at the edge of the column: the one that takes its time has the room. */
function EdgeLine({ placed, style, now, onOpen }: BlockProps) {
  const { appointment, start, end, lane } = placed
  const { id, status } = appointment
  const mark = useMark(id)
  const name = getServedName(appointment)
  return (
    <li className="absolute py-px" style={{ ...style, right: lane * EDGE_LINE, width: EDGE_LINE }}>
      <button
        type="button"
        aria-haspopup="dialog"
        data-appointment={id}
        title={name}
        onClick={() => onOpen(appointment)}
        className={clsx(
          'flex h-full w-full justify-center overflow-hidden rounded-small border border-l-4 border-line py-0.5 transition-colors hover:border-y-edge hover:border-r-edge',
          statusClasses[status],
          mark && 'border-dashed border-y-edge border-r-edge',
        )}
      >
        <Icon name={status === 'COMPLETED' ? 'check' : 'close'} className="size-3.5 text-mute" />
        <span className="sr-only">
          {name} {formatMinuteOfDay(start)}–{formatMinuteOfDay(end)}{' '}
          {describeBlock(appointment, now, mark !== undefined)}
        </span>
      </button>
    </li>
  )
}

/** An appointment, as high as its duration. */
function AppointmentBlock({ placed, style, now, onOpen }: BlockProps) {
  const { appointment, start, end, lane, lanes, edgeLines } = placed
  const freeWidth = `(100% - ${edgeLines * EDGE_LINE}px)`
  const { status } = appointment
  const isShort = style.height < 44
  const mark = useMark(appointment.id)
  const canMove = isMovable(appointment, now)
  return (
    <li
      className="@container absolute py-px"
      style={{ ...style, left: `calc(${freeWidth} * ${lane / lanes})`, width: `calc(${freeWidth} / ${lanes})` }}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        data-appointment={appointment.id}
        {...(canMove && { 'aria-keyshortcuts': 'M', 'aria-describedby': MOVE_HINT_ID })}
        onClick={() => onOpen(appointment)}
        className={clsx(
          'flex h-full w-full flex-col overflow-hidden rounded-small border border-l-4 border-line px-2.5 @max-[9rem]:px-1.5 text-left text-sm leading-tight transition-colors hover:border-y-edge hover:border-r-edge',
          style.height < 56 ? 'justify-center' : 'py-1.5',
          canMove && 'cursor-grab touch-manipulation select-none',
          mark === 'proposal' ? 'border-l-edge bg-card' : statusClasses[status],
          mark && 'border-dashed border-y-edge border-r-edge',
        )}
      >
        <span className="flex w-full min-w-0 items-baseline gap-2">
          {mark && <Icon name="clock" className="size-3.5 shrink-0 self-center" />}
          {describeArrival(appointment) && <Icon name="check" className="size-3.5 shrink-0 self-center text-green" />}
          <span className={clsx('font-semibold', style.height < 62 ? 'truncate' : 'line-clamp-2 wrap-anywhere')}>
            {getServedName(appointment)}
          </span>
          {/* In a column of the board the name needs the space: the end is where the block ends, and in a narrow one the start follows. */}
          <span className="ml-auto shrink-0 text-xs whitespace-nowrap tabular-nums @max-[9rem]:sr-only">
            {formatMinuteOfDay(start)}
            {!isShort && <span className="@max-[15rem]:sr-only">–{formatMinuteOfDay(end)}</span>}
          </span>
        </span>
        <BlockText appointment={appointment} start={start} mark={mark} now={now} height={style.height} />
      </button>
    </li>
  )
}

type BlockTextProps = {
  appointment: Appointment
  start: number
  mark: CommandMark | undefined
  height: number
  now: Date
}

/** The service and the status, in as many lines as there is space for. */
function BlockText({ appointment, start, mark, height, now }: BlockTextProps) {
  const lines = height < 62 ? 'truncate' : 'line-clamp-2 wrap-anywhere'
  const arrival = describeArrival(appointment)
  const isProposal = mark === 'proposal'
  return (
    <span className={height < 44 ? 'sr-only' : clsx('w-full text-xs', lines)}>
      <span aria-hidden="true" className="tabular-nums @min-[9rem]:hidden">
        {formatMinuteOfDay(start)} ·{' '}
      </span>
      {arrival && <span className="font-semibold">{arrival} · </span>}
      {isProposal ? `Proposta · ${appointment.service.name}` : describeBlock(appointment, now, mark !== undefined)}
    </span>
  )
}

type NowMarkerProps = {
  minute: number
  span: MinuteSpan
  scale: number
  /** Pixels above the start of the timeline. */
  offset: number
}

/** The current time; nothing on another day. Rendered before the blocks, so that they cover the line. */
export function NowMarker({ minute, span, scale, offset }: NowMarkerProps) {
  if (minute <= span.start || minute >= span.end) return null
  const top = (minute - span.start) * scale + offset
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 -translate-y-1/2" style={{ top }}>
      <div className="flex items-center">
        <span className="rounded-small bg-ink px-1.5 text-xs font-semibold text-paper tabular-nums">
          {formatMinuteOfDay(minute)}
        </span>
        <span className="h-0.5 flex-1 bg-ink" />
      </div>
    </div>
  )
}

/** To time off of that day, for those who edit the barber's schedule. `isOwn`: the user is the barber. */
export function TimeOffLink({ workday, date, isOwn }: { workday: BarberWorkday; date: string; isOwn?: boolean }) {
  const user = useUser()
  const { barberId, barbershop, name, timeZone } = workday
  const isPast = date < toLocalTime(new Date(), timeZone).date
  if (isPast || !user || !(isOwn || isPermittedIn(barbershop.id, 'settings', user))) return null
  return (
    <ButtonLink
      to={`${paths.barberSchedule(barberId)}&folga=${date}`}
      variant="ghost"
      className="mt-2 px-2! text-sm! text-mute"
    >
      Marcar folga
      <span className="sr-only"> de {name} neste dia</span>
    </ButtonLink>
  )
}
