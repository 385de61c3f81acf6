import { MAX_NAME, MAX_SERVICE_QUERY } from '@na-regua/contract/text-limits'
import { waitlistRadius } from '@na-regua/contract/waitlist'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useId, useState } from 'react'
import type { Coordinates } from '../../lib/geolocation.ts'
import { toLocalTime } from '../../lib/local-time.ts'
import { MoneyField } from '../../ui/amount-input.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip, ChoiceGroup } from '../../ui/checkbox.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { chosenBarbersQuery } from './queries.ts'
import {
  findPriceProblem,
  formatWantedDay,
  getHours,
  type Hours,
  listDays,
  partsOfDay,
  type RequestDraft,
  setHours,
  toggleDay,
  wholeDay,
} from './rules.ts'

/** The field of another feature in which a place is typed. */
export type PlaceFieldSlot = ComponentType<{
  label: string
  value: string
  position: Coordinates
  onPick: (place: Coordinates, name: string) => void
}>

type FieldsProps = { draft: RequestDraft; onChange: (draft: RequestDraft) => void }

/** Days and hours, barber or place, highest price. */
export function RequestFields({ placeField, ...props }: FieldsProps & { placeField: PlaceFieldSlot | undefined }) {
  const { draft, onChange } = props
  const [target] = draft.targets
  // They outlast a moment without any day.
  const [hours, changeHours] = useState(() => getHours(draft.wanted))
  return (
    <div className="grid gap-6">
      {draft.area && <AreaFields {...props} area={draft.area} placeField={placeField} />}
      <DayChoice {...props} hours={hours} />
      <HourChoice
        hours={hours}
        onChange={(next) => {
          changeHours(next)
          onChange({ ...draft, wanted: setHours(draft.wanted, next) })
        }}
      />
      {target && draft.targets.length === 1 && <BarberChoice {...props} target={target} />}
      <PriceField {...props} />
    </div>
  )
}

const DAYS_AT_FIRST = 10
const DAYS_IN_ALL = 30

function DayChoice({ draft, onChange, hours }: FieldsProps & { hours: Hours }) {
  const [count, setCount] = useState(DAYS_AT_FIRST)
  const { wanted, timeZone } = draft
  const today = toLocalTime(new Date(), timeZone).date
  const days = listDays(wanted, today, count)
  return (
    <Group legend="Em que dias?">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-2">
        {days.map((date) => {
          const [weekday, day] = formatWantedDay(date, today).split(' ')
          return (
            <Chip
              key={date}
              isChosen={wanted.some((span) => span.date === date)}
              onClick={() => onChange({ ...draft, wanted: toggleDay(wanted, date, hours) })}
              className="px-2 py-1.5 leading-tight tabular-nums"
            >
              <span className="block text-xs">{weekday} </span>
              <span className="block font-semibold">{day}</span>
            </Chip>
          )
        })}
      </div>
      {count < DAYS_IN_ALL && (
        <Button variant="ghost" className="mt-1 -ml-3" onClick={() => setCount(DAYS_IN_ALL)}>
          Mais dias
        </Button>
      )}
    </Group>
  )
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2.5 font-semibold">{legend}</legend>
      {children}
    </fieldset>
  )
}

const hourLabel = (minutes: number) => (minutes === 1440 ? 'meia-noite' : `${minutes / 60}h`)
const everyHour = (from: number) => Array.from({ length: 24 }, (_, index) => from + index * 60)

/** A time that is not a whole hour stays to choose as it is. */
function toOptions(minutes: readonly number[], current: number) {
  const all = minutes.includes(current) ? minutes : [...minutes, current].sort((one, other) => one - other)
  return all.map((value) => ({
    value: String(value),
    label: value % 60 === 0 ? hourLabel(value) : `${Math.floor(value / 60)}h${String(value % 60).padStart(2, '0')}`,
  }))
}

/** The same for all days: a part of the day, or from one hour to another. */
function HourChoice({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) {
  const { fromMin, untilMin } = hours
  const part = partsOfDay.find((one) => one.fromMin === fromMin && one.untilMin === untilMin)
  return (
    <div className="grid gap-3">
      <ChoiceGroup
        legend="A que horas?"
        options={partsOfDay.map(({ name }) => ({ value: name, label: name }))}
        value={part?.name}
        onChange={(name) => {
          const next = partsOfDay.find((one) => one.name === name) ?? wholeDay
          onChange({ fromMin: next.fromMin, untilMin: next.untilMin })
        }}
      />
      <div className="grid grid-cols-2 gap-3">
        <HourSelect
          label="Das"
          meaning="hora inicial"
          options={toOptions(everyHour(0), fromMin)}
          value={fromMin}
          onChange={(minutes) => onChange({ fromMin: minutes, untilMin: untilMin > minutes ? untilMin : minutes + 60 })}
        />
        <HourSelect
          label="Até"
          meaning="hora final"
          options={toOptions(everyHour(60), untilMin)}
          value={untilMin}
          onChange={(minutes) => onChange({ fromMin, untilMin: minutes })}
        />
      </div>
    </div>
  )
}

type HourSelectProps = Record<'label' | 'meaning', string> & {
  options: { value: string; label: string }[]
  value: number
  onChange: (minutes: number) => void
}

function HourSelect({ label, meaning, options, value, onChange }: HourSelectProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label}>
      <Select
        id={id}
        aria-label={`${label}: ${meaning}`}
        options={options}
        value={String(value)}
        onChange={(text) => onChange(Number(text))}
      />
    </FieldFrame>
  )
}

type BarberChoiceProps = FieldsProps & { target: RequestDraft['targets'][number] }

/** Chooses among the barbers of the one barbershop that the request is about. */
function BarberChoice({ draft, onChange, target }: BarberChoiceProps) {
  const id = useId()
  const { data: barbers = target.barber ? [target.barber] : [] } = useQuery(chosenBarbersQuery(target.barbershop.id))
  if (barbers.length < 2 && !target.barber) return null
  return (
    <FieldFrame id={id} label="Com quem?">
      <Select
        id={id}
        options={[
          { value: '', label: 'Qualquer barbeiro' },
          ...barbers.map((barber) => ({ value: barber.id, label: barber.name })),
        ]}
        value={target.barber?.id ?? ''}
        onChange={(chosen) => {
          const found = barbers.find((barber) => barber.id === chosen)
          const barber = found ? { id: found.id, name: found.name } : null
          onChange({ ...draft, targets: [{ ...target, barber }] })
        }}
      />
    </FieldFrame>
  )
}

/** As in the search. */
const distances = [1, 2, 5, 10, 20, 50]

type AreaFieldsProps = FieldsProps & {
  area: NonNullable<RequestDraft['area']>
  placeField: PlaceFieldSlot | undefined
}

function AreaFields({ draft, onChange, area, placeField: PlaceField }: AreaFieldsProps) {
  const change = (part: Partial<typeof area>) => onChange({ ...draft, area: { ...area, ...part } })
  const options = distances.includes(area.radiusInKm)
    ? distances
    : [...distances, area.radiusInKm].sort((one, other) => one - other)
  return (
    <>
      {PlaceField && (
        <PlaceField
          label="Perto de onde?"
          value={area.name}
          position={area}
          onPick={({ latitude, longitude }, name) => change({ name: name.slice(0, MAX_NAME), latitude, longitude })}
        />
      )}
      <TextField
        label="Qual serviço?"
        placeholder="Ex.: corte"
        maxLength={MAX_SERVICE_QUERY}
        autoComplete="off"
        value={area.service}
        onChange={({ target }) => change({ service: target.value })}
      />
      <ChoiceGroup
        legend="Até que distância?"
        options={options
          .filter((value) => value >= waitlistRadius.min && value <= waitlistRadius.max)
          .map((value) => ({ value, label: `${value} km` }))}
        value={area.radiusInKm}
        onChange={(radiusInKm = area.radiusInKm) => change({ radiusInKm })}
      />
    </>
  )
}

function PriceField({ draft, onChange }: FieldsProps) {
  const { maxPriceCents } = draft
  return (
    <MoneyField
      label="Pagar até (opcional)"
      placeholder="Qualquer preço"
      value={maxPriceCents ?? undefined}
      error={findPriceProblem(maxPriceCents)}
      onValue={(cents) => onChange({ ...draft, maxPriceCents: cents ?? null })}
    />
  )
}
