import { ImageFields } from '../images/image-fields.tsx'
import { describeImageChangeError, listOwnImages } from '../images/rules.ts'
import { useImageUploads } from '../images/use-image-uploads.ts'
import { type BarbershopDialogProps, EditDialog, useBarbershopEdit } from './edit-dialog.tsx'
import { saveInformation } from './queries.ts'

export function ImagesDialog({ shop, onClose }: BarbershopDialogProps) {
  const editing = useBarbershopEdit<readonly string[]>({
    shop,
    toDraft: listOwnImages,
    send: (images, version) =>
      saveInformation(shop.id, { images: [...images], coverImageUrl: images[0] ?? null, version }),
    onSaved: onClose,
    describeError: (images) => describeImageChangeError(listOwnImages(shop), images),
  })
  const uploads = useImageUploads(editing.draft, editing.change)
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
