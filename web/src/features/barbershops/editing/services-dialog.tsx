import { areServicesValid, fromServiceDrafts, toServiceDrafts } from '../services/rules.ts'
import { ServiceListFields } from '../services/service-list-fields.tsx'
import { type BarbershopDialogProps, EditDialog, useBarbershopEdit } from './edit-dialog.tsx'
import { saveServices } from './queries.ts'

export function ServicesDialog({ shop, onClose }: BarbershopDialogProps) {
  const editing = useBarbershopEdit({
    shop,
    toDraft: ({ services }) => toServiceDrafts(services),
    send: (services, version) => saveServices(shop.id, { services: fromServiceDrafts(services), version }),
    onSaved: onClose,
  })
  const disabledReason = areServicesValid(editing.draft) ? undefined : 'Cada serviço precisa de nome, duração e preço.'
  return (
    <EditDialog {...{ shop, onClose, editing, disabledReason }} title="Serviços">
      <p className="mb-4 text-mute">
        O que já está marcado guarda o preço e a duração de quando foi marcado. Serviços inativos não aparecem para os
        clientes.
      </p>
      <ServiceListFields services={editing.draft} isDetailed onChange={(change) => editing.change(change)} />
    </EditDialog>
  )
}
