import type { User } from '@na-regua/contract/accounts'
import { invitesApi } from '@na-regua/contract/invites'
import { NAME_AND_ADDRESS_MISSING, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { ApiResponseError, errorText, hasCode } from '../../../lib/api-error.ts'
import { formatList } from '../../../lib/format.ts'
import { getThumbnailUrl } from '../../../lib/images.ts'
import { deviceTimeZone, toLocalTime } from '../../../lib/local-time.ts'
import { useUser } from '../../../lib/session.ts'
import type { ImageUploads } from '../../../lib/upload.ts'
import { createStoredValue } from '../../../lib/use-stored-value.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ImagePicker, ImageProblems, UploadTile } from '../../../ui/image-upload.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { saveFeatures, saveHours, saveInformation, saveServices } from '../editing/queries.ts'
import { type AddressSlot, FeatureChoice, GeneralFields, ImageFields } from '../form/barbershop-fields.tsx'
import { type BarbershopDraft, isWorthSaving, lacksNameOrAddress, parseDraft, toNewBarbershop } from '../form/rules.ts'
import { fromSpecialDateDrafts, fromWeeklyHoursDraft } from '../opening-hours-form/rules.ts'
import { HolidayFields, SpecialDateFields } from '../opening-hours-form/special-date-fields.tsx'
import { WeeklyHoursFields } from '../opening-hours-form/weekly-hours-fields.tsx'
import { fromServiceDrafts } from '../services/rules.ts'
import { ServiceListFields } from '../services/service-list-fields.tsx'

const createBarbershop = (shop: Body<typeof ownBarbershopsApi.createBarbershop>) =>
  api(ownBarbershopsApi.createBarbershop, { body: shop })

/** The first request creates the barbershop. If a later one fails, a toast lists what to complete in the edit dialogs. */
async function create(draft: BarbershopDraft, { id: userId, email }: Pick<User, 'id' | 'email'>) {
  const { id } = await createBarbershop(toNewBarbershop(draft, userId))
  const hours = {
    operatingHours: fromWeeklyHoursDraft(draft.weeklyHours),
    specialDates: fromSpecialDateDrafts(draft.specialDates),
  }
  const joinAsBarber = () => api(invitesApi.create, { body: { barbershopId: id, userEmail: email } })
  const rest: [string, () => Promise<unknown>][] = [
    ['as comodidades', () => saveFeatures(id, { featureIds: draft.featureIds })],
    ['os serviços', () => saveServices(id, { services: fromServiceDrafts(draft.services) })],
    ['os horários', () => saveHours(id, hours)],
    ['as imagens', () => saveInformation(id, { images: draft.images, coverImageUrl: draft.images[0] ?? null })],
    ...(draft.cutsHere ? [['você como barbeiro', joinAsBarber] satisfies [string, () => Promise<unknown>]] : []),
  ]
  const failed: string[] = []
  // A save may also throw before it sends anything.
  for (const [label, save] of rest)
    await Promise.resolve()
      .then(save)
      .catch(() => failed.push(label))
  return { id, failed }
}

function showResult(failed: readonly string[]) {
  const title = 'Barbearia criada com sucesso!'
  if (failed.length === 0) return showToast({ tone: 'success', title })
  showToast({
    tone: 'info',
    title,
    text: `Não deu para salvar ${formatList(failed)}. Complete na lista das suas barbearias.`,
  })
}

/** `onPlaceRefused`: position and city contradict each other, or are abroad. */
export function useCreateBarbershop(onCreated: () => void, onPlaceRefused: (message: string) => void) {
  const client = useQueryClient()
  const user = useUser()
  return useMutation({
    mutationFn: (draft: BarbershopDraft) => {
      if (!user || lacksNameOrAddress(draft.general))
        throw new ApiResponseError(400, { code: 'INVALID_INPUT', message: NAME_AND_ADDRESS_MISSING })
      return create(draft, user)
    },
    async onSuccess({ failed }) {
      if (user) deleteDraft(user.id)
      showResult(failed)
      onCreated()
      await Promise.all([
        client.invalidateQueries({ queryKey: ['account'] }),
        client.invalidateQueries({ queryKey: ['barbershops'] }),
      ])
    },
    onError(error) {
      const title = errorText(error, 'Erro ao criar barbearia')
      if (hasCode(error, 'PLACE_MISMATCH') || hasCode(error, 'PLACE_ABROAD')) return onPlaceRefused(title)
      showToast({ tone: 'error', title })
    },
  })
}

const openDraft = (userId: string) => createStoredValue({ key: `shop-draft:${userId}`, parse: parseDraft })

export const loadDraft = (userId: string) => openDraft(userId).read()

export const deleteDraft = (userId: string) => void openDraft(userId).write(undefined)

/** Saves each change, so that closing the dialog or reloading the page loses nothing. */
export function useStoredDraft(userId: string, initialDraft: BarbershopDraft) {
  const [draft, setDraft] = useState(initialDraft)
  useEffect(() => {
    if (isWorthSaving(draft)) openDraft(userId).write(draft)
  }, [userId, draft])
  return [draft, setDraft] as const
}

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
          <CoverField images={images} uploads={uploads} onRemove={() => changeImages((current) => current.slice(1))} />
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
          <ImageFields images={images} uploads={uploads} onChange={changeImages} removesBroken />
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

type CoverFieldProps = { images: readonly string[]; uploads: ImageUploads; onRemove: () => void }

/** The first of the images. The last step shows it with the others. */
function CoverField({ images, uploads, onRemove }: CoverFieldProps) {
  const [cover] = images
  const [upload] = uploads.uploads
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-1.5 text-sm font-semibold">Foto de capa</legend>
      {(cover ?? upload) && (
        <div className="w-full max-w-64">
          {upload ? (
            <UploadTile upload={upload} />
          ) : (
            <img
              src={getThumbnailUrl(String(cover))}
              alt="Capa da barbearia"
              onError={() => navigator.onLine && onRemove()}
              className="aspect-4/3 w-full rounded-control border border-line bg-sunken object-cover"
            />
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <ImagePicker
          label={cover ? 'Trocar capa' : 'Escolher foto'}
          isDisabled={uploads.isBusy}
          onPick={(files) => uploads.add(files.slice(0, 1), { isCover: true })}
        />
        {cover && !uploads.isBusy && (
          <Button variant="ghost" onClick={onRemove}>
            Remover capa
          </Button>
        )}
      </div>
      <ImageProblems problems={uploads.problems} />
    </fieldset>
  )
}
