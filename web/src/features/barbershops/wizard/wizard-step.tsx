import type { ComponentProps, Dispatch, SetStateAction } from 'react'
import { deviceTimeZone, toLocalTime } from '../../../lib/local-time.ts'
import type { ImageUploads } from '../../../lib/use-image-uploads.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { type AddressSlot, FeatureChoice, GeneralFields } from '../form/general-fields.tsx'
import { CoverField, ImageFields } from '../images/image-fields.tsx'
import { HolidayFields, SpecialDateFields } from '../opening-hours-form/special-date-fields.tsx'
import { WeeklyHoursFields } from '../opening-hours-form/weekly-hours-fields.tsx'
import { ServiceListFields } from '../services/service-list-fields.tsx'
import type { BarbershopDraft } from './rules.ts'

type WizardStepProps = {
  draft: BarbershopDraft
  setDraft: Dispatch<SetStateAction<BarbershopDraft>>
  changeImages: (change: (current: readonly string[]) => string[]) => void
  uploads: ImageUploads
  addressFields: AddressSlot
  /** The user tried to go on: the fields show what is missing. */
  isChecked: boolean
  positionError: string | undefined
}

type Merge = (change: (current: BarbershopDraft) => Partial<BarbershopDraft>) => void

export function WizardStep({ draft, setDraft, changeImages, uploads, addressFields, ...checks }: WizardStepProps) {
  const { general, featureIds, services, images } = draft
  const merge: Merge = (change) => setDraft((current) => ({ ...current, ...change(current) }))
  switch (draft.step) {
    case 0:
      return (
        <GeneralFields
          {...checks}
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
      return <HoursStep draft={draft} merge={merge} />
    default:
      return (
        <div className="grid gap-6">
          <OwnerAsBarber isChosen={draft.cutsHere} onChange={(cutsHere) => merge(() => ({ cutsHere }))} />
          <ImageFields {...{ images, uploads }} onChange={changeImages} removesBroken />
        </div>
      )
  }
}

function HoursStep({ draft: { general, weeklyHours, specialDates }, merge }: { draft: BarbershopDraft; merge: Merge }) {
  const dates: ComponentProps<typeof SpecialDateFields> = {
    dates: specialDates,
    // The zone of the barbershop follows from its position when it is created; the server leaves out past dates.
    today: toLocalTime(new Date(), deviceTimeZone()).date,
    onChange: (change) => merge((current) => ({ specialDates: change(current.specialDates) })),
  }
  return (
    <div className="grid grid-cols-1 gap-8">
      <WeeklyHoursFields
        days={weeklyHours}
        onChange={(change) => merge((current) => ({ weeklyHours: change(current.weeklyHours) }))}
      />
      <HolidayFields {...dates} state={general.state} days={weeklyHours} />
      <SpecialDateFields {...dates} />
    </div>
  )
}

type OwnerAsBarberProps = { isChosen: boolean; onChange: (isChosen: boolean) => void }

/** Without a barber no customer can book. */
function OwnerAsBarber({ isChosen, onChange }: OwnerAsBarberProps) {
  return (
    <div className="rounded-card border border-line p-4">
      <Checkbox checked={isChosen} onChange={onChange} aria-describedby="eu-corto">
        <span className="font-semibold">Eu corto aqui</span>
      </Checkbox>
      <p id="eu-corto" className="text-sm text-mute">
        Você entra como barbeiro e já recebe agendamentos. A equipe, você convida depois.
      </p>
    </div>
  )
}
