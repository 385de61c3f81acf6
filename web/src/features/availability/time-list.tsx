import { useEffect, useRef } from 'react'
import { formatCount } from '../../lib/format.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatLongDay, groupByPeriod } from './rules.ts'

type TimeListProps = {
  date: string
  slots: readonly string[]
  selected: string | undefined
  /** The time that somebody who moves an appointment has now: marked, and no choice. */
  current?: string
  onSelect: (time: string) => void
}

type TimeChoiceProps = { time: string; isSelected: boolean; isCurrent: boolean; onSelect: (time: string) => void }

function TimeChoice({ time, isSelected, isCurrent, onSelect }: TimeChoiceProps) {
  return (
    <label
      className={classNames(
        'relative grid min-h-12 scroll-mb-36 lg:scroll-mb-4 place-items-center rounded-control border font-semibold tabular-nums transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-navy',
        isSelected && 'border-ink bg-ink text-paper',
        isCurrent && 'border-brass bg-brass-soft text-brass',
        !isSelected && !isCurrent && 'border-line bg-card hover:border-edge',
      )}
    >
      <input
        type="radio"
        name="time"
        value={time}
        aria-label={isCurrent ? `${time}, seu horário atual` : `${time}, livre`}
        disabled={isCurrent}
        checked={isSelected}
        onChange={() => onSelect(time)}
        className="absolute inset-0 appearance-none rounded-control outline-none"
      />
      <span aria-hidden="true" className="grid justify-items-center leading-tight">
        {time}
        {isCurrent && <span className="text-xs font-medium">atual</span>}
      </span>
    </label>
  )
}

/** The free times of a day as one set of radios: one stop of the tab key, arrows move through all three parts of the day. */
export function TimeList({ date, slots, selected, current, onSelect }: TimeListProps) {
  const list = useRef<HTMLDivElement>(null)

  // The bar below grows with a choice and must not cover it.
  useEffect(() => {
    if (selected) list.current?.querySelector('label:has(:checked)')?.scrollIntoView({ block: 'nearest' })
  }, [selected])

  return (
    <div ref={list} role="radiogroup" aria-label={`Horários livres de ${formatLongDay(date)}`} className="grid gap-4">
      {groupByPeriod(slots).map((group) => (
        <section key={group.period} aria-label={group.period}>
          <div className="mb-2 flex items-baseline justify-between gap-3">
            <h2 className="font-sans text-base font-semibold tracking-normal">{group.period}</h2>
            <p className="text-sm text-mute">{formatCount(group.slots.length, 'horário', 'horários')}</p>
          </div>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
            {group.slots.map((time) => (
              <TimeChoice
                key={time}
                time={time}
                isSelected={time === selected}
                isCurrent={time === current}
                onSelect={onSelect}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
