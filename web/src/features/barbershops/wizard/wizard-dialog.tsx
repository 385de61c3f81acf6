import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../../lib/session.ts'
import { useImageUploads } from '../../../lib/upload.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RulerLine } from '../../../ui/ruler.tsx'
import type { AddressSlot } from '../form/barbershop-fields.tsx'
import {
  type BarbershopDraft,
  barbershopImages,
  createDraft,
  findStepError,
  LAST_STEP,
  wizardSteps,
} from '../form/rules.ts'
import { deleteDraft, loadDraft, useCreateBarbershop, useStoredDraft, WizardStep } from './wizard-step.tsx'

type WizardDialogProps = {
  isOpen: boolean
  onClose: () => void
  addressFields: AddressSlot
}

/** For owners only. */
export function WizardDialog(props: WizardDialogProps) {
  const user = useUser()
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

  if (initialDraft)
    return (
      <Wizard userId={userId} addressFields={addressFields} initialDraft={initialDraft} {...dialog} title={title} />
    )
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
      <p className="wrap-anywhere">
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

type WizardProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  userId: string
  initialDraft: BarbershopDraft
  addressFields: AddressSlot
}

/** Focuses the heading of a new step, so that screen readers announce it and it starts at its top. */
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

/** Reports what a step lacks when the user tries to go on: each attempt shows the first invalid field. */
function useAttempts(step: number) {
  const content = useRef<HTMLDivElement>(null)
  const [attempts, setAttempts] = useState({ step, count: 0 })
  useEffect(() => {
    if (attempts.count === 0) return
    const first = content.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-invalid], li input[value=""]',
    )
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, [attempts])
  return {
    content,
    isChecked: attempts.step === step && attempts.count > 0,
    report: (ofStep = step) => setAttempts(({ count }) => ({ step: ofStep, count: count + 1 })),
  }
}

const placeOf = ({ latitude, longitude, city, state }: BarbershopDraft['general']) =>
  [latitude, longitude, city, state].join()

export function Wizard({ userId, initialDraft, addressFields, ...dialog }: WizardProps) {
  const [draft, setDraft] = useStoredDraft(userId, initialDraft)
  const [refusal, setRefusal] = useState<{ place: string; message: string }>()
  const creation = useCreateBarbershop(dialog.onClose, (message) => {
    setRefusal({ place: placeOf(draft.general), message })
    setDraft((current) => ({ ...current, step: 0 }))
    attempts.report(0)
  })
  const changeImages = (change: (current: readonly string[]) => string[]) =>
    setDraft((current) => ({ ...current, images: change(current.images) }))
  const uploads = useImageUploads(draft.images, changeImages, barbershopImages)
  const heading = useStepFocus(draft.step)
  const attempts = useAttempts(draft.step)
  const go = (by: number) => setDraft((current) => ({ ...current, step: current.step + by }))
  const footer = (
    <WizardFooter
      draft={draft}
      isSaving={creation.isPending}
      isUploading={uploads.isBusy}
      onCancel={dialog.onClose}
      onBack={() => go(-1)}
      onNext={() => (findStepError(draft) ? attempts.report() : go(1))}
      onFinish={() => creation.mutate(draft)}
    />
  )
  // The message is about this place only.
  const positionError = refusal?.place === placeOf(draft.general) ? refusal.message : undefined
  return (
    <Dialog {...dialog} width="wide" isFullOnPhone footer={footer}>
      <div ref={attempts.content}>
        <WizardProgress step={draft.step} />
        <h3 ref={heading} tabIndex={-1} className="mb-4 text-xl outline-none">
          {wizardSteps[draft.step]}
        </h3>
        <WizardStep
          draft={draft}
          setDraft={setDraft}
          changeImages={changeImages}
          uploads={uploads}
          addressFields={addressFields}
          positionError={positionError}
          isChecked={attempts.isChecked}
        />
      </div>
    </Dialog>
  )
}

type WizardFooterProps = {
  draft: BarbershopDraft
  isSaving: boolean
  isUploading: boolean
  onCancel: () => void
  onBack: () => void
  onNext: () => void
  onFinish: () => void
}

function WizardFooter({ draft, isSaving, isUploading, onCancel, onBack, onNext, onFinish }: WizardFooterProps) {
  const error = findStepError(draft)
  const isLast = draft.step === LAST_STEP
  return (
    <>
      <p
        id="falta"
        role="status"
        className="w-full text-sm text-mute empty:hidden sm:w-auto sm:flex-1 sm:content-center"
      >
        {error ?? (isLast && isUploading ? 'Espere as imagens terminarem de subir.' : '')}
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
        // A press on the disabled button shows what is missing.
        <button
          type="button"
          aria-disabled={error !== undefined || undefined}
          aria-describedby="falta"
          onClick={onNext}
          className={buttonClass({})}
        >
          Próximo
        </button>
      )}
    </>
  )
}

const TICKS = 6

/** The ruler, red up to the current step. On a phone only the current step is named. */
function WizardProgress({ step }: { step: number }) {
  return (
    <div className="mb-6">
      <RulerLine
        steps={wizardSteps.length * TICKS + 1}
        done={(step + 1) * TICKS + (step === wizardSteps.length - 1 ? 1 : 0)}
      />
      <ol aria-label="Passos" className="mt-2 hidden grid-cols-5 text-sm sm:grid">
        {wizardSteps.map((name, index) => (
          <li
            key={name}
            aria-current={index === step ? 'step' : undefined}
            className={clsx(index === step ? 'font-semibold' : 'text-mute')}
          >
            {name}
          </li>
        ))}
      </ol>
      <p className="mt-2 text-sm text-mute sm:hidden">
        Passo {step + 1} de {wizardSteps.length}
      </p>
    </div>
  )
}
