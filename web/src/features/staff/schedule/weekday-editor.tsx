import type { WeekSpan } from '@na-regua/contract/staff'
import { formatMinutes, weekdays } from '../../../lib/format.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { controlClass } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Ruler } from '../../../ui/ruler.tsx'
import { showToast } from '../../../ui/toast.tsx'
import {
  createSpan,
  listSpans,
  listWorkedRanges,
  type ScheduleDraft,
  type ScheduleDraftDay,
  type ScheduleDraftSpan,
  toScheduleDraftSpan,
} from './rules.ts'

type WeekdayEditorProps = {
  day: number
  draft: ScheduleDraft
  shopHours: readonly WeekSpan[]
  onChange: (change: (old: ScheduleDraftDay) => ScheduleDraftDay) => void
  /** Copies hours and breaks to the other days. */
  onCopy: () => void
}

/** One weekday: the ruler spans the opening hours, and the barber's working hours are red. */
export function WeekdayEditor({ day, draft, shopHours, onChange, onCopy }: WeekdayEditorProps) {
  const name = weekdays[day] ?? ''
  const open = listSpans(shopHours, day)
  const own = draft.days[day] as ScheduleDraftDay
  const isWorked = open.length > 0 && (draft.followsShop || own.isWorked)
  return (
    <li className="grid grid-cols-1 gap-3 rounded-card border border-line bg-card p-4">
      <DayHeading day={day} draft={draft} onChange={onChange} open={open} />
      {open.length > 0 && <DayRuler day={day} draft={draft} shopHours={shopHours} open={open} name={name} />}
      {isWorked && (
        <div className="flex flex-wrap gap-x-8 gap-y-4">
          {!draft.followsShop && (
            <SpanList
              title="Atende"
              word="horário"
              name={name}
              spans={own.hours}
              createNew={() => createSpan('09:00', '12:00')}
              onChange={(hours) => onChange((old) => ({ ...old, hours }))}
            />
          )}
          <SpanList
            title="Pausas"
            word="pausa"
            name={name}
            spans={own.breaks}
            createNew={() => createSpan('12:00', '13:00')}
            onChange={(breaks) => onChange((old) => ({ ...old, breaks }))}
          />
        </div>
      )}
      {isWorked && <CopyButton draft={draft} name={name} onCopy={onCopy} />}
    </li>
  )
}

type CopyProps = Pick<WeekdayEditorProps, 'draft' | 'onCopy'> & { name: string }

/** A barber who follows the barbershop's hours can only copy breaks. */
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

type TitleProps = Pick<WeekdayEditorProps, 'day' | 'draft' | 'onChange'> & {
  open: readonly { start: number; end: number }[]
}

function DayHeading({ day, draft, onChange, open }: TitleProps) {
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
        {open.length === 0 ? 'A barbearia não abre' : `Barbearia: ${open.map(describeSpan).join(', ')}`}
      </p>
    </div>
  )
}

/** A former day off starts with the barbershop's hours. */
function startWorking(
  old: ScheduleDraftDay,
  isWorked: boolean,
  open: readonly { start: number; end: number }[],
): ScheduleDraftDay {
  const startsEmpty = isWorked && old.hours.length === 0
  return {
    ...old,
    isWorked,
    hours: startsEmpty ? open.map(toScheduleDraftSpan) : old.hours,
  }
}

function describeSpan({ start, end }: { start: number; end: number }) {
  return `${formatMinutes(start)} às ${formatMinutes(end)}`
}

type RulerProps = Pick<WeekdayEditorProps, 'day' | 'draft' | 'shopHours'> & {
  open: readonly { start: number; end: number }[]
  name: string
}

function DayRuler({ day, draft, shopHours, open, name }: RulerProps) {
  const from = Math.min(...open.map(({ start }) => start))
  const to = Math.max(...open.map(({ end }) => end))
  const worked = listWorkedRanges(draft, day, shopHours)
  const rangesText = worked.map(([start, end]) => describeSpan({ start, end })).join(', ')
  const text = worked.length > 0 ? `${name}: você atende das ${rangesText}` : `${name}: você não atende`
  return <Ruler from={Math.floor(from / 60) * 60} to={Math.ceil(to / 60) * 60} free={worked} text={text} />
}

type SpanListProps = {
  title: string
  word: string
  name: string
  spans: readonly ScheduleDraftSpan[]
  createNew: () => ScheduleDraftSpan
  onChange: (spans: ScheduleDraftSpan[]) => void
}

function SpanList({ title, word, name, spans, createNew, onChange }: SpanListProps) {
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
        onClick={() => onChange([...spans, createNew()])}
      >
        <Icon name="plus" className="size-4.5" />
        Adicionar {word}
      </Button>
    </fieldset>
  )
}

type SpanRowProps = {
  span: ScheduleDraftSpan
  /** Prefix of the fields' labels: 'Segunda, horário 1'. */
  label: string
  onChange: (span: ScheduleDraftSpan) => void
  onRemove: () => void
}

// The native picker icon takes too much space; keyboard and phone pickers work without it.
const field = `${controlClass} border-line max-w-28 min-w-0 flex-1 px-2.5! tabular-nums [&::-webkit-calendar-picker-indicator]:hidden`

/** Start and end. An end before the start is marked as the next day. */
function SpanRow({ span, label, onChange, onRemove }: SpanRowProps) {
  const isOvernight = span.end <= span.start
  return (
    <div>
      <div className="flex items-center gap-2">
        <input
          type="time"
          required
          aria-label={`${label}, início`}
          value={span.start}
          onChange={(event) => onChange({ ...span, start: event.target.value || span.start })}
          className={field}
        />
        <span className="text-mute">às</span>
        <input
          type="time"
          required
          aria-label={`${label}, fim`}
          value={span.end}
          onChange={(event) => onChange({ ...span, end: event.target.value || span.end })}
          className={field}
        />
        <IconButton label={`Remover ${label}`} onClick={onRemove}>
          <Icon name="trash" className="size-4.5 text-mute" />
        </IconButton>
      </div>
      {isOvernight && <p className="text-sm text-mute">até o dia seguinte</p>}
    </div>
  )
}
