import { MAX_FREE_ON_DAYS } from '@na-regua/contract/barbershops'
import { MAX_SERVICE_QUERY } from '@na-regua/contract/text-limits'
import { type ChangeEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { formatLocalDate } from '../../../lib/format.ts'
import { addCalendarDays } from '../../../lib/local-time.ts'
import { useToday } from '../../../lib/use-now.ts'
import { TextField } from '../../../ui/text-field.tsx'
import type { NearbyFilters } from './rules.ts'

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
export function OtherDayField({ filters, onChange }: FieldsProps) {
  const today = useToday()
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
