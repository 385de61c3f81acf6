import { MAX_SERVICES_PER_APPOINTMENT } from '@na-regua/contract/appointments'
import type { Barbershop, Service } from '@na-regua/contract/barbershops'
import type { Barber } from '@na-regua/contract/staff'
import { type ReactNode, useRef, useState } from 'react'
import { formatDuration, formatMoney, formatRating } from '../../../lib/format.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Choice, ChoiceDialog, OptionText } from './choice.tsx'
import {
  anyBarber,
  type BookingChange,
  type ChosenBarber,
  computeAddition,
  formatSpecialties,
  type SelectedServices,
} from './rules.ts'

type ChoiceFieldsProps = {
  shop: Barbershop
  barbers: readonly Barber[]
  /** Services that can be booked. */
  services: readonly Service[]
  barber: ChosenBarber | undefined
  selection: SelectedServices | undefined
  onChange: (change: BookingChange) => void
  /** More about a barber, below each in the dialog. */
  renderBarberExtra?: (barber: Barber, select: () => void) => ReactNode
}

/** Barber, service and extra services of a booking. */
export function ChoiceFields({ shop, services, barber, selection, onChange, ...ofBarbers }: ChoiceFieldsProps) {
  const first = selection?.services[0]
  return (
    <>
      <BarberChoice {...ofBarbers} selected={barber} onSelect={(barberId) => onChange({ barberId })} />
      <ServiceChoice services={services} selected={first} onSelect={(serviceId) => onChange({ serviceId })} />
      {selection && (
        <ExtraServices
          provided={services}
          selection={selection}
          shop={shop}
          onChange={(extraIds) => onChange({ serviceId: first?.id, extraIds })}
        />
      )}
    </>
  )
}

type BarberChoiceProps = Pick<ChoiceFieldsProps, 'barbers' | 'renderBarberExtra'> & {
  selected: ChosenBarber | undefined
  onSelect: (id: string) => void
}

const ANY_DETAIL = 'Quem estiver livre'

function AnyBarberAvatar() {
  return (
    <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-mute">
      <Icon name="people" className="size-5.5" />
    </span>
  )
}

function describeBarber(barber: ChosenBarber | undefined) {
  if (!barber) return 'Esse não atende mais aqui'
  if (!barber.specialties) return ANY_DETAIL
  const { averageRating, reviewCount } = barber
  const rating = averageRating && `Nota ${formatRating(averageRating)} (${reviewCount})`
  return [rating, formatSpecialties(barber.specialties)].filter(Boolean).join(' · ')
}

function BarberAvatar({ barber }: { barber: ChosenBarber | undefined }) {
  if (barber?.id === anyBarber.id) return <AnyBarberAvatar />
  return <Avatar name={barber?.name ?? '?'} src={barber?.avatarUrl} />
}

function BarberChoice({ barbers, selected, onSelect, renderBarberExtra }: BarberChoiceProps) {
  const toOption = (barber: ChosenBarber) => ({
    id: barber.id,
    content: (
      <OptionText media={<BarberAvatar barber={barber} />} title={barber.name} detail={describeBarber(barber)} />
    ),
  })
  const options = barbers.map((barber) => ({
    ...toOption(barber),
    renderExtra: (select: () => void) => renderBarberExtra?.(barber, select),
  }))
  return (
    <Choice
      label="Barbeiro"
      media={<BarberAvatar barber={selected} />}
      title={selected?.name ?? 'Selecione um barbeiro'}
      detail={describeBarber(selected)}
      dialogTitle="Escolha o barbeiro"
      options={barbers.length > 1 ? [toOption(anyBarber), ...options] : options}
      selected={selected?.id}
      onSelect={onSelect}
    />
  )
}

type ServiceChoiceProps = {
  services: readonly Service[]
  selected: Service | undefined
  onSelect: (id: string) => void
}

function ServiceChoice({ services, selected, onSelect }: ServiceChoiceProps) {
  const options = services.map(({ id, name, durationMin, priceCents }) => ({
    id,
    content: <OptionText title={name} detail={formatDuration(durationMin)} figure={formatMoney(priceCents)} />,
  }))
  return (
    <Choice
      label="Serviço"
      title={selected?.name ?? 'Selecione um serviço'}
      detail={selected ? formatDuration(selected.durationMin) : 'Esse não é mais oferecido'}
      figure={selected && formatMoney(selected.priceCents)}
      dialogTitle="Escolha o serviço"
      options={options}
      selected={selected?.id}
      onSelect={onSelect}
    />
  )
}

type ExtraServicesProps = {
  provided: readonly Service[]
  selection: SelectedServices
  shop: Pick<Barbershop, 'combinations'>
  /** The services after the first. */
  onChange: (extraIds: string[]) => void
}

/** The services after the first, with the total duration and price. */
function ExtraServices({ provided, selection, shop, onChange }: ExtraServicesProps) {
  const addButton = useRef<HTMLButtonElement>(null)
  const extras = selection.services.slice(1)
  const others = provided.filter((service) => !selection.services.includes(service))
  const canAdd = others.length > 0 && selection.services.length < MAX_SERVICES_PER_APPOINTMENT
  function remove(id: string) {
    onChange(extras.map((service) => service.id).filter((extra) => extra !== id))
    // The pressed button is removed together with its row.
    requestAnimationFrame(() => addButton.current?.focus())
  }

  return (
    <>
      {extras.map((service) => (
        <ExtraRow key={service.id} service={service} onRemove={() => remove(service.id)} />
      ))}
      {extras.length > 0 && <ServicesTotal selection={selection} />}
      {canAdd && (
        <AddService
          ref={addButton}
          options={others.map((service) => ({
            id: service.id,
            content: <AdditionText service={service} selection={selection} shop={shop} />,
          }))}
          onAdd={(id) => onChange([...extras.map((service) => service.id), id])}
        />
      )}
    </>
  )
}

function ExtraRow({ service, onRemove }: { service: Service; onRemove: () => void }) {
  return (
    <div className="flex min-h-14 items-center gap-3 py-1.5 pr-2 pl-4">
      <span className="min-w-0 flex-1">
        <span className="sr-only">Mais um serviço: </span>
        <span className="line-clamp-4 wrap-anywhere font-semibold">{service.name}</span>
        <span className="block text-sm text-mute">{formatDuration(service.durationMin)}</span>
      </span>
      <span className="font-semibold tabular-nums">{formatMoney(service.priceCents)}</span>
      <IconButton label={`Remover ${service.name}`} onClick={onRemove}>
        <Icon name="close" className="size-4.5 text-mute" />
      </IconButton>
    </div>
  )
}

function ServicesTotal({ selection }: Pick<ExtraServicesProps, 'selection'>) {
  const { services, durationMin, priceCents, fullPriceCents } = selection
  return (
    <p role="status" className="flex min-h-12 items-center gap-3 bg-sunken px-4 py-2 text-sm">
      <span className="min-w-0 flex-1">
        {services.length} serviços, {formatDuration(durationMin)}
      </span>
      {fullPriceCents !== undefined && (
        <s className="text-mute tabular-nums">
          <span className="sr-only">em vez de </span>
          {formatMoney(fullPriceCents)}
        </s>
      )}
      <span className="text-base font-semibold tabular-nums">{formatMoney(priceCents)}</span>
    </p>
  )
}

type AdditionTextProps = Pick<ExtraServicesProps, 'selection' | 'shop'> & { service: Service }

/** The minutes and price that the service adds: less than on its own where the barbershop prices the combination. */
function AdditionText({ service, selection, shop }: AdditionTextProps) {
  const added = computeAddition(service, selection, shop)
  const isCheaper = added.priceCents < service.priceCents
  const minutes =
    added.durationMin >= 0 ? `+ ${formatDuration(added.durationMin)}` : `${formatDuration(-added.durationMin)} a menos`
  const detail = isCheaper ? `${minutes} · sozinho ${formatMoney(service.priceCents)}` : minutes
  const figure = added.priceCents >= 0 ? `+ ${formatMoney(added.priceCents)}` : `– ${formatMoney(-added.priceCents)}`
  return <OptionText title={service.name} detail={detail} figure={figure} />
}

type AddServiceProps = {
  options: React.ComponentProps<typeof ChoiceDialog>['options']
  onAdd: (id: string) => void
  ref: React.Ref<HTMLButtonElement>
}

function AddService({ options, onAdd, ref }: AddServiceProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <button
        ref={ref}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-12 w-full items-center gap-2.5 px-4 py-2 text-left font-medium transition-colors hover:bg-sunken"
      >
        <Icon name="plus" className="size-4.5 text-red" />
        Adicionar serviço
      </button>
      <ChoiceDialog
        title="Adicionar serviço"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        options={options}
        selected={undefined}
        onSelect={(id) => {
          setOpen(false)
          onAdd(id)
        }}
      />
    </div>
  )
}
