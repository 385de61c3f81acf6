import { toOpeningSpan } from '@na-regua/contract/opening-hours'
import { formatTimeInSentence, weekdays } from '../../../lib/format.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { controlClass } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Ruler } from '../../../ui/ruler.tsx'
import { copyMondayHours, createOpeningSpan, type DayDraft, listDayErrors, type SpanDraft } from './rules.ts'

type WeeklyHoursFieldsProps = {
  days: readonly DayDraft[]
  onChange: (change: (current: readonly DayDraft[]) => DayDraft[]) => void
}

export function WeeklyHoursFields({ days, onChange }: WeeklyHoursFieldsProps) {
  const errors = listDayErrors(days)
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-mute">A pausa do almoço é o tempo entre dois horários.</p>
        <Button variant="ghost" onClick={() => onChange(copyMondayHours)}>
          Repetir segunda nos dias abertos
        </Button>
      </div>
      <ul aria-label="Dias da semana" className="grid grid-cols-1 gap-3">
        {days.map((day, index) => (
          <WeekdayFields
            key={weekdays[index]}
            name={weekdays[index] ?? ''}
            day={day}
            error={errors[index]}
            onChange={(next) =>
              onChange((current) => current.map((old, dayIndex) => (dayIndex === index ? next : old)))
            }
          />
        ))}
      </ul>
    </div>
  )
}

type WeekdayFieldsProps = { name: string; day: DayDraft; error: string | undefined; onChange: (day: DayDraft) => void }

function WeekdayFields({ name, day, error, onChange }: WeekdayFieldsProps) {
  return (
    <li className="grid gap-2 rounded-card border border-line bg-card p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox checked={day.isOpen} onChange={(isOpen) => onChange({ ...day, isOpen })}>
          <span className="font-semibold">{name}</span>
        </Checkbox>
        {!day.isOpen && <span className="text-sm text-mute">Fechado</span>}
      </div>
      {day.isOpen && (
        <div className="grid gap-3 md:grid-cols-[auto_1fr] md:gap-8">
          <SpanFields name={name} spans={day.spans} onChange={(spans) => onChange({ ...day, spans })} />
          <DayRuler name={name} day={day} />
        </div>
      )}
      <p
        role="alert"
        data-invalid={error ? true : undefined}
        tabIndex={-1}
        className="text-sm font-medium text-red outline-none empty:hidden"
      >
        {error}
      </p>
    </li>
  )
}

/** From 06:00 to 22:00, or further if the opening hours need it. Red is open. */
function DayRuler({ name, day }: { name: string; day: DayDraft }) {
  const ranges = day.spans.map(toOpeningSpan)
  const from = Math.min(6 * 60, ...ranges.map(({ opens }) => Math.floor(opens / 60) * 60))
  const to = Math.max(22 * 60, ...ranges.map(({ closes }) => Math.ceil(closes / 60) * 60))
  const words = day.spans
    .map(({ openTime, closeTime }) => `das ${formatTimeInSentence(openTime)} às ${formatTimeInSentence(closeTime)}`)
    .join(' e ')
  return (
    <div className="hidden min-w-0 content-center md:grid">
      <Ruler
        from={from}
        to={to}
        free={ranges.map(({ opens, closes }) => [opens, closes])}
        text={`${name}: aberto ${words}`}
      />
    </div>
  )
}

const DAY = 1440

type SpanFieldsProps = {
  /** Prefix of the accessible names, such as 'Segunda'. */
  name: string
  spans: readonly SpanDraft[]
  onChange: (spans: SpanDraft[]) => void
}

// Without the picker icon, which takes space: keyboard and native picker work without it.
const field = `${controlClass} border-line max-w-28 min-w-0 flex-1 px-2.5! tabular-nums [&::-webkit-calendar-picker-indicator]:hidden`

/** The opening hours of a day. A break is the time between two spans. */
export function SpanFields({ name, spans, onChange }: SpanFieldsProps) {
  return (
    <div className="grid gap-2">
      {spans.map((span, index) => (
        <SpanRow
          key={span.key}
          span={span}
          label={`${name}, horário ${index + 1}`}
          onChange={(next) => onChange(spans.map((old) => (old.key === span.key ? next : old)))}
          onRemove={spans.length > 1 ? () => onChange(spans.filter(({ key }) => key !== span.key)) : undefined}
        />
      ))}
      <Button
        variant="ghost"
        className="-ml-3 justify-self-start px-3!"
        aria-label={`Adicionar horário em ${name}`}
        onClick={() => onChange([...spans, createOpeningSpan(spans.at(-1))])}
      >
        <Icon name="plus" className="size-4.5" />
        Adicionar horário
      </Button>
    </div>
  )
}

type SpanRowProps = {
  span: SpanDraft
  label: string
  onChange: (span: SpanDraft) => void
  onRemove: (() => void) | undefined
}

function SpanRow({ span, label, onChange, onRemove }: SpanRowProps) {
  const time = (part: 'openTime' | 'closeTime', word: string) => (
    <input
      type="time"
      required
      aria-label={`${label}, ${word}`}
      value={span[part]}
      onChange={({ target }) => onChange({ ...span, [part]: target.value || span[part] })}
      className={field}
    />
  )
  return (
    <div>
      <div className="flex items-center gap-2">
        {time('openTime', 'abre')}
        <span className="text-mute">às</span>
        {time('closeTime', 'fecha')}
        {onRemove && (
          <IconButton label={`Remover ${label}`} onClick={onRemove}>
            <Icon name="trash" className="size-4.5 text-mute" />
          </IconButton>
        )}
      </div>
      {toOpeningSpan(span).closes > DAY && <p className="mt-1 text-sm text-mute">até o dia seguinte</p>}
    </div>
  )
}
