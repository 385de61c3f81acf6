import { clsx } from 'clsx'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { useSession } from '../../../lib/session.ts'
import { type ImageUploads, useImageUploads } from '../../../lib/use-image-uploads.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RulerLine } from '../../../ui/ruler.tsx'
import { type AddressSlot, FeatureChoice, GeneralFields } from '../form/general-fields.tsx'
import { barbershopImages } from '../form/rules.ts'
import { CoverField, ImageFields } from '../images/image-fields.tsx'
import { WeeklyHoursFields } from '../opening-hours-form/weekly-hours-fields.tsx'
import { ServiceListFields } from '../services/service-list-fields.tsx'
import { type BarbershopDraft, createDraft, findStepError, LAST_STEP, wizardSteps } from './rules.ts'
import { deleteDraft, loadDraft, useCreateBarbershop, useStoredDraft } from './use-create-barbershop.ts'

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

export function Wizard({ userId, initialDraft, addressFields, ...dialog }: WizardProps) {
  const [draft, setDraft] = useStoredDraft(userId, initialDraft)
  const creation = useCreateBarbershop(userId, dialog.onClose)
  const changeImages = (change: (current: readonly string[]) => string[]) =>
    setDraft((current) => ({ ...current, images: change(current.images) }))
  const uploads = useImageUploads(draft.images, changeImages, barbershopImages)
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
        {wizardSteps[draft.step]}
      </h3>
      <WizardStep {...{ draft, setDraft, changeImages, uploads, addressFields }} />
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
        <Button disabled={error !== undefined} aria-describedby="falta" onClick={onNext}>
          Próximo
        </Button>
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

type WizardStepProps = {
  draft: BarbershopDraft
  setDraft: Dispatch<SetStateAction<BarbershopDraft>>
  changeImages: (change: (current: readonly string[]) => string[]) => void
  uploads: ImageUploads
  addressFields: AddressSlot
}

function WizardStep({ draft, setDraft, changeImages, uploads, addressFields }: WizardStepProps) {
  const { general, featureIds, services, weeklyHours, images } = draft
  const merge = (change: (current: BarbershopDraft) => Partial<BarbershopDraft>) =>
    setDraft((current) => ({ ...current, ...change(current) }))
  switch (draft.step) {
    case 0:
      return (
        <GeneralFields
          value={general}
          onChange={(change) => merge((current) => ({ general: change(current.general) }))}
          addressFields={addressFields}
        >
          <CoverField {...{ images, uploads }} onRemove={() => changeImages((current) => current.slice(1))} />
        </GeneralFields>
      )
    case 1:
      return <FeatureChoice value={featureIds} onChange={(ids) => merge(() => ({ featureIds: ids }))} />
    case 2:
      return (
        <ServiceListFields
          services={services}
          onChange={(change) => merge((current) => ({ services: change(current.services) }))}
        />
      )
    case 3:
      return (
        <WeeklyHoursFields
          days={weeklyHours}
          onChange={(change) => merge((current) => ({ weeklyHours: change(current.weeklyHours) }))}
        />
      )
    default:
      return <ImageFields {...{ images, uploads }} onChange={changeImages} removesBroken />
  }
}
