import type { DaySlots } from '@na-regua/contract/availability'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatMonthName, getWeekday, weekdaysShort } from '../../lib/format.ts'
import { Skeleton } from '../../ui/loading.tsx'
import { RulerLine } from '../../ui/ruler.tsx'
import { classifyDay, describeSlotCount } from './rules.ts'

const placeholders = [...'abcdefgh']
const TICKS = 6
/** Days that fit on the narrowest phone. */
const IN_VIEW = 3
/** From this number of slots on a day is drawn as entirely free. */
const FULLY_FREE = 24

/** Screen-reader text that follows the visible 'Sáb 21'. */
function describeDay(day: DaySlots) {
  return ` de ${formatMonthName(day.date)}, ${describeSlotCount(day)}`
}

function SlotMeter({ day }: { day: DaySlots }) {
  if (classifyDay(day) !== 'free') {
    return <span className="text-xs leading-[0.625rem]">{describeSlotCount(day)}</span>
  }
  return (
    <RulerLine
      steps={TICKS}
      done={Math.max(1, Math.round((Math.min(day.slots.length, FULLY_FREE) / FULLY_FREE) * TICKS))}
      className="w-8"
    />
  )
}

function dayClass(day: DaySlots, { selected, requested }: Pick<DayStripProps, 'selected' | 'requested'>) {
  const look =
    day.date === selected
      ? 'border-red bg-red-soft'
      : clsx(
          'hover:border-edge',
          day.date === requested ? 'border-brass' : 'border-line',
          classifyDay(day) === 'free' ? 'bg-card' : 'bg-transparent text-mute',
        )
  return clsx(
    'day-width grid min-h-16 content-center justify-items-center rounded-control border transition-colors',
    look,
  )
}

type DayStripProps = {
  days: readonly DaySlots[]
  /** Undefined while loading; `days` is empty then. */
  today: string | undefined
  selected: string | undefined
  /** The day that was chosen, if it is another one because it has no slots. */
  requested: string | undefined
  onSelect: (date: string) => void
  /** Shown after the last day: the button to later days. */
  after?: ReactNode
}

/** Scrolls to the selected day. */
function useCenteredDay(days: readonly DaySlots[], selected: string | undefined) {
  const strip = useRef<HTMLDivElement>(null)
  const hasSelected = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `selected` triggers the effect and is read from the DOM.
  useEffect(() => {
    if (selected === undefined) return
    // The first days are visible from the start. Measuring them would lay out the page once more.
    const isInView = !hasSelected.current && days.findIndex(({ date }) => date === selected) < IN_VIEW
    hasSelected.current = true
    if (isInView) return
    const list = strip.current
    const cell = strip.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (list && cell) list.scrollTo({ left: cell.offsetLeft - (list.clientWidth - cell.clientWidth) / 2 })
  }, [selected])

  return strip
}

/** The next days side by side. Full and closed days can be selected as well: the next day with slots is shown then. */
export function DayStrip({ days, today, selected, requested, onSelect, after }: DayStripProps) {
  const strip = useCenteredDay(days, selected)
  return (
    <fieldset aria-label="Dia" className="min-w-0">
      {/* Inside, since Chrome leaves a focused day out of sight where the fieldset itself scrolls. */}
      <div
        ref={strip}
        className="relative -mx-5 flex scroll-px-5 gap-2 overflow-x-auto scroll-smooth px-5 py-1 [scrollbar-width:none] md:mx-0 md:px-0.5"
      >
        {days.length === 0 && placeholders.map((key) => <Skeleton key={key} className="day-width h-16" />)}
        {days.map((day) => (
          <button
            key={day.date}
            type="button"
            aria-pressed={day.date === selected}
            onClick={() => onSelect(day.date)}
            className={dayClass(day, { selected, requested })}
          >
            <span className="text-xs text-mute">
              {day.date === today ? 'Hoje' : weekdaysShort[getWeekday(day.date)]}
            </span>{' '}
            <span className="font-display text-xl leading-[1.5rem] font-extrabold tabular-nums">
              {day.date.slice(8)}
            </span>
            <span className="sr-only">{describeDay(day)}</span>
            <span aria-hidden="true" className="mt-0.5 grid h-2.5 place-items-center overflow-visible">
              <SlotMeter day={day} />
            </span>
          </button>
        ))}
        {after}
      </div>
    </fieldset>
  )
}
