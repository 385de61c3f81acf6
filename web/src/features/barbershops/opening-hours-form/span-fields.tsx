import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { controlClass } from '../../../ui/text-field.tsx'
import { newSpan, type SpanDraft, toRange } from './rules.ts'

const DAY = 1440

type SpanFieldsProps = {
  /** 'Segunda': read before the fields. */
  name: string
  spans: readonly SpanDraft[]
  onChange: (spans: SpanDraft[]) => void
}

// The keyboard and the phone's own wheel set it; the clock's icon only takes their room.
const field = `${controlClass} border-line max-w-28 min-w-0 flex-1 px-2.5! tabular-nums [&::-webkit-calendar-picker-indicator]:hidden`

/** The openings of a day. A pause is the time between two of them. */
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
        onClick={() => onChange([...spans, newSpan(spans.at(-1))])}
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
      {toRange(span).end > DAY && <p className="mt-1 text-sm text-mute">até o dia seguinte</p>}
    </div>
  )
}
