import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { DisplacementSlot } from '../../../lib/displacement-slot.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { useImageUploads } from '../../../lib/upload.ts'
import { FeatureChoice, ImageFields } from '../form/barbershop-fields.tsx'
import { barbershopImages, describeImageChangeError, listOwnImages } from '../form/rules.ts'
import {
  areSpecialDatesValid,
  areWeeklyHoursValid,
  fromSpecialDateDrafts,
  fromWeeklyHoursDraft,
  toSpecialDateDrafts,
  toWeeklyHoursDraft,
} from '../opening-hours-form/rules.ts'
import { HolidayFields, SpecialDateFields } from '../opening-hours-form/special-date-fields.tsx'
import { WeeklyHoursFields } from '../opening-hours-form/weekly-hours-fields.tsx'
import { areServicesValid, fromServiceDrafts, toServiceDrafts } from '../services/rules.ts'
import { ServiceTable } from '../services/service-table.tsx'
import { type BarbershopDialogProps, EditDialog, useBarbershopEdit } from './edit-dialog.tsx'
import { barbersOfBarbershopQuery, saveFeatures, saveHours, saveInformation, saveServices } from './queries.ts'

type DisplacingDialogProps = BarbershopDialogProps & { displacement: DisplacementSlot }

export function ServicesDialog({ shop, displacement, onClose }: DisplacingDialogProps) {
  const editing = useBarbershopEdit({
    shop,
    toDraft: ({ services }) => toServiceDrafts(services),
    send: (services, version) =>
      saveServices(shop.id, { services: fromServiceDrafts(services), version, keepConflicts: false }),
    onSaved: onClose,
  })
  const barbers = useQuery(barbersOfBarbershopQuery(shop.id))
  const disabledReason = areServicesValid(editing.draft) ? undefined : 'Cada serviço precisa de nome, duração e preço.'
  return (
    <EditDialog shop={shop} onClose={onClose} editing={editing} disabledReason={disabledReason} title="Serviços">
      <p className="mb-4 text-mute">
        O que já está marcado guarda o preço e a duração de quando foi marcado. Serviços inativos não aparecem para os
        clientes.
      </p>
      <ServiceTable
        services={editing.draft}
        barbers={barbers.data}
        onRetryBarbers={barbers.isLoadingError ? () => void barbers.refetch() : undefined}
        onChange={(change) => editing.change(change)}
      />
      {editing.isRefused &&
        displacement({
          barbershopId: shop.id,
          change: { type: 'services', services: fromServiceDrafts(editing.draft), version: editing.version },
          action: 'Salvar',
          onClose: editing.back,
          onDone: onClose,
        })}
    </EditDialog>
  )
}

export function FeaturesDialog({ shop, onClose }: BarbershopDialogProps) {
  const editing = useBarbershopEdit({
    shop,
    toDraft: ({ featureIds }) => featureIds,
    send: (featureIds, version) => saveFeatures(shop.id, { featureIds, version }),
    onSaved: onClose,
  })
  return (
    <EditDialog shop={shop} onClose={onClose} editing={editing} title="Comodidades">
      <FeatureChoice value={editing.draft} onChange={(ids) => editing.change(() => ids)} />
    </EditDialog>
  )
}

export function ImagesDialog({ shop, onClose }: BarbershopDialogProps) {
  const editing = useBarbershopEdit<readonly string[]>({
    shop,
    toDraft: listOwnImages,
    send: (images, version) =>
      saveInformation(shop.id, { images: [...images], coverImageUrl: images[0] ?? null, version }),
    onSaved: onClose,
    describeError: (images) => describeImageChangeError(listOwnImages(shop), images),
  })
  const uploads = useImageUploads(editing.draft, editing.change, barbershopImages)
  return (
    <EditDialog
      shop={shop}
      onClose={onClose}
      editing={editing}
      disabledReason={uploads.isBusy ? 'Espere as imagens terminarem de subir.' : undefined}
      title="Editar Imagens"
    >
      <ImageFields images={editing.draft} onChange={editing.change} uploads={uploads} />
    </EditDialog>
  )
}

function toDraft({ workingHours, specialDates }: OwnBarbershop) {
  return { weeklyHours: toWeeklyHoursDraft(workingHours), dates: toSpecialDateDrafts(specialDates) }
}

function toHours({ weeklyHours, dates }: ReturnType<typeof toDraft>, version: number) {
  return {
    operatingHours: fromWeeklyHoursDraft(weeklyHours),
    specialDates: fromSpecialDateDrafts(dates),
    version,
  }
}

export function HoursDialog({ shop, displacement, onClose }: DisplacingDialogProps) {
  const editing = useBarbershopEdit({
    shop,
    toDraft,
    send: (draft, version) => saveHours(shop.id, toHours(draft, version)),
    onSaved: onClose,
  })
  const { weeklyHours, dates } = editing.draft
  const isValid = areWeeklyHoursValid(weeklyHours) && areSpecialDatesValid(dates)
  const specialDates: ComponentProps<typeof SpecialDateFields> = {
    dates,
    today: toLocalTime(new Date(), shop.timeZone).date,
    onChange: (change) => editing.change((draft) => ({ ...draft, dates: change(draft.dates) })),
  }
  return (
    <EditDialog
      shop={shop}
      onClose={onClose}
      editing={editing}
      disabledReason={isValid ? undefined : 'Confira os horários em vermelho.'}
      title="Horários"
    >
      <div className="grid grid-cols-1 gap-8">
        <WeeklyHoursFields
          days={weeklyHours}
          onChange={(change) => editing.change((draft) => ({ ...draft, weeklyHours: change(draft.weeklyHours) }))}
        />
        <HolidayFields {...specialDates} state={shop.state} days={weeklyHours} />
        <SpecialDateFields {...specialDates} />
      </div>
      {editing.isRefused &&
        displacement({
          barbershopId: shop.id,
          change: { type: 'opening-hours', ...toHours(editing.draft, editing.version) },
          action: 'Salvar',
          onClose: editing.back,
          onDone: onClose,
        })}
    </EditDialog>
  )
}
