import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { toLocalTime } from '../../../lib/local-time.ts'
import { useImageUploads } from '../../../lib/upload.ts'
import { Button } from '../../../ui/button.tsx'
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
import { type BarbershopDialogProps, ConflictingAppointments, EditDialog, useBarbershopEdit } from './edit-dialog.tsx'
import { barbersOfBarbershopQuery, saveFeatures, saveHours, saveInformation, saveServices } from './queries.ts'

export function ServicesDialog({ shop, onClose }: BarbershopDialogProps) {
  const editing = useBarbershopEdit({
    shop,
    toDraft: ({ services }) => toServiceDrafts(services),
    send: (services, version) => saveServices(shop.id, { services: fromServiceDrafts(services), version }),
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

export function HoursDialog({ shop, onClose }: BarbershopDialogProps) {
  const editing = useBarbershopEdit({
    shop,
    toDraft,
    send: ({ weeklyHours, dates }, version, booked) =>
      saveHours(shop.id, {
        operatingHours: fromWeeklyHoursDraft(weeklyHours),
        specialDates: fromSpecialDateDrafts(dates),
        keepConflicts: booked !== 'ask',
        proposeAlternatives: booked === 'propose',
        version,
      }),
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
      <HoursConflicts {...editing} timeZone={shop.timeZone} />
      <div className="grid grid-cols-1 gap-8">
        <WeeklyHoursFields
          days={weeklyHours}
          onChange={(change) => editing.change((draft) => ({ ...draft, weeklyHours: change(draft.weeklyHours) }))}
        />
        <HolidayFields {...specialDates} state={shop.state} days={weeklyHours} />
        <SpecialDateFields {...specialDates} />
      </div>
    </EditDialog>
  )
}

type HoursConflictsProps = {
  conflicts: readonly ScheduleConflict[]
  timeZone: string
  isSaving: boolean
  saveAnyway: () => void
  proposeAlternatives: () => void
}

/** Scrolls to what needs a choice: the form below is longer than the screen. */
const focusShown = (section: HTMLElement | null) => section?.focus()

/** Appointments outside the new hours. Only the dates of standing appointments can be cancelled here. */
function HoursConflicts({ conflicts, timeZone, isSaving, saveAnyway, proposeAlternatives }: HoursConflictsProps) {
  if (conflicts.length === 0) return null
  const one = conflicts.length === 1
  const fixed = conflicts.filter(({ isOfSeries }) => isOfSeries).length
  return (
    <section
      ref={focusShown}
      role="alert"
      tabIndex={-1}
      className="mb-6 grid gap-3 rounded-card bg-brass-soft p-4 outline-none"
    >
      <h3 className="font-sans text-base font-semibold tracking-normal text-brass">
        {one ? 'Há um agendamento fora desses horários' : `Há ${conflicts.length} agendamentos fora desses horários`}
      </h3>
      <ConflictingAppointments appointments={conflicts} timeZone={timeZone} />
      <p className="text-sm">
        Se você mantiver, {one ? 'ele continua marcado' : 'eles continuam marcados'} e ninguém mais consegue agendar
        nesse tempo.
      </p>
      {fixed > 0 && (
        <p className="text-sm">
          “Oferecer outros horários” cancela {fixed} de horário fixo, e {fixed === 1 ? 'o' : 'cada'} cliente escolhe
          outro horário.{fixed < conflicts.length && ' O resto continua marcado.'}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {fixed > 0 && (
          <Button variant="outline" isBusy={isSaving} onClick={proposeAlternatives}>
            Oferecer outros horários
          </Button>
        )}
        <Button variant={fixed > 0 ? 'ink' : 'outline'} isBusy={isSaving} onClick={saveAnyway}>
          {one ? 'Manter o agendamento e salvar' : 'Manter os agendamentos e salvar'}
        </Button>
      </div>
    </section>
  )
}
