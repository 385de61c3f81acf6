import { FeatureChoice } from '../form/feature-choice.tsx'
import { EditDialog, type ShopDialogProps } from './edit-dialog.tsx'
import { saveFeatures } from './queries.ts'
import { useEditing } from './use-editing.ts'

export function FeaturesDialog({ shop, onClose }: ShopDialogProps) {
  const editing = useEditing({
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
