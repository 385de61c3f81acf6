import type { Appointment } from '@na-regua/contract/appointments'
import { MAX_STAFF_NOTE } from '@na-regua/contract/text-limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, formatDate, formatMoney } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextArea } from '../../../ui/text-field.tsx'
import { servedCustomerQuery } from './queries.ts'
import { useStaffNote } from './use-edit.ts'

/** That the price is not that of the services, why, and who agreed on it. */
export function PriceChangeText({ appointment: { priceChange } }: { appointment: Appointment }) {
  if (!priceChange) return null
  const { fromCents, reason, by } = priceChange
  return (
    <span className="block text-sm text-mute">
      Era {formatMoney(fromCents)}. {reason}
      {by && ` (${by})`}
    </span>
  )
}

/** The last visits of the customer, which are not those of a guest. */
export function LastVisits({ appointment: { customerProfile, guestName, timeZone } }: { appointment: Appointment }) {
  const id = guestName ? undefined : customerProfile?.id
  const { data: customer } = useQuery({ ...servedCustomerQuery(id ?? ''), enabled: id !== undefined })
  if (!customer) return null
  const { visits, missed, lastVisits } = customer
  return (
    <section aria-label="Últimas visitas" className="text-sm">
      <p className="text-mute">
        {formatCount(visits, 'visita', 'visitas')}
        {missed > 0 && `, ${formatCount(missed, 'falta', 'faltas')}`}
      </p>
      <ul className="grid grid-cols-1 gap-0.5">
        {lastVisits.map((visit) => (
          <li key={visit.startTime} className="flex justify-between gap-3">
            <span className="min-w-0 line-clamp-2 wrap-anywhere">
              {visit.serviceName} com {visit.barberName}
            </span>
            <span className="shrink-0 text-mute tabular-nums">{formatDate(visit.startTime, timeZone)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What staff noted of the appointment among themselves, and the way to write it. */
export function StaffNote({ appointment }: { appointment: Appointment }) {
  const [draft, setDraft] = useState<string>()
  const note = appointment.staffNote ?? ''
  const saving = useStaffNote(() => setDraft(undefined))
  if (draft === undefined)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {note && (
          <p className="min-w-0 text-sm whitespace-pre-line wrap-anywhere">
            <span className="text-mute">Anotação da equipe: </span>
            {note}
          </p>
        )}
        <Button variant="ghost" className="-ml-3 px-3!" onClick={() => setDraft(note)}>
          <Icon name="pencil" className="size-4.5" />
          {note ? 'Mudar anotação' : 'Anotar'}
        </Button>
      </div>
    )
  return (
    <Form
      isBusy={saving.isPending}
      failure={false}
      onSubmit={() => saving.mutate({ appointment, before: note, staffNote: draft.trim() })}
      className="grid gap-3"
    >
      <TextArea
        label="Anotação da equipe"
        rows={2}
        autoFocus
        maxLength={MAX_STAFF_NOTE}
        value={draft}
        hint="O cliente não vê."
        onChange={({ target }) => setDraft(target.value)}
      />
      <div className="flex gap-2 *:grow">
        <Button variant="ghost" onClick={() => setDraft(undefined)}>
          Voltar
        </Button>
        <Button type="submit" variant="ink" isBusy={saving.isPending} disabled={draft.trim() === note}>
          Salvar anotação
        </Button>
      </div>
    </Form>
  )
}
