import type { Appointment } from '@na-regua/contract/appointments'
import { MAX_VISIT_MINUTES } from '@na-regua/contract/edits'
import { combineServices } from '@na-regua/contract/service-combinations'
import { MAX_REASON } from '@na-regua/contract/text-limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiResponseError, errorText } from '../../../lib/api-error.ts'
import { formatDuration, formatInstantInSentence, formatMoney } from '../../../lib/format.ts'
import { isPermittedIn } from '../../../lib/permissions.ts'
import { useUser } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { MinutesField, MoneyField } from '../../../ui/amount-input.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/checkbox.tsx'
import { FormDialog, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form, FormAlert } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { formatRowDay, getServedName, isOpenAppointment } from '../agenda/rules.ts'
import { BarberChoice } from '../new-appointment/barber-choice.tsx'
import { bookableBarbersQuery } from '../new-appointment/queries.ts'
import { ServicePicker, useProvidedServices } from '../new-appointment/service-picker.tsx'
import { applyEdit, type EditDraft, hasOtherServices, needsReason, readConflict, startDraft, toEdit } from './rules.ts'
import { useEdit } from './use-edit.ts'

type EditDialogProps = { appointment: Appointment; onClose: () => void }

/** Staff change what an appointment is for, how long it takes, what it costs, and who serves it. */
export function AppointmentEditDialog({ isOpen, appointment, onClose }: EditDialogProps & { isOpen: boolean }) {
  const { barber, service, startTime, timeZone, durationMin, priceCents } = appointment
  const now = useNow()
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Mudar atendimento: ${getServedName(appointment)}`}
      isFullOnPhone
    >
      <div className="grid grid-cols-1 gap-5">
        <p className="rounded-control bg-brass-soft px-4 py-2.5 text-brass tabular-nums wrap-anywhere">
          Agora: {formatRowDay(startTime, now, timeZone)}, {formatInstantInSentence(startTime, timeZone)} com{' '}
          {barber.name}. {service.name}, {formatDuration(durationMin)}, {formatMoney(priceCents)}.
        </p>
        <EditForm appointment={appointment} onClose={onClose} />
      </div>
    </FormDialog>
  )
}

function useEditForm({ appointment, onClose }: EditDialogProps) {
  const [draft, setDraft] = useState<EditDraft>(() => startDraft(appointment))
  const { services, combinations } = useProvidedServices(appointment.barbershop.id, draft.barberId)
  const barbers = useQuery(bookableBarbersQuery(appointment.barbershop.id)).data ?? []
  const saving = useEdit(onClose)
  const chosen = draft.serviceIds.flatMap((id) => services.find((service) => service.id === id) ?? [])
  const terms = hasOtherServices(appointment, draft) ? combineServices(chosen, combinations) : appointment
  const isMissing = hasOtherServices(appointment, draft) && chosen.length < draft.serviceIds.length
  const edit = isMissing ? undefined : toEdit(appointment, draft, terms)
  const barber = barbers.find(({ id }) => id === draft.barberId)

  /** A change makes the refusal of the last attempt stale. */
  function change(next: Partial<EditDraft>) {
    saving.reset()
    setDraft({ ...draft, ...next })
  }

  function submit() {
    if (!edit) return
    const edited = applyEdit(appointment, edit, { services: chosen, barber })
    saving.mutate({ appointment, edit, edited })
  }
  return { draft, change, services, barbers, terms, edit, saving, submit }
}

type EditFormState = ReturnType<typeof useEditForm>

function EditForm(props: EditDialogProps) {
  const form = useEditForm(props)
  const { draft, change, services, barbers, terms, saving } = form
  const { appointment } = props
  const user = useUser()
  const canDiscount = user !== undefined && isPermittedIn(appointment.barbershop.id, 'discounts', user)
  const isOpen = isOpenAppointment(appointment)
  return (
    <Form isBusy={saving.isPending} onSubmit={form.submit} failure={false} className="grid grid-cols-1 gap-5">
      <UnsavedChanges draft={draft} />
      {isOpen && (
        <>
          <FormerServices appointment={appointment} listedIds={services.map(({ id }) => id)} />
          <ServicePicker
            services={services}
            chosenIds={draft.serviceIds}
            onChange={(ids) => {
              const serviceIds = ids.filter((id) => services.some((service) => service.id === id))
              change({ serviceIds, durationMin: undefined, priceCents: undefined })
            }}
          />
          <BarberChoice
            barbers={barbers}
            value={draft.barberId}
            onChange={(barberId) => change({ barberId, ...resetOf(appointment, draft) })}
          />
        </>
      )}
      <div className="grid grid-cols-2 gap-3 *:min-w-0 *:grid-cols-1">
        {isOpen && (
          <MinutesField
            label="Duração (min)"
            value={draft.durationMin ?? terms.durationMin}
            max={MAX_VISIT_MINUTES}
            onValue={(durationMin = Number.NaN) => change({ durationMin })}
          />
        )}
        {canDiscount && (
          <MoneyField
            label="Valor"
            value={draft.priceCents ?? terms.priceCents}
            onValue={(priceCents = Number.NaN) => change({ priceCents })}
          />
        )}
      </div>
      {needsReason(draft, terms) && (
        <PriceReason value={draft.priceReason} onChange={(priceReason) => change({ priceReason })} />
      )}
      <EditSubmit form={form} isWalkIn={appointment.isWalkIn} />
    </Form>
  )
}

/** Another barber may take another time and price for other services; what was agreed on stays. */
const resetOf = (appointment: Appointment, draft: EditDraft): Partial<EditDraft> =>
  hasOtherServices(appointment, draft) ? { durationMin: undefined, priceCents: undefined } : {}

/** Services that cannot be chosen any more. */
function FormerServices({ appointment, listedIds }: { appointment: Appointment; listedIds: readonly string[] }) {
  const former = appointment.services.filter(({ id }) => !id || !listedIds.includes(id))
  if (former.length === 0 || listedIds.length === 0) return null
  return (
    <p className="text-sm text-mute wrap-anywhere">
      Fora da lista deste barbeiro: {former.map(({ name }) => name).join(', ')}. Sai quando você troca os serviços.
    </p>
  )
}

const readyReasons = ['Cortesia', 'Desconto combinado', 'Serviço a mais', 'Erro no valor']

function PriceReason({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <ChoiceGroup
        legend="Por que o valor é outro?"
        options={readyReasons.map((ready) => ({ value: ready, label: ready }))}
        value={value}
        onChange={(ready) => onChange(ready ?? '')}
      />
      <TextField
        label="Motivo"
        value={value}
        maxLength={MAX_REASON}
        hint="Só a equipe vê."
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

/** The button that saves, with a refusal and what is possible instead: a tap chooses it, the next tap saves. */
function EditSubmit({ form, isWalkIn }: { form: EditFormState; isWalkIn: boolean }) {
  const { draft, change, terms, edit, saving } = form
  const { durationMin = terms.durationMin, priceCents = terms.priceCents } = draft
  const isReadable = !Number.isNaN(durationMin) && !Number.isNaN(priceCents)
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-card p-4">
      {saving.error && <FormAlert>{errorText(saving.error, 'Erro ao salvar. Tente novamente.')}</FormAlert>}
      <Possible error={saving.error} onChoose={change} />
      {!isWalkIn && (
        <p className="text-sm text-mute">O cliente é avisado uma vez. O motivo do valor fica com a equipe.</p>
      )}
      <Button type="submit" size="large" isWide isBusy={saving.isPending} disabled={!edit || saving.error !== null}>
        {isReadable ? `Salvar: ${formatDuration(durationMin)}, ${formatMoney(priceCents)}` : 'Salvar'}
      </Button>
    </div>
  )
}

function Possible({ error, onChoose }: { error: Error | null; onChoose: (next: Partial<EditDraft>) => void }) {
  if (!(error instanceof ApiResponseError) || error.code !== 'SLOT_TAKEN') return null
  const { maxDurationMin, freeBarbers } = readConflict(error.details)
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {maxDurationMin !== null && (
        <Button variant="outline" className="grow" onClick={() => onChoose({ durationMin: maxDurationMin })}>
          Fazer em {formatDuration(maxDurationMin)}
        </Button>
      )}
      {freeBarbers.slice(0, 3).map(({ id, name }) => (
        <Button key={id} variant="outline" className="grow" onClick={() => onChoose({ barberId: id })}>
          Passar para {name}
        </Button>
      ))}
    </div>
  )
}
