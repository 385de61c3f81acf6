import { FeatureChoice } from '../form/feature-choice.tsx'
import { type BarbershopDialogProps, EditDialog, useBarbershopEdit } from './edit-dialog.tsx'
import { saveFeatures } from './queries.ts'

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
