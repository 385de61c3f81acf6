import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { AddressSlot } from '../form/general-fields.tsx'
import { usePictureUploads } from '../images/use-picture-uploads.ts'
import { findHurdle, LAST_STEP, type ShopDraft, steps } from './rules.ts'
import { useCreation } from './use-creation.ts'
import { useDraft } from './use-draft.ts'
import { WizardProgress } from './wizard-progress.tsx'
import { WizardStep } from './wizard-step.tsx'

type WizardProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  userId: string
  begun: ShopDraft
  addressFields: AddressSlot
}

/** Each step begins at its top, and is heard. */
function useStepFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'end' })
  }, [step])
  return heading
}

export function Wizard({ userId, begun, addressFields, ...dialog }: WizardProps) {
  const [draft, setDraft] = useDraft(userId, begun)
  const creation = useCreation(userId, dialog.onClose)
  const changePictures = (change: (current: readonly string[]) => string[]) =>
    setDraft((current) => ({ ...current, pictures: change(current.pictures) }))
  const uploads = usePictureUploads(draft.pictures, changePictures)
  const heading = useStepFocus(draft.step)
  const go = (by: number) => setDraft((current) => ({ ...current, step: current.step + by }))
  const footer = (
    <WizardFooter
      draft={draft}
      isSaving={creation.isPending}
      isUploading={uploads.isBusy}
      onCancel={dialog.onClose}
      onBack={() => go(-1)}
      onNext={() => go(1)}
      onFinish={() => creation.mutate(draft)}
    />
  )
  return (
    <Dialog {...dialog} width="wide" isFullOnPhone footer={footer}>
      <WizardProgress step={draft.step} />
      <h3 ref={heading} tabIndex={-1} className="mb-4 text-xl outline-none">
        {steps[draft.step]}
      </h3>
      <WizardStep {...{ draft, setDraft, changePictures, uploads, addressFields }} />
    </Dialog>
  )
}

type WizardFooterProps = {
  draft: ShopDraft
  isSaving: boolean
  isUploading: boolean
  onCancel: () => void
  onBack: () => void
  onNext: () => void
  onFinish: () => void
}

function WizardFooter({ draft, isSaving, isUploading, onCancel, onBack, onNext, onFinish }: WizardFooterProps) {
  const hurdle = findHurdle(draft)
  const isLast = draft.step === LAST_STEP
  return (
    <>
      <p
        id="falta"
        role="status"
        className="w-full text-sm text-mute empty:hidden sm:w-auto sm:flex-1 sm:content-center"
      >
        {hurdle ?? (isLast && isUploading ? 'Espere as imagens terminarem de subir.' : '')}
      </p>
      <Button variant="ghost" disabled={isSaving} onClick={onCancel}>
        Cancelar
      </Button>
      {draft.step > 0 && (
        <Button variant="outline" disabled={isSaving} onClick={onBack}>
          Voltar
        </Button>
      )}
      {isLast ? (
        <Button isBusy={isSaving} disabled={isUploading} onClick={onFinish}>
          {isSaving ? 'Salvando...' : 'Concluir'}
        </Button>
      ) : (
        <Button disabled={hurdle !== undefined} aria-describedby="falta" onClick={onNext}>
          Próximo
        </Button>
      )}
    </>
  )
}
