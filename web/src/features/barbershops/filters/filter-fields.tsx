import { MAX_FREE_ON_DAYS } from '@na-regua/contract/barbershops'
import { MAX_SERVICE_QUERY } from '@na-regua/contract/text-limits'
import { type ChangeEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { formatLocalDate, formatNearShortDate } from '../../../lib/format.ts'
import { addCalendarDays } from '../../../lib/local-time.ts'
import { useToday } from '../../../lib/use-now.ts'
import { ChoiceGroup } from '../../../ui/checkbox.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { dayParts, type NearbyFilters } from './rules.ts'

type FieldsProps = { filters: NearbyFilters; onChange: (filters: NearbyFilters) => void }

const commonServices = ['Corte', 'Barba', 'Corte e barba', 'Degradê', 'Corte infantil', 'Sobrancelha', 'Luzes']
/** A pause in typing after which the list follows. */
const TYPING_MS = 400

export function ServiceField({ filters, onChange }: FieldsProps) {
  const listId = useId()
  const [draft, setDraft] = useState({ text: filters.service ?? '', service: filters.service })
  // The filter was changed elsewhere.
  if (filters.service !== draft.service) setDraft({ text: filters.service ?? '', service: filters.service })
  const service = draft.text.trim() || undefined

  function search() {
    if (service === draft.service) return
    setDraft({ text: draft.text, service })
    onChange({ ...filters, service })
  }

  const searchLater = useEffectEvent(search)
  useEffect(() => {
    if (service === draft.service) return
    const timer = setTimeout(searchLater, TYPING_MS)
    return () => clearTimeout(timer)
  }, [service, draft])
  return (
    <div>
      <TextField
        label="Serviço"
        type="search"
        list={listId}
        maxLength={MAX_SERVICE_QUERY}
        placeholder="Ex.: degradê"
        autoComplete="off"
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        onBlur={search}
      />
      <datalist id={listId}>
        {commonServices.map((service) => (
          <option key={service} value={service} />
        ))}
      </datalist>
    </div>
  )
}

/** Typing a year passes through 0002 and 0202: only a day that can be free is searched. */
function OtherDayField({ filters, onChange, today }: FieldsProps & { today: string }) {
  const { freeOn } = filters
  const lastDay = addCalendarDays(today, MAX_FREE_ON_DAYS)
  const [draft, setDraft] = useState({ text: freeOn ?? '', freeOn })
  // The filter was changed elsewhere.
  if (freeOn !== draft.freeOn) setDraft({ text: freeOn ?? '', freeOn })
  const isSelectable = (day: string) => day >= today && day <= lastDay

  function handleChange({ target: { value: text, validity } }: ChangeEvent<HTMLInputElement>) {
    const day = text || undefined
    const isComplete = day ? isSelectable(day) : !validity.badInput
    setDraft({ text, freeOn: isComplete ? day : freeOn })
    if (isComplete) onChange({ ...filters, freeOn: day })
  }

  return (
    <TextField
      label="Outro dia"
      type="date"
      min={today}
      max={lastDay}
      value={draft.text}
      error={draft.text < '2' || isSelectable(draft.text) ? undefined : `De hoje até ${formatLocalDate(lastDay)}.`}
      onChange={handleChange}
    />
  )
}

export function DayFields({ filters, onChange }: FieldsProps) {
  const today = useToday()
  const { freeOn, freeFrom, freeUntil } = filters
  const days = Array.from({ length: 5 }, (_, index) => addCalendarDays(today, index))
  const part = dayParts.find((other) => other.freeFrom === freeFrom && other.freeUntil === freeUntil)
  return (
    <>
      <div className="grid gap-2.5">
        <ChoiceGroup
          legend="Dia"
          options={days.map((value, index) => ({
            value,
            label: ['Hoje', 'Amanhã'][index] ?? formatNearShortDate(value, today),
          }))}
          value={freeOn}
          onChange={(day) => onChange({ ...filters, freeOn: day })}
        />
        <OtherDayField filters={filters} onChange={onChange} today={today} />
      </div>
      <ChoiceGroup
        legend="Período"
        options={dayParts.map(({ name }) => ({ value: name, label: name }))}
        value={part?.name}
        onChange={(name) => {
          const chosen = dayParts.find((other) => other.name === name)
          // A time without a day would be today's, without saying so.
          const day = freeOn ?? (chosen && today)
          onChange({ ...filters, freeOn: day, freeFrom: chosen?.freeFrom, freeUntil: chosen?.freeUntil })
        }}
      />
    </>
  )
}
