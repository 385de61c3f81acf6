import { SERVICES_PER_APPOINTMENT } from '@na-regua/contract/appointments'
import type { Barbershop, Service } from '@na-regua/contract/barbershops'
import { useRef, useState } from 'react'
import { formatMoney } from '../../../lib/format.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { OptionText } from '../booking/choice.tsx'
import { ChoiceDialog } from '../booking/choice-dialog.tsx'
import { addedBy, type Visit } from './rules.ts'

type ExtraChoiceProps = {
  offered: readonly Service[]
  visit: Visit
  shop: Pick<Barbershop, 'combinations'>
  /** The services after the first. */
  onChange: (extraIds: string[]) => void
}

/** What else is done in the same visit, and what all of it takes and costs together. */
export function ExtraChoice({ offered, visit, shop, onChange }: ExtraChoiceProps) {
  const adding = useRef<HTMLButtonElement>(null)
  const extras = visit.services.slice(1)
  const others = offered.filter((service) => !visit.services.includes(service))
  const canAdd = others.length > 0 && visit.services.length < SERVICES_PER_APPOINTMENT
  function remove(id: string) {
    onChange(extras.map((service) => service.id).filter((extra) => extra !== id))
    // The button that was pressed goes with its line.
    requestAnimationFrame(() => adding.current?.focus())
  }

  return (
    <>
      {extras.map((service) => (
        <ExtraRow key={service.id} service={service} onRemove={() => remove(service.id)} />
      ))}
      {extras.length > 0 && <Together visit={visit} />}
      {canAdd && (
        <AddService
          ref={adding}
          options={others.map((service) => ({ id: service.id, content: <Addition {...{ service, visit, shop }} /> }))}
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
        <span className="line-clamp-2 font-semibold">{service.name}</span>
        <span className="block text-sm text-mute">{service.durationMin} min</span>
      </span>
      <span className="font-semibold tabular-nums">{formatMoney(service.priceCents)}</span>
      <IconButton label={`Remover ${service.name}`} onClick={onRemove}>
        <Icon name="close" className="size-4.5 text-mute" />
      </IconButton>
    </div>
  )
}

function Together({ visit: { services, durationMin, priceCents, fullPriceCents } }: { visit: Visit }) {
  return (
    <p role="status" className="flex min-h-12 items-center gap-3 bg-sunken px-4 py-2 text-sm">
      <span className="min-w-0 flex-1">
        {services.length} serviços, {durationMin} min
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

/** An option tells what it adds, which is less than the service alone where the shop has its own price for both. */
function Addition({ service, visit, shop }: { service: Service; visit: Visit; shop: ExtraChoiceProps['shop'] }) {
  const added = addedBy(service, visit, shop)
  const isCheaper = added.priceCents < service.priceCents
  const minutes = added.durationMin >= 0 ? `+ ${added.durationMin} min` : `${-added.durationMin} min a menos`
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
