import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { AppointmentBlock } from './appointment-block.tsx'
import { formatClock, formatLength, placeAppointments, type Span } from './rules.ts'

export type LineProps = {
  chair: BarberWorkday
  date: string
  /** What of the free time is still ahead. */
  gaps: readonly Span[]
  span: Span
  /** Pixels of a minute. */
  scale: number
  onOpen: (appointment: Appointment) => void
  /** Asked to fit somebody in from that minute on. */
  onFit: (gap: Span) => void
}

/** One chair's day from top to bottom: what stands, what is closed, what is free. The ruler stands beside it. */
export function DayLine({ chair, date, gaps, span, scale, onOpen, onFit }: LineProps) {
  const place = ({ start, end }: Span) => ({ top: (start - span.start) * scale, height: (end - start) * scale })
  const inside = <T extends Span>(spans: readonly T[]) =>
    spans
      .map((one) => ({ ...one, start: Math.max(one.start, span.start), end: Math.min(one.end, span.end) }))
      .filter(({ start, end }) => end > start)
  return (
    <div className="relative" style={{ height: (span.end - span.start) * scale }}>
      {inside(closedSpans(chair, span)).map((closed) => (
        <div key={closed.start} className="absolute inset-x-0 rounded-small bg-sunken/60" style={place(closed)} />
      ))}
      <ol aria-label={`O dia de ${chair.name}`}>
        {inside(chair.breaks).map((pause) => (
          <ClosedItem key={`p${pause.start}`} span={pause} style={place(pause)} label="Pausa" />
        ))}
        {inside(chair.timeOff).map((off) => (
          <ClosedItem
            key={`f${off.start}`}
            span={off}
            style={place(off)}
            label={off.reason ? `Folga: ${off.reason}` : 'Folga'}
          />
        ))}
        {inside(gaps).map((gap) => (
          <GapItem key={`g${gap.end}`} gap={gap} style={place(gap)} onFit={() => onFit(gap)} />
        ))}
        {placeAppointments(chair.appointments, date).map((placed) => (
          <AppointmentBlock key={placed.appointment.id} placed={placed} style={place(placed)} onOpen={onOpen} />
        ))}
      </ol>
    </div>
  )
}

/** What of the line lies outside of the chair's hours. */
function closedSpans({ hours }: BarberWorkday, span: Span): Span[] {
  const edges = [span.start, ...hours.flatMap(({ start, end }) => [start, end]), span.end]
  return Array.from({ length: edges.length / 2 }, (_, index) => ({
    start: edges[index * 2] as number,
    end: edges[index * 2 + 1] as number,
  }))
}

type Place = { top: number; height: number }

function ClosedItem({ span, style, label }: { span: Span; style: Place; label: string }) {
  return (
    <li
      className="hatched absolute inset-x-0 overflow-hidden rounded-small border border-line px-3 py-1 text-sm text-mute"
      style={style}
    >
      <span className="rounded-small bg-card px-1.5 py-0.5 font-medium">
        {label}
        <span className="sr-only">
          , das {formatClock(span.start)} às {formatClock(span.end)}
        </span>
      </span>
    </li>
  )
}

/** Free time is the product: it is seen, and one press fills it. */
function GapItem({ gap, style, onFit }: { gap: Span; style: Place; onFit: () => void }) {
  const length = gap.end - gap.start
  return (
    <li className="absolute inset-x-0 py-px" style={style}>
      <button
        type="button"
        onClick={onFit}
        className={classNames(
          'flex h-full w-full justify-between gap-2 overflow-hidden rounded-small border border-dashed border-red/45 px-3 text-left text-sm text-mute transition-colors hover:border-red hover:bg-red-soft/50 hover:text-ink',
          length < 25 ? 'items-center' : 'items-start py-1.5',
        )}
      >
        <span className="tabular-nums">
          livre {formatLength(length)}
          <span className="sr-only">
            , das {formatClock(gap.start)} às {formatClock(gap.end)}
          </span>
        </span>
        <span className="inline-flex items-center gap-1 font-semibold text-red">
          <Icon name="plus" className="size-4" />
          Encaixar
        </span>
      </button>
    </li>
  )
}
