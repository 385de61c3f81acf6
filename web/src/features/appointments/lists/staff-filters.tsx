import type { SourceFilter } from '@na-regua/contract/agendas'
import { MAX_SEARCH_TEXT } from '@na-regua/contract/text-limits'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { controlClass } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { DateButton } from '../agenda/agenda-view.tsx'
import { agendaChoicesQuery } from '../agenda/queries.ts'
import {
  type AgendaFilters,
  describeHiddenFilters,
  describePeriod,
  noHiddenFilters,
  type StaffSide,
  sourceLabels,
  staffStatuses,
} from '../agenda/rules.ts'
import { PeriodForm } from '../period/period-form.tsx'
import { toOptions } from './rules.ts'

export type ShopOption = { id: string; name: string }

type StaffFiltersProps = {
  side: StaffSide
  filters: AgendaFilters
  shops: readonly ShopOption[]
  onChange: (change: Partial<AgendaFilters>) => void
}

/** In one row above the list. On a phone the choices scroll sideways below the search. */
export function StaffFilters({ side, filters, shops, onChange }: StaffFiltersProps) {
  const { status, date, barbershopId, barberId, serviceId, q, source, from, to } = filters
  const { data } = useQuery(agendaChoicesQuery(side))
  const { barbers = [], services = [] } = data ?? {}
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField value={q} onChange={(text) => onChange({ q: text })} />
      <HiddenFilters filters={filters} onChange={onChange} />
      <div className="[scrollbar-width:none] -mx-5 flex min-w-0 grow gap-2 overflow-x-auto px-5 py-0.5 -my-0.5 md:mx-0 md:px-0.5">
        <PeriodButton from={from} to={to} onChange={onChange} />
        {shops.length > 1 && (
          <FilterSelect
            label="Barbearia"
            options={shops.map(({ id, name }) => ({ value: id, label: name }))}
            value={barbershopId}
            onChange={(id) => onChange({ barbershopId: id, barberId: undefined, serviceId: undefined })}
          />
        )}
        {side === 'owner' && (
          <FilterSelect
            label="Barbeiro"
            options={toOptions(barbers, shops, barbershopId)}
            value={barberId}
            onChange={(id) => onChange({ barberId: id })}
          />
        )}
        <FilterSelect
          label="Serviço"
          options={toOptions(services, shops, barbershopId)}
          value={serviceId}
          onChange={(id) => onChange({ serviceId: id })}
        />
        <FilterSelect
          label="Situação"
          options={staffStatuses.filter(({ value }) => value !== 'all')}
          value={status}
          onChange={(value) => onChange({ status: staffStatuses.find((one) => one.value === value)?.value })}
        />
        {side === 'owner' && (
          <FilterSelect
            label="Origem"
            options={sources}
            value={source}
            onChange={(value) => onChange({ source: sources.find((one) => one.value === value)?.value })}
          />
        )}
        <div className="shrink-0">
          <DateButton
            side={side}
            barbershopId={barbershopId}
            date={date}
            onChange={(next) => onChange({ date: next })}
          />
        </div>
      </div>
    </div>
  )
}

const sources = Object.entries(sourceLabels).map(([value, label]) => ({ value: value as SourceFilter, label }))

type PeriodButtonProps = Pick<StaffFiltersProps, 'onChange'> & { from: string | undefined; to: string | undefined }

/** The dates of the list as a button, which opens a form for both. */
function PeriodButton({ from, to, onChange }: PeriodButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const period = describePeriod({ from, to })
  return (
    <div className="flex shrink-0 items-center gap-1">
      <Button
        variant="outline"
        aria-haspopup="dialog"
        className={clsx('min-h-12 tabular-nums', period && 'border-ink')}
        onClick={() => setOpen(true)}
      >
        {period ? `${period.charAt(0).toUpperCase()}${period.slice(1)}` : 'Período'}
      </Button>
      {period && (
        <IconButton label="Limpar período" onClick={() => onChange({ from: undefined, to: undefined })}>
          <Icon name="close" className="size-4.5" />
        </IconButton>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Período">
        <PeriodForm
          from={from ?? ''}
          to={to ?? ''}
          action="Mostrar"
          onSubmit={(next) => {
            onChange({ from: next.from || undefined, to: next.to || undefined })
            setOpen(false)
          }}
        />
      </Dialog>
    </div>
  )
}

/** What a figure of the panel has opened, until it is cleared. */
function HiddenFilters({ filters, onChange }: Pick<StaffFiltersProps, 'filters' | 'onChange'>) {
  const text = describeHiddenFilters(filters)
  if (!text) return null
  return (
    <p className="flex w-full items-center gap-1 lg:w-auto">
      <span className="rounded-control bg-sunken px-3 py-2 font-semibold">{text}</span>
      <IconButton label={`Limpar filtro: ${text}`} onClick={() => onChange(noHiddenFilters)}>
        <Icon name="close" className="size-4.5" />
      </IconButton>
    </p>
  )
}

type FilterSelectProps = {
  /** What it filters by; stands for all. */
  label: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (id: string | undefined) => void
}

function FilterSelect({ label, options, value, onChange }: FilterSelectProps) {
  const known = options.find((option) => option.value === value)?.value ?? ''
  return (
    <div className="w-36 shrink-0 md:w-0 md:min-w-28 md:shrink md:grow">
      <Select
        aria-label={label}
        options={[{ value: '', label }, ...options]}
        value={known}
        onChange={(id) => onChange(id || undefined)}
        className={known ? 'border-ink' : 'border-line'}
      />
    </div>
  )
}

/** While one types nothing is searched. */
const PAUSE_MS = 250

/** The text goes into the URL when one pauses; it is empty when the URL has none any more, as after 'Limpar filtros'. */
function SearchField({ value = '', onChange }: { value: string | undefined; onChange: (text: string) => void }) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const timer = useRef<number>(undefined)
  if (value !== lastValue) {
    setLastValue(value)
    if (value === '') setText('')
  }

  function handleType(next: string) {
    setText(next)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => onChange(next.trim()), PAUSE_MS)
  }

  return (
    <div className="relative w-full shrink-0 lg:w-72">
      <Icon name="search" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-mute" />
      <input
        type="search"
        aria-label="Cliente ou telefone"
        placeholder="Nome ou fim do telefone"
        autoComplete="off"
        maxLength={MAX_SEARCH_TEXT}
        value={text}
        onChange={({ target }) => handleType(target.value)}
        className={clsx(controlClass, 'border-line pl-11')}
      />
    </div>
  )
}
