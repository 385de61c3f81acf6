import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MoveButtons, moveItem, useDragOrder } from '../../../ui/reorder.tsx'
import { createServiceDraft, editDraft, removeService, type ServiceDraft, usualServices } from './rules.ts'
import { ServiceRow } from './service-row.tsx'

type ServiceListFieldsProps = {
  services: readonly ServiceDraft[]
  onChange: (change: (current: readonly ServiceDraft[]) => ServiceDraft[]) => void
  /** A row of a table instead of that of the wizard. */
  renderRow?: (props: ComponentProps<typeof ServiceRow>) => ReactNode
  /** More buttons below the list. */
  children?: ReactNode
}

/** The services in the order that customers see. */
export function ServiceListFields({ services, onChange, renderRow, children }: ServiceListFieldsProps) {
  const handleMove = (from: number, to: number) => onChange((current) => moveItem(current, from, to))
  const drag = useDragOrder(handleMove)
  return (
    <div className="grid grid-cols-1 gap-4">
      <ol aria-label="Serviços" className={clsx('grid grid-cols-1 empty:hidden', !renderRow && 'gap-3')}>
        {services.map((service, index) => (
          <li
            key={service.key}
            {...drag.row(index)}
            aria-label={service.name.trim() || 'Serviço sem nome'}
            className={clsx(
              renderRow ? 'border-b border-line py-2' : 'rounded-card border border-line bg-card p-4',
              !service.isActive && 'border-dashed',
              drag.dragged === index && 'opacity-50',
            )}
          >
            {(renderRow ?? renderWizardRow)({
              service,
              onChange: (change) =>
                onChange((all) => all.map((old) => (old.key === service.key ? editDraft(old, change) : old))),
              actions: (
                <RowActions
                  services={services}
                  index={index}
                  onChange={onChange}
                  handle={drag.handle(index)}
                  onMove={handleMove}
                />
              ),
            })}
          </li>
        ))}
      </ol>
      <NewService services={services} onAdd={(service) => onChange((current) => [...current, service])}>
        {children}
      </NewService>
    </div>
  )
}

const renderWizardRow = (props: ComponentProps<typeof ServiceRow>) => <ServiceRow {...props} />

type RowActionsProps = Pick<ServiceListFieldsProps, 'services' | 'onChange'> & {
  index: number
  handle: ReturnType<ReturnType<typeof useDragOrder>['handle']>
  onMove: (from: number, to: number) => void
}

function RowActions({ services, index, handle, onMove, onChange }: RowActionsProps) {
  const { key = '', name: typed = '' } = services[index] ?? {}
  const name = typed.trim() || `serviço ${index + 1}`
  const count = services.length
  const onRemove = () => onChange((current) => removeService(current, key))
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
      <MoveButtons name={name} index={index} count={count} onMove={onMove} />
      <IconButton label={`Remover ${name}`} onClick={onRemove}>
        <Icon name="trash" className="size-4.5 text-mute" />
      </IconButton>
    </>
  )
}

type NewServiceProps = {
  services: readonly ServiceDraft[]
  onAdd: (service: ServiceDraft) => void
  children: ReactNode
}

/** One button per common service, and one for a service without a name. */
function NewService({ services, onAdd, children }: NewServiceProps) {
  const suggested = Object.keys(usualServices).filter(
    (name) => !services.some((service) => service.name.trim() === name),
  )
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
        {children}
        {suggested.map((name) => (
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
