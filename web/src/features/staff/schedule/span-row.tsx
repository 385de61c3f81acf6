import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { controlClass } from '../../../ui/text-field.tsx'
import type { DraftSpan } from './rules.ts'

type SpanRowProps = {
  span: DraftSpan
  /** 'Segunda, horário 1': read before the fields. */
  label: string
  onChange: (span: DraftSpan) => void
  onRemove: () => void
}

// The keyboard and the phone's own wheel set it; the clock's icon only takes their room.
const field = `${controlClass} border-line max-w-28 min-w-0 flex-1 px-2.5! tabular-nums [&::-webkit-calendar-picker-indicator]:hidden`

/** From and to. An end before the start is after midnight, and said so. */
export function SpanRow({ span, label, onChange, onRemove }: SpanRowProps) {
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
