import { type AddressSlot, GeneralFields } from '../form/general-fields.tsx'
import { BookFields } from './book-fields.tsx'
import { EditDialog, type ShopDialogProps } from './edit-dialog.tsx'
import { saveInformation } from './queries.ts'
import { findInformationHurdle, fromInformation, toInformation } from './rules.ts'
import { useEditing } from './use-editing.ts'

type InformationDialogProps = ShopDialogProps & { addressFields: AddressSlot }

export function InformationDialog({ shop, onClose, addressFields }: InformationDialogProps) {
  const editing = useEditing({
    shop,
    toDraft: toInformation,
    send: (information, version) => saveInformation(shop.id, { ...fromInformation(information), version }),
    onSaved: onClose,
  })
  const { general, book } = editing.draft
  return (
    <EditDialog {...{ shop, onClose, editing }} hurdle={findInformationHurdle(editing.draft)} title="Informações">
      <GeneralFields
        key={editing.version}
        value={general}
        hasLine={false}
        addressFields={addressFields}
        onChange={(change) => editing.change((draft) => ({ ...draft, general: change(draft.general) }))}
      />
      <BookFields
        value={book}
        onChange={(change) => editing.change((draft) => ({ ...draft, book: { ...draft.book, ...change } }))}
      />
    </EditDialog>
  )
}
