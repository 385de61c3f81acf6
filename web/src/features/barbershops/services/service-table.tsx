import { MAX_SERVICE_CATEGORY, MAX_SERVICE_DESCRIPTION } from '@na-regua/contract/own-barbershops'
import { MAX_NAME } from '@na-regua/contract/text-limits'
import { clsx } from 'clsx'
import { type ComponentProps, useId, useState } from 'react'
import { formatMoney } from '../../../lib/format.ts'
import { MinutesField, MinutesInput, MoneyInput } from '../../../ui/amount-input.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { fieldBorder } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { createComboDraft, findServiceErrors, type ServiceDraft, sumParts, togglePart } from './rules.ts'
import { ServiceListFields } from './service-list-fields.tsx'
import { cellClass, type ServiceRow, TermsFields } from './service-row.tsx'

type ServiceTableProps = Pick<ComponentProps<typeof ServiceListFields>, 'services' | 'onChange'> & {
  /** Undefined while loading, or after that failed. */
  barbers: readonly { id: string; name: string }[] | undefined
  onRetryBarbers?: (() => void) | undefined
}

/** On a phone the name has a line of its own. */
const columns =
  'grid grid-cols-[6.5rem_5rem_minmax(0,1fr)] gap-x-2 gap-y-1 md:grid-cols-[minmax(0,1fr)_7rem_5.5rem_8.5rem_10.5rem]'
const usualCategories = ['Cabelo', 'Barba', 'Química', 'Combos']

/** Name, price, duration and category of each service in a row; the rest behind its buttons. */
export function ServiceTable({ services, barbers, onRetryBarbers, onChange }: ServiceTableProps) {
  const listId = useId()
  const categories = new Set([...services.map(({ category }) => category.trim()), ...usualCategories])
  return (
    <>
      {services.length > 0 && (
        <div
          aria-hidden="true"
          className={clsx(columns, 'border-b border-line pb-1.5 text-sm text-mute max-md:hidden')}
        >
          <span>Serviço</span>
          <span>Preço</span>
          <span>Duração</span>
          <span>Categoria</span>
        </div>
      )}
      <datalist id={listId}>
        {[...categories].filter(Boolean).map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <ServiceListFields
        services={services}
        onChange={onChange}
        renderRow={(row) => (
          <TableRow {...row} services={services} barbers={barbers} onRetryBarbers={onRetryBarbers} listId={listId} />
        )}
      >
        {services.length > 1 && (
          <Button variant="outline" onClick={() => onChange((current) => [...current, createComboDraft()])}>
            <Icon name="plus" className="size-4.5" />
            Novo combo
          </Button>
        )}
      </ServiceListFields>
    </>
  )
}

type TableRowProps = ComponentProps<typeof ServiceRow> &
  Pick<ServiceTableProps, 'services' | 'barbers' | 'onRetryBarbers'> & { listId: string }

function TableRow(props: TableRowProps) {
  const { services, service, barbers, onRetryBarbers, onChange, listId, actions } = props
  const isNew = service.name === ''
  const [open, setOpen] = useState<RowPanel | undefined>(service.includes && isNew ? 'details' : undefined)
  const [wasBlurred, setBlurred] = useState(!isNew)
  const { name: nameError, ...others } = findServiceErrors(service)
  const errors = [wasBlurred ? nameError : undefined, ...Object.values(others)].filter(Boolean)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the first field was left.
    <div className="grid gap-2" onBlur={() => setBlurred(true)}>
      <div className={clsx(columns, 'items-center')}>
        <input
          aria-label="Nome do serviço"
          maxLength={MAX_NAME}
          value={service.name}
          // biome-ignore lint/a11y/noAutofocus: a service that was just added.
          autoFocus={isNew}
          aria-invalid={wasBlurred && nameError ? true : undefined}
          onChange={({ target }) => onChange({ name: target.value })}
          className={clsx(
            cellClass,
            fieldBorder(wasBlurred ? nameError : undefined),
            'max-md:col-span-3 font-semibold',
          )}
        />
        <Cells service={service} onChange={onChange} listId={listId} />
        <RowButtons service={service} open={open} onToggle={(panel) => setOpen(open === panel ? undefined : panel)} />
      </div>
      {service.includes && <ComboParts services={services} service={service} />}
      {errors.length > 0 && <p className="text-sm font-medium text-red">{errors.join(' ')}</p>}
      {open === 'terms' && (
        <TermsFields
          services={services}
          service={service}
          barbers={barbers}
          onRetryBarbers={onRetryBarbers}
          onChange={onChange}
        />
      )}
      {open === 'details' && <Details services={services} service={service} onChange={onChange} actions={actions} />}
    </div>
  )
}

type RowPanel = 'terms' | 'details'
type RowButtonsProps = { service: ServiceDraft; open: RowPanel | undefined; onToggle: (panel: RowPanel) => void }

function RowButtons({ service, open, onToggle }: RowButtonsProps) {
  const name = service.name.trim() || 'serviço sem nome'
  const count = Object.keys(service.terms).length
  return (
    <div className="flex justify-end max-md:col-span-3">
      <button
        type="button"
        aria-expanded={open === 'terms'}
        aria-label={`Por barbeiro: ${name}`}
        onClick={() => onToggle('terms')}
        className="min-h-11 rounded-control px-2.5 text-sm font-semibold whitespace-nowrap transition-colors hover:bg-sunken aria-expanded:bg-sunken"
      >
        Por barbeiro{count > 0 && ` (${count})`}
      </button>
      <IconButton label={`Mais de ${name}`} aria-expanded={open === 'details'} onClick={() => onToggle('details')}>
        <Icon name="chevron-down" className={clsx('size-4.5 text-mute', open === 'details' && 'rotate-180')} />
      </IconButton>
    </div>
  )
}

function Cells({ service, onChange, listId }: Pick<TableRowProps, 'service' | 'onChange' | 'listId'>) {
  const errors = findServiceErrors(service)
  return (
    <>
      <MoneyInput
        aria-label="Preço"
        value={service.priceCents}
        onValue={(priceCents) => onChange({ priceCents })}
        aria-invalid={errors.priceCents ? true : undefined}
        className={clsx(cellClass, fieldBorder(errors.priceCents))}
      />
      <span className="relative grid items-center">
        <MinutesInput
          aria-label="Duração (min)"
          value={service.durationMin}
          onValue={(durationMin) => onChange({ durationMin })}
          aria-invalid={errors.durationMin ? true : undefined}
          className={clsx(cellClass, fieldBorder(errors.durationMin))}
        />
        <span aria-hidden="true" className="pointer-events-none absolute right-2.5 text-sm text-mute">
          min
        </span>
      </span>
      <input
        aria-label="Categoria"
        list={listId}
        maxLength={MAX_SERVICE_CATEGORY}
        placeholder="Categoria"
        value={service.category}
        onChange={({ target }) => onChange({ category: target.value })}
        className={clsx(cellClass, 'border-line')}
      />
    </>
  )
}

/** 'Corte + Barba · separados R$ 95,00'. */
function ComboParts({ services, service: { includes = [] } }: Pick<TableRowProps, 'services' | 'service'>) {
  const parts = services.filter(({ key }) => includes.includes(key))
  if (parts.length === 0) return null
  return (
    <p className="wrap-anywhere text-sm text-mute">
      {parts.map(({ name }) => name.trim()).join(' + ')} · separados{' '}
      {formatMoney(sumParts(services, includes).priceCents)}
    </p>
  )
}

function Details({
  services,
  service,
  onChange,
  actions,
}: Omit<TableRowProps, 'barbers' | 'onRetryBarbers' | 'listId'>) {
  const errors = findServiceErrors(service)
  return (
    <div className="grid gap-3 rounded-control bg-sunken p-3">
      {service.includes && <PartChoice services={services} service={service} onChange={onChange} />}
      <TextField
        label="Descrição do serviço"
        maxLength={MAX_SERVICE_DESCRIPTION}
        value={service.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <MinutesField
          label="Limpeza depois (min)"
          value={service.bufferMin}
          onValue={(bufferMin) => onChange({ bufferMin })}
          error={errors.bufferMin}
        />
        <Checkbox checked={service.isActive} onChange={(isActive) => onChange({ isActive })}>
          Ativo
        </Checkbox>
        <div className="flex">{actions}</div>
      </div>
    </div>
  )
}

/** What is in the combo; a combo is in none. */
function PartChoice({ services, service, onChange }: Pick<TableRowProps, 'services' | 'service' | 'onChange'>) {
  const parts = services.filter(({ includes, name }) => !includes && name.trim() !== '')
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">O que entra no combo</legend>
      <div className="flex flex-wrap gap-x-5">
        {parts.map(({ key, name }) => (
          <Checkbox
            key={key}
            checked={service.includes?.includes(key) ?? false}
            onChange={() => onChange(togglePart(services, service, key))}
          >
            <span className="wrap-anywhere">{name}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
