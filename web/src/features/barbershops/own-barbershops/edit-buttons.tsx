import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import type { BarbershopDialogProps } from '../editing/edit-dialog.tsx'
import type { AddressSlot } from '../form/general-fields.tsx'

type EditDialogComponent = ComponentType<BarbershopDialogProps & { addressFields: AddressSlot }>
type Part = { label: string; icon: IconName; component: EditDialogComponent }

const parts: readonly Part[] = [
  {
    label: 'Informações',
    icon: 'info',
    component: lazy(async () => ({ default: (await import('../editing/information-dialog.tsx')).InformationDialog })),
  },
  {
    label: 'Comodidades',
    icon: 'wifi',
    component: lazy(async () => ({ default: (await import('../editing/part-dialogs.tsx')).FeaturesDialog })),
  },
  {
    label: 'Serviços',
    icon: 'scissors',
    component: lazy(async () => ({ default: (await import('../editing/part-dialogs.tsx')).ServicesDialog })),
  },
  {
    label: 'Horários',
    icon: 'clock',
    component: lazy(async () => ({ default: (await import('../editing/hours-dialog.tsx')).HoursDialog })),
  },
  {
    label: 'Editar Imagens',
    icon: 'image',
    component: lazy(async () => ({ default: (await import('../editing/part-dialogs.tsx')).ImagesDialog })),
  },
]

type EditButtonsProps = { shop: OwnBarbershop; canEdit: boolean; addressFields: AddressSlot }

/** One dialog per part of the barbershop, loaded when it is opened. */
export function EditButtons({ shop, canEdit, addressFields }: EditButtonsProps) {
  const [open, setOpen] = useState<Part>()
  return (
    <div className="flex flex-wrap gap-2">
      {parts.map((part) => (
        <Button
          key={part.label}
          variant="outline"
          className="px-3.5! text-sm!"
          disabled={!canEdit}
          aria-label={`${part.label} de ${shop.name}`}
          onClick={() => setOpen(part)}
        >
          <Icon name={part.icon} className="size-4.5 text-mute" />
          {part.label}
        </Button>
      ))}
      <Suspense>
        {open && <open.component shop={shop} addressFields={addressFields} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </div>
  )
}
