import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MoveButtons } from '../../../ui/move-buttons.tsx'
import { useDragOrder } from '../../../ui/use-drag-order.ts'
import { move } from '../form/rules.ts'
import { newService, type ServiceDraft } from './rules.ts'
import { ServiceRow } from './service-row.tsx'

type ServiceFieldsProps = {
  services: readonly ServiceDraft[]
  onChange: (change: (current: readonly ServiceDraft[]) => ServiceDraft[]) => void
  isDetailed?: boolean
}

const usual = ['Corte', 'Barba', 'Corte e barba', 'Sobrancelha', 'Pezinho']

/** The services in the order in which customers read them. */
export function ServiceFields({ services, onChange, isDetailed }: ServiceFieldsProps) {
  const handleMove = (from: number, to: number) => onChange((current) => move(current, from, to))
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
            className={classNames(
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

/** The usual ones are a press away; any other begins without a name. */
function NewService({ services, onAdd }: NewServiceProps) {
  const offered = usual.filter((name) => !services.some((service) => service.name.trim() === name))
  return (
    <fieldset>
      <legend className="mb-2.5 text-sm font-semibold">
        {services.length === 0 ? 'O que a sua barbearia faz?' : 'Mais serviços'}
      </legend>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => onAdd(newService())}>
          <Icon name="plus" className="size-4.5" />
          Adicionar serviço
        </Button>
        {offered.map((name) => (
          <Button key={name} variant="ghost" aria-label={`Adicionar ${name}`} onClick={() => onAdd(newService(name))}>
            <Icon name="plus" className="size-4.5 text-mute" />
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
