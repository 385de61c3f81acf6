import { PictureFields } from '../images/picture-fields.tsx'
import { describeChangeFailure, listOwnPictures } from '../images/rules.ts'
import { usePictureUploads } from '../images/use-picture-uploads.ts'
import { EditDialog, type ShopDialogProps } from './edit-dialog.tsx'
import { saveInformation } from './queries.ts'
import { useEditing } from './use-editing.ts'

export function ImagesDialog({ shop, onClose }: ShopDialogProps) {
  const editing = useEditing<readonly string[]>({
    shop,
    toDraft: listOwnPictures,
    send: (images, version) =>
      saveInformation(shop.id, { images: [...images], coverImageUrl: images[0] ?? null, version }),
    onSaved: onClose,
    describeFailure: (images) => describeChangeFailure(listOwnPictures(shop), images),
  })
  const uploads = usePictureUploads(editing.draft, editing.change)
  return (
    <EditDialog
      {...{ shop, onClose, editing }}
      hurdle={uploads.isBusy ? 'Espere as imagens terminarem de subir.' : undefined}
      title="Editar Imagens"
    >
      <PictureFields pictures={editing.draft} onChange={editing.change} uploads={uploads} />
    </EditDialog>
  )
}
