import type { Dispatch, SetStateAction } from 'react'
import { FeatureChoice } from '../form/feature-choice.tsx'
import { type AddressSlot, GeneralFields } from '../form/general-fields.tsx'
import { CoverField } from '../images/cover-field.tsx'
import { PictureFields } from '../images/picture-fields.tsx'
import type { PictureUploads } from '../images/use-picture-uploads.ts'
import { WeekFields } from '../opening-hours-form/week-fields.tsx'
import { ServiceFields } from '../services/service-fields.tsx'
import type { ShopDraft } from './rules.ts'

type WizardStepProps = {
  draft: ShopDraft
  setDraft: Dispatch<SetStateAction<ShopDraft>>
  changePictures: (change: (current: readonly string[]) => string[]) => void
  uploads: PictureUploads
  addressFields: AddressSlot
}

export function WizardStep({ draft, setDraft, changePictures, uploads, addressFields }: WizardStepProps) {
  const { general, featureIds, services, week, pictures } = draft
  const merge = (change: (current: ShopDraft) => Partial<ShopDraft>) =>
    setDraft((current) => ({ ...current, ...change(current) }))
  switch (draft.step) {
    case 0:
      return (
        <GeneralFields
          value={general}
          onChange={(change) => merge((current) => ({ general: change(current.general) }))}
          addressFields={addressFields}
        >
          <CoverField {...{ pictures, uploads }} onRemove={() => changePictures((current) => current.slice(1))} />
        </GeneralFields>
      )
    case 1:
      return <FeatureChoice value={featureIds} onChange={(ids) => merge(() => ({ featureIds: ids }))} />
    case 2:
      return (
        <ServiceFields
          services={services}
          onChange={(change) => merge((current) => ({ services: change(current.services) }))}
        />
      )
    case 3:
      return <WeekFields week={week} onChange={(change) => merge((current) => ({ week: change(current.week) }))} />
    default:
      return <PictureFields {...{ pictures, uploads }} onChange={changePictures} dropsBroken />
  }
}
