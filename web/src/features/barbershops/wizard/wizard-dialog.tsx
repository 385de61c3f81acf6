import { useState } from 'react'
import { useSession } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { AddressSlot } from '../form/general-fields.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { newDraft, type ShopDraft } from './rules.ts'
import { forgetDraft, readDraft } from './use-draft.ts'
import { Wizard } from './wizard.tsx'

export type WizardDialogProps = {
  isOpen: boolean
  onClose: () => void
  addressFields: AddressSlot
}

/** Nothing for those who are no owners. */
export function WizardDialog(props: WizardDialogProps) {
  const { user } = useSession()
  if (user?.role !== 'OWNER') return undefined
  // Each opening begins by looking for what an earlier one left.
  return props.isOpen && <OwnersWizard {...props} userId={user.id} />
}

const title = 'Nova barbearia'

function OwnersWizard({ userId, addressFields, ...dialog }: WizardDialogProps & { userId: string }) {
  const [kept] = useState(() => readDraft(userId))
  const [begun, begin] = useState<ShopDraft | undefined>(kept ? undefined : newDraft())

  function startOver() {
    forgetDraft(userId)
    begin(newDraft())
  }

  if (begun) return <Wizard {...{ userId, addressFields, begun }} {...dialog} title={title} />
  return (
    <Dialog {...dialog} title={title}>
      {kept && <DraftOffer draft={kept} onContinue={() => begin(kept)} onStartOver={startOver} />}
    </Dialog>
  )
}
