import { weekdays } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Ruler } from '../../../ui/ruler.tsx'
import { copyMonday, type DayDraft, listDayErrors, toRange } from './rules.ts'
import { SpanFields } from './span-fields.tsx'

type WeekFieldsProps = {
  week: readonly DayDraft[]
  onChange: (change: (current: readonly DayDraft[]) => DayDraft[]) => void
}

/** When the shop opens, day by day. */
export function WeekFields({ week, onChange }: WeekFieldsProps) {
  const errors = listDayErrors(week)
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-mute">A pausa do almoço é o tempo entre dois horários.</p>
        <Button variant="ghost" onClick={() => onChange(copyMonday)}>
          Repetir segunda nos dias abertos
        </Button>
      </div>
      <ul aria-label="Dias da semana" className="grid grid-cols-1 gap-3">
        {week.map((day, index) => (
          <WeekDay
            key={weekdays[index]}
            name={weekdays[index] ?? ''}
            day={day}
            error={errors[index]}
            onChange={(next) => onChange((current) => current.map((old, place) => (place === index ? next : old)))}
          />
        ))}
      </ul>
    </div>
  )
}

type WeekDayProps = { name: string; day: DayDraft; error: string | undefined; onChange: (day: DayDraft) => void }

function WeekDay({ name, day, error, onChange }: WeekDayProps) {
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
          <DayRuler {...{ name, day }} />
        </div>
      )}
      <p role="alert" className="text-sm font-medium text-red empty:hidden">
        {error}
      </p>
    </li>
  )
}

/** From six in the morning, and as far as the day goes: red is open. */
function DayRuler({ name, day }: { name: string; day: DayDraft }) {
  const ranges = day.spans.map(toRange)
  const from = Math.min(6 * 60, ...ranges.map(({ start }) => Math.floor(start / 60) * 60))
  const to = Math.max(22 * 60, ...ranges.map(({ end }) => Math.ceil(end / 60) * 60))
  const words = day.spans.map(({ openTime, closeTime }) => `das ${openTime} às ${closeTime}`).join(' e ')
  return (
    <div className="hidden min-w-0 content-center md:grid">
      <Ruler
        from={from}
        to={to}
        free={ranges.map(({ start, end }) => [start, end])}
        text={`${name}: aberto ${words}`}
      />
    </div>
  )
}
