import type { DaySlots } from '@na-regua/contract/availability'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatCount, getWeekday, weekdaysShort } from '../../lib/format.ts'
import { Skeleton } from '../../ui/loading.tsx'
import { RulerLine } from '../../ui/ruler.tsx'
import { classifyDay, formatMonthName } from './rules.ts'

const statusWords = { full: 'cheio', closed: 'fechado' }
const placeholders = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const TICKS = 6
/** From this number of slots on a day is drawn as entirely free. */
const FULLY_FREE = 24

/** Screen-reader text that follows the visible 'Sáb 21'. */
function describeDay(day: DaySlots) {
  const status = classifyDay(day)
  const text =
    status === 'free' ? formatCount(day.slots.length, 'horário livre', 'horários livres') : statusWords[status]
  return ` de ${formatMonthName(day.date)}, ${text}`
}

function SlotMeter({ day }: { day: DaySlots }) {
  const status = classifyDay(day)
  if (status !== 'free') return <span className="text-xs leading-2.5">{statusWords[status]}</span>
  return (
    <RulerLine
      steps={TICKS}
      done={Math.max(1, Math.round((Math.min(day.slots.length, FULLY_FREE) / FULLY_FREE) * TICKS))}
      className="w-8"
    />
  )
}

type DayStripProps = {
  days: readonly DaySlots[]
  /** Undefined while loading; `days` is empty then. */
  today: string | undefined
  selected: string | undefined
  onSelect: (date: string) => void
  /** Shown after the last day: the button to later days. */
  after?: ReactNode
}

/** The next days side by side. Full and closed days can be selected as well: the next day with slots is shown then. */
export function DayStrip({ days, today, selected, onSelect, after }: DayStripProps) {
  const strip = useRef<HTMLFieldSetElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `selected` triggers the effect and is read from the DOM.
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
      {days.length === 0 && placeholders.map((key) => <Skeleton key={key} className="h-16 w-15.5 shrink-0" />)}
      {days.map((day) => (
        <button
          key={day.date}
          type="button"
          aria-pressed={day.date === selected}
          onClick={() => onSelect(day.date)}
          className={clsx(
            'grid min-h-16 w-15.5 shrink-0 content-center justify-items-center rounded-control border transition-colors',
            day.date === selected ? 'border-red bg-red-soft' : 'border-line bg-card hover:border-edge',
            classifyDay(day) !== 'free' && day.date !== selected && 'bg-transparent text-mute',
          )}
        >
          <span className="text-xs text-mute">{day.date === today ? 'Hoje' : weekdaysShort[getWeekday(day.date)]}</span>{' '}
          <span className="font-display text-xl leading-6 font-extrabold tabular-nums">{day.date.slice(8)}</span>
          <span className="sr-only">{describeDay(day)}</span>
          <span aria-hidden="true" className="mt-0.5 grid h-2.5 place-items-center overflow-visible">
            <SlotMeter day={day} />
          </span>
        </button>
      ))}
      {after}
    </fieldset>
  )
}
