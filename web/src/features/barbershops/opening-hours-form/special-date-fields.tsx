import { MAX_SPECIAL_DATE_REASON } from '@na-regua/contract/barbershops'
import type { Holiday } from '@na-regua/contract/holidays'
import { LAST_LOCAL_DATE } from '@na-regua/contract/text-limits'
import { useState } from 'react'
import { formatShortDate } from '../../../lib/format.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox, Chip } from '../../../ui/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import {
  createSpecialDate,
  type DayDraft,
  decideHoliday,
  findDecision,
  findSpecialDateError,
  type HolidayDecision,
  listHolidayChoices,
  type SpecialDateDraft,
} from './rules.ts'
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
            max={LAST_LOCAL_DATE}
            value={special.date}
            error={error}
            onChange={({ target }) => onChange({ ...special, date: target.value })}
          />
          <TextField
            label="Motivo"
            placeholder="Natal, reforma, curso..."
            maxLength={MAX_SPECIAL_DATE_REASON}
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

type HolidayFieldsProps = SpecialDateFieldsProps & {
  /** Abbreviation; empty while it is not known, and then only national holidays are offered. */
  state: string
  days: readonly DayDraft[]
}

const FIRST_HOLIDAYS = 5
const kinds = { national: '', state: ' · estadual', optional: ' · facultativo' }

/** Holidays of the next year, which become special dates when the owner decides. */
export function HolidayFields({ state, days, dates, today, onChange }: HolidayFieldsProps) {
  const [isComplete, setComplete] = useState(false)
  const holidays = listHolidayChoices({ state, today, days })
  const undecided = holidays.filter((holiday) => holiday.kind === 'national' && !findDecision(dates, holiday))
  const decide = (holiday: Holiday, decision: HolidayDecision | undefined) =>
    onChange((current) => decideHoliday(current, holiday, { decision, days }))
  if (holidays.length === 0) return null
  return (
    <section aria-labelledby="feriados" className="grid gap-3">
      <h3 id="feriados" className="text-lg">
        Feriados
      </h3>
      <p className="text-mute">Nos próximos 12 meses. O que você não decidir fica como qualquer dia da semana.</p>
      <ul aria-labelledby="feriados" className="grid grid-cols-1 rounded-card border border-line bg-card px-3 md:px-4">
        {(isComplete ? holidays : holidays.slice(0, FIRST_HOLIDAYS)).map((holiday) => (
          <HolidayRow
            key={holiday.date}
            holiday={holiday}
            dates={dates}
            onDecide={(decision) => decide(holiday, decision)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {!isComplete && holidays.length > FIRST_HOLIDAYS && (
          <Button variant="ghost" className="-ml-3 px-3!" onClick={() => setComplete(true)}>
            Ver os {holidays.length} feriados
          </Button>
        )}
        <Button
          variant="outline"
          disabled={undecided.length === 0}
          onClick={() => undecided.map((holiday) => decide(holiday, 'closed'))}
        >
          Fechar nos nacionais
        </Button>
      </div>
    </section>
  )
}

type HolidayRowProps = {
  holiday: Holiday
  dates: readonly SpecialDateDraft[]
  onDecide: (decision: HolidayDecision | undefined) => void
}

const decisions = [
  ['closed', 'Fechar'],
  ['open', 'Abrir'],
] as const

/** A second press takes the decision back. */
function HolidayRow({ holiday, dates, onDecide }: HolidayRowProps) {
  const { date, name, kind } = holiday
  const decision = findDecision(dates, holiday)
  return (
    <li className="flex items-center justify-between gap-2 border-t border-line py-1.5 first:border-t-0">
      <p className="min-w-0 text-sm leading-[1.25rem] wrap-anywhere">
        <span className="block font-semibold">{name}</span>
        <span className="text-mute tabular-nums">
          {/* Within a year the year is clear. */}
          {formatShortDate(date).slice(0, -'/2026'.length)}
          {kinds[kind]}
        </span>
      </p>
      <div className="flex shrink-0 gap-1.5">
        {decisions.map(([value, label]) => (
          <Chip
            key={value}
            isChosen={decision === value}
            label={`${label} em ${formatShortDate(date)}, ${name}`}
            onClick={() => onDecide(decision === value ? undefined : value)}
            className="px-2.5 font-semibold"
          >
            {label}
          </Chip>
        ))}
      </div>
    </li>
  )
}
