import { areServicesReady, fromServiceDrafts, toServiceDrafts } from '../services/rules.ts'
import { ServiceFields } from '../services/service-fields.tsx'
import { EditDialog, type ShopDialogProps } from './edit-dialog.tsx'
import { saveServices } from './queries.ts'
import { useEditing } from './use-editing.ts'

export function ServicesDialog({ shop, onClose }: ShopDialogProps) {
  const editing = useEditing({
    shop,
    toDraft: ({ services }) => toServiceDrafts(services),
    send: (services, version) => saveServices(shop.id, { services: fromServiceDrafts(services), version }),
    onSaved: onClose,
  })
  const hurdle = areServicesReady(editing.draft) ? undefined : 'Cada serviço precisa de nome, duração e preço.'
  return (
    <EditDialog {...{ shop, onClose, editing, hurdle }} title="Serviços">
      <p className="mb-4 text-mute">
        O que já está marcado guarda o preço e a duração de quando foi marcado. Serviços inativos não aparecem para os
        clientes.
      </p>
      <ServiceFields services={editing.draft} isDetailed onChange={(change) => editing.change(change)} />
    </EditDialog>
  )
}
