import type { DaySlots } from '@na-regua/contract/availability'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatCount, weekdayOf, weekdaysShort } from '../../lib/format.ts'
import { classNames } from '../../ui/class-names.ts'
import { RulerLine } from '../../ui/ruler.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatMonth, statusOf } from './rules.ts'

const statusWords = { full: 'cheio', closed: 'fechado' }
const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const TICKS = 6
/** This many starts make a day look wholly free. */
const MANY = 24

/** What is said after 'Sáb 21', which stands there to be read. */
function describe(day: DaySlots) {
  const status = statusOf(day)
  const words =
    status === 'free' ? formatCount(day.slots.length, 'horário livre', 'horários livres') : statusWords[status]
  return ` de ${formatMonth(day.date)}, ${words}`
}

function Freedom({ day }: { day: DaySlots }) {
  const status = statusOf(day)
  if (status !== 'free') return <span className="text-xs leading-2.5">{statusWords[status]}</span>
  return (
    <RulerLine
      steps={TICKS}
      done={Math.max(1, Math.round((Math.min(day.slots.length, MANY) / MANY) * TICKS))}
      className="w-8"
    />
  )
}

type DayStripProps = {
  days: readonly DaySlots[]
  /** Undefined, like no days, while they are on their way. */
  today: string | undefined
  selected: string | undefined
  onSelect: (date: string) => void
  /** Behind the last day: the way to later ones. */
  after?: ReactNode
}

/** The next days side by side. A full or closed one may be pressed, too: it leads to the next that is free. */
export function DayStrip({ days, today, selected, onSelect, after }: DayStripProps) {
  const strip = useRef<HTMLFieldSetElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another selected day is the reason, not an input.
  useEffect(() => {
    const [list, cell] = [strip.current, strip.current?.querySelector<HTMLElement>('[aria-pressed="true"]')]
    if (list && cell) list.scrollTo({ left: cell.offsetLeft - (list.clientWidth - cell.clientWidth) / 2 })
  }, [selected])

  return (
    <fieldset
      ref={strip}
      aria-label="Dia"
      className="relative -mx-5 flex min-w-0 gap-2 overflow-x-auto scroll-smooth px-5 py-1 [scrollbar-width:none] md:mx-0 md:px-0.5"
    >
      {days.length === 0 && places.map((place) => <Skeleton key={place} className="h-16 w-15.5 shrink-0" />)}
      {days.map((day) => (
        <button
          key={day.date}
          type="button"
          aria-pressed={day.date === selected}
          onClick={() => onSelect(day.date)}
          className={classNames(
            'grid min-h-16 w-15.5 shrink-0 content-center justify-items-center rounded-control border transition-colors',
            day.date === selected ? 'border-red bg-red-soft' : 'border-line bg-card hover:border-edge',
            statusOf(day) !== 'free' && day.date !== selected && 'bg-transparent text-mute',
          )}
        >
          <span className="text-xs text-mute">{day.date === today ? 'Hoje' : weekdaysShort[weekdayOf(day.date)]}</span>{' '}
          <span className="font-display text-xl leading-6 font-extrabold tabular-nums">{day.date.slice(8)}</span>
          <span className="sr-only">{describe(day)}</span>
          <span aria-hidden="true" className="mt-0.5 grid h-2.5 place-items-center overflow-visible">
            <Freedom day={day} />
          </span>
        </button>
      ))}
      {after}
    </fieldset>
  )
}
