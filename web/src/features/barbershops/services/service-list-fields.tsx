import { clsx } from 'clsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MoveButtons, moveItem, useDragOrder } from '../../../ui/reorder.tsx'
import { createServiceDraft, type ServiceDraft, usualServices } from './rules.ts'
import { ServiceRow } from './service-row.tsx'

type ServiceListFieldsProps = {
  services: readonly ServiceDraft[]
  onChange: (change: (current: readonly ServiceDraft[]) => ServiceDraft[]) => void
  isDetailed?: boolean
}

/** The services in the order that customers see. */
export function ServiceListFields({ services, onChange, isDetailed }: ServiceListFieldsProps) {
  const handleMove = (from: number, to: number) => onChange((current) => moveItem(current, from, to))
  const drag = useDragOrder(handleMove)
  const edit = (key: string, change: Partial<ServiceDraft>) =>
    onChange((current) => current.map((old) => (old.key === key ? { ...old, ...change } : old)))
  return (
    <div className="grid grid-cols-1 gap-4">
      <ol aria-label="Serviços" className="grid grid-cols-1 gap-3 empty:hidden">
        {services.map((service, index) => (
          <li
            key={service.key}
            {...drag.row(index)}
            aria-label={service.name.trim() || 'Serviço sem nome'}
            className={clsx(
              'rounded-card border border-line bg-card p-4',
              !service.isActive && 'border-dashed',
              drag.dragged === index && 'opacity-50',
            )}
          >
            <ServiceRow
              service={service}
              isDetailed={isDetailed}
              onChange={(change) => edit(service.key, change)}
              actions={
                <RowActions
                  {...{ service, index }}
                  count={services.length}
                  handle={drag.handle(index)}
                  onMove={handleMove}
                  onRemove={() => onChange((current) => current.filter(({ key }) => key !== service.key))}
                />
              }
            />
          </li>
        ))}
      </ol>
      <NewService services={services} onAdd={(service) => onChange((current) => [...current, service])} />
    </div>
  )
}

type RowActionsProps = {
  service: ServiceDraft
  index: number
  count: number
  handle: ReturnType<ReturnType<typeof useDragOrder>['handle']>
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

function RowActions({ service, index, count, handle, onMove, onRemove }: RowActionsProps) {
  const name = service.name.trim() || `serviço ${index + 1}`
  return (
    <>
      <span
        {...handle}
        aria-hidden="true"
        title="Arraste para mudar a ordem"
        className="hidden size-11 cursor-grab place-items-center text-mute md:grid"
      >
        <Icon name="menu" className="size-4.5" />
      </span>
      <MoveButtons {...{ name, index, count, onMove }} />
      <IconButton label={`Remover ${name}`} onClick={onRemove}>
        <Icon name="trash" className="size-4.5 text-mute" />
      </IconButton>
    </>
  )
}

type NewServiceProps = { services: readonly ServiceDraft[]; onAdd: (service: ServiceDraft) => void }

/** One button per common service, and one for a service without a name. */
function NewService({ services, onAdd }: NewServiceProps) {
  const offered = Object.keys(usualServices).filter((name) => !services.some((service) => service.name.trim() === name))
  return (
    <fieldset>
      <legend className="mb-2.5 text-sm font-semibold">
        {services.length === 0 ? 'O que a sua barbearia faz?' : 'Mais serviços'}
      </legend>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => onAdd(createServiceDraft())}>
          <Icon name="plus" className="size-4.5" />
          Adicionar serviço
        </Button>
        {offered.map((name) => (
          <Button
            key={name}
            variant="ghost"
            aria-label={`Adicionar ${name}`}
            onClick={() => onAdd(createServiceDraft(name))}
          >
            <Icon name="plus" className="size-4.5 text-mute" />
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
