import { useState } from 'react'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RulerLine } from '../../../ui/ruler.tsx'
import type { AddressSlot } from '../form/general-fields.tsx'
import { type BarbershopDraft, createDraft, wizardSteps } from './rules.ts'
import { deleteDraft, loadDraft } from './use-create-barbershop.ts'
import { Wizard } from './wizard.tsx'

type WizardDialogProps = {
  isOpen: boolean
  onClose: () => void
  addressFields: AddressSlot
}

/** For owners only. */
export function WizardDialog(props: WizardDialogProps) {
  const { user } = useSession()
  if (user?.role !== 'OWNER') return undefined
  // Mounted when it is opened, so that it loads the stored draft each time.
  return props.isOpen && <OwnerWizard {...props} userId={user.id} />
}

const title = 'Nova barbearia'

function OwnerWizard({ userId, addressFields, ...dialog }: WizardDialogProps & { userId: string }) {
  const [stored] = useState(() => loadDraft(userId))
  const [initialDraft, start] = useState<BarbershopDraft | undefined>(stored ? undefined : createDraft())

  function startOver() {
    deleteDraft(userId)
    start(createDraft())
  }

  if (initialDraft) return <Wizard {...{ userId, addressFields, initialDraft }} {...dialog} title={title} />
  return (
    <Dialog {...dialog} title={title}>
      {stored && <ResumeDraft draft={stored} onContinue={() => start(stored)} onStartOver={startOver} />}
    </Dialog>
  )
}

type ResumeDraftProps = { draft: BarbershopDraft; onContinue: () => void; onStartOver: () => void }

/** Offers to continue with the stored draft. */
function ResumeDraft({ draft: { step, general }, onContinue, onStartOver }: ResumeDraftProps) {
  return (
    <div className="grid gap-4">
      <p className="[overflow-wrap:anywhere]">
        Você já começou a cadastrar <strong className="font-semibold">{general.name.trim() || 'uma barbearia'}</strong>{' '}
        e parou em {wizardSteps[step]}, passo {step + 1} de {wizardSteps.length}.
      </p>
      <RulerLine steps={wizardSteps.length * 6} done={(step + 1) * 6} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onContinue}>Continuar de onde parou</Button>
        <Button variant="outline" onClick={onStartOver}>
          Começar do zero
        </Button>
      </div>
    </div>
  )
}
