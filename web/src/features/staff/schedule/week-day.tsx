import type { WeekSpan } from '@na-regua/contract/staff'
import { formatMinutes, weekdays } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Ruler } from '../../../ui/ruler.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { type Draft, type DraftDay, type DraftSpan, newSpan, spansOf, workedRanges } from './rules.ts'
import { SpanRow } from './span-row.tsx'

type WeekDayProps = {
  day: number
  draft: Draft
  shopHours: readonly WeekSpan[]
  onChange: (change: (old: DraftDay) => DraftDay) => void
  /** The same hours and breaks on the other days. */
  onCopy: () => void
}

/** One weekday: the shop's opening as the frame on the ruler, and what of it the barber works. */
export function WeekDay({ day, draft, shopHours, onChange, onCopy }: WeekDayProps) {
  const name = weekdays[day] ?? ''
  const open = spansOf(shopHours, day)
  const own = draft.days[day] as DraftDay
  const isWorked = open.length > 0 && (draft.followsShop || own.isWorked)
  return (
    <li className="grid grid-cols-1 gap-3 rounded-card border border-line bg-card p-4">
      <DayTitle {...{ day, draft, onChange, open }} />
      {open.length > 0 && <DayRuler {...{ day, draft, shopHours, open, name }} />}
      {isWorked && (
        <div className="flex flex-wrap gap-x-8 gap-y-4">
          {!draft.followsShop && (
            <SpanList
              title="Atende"
              word="horário"
              {...{ name, spans: own.hours }}
              fresh={() => newSpan('09:00', '12:00')}
              onChange={(hours) => onChange((old) => ({ ...old, hours }))}
            />
          )}
          <SpanList
            title="Pausas"
            word="pausa"
            {...{ name, spans: own.breaks }}
            fresh={() => newSpan('12:00', '13:00')}
            onChange={(breaks) => onChange((old) => ({ ...old, breaks }))}
          />
        </div>
      )}
      {isWorked && <CopyButton {...{ draft, name, onCopy }} />}
    </li>
  )
}

type CopyProps = Pick<WeekDayProps, 'draft' | 'onCopy'> & { name: string }

/** Whoever follows the shop has only breaks of his own to copy. */
function CopyButton({ draft, name, onCopy }: CopyProps) {
  const what = draft.followsShop ? 'pausas' : 'horário'

  function handleCopy() {
    onCopy()
    showToast({ tone: 'success', title: `${name}: ${what} nos outros dias`, text: 'Vale depois de salvar.' })
  }

  return (
    <Button variant="ghost" className="-ml-3 justify-self-start px-3! text-mute" onClick={handleCopy}>
      Copiar {what} para os outros dias
      <span className="sr-only">, como em {name}</span>
    </Button>
  )
}

type TitleProps = Pick<WeekDayProps, 'day' | 'draft' | 'onChange'> & { open: readonly { start: number; end: number }[] }

function DayTitle({ day, draft, onChange, open }: TitleProps) {
  const name = weekdays[day] ?? ''
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      {draft.followsShop || open.length === 0 ? (
        <h3 className="min-h-11 content-center font-sans text-base font-semibold tracking-normal">{name}</h3>
      ) : (
        <Checkbox
          checked={draft.days[day]?.isWorked}
          onChange={(isChecked) => onChange((old) => startWorking(old, isChecked, open))}
        >
          <span className="font-semibold">{name}</span>
        </Checkbox>
      )}
      <p className="text-sm text-mute tabular-nums">
        {open.length === 0 ? 'A barbearia não abre' : `Barbearia: ${open.map(describe).join(', ')}`}
      </p>
    </div>
  )
}

/** A day that was free begins with the shop's hours. */
function startWorking(old: DraftDay, isWorked: boolean, open: readonly { start: number; end: number }[]): DraftDay {
  const isBare = isWorked && old.hours.length === 0
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return {
    ...old,
    isWorked,
    hours: isBare ? open.map(({ start, end }) => newSpan(clock(start), clock(end))) : old.hours,
  }
}

function describe({ start, end }: { start: number; end: number }) {
  return `${formatMinutes(start)} às ${formatMinutes(end)}`
}

type RulerProps = Pick<WeekDayProps, 'day' | 'draft' | 'shopHours'> & {
  open: readonly { start: number; end: number }[]
  name: string
}

function DayRuler({ day, draft, shopHours, open, name }: RulerProps) {
  const from = Math.min(...open.map(({ start }) => start))
  const to = Math.max(...open.map(({ end }) => end))
  const worked = workedRanges(draft, day, shopHours)
  const words = worked.map(([start, end]) => describe({ start, end })).join(', ')
  const text = worked.length > 0 ? `${name}: você atende das ${words}` : `${name}: você não atende`
  return <Ruler from={Math.floor(from / 60) * 60} to={Math.ceil(to / 60) * 60} free={worked} text={text} />
}

type SpanListProps = {
  title: string
  word: string
  name: string
  spans: readonly DraftSpan[]
  fresh: () => DraftSpan
  onChange: (spans: DraftSpan[]) => void
}

function SpanList({ title, word, name, spans, fresh, onChange }: SpanListProps) {
  return (
    <fieldset className="grid content-start gap-2">
      <legend className="mb-1 text-sm font-semibold">{title}</legend>
      {spans.map((span, index) => (
        <SpanRow
          key={span.id}
          span={span}
          label={`${name}, ${word} ${index + 1}`}
          onChange={(next) => onChange(spans.map((old) => (old.id === span.id ? next : old)))}
          onRemove={() => onChange(spans.filter((old) => old.id !== span.id))}
        />
      ))}
      <Button
        variant="ghost"
        className="-ml-3 justify-self-start px-3!"
        aria-label={`Adicionar ${word} em ${name}`}
        onClick={() => onChange([...spans, fresh()])}
      >
        <Icon name="plus" className="size-4.5" />
        Adicionar {word}
      </Button>
    </fieldset>
  )
}
