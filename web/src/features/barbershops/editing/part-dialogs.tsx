import { useImageUploads } from '../../../lib/use-image-uploads.ts'
import { FeatureChoice } from '../form/general-fields.tsx'
import { barbershopImages, describeImageChangeError, listOwnImages } from '../form/rules.ts'
import { ImageFields } from '../images/image-fields.tsx'
import { saveFeatures, saveInformation, saveServices } from '../own-barbershops/queries.ts'
import { areServicesValid, fromServiceDrafts, toServiceDrafts } from '../services/rules.ts'
import { ServiceListFields } from '../services/service-list-fields.tsx'
import { type BarbershopDialogProps, EditDialog, useBarbershopEdit } from './edit-dialog.tsx'

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

export function FeaturesDialog({ shop, onClose }: BarbershopDialogProps) {
  const editing = useBarbershopEdit({
    shop,
    toDraft: ({ featureIds }) => featureIds,
    send: (featureIds, version) => saveFeatures(shop.id, { featureIds, version }),
    onSaved: onClose,
  })
  return (
    <EditDialog {...{ shop, onClose, editing }} title="Comodidades">
      <FeatureChoice value={editing.draft} onChange={(ids) => editing.change(() => ids)} />
    </EditDialog>
  )
}

export function ImagesDialog({ shop, onClose }: BarbershopDialogProps) {
  const editing = useBarbershopEdit<readonly string[]>({
    shop,
    toDraft: listOwnImages,
    send: (images, version) =>
      saveInformation(shop.id, { images: [...images], coverImageUrl: images[0] ?? null, version }),
    onSaved: onClose,
    describeError: (images) => describeImageChangeError(listOwnImages(shop), images),
  })
  const uploads = useImageUploads(editing.draft, editing.change, barbershopImages)
  return (
    <EditDialog
      {...{ shop, onClose, editing }}
      disabledReason={uploads.isBusy ? 'Espere as imagens terminarem de subir.' : undefined}
      title="Editar Imagens"
    >
      <ImageFields images={editing.draft} onChange={editing.change} uploads={uploads} />
    </EditDialog>
  )
}
