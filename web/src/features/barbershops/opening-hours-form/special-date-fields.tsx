import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { createSpecialDate, findSpecialDateError, type SpecialDateDraft } from './rules.ts'
import { SpanFields } from './weekly-hours-fields.tsx'

type SpecialDateFieldsProps = {
  dates: readonly SpecialDateDraft[]
  /** YYYY-MM-DD in the barbershop's time zone. */
  today: string
  onChange: (change: (current: readonly SpecialDateDraft[]) => SpecialDateDraft[]) => void
}

/** Holidays and dates with different opening hours. */
export function SpecialDateFields({ dates, today, onChange }: SpecialDateFieldsProps) {
  return (
    <section aria-labelledby="datas-especiais" className="grid gap-3">
      <h3 id="datas-especiais" className="text-lg">
        Datas especiais
      </h3>
      <p className="text-mute">Feriados e dias com outro horário valem no lugar da semana.</p>
      <ul aria-labelledby="datas-especiais" className="grid gap-3 empty:hidden">
        {dates.map((special, index) => (
          <SpecialDateRow
            key={special.key}
            special={special}
            name={special.date ? `Data ${index + 1}` : 'Nova data'}
            today={today}
            error={findSpecialDateError(special, dates)}
            onChange={(next) => onChange((current) => current.map((old) => (old.key === special.key ? next : old)))}
            onRemove={() => onChange((current) => current.filter(({ key }) => key !== special.key))}
          />
        ))}
      </ul>
      <Button
        variant="outline"
        className="justify-self-start"
        onClick={() => onChange((current) => [...current, createSpecialDate('')])}
      >
        <Icon name="plus" className="size-4.5" />
        Adicionar data
      </Button>
    </section>
  )
}

type SpecialDateRowProps = {
  special: SpecialDateDraft
  name: string
  today: string
  error: string | undefined
  onChange: (special: SpecialDateDraft) => void
  onRemove: () => void
}

function SpecialDateRow({ special, name, today, error, onChange, onRemove }: SpecialDateRowProps) {
  return (
    <li className="grid gap-3 rounded-card border border-line bg-card p-4">
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-[11rem_1fr]">
          <TextField
            label="Dia"
            type="date"
            min={today}
            max="2099-12-31"
            value={special.date}
            error={error}
            onChange={({ target }) => onChange({ ...special, date: target.value })}
          />
          <TextField
            label="Motivo"
            placeholder="Natal, reforma, curso..."
            maxLength={80}
            value={special.reason}
            onChange={({ target }) => onChange({ ...special, reason: target.value })}
          />
        </div>
        <IconButton label={`Remover ${name}`} onClick={onRemove} className="mt-6.5">
          <Icon name="trash" className="size-4.5 text-mute" />
        </IconButton>
      </div>
      <Checkbox checked={special.isOpen} onChange={(isOpen) => onChange({ ...special, isOpen })}>
        Abre nesse dia, em outro horário
      </Checkbox>
      {special.isOpen && (
        <SpanFields name={name} spans={special.spans} onChange={(spans) => onChange({ ...special, spans })} />
      )}
    </li>
  )
}
