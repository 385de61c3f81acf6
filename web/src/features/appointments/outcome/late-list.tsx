import type { Appointment } from '@na-regua/contract/appointments'
import { servingApi } from '@na-regua/contract/serving'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useTap } from '../agenda/card-actions.tsx'
import { getServedName } from '../agenda/rules.ts'
import { takeBack } from '../commands/command-bar.tsx'
import { describeLateCustomer, listLate, type OutcomeChanges } from './rules.ts'
import { VisitRow } from './visit-row.tsx'

type LateListProps = {
  appointments: readonly Appointment[]
  now: Date
  changes: OutcomeChanges
  /** Of several barbers, whom each row names. */
  hasBarbers?: boolean
  onOpen: (id: string) => void
}

/** Who is late and not there yet, with the two taps that end the doubt. It stays in view until one of them is made. */
export function LateList({ appointments, now, changes, hasBarbers = false, onOpen }: LateListProps) {
  const titleId = useId()
  const late = listLate(appointments, now).filter(({ id }) => !changes.findPending(id))
  if (late.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="rounded-card border border-line bg-brass-soft px-3 py-2 md:px-4">
      <h3 id={titleId} className="font-sans text-sm font-semibold tracking-normal text-brass">
        Atrasados <span className="tabular-nums">{late.length}</span>
      </h3>
      <ul className="grid grid-cols-1 gap-x-8 lg:grid-cols-2">
        {late.map((appointment) => (
          <LateRow
            key={appointment.id}
            appointment={appointment}
            text={describeLateCustomer(appointment, now) + (hasBarbers ? `, com ${appointment.barber.name}` : '')}
            onMissed={() => changes.change(appointment, 'no-show')}
            onOpen={() => onOpen(appointment.id)}
          />
        ))}
      </ul>
    </section>
  )
}

type LateRowProps = { appointment: Appointment; text: string; onMissed: () => void; onOpen: () => void }

function LateRow({ appointment, text, onMissed, onOpen }: LateRowProps) {
  const name = getServedName(appointment)
  const arrival = useArrival(appointment)
  return (
    <VisitRow name={name} text={text} onOpen={onOpen}>
      <Button
        variant="outline"
        className="px-3!"
        aria-label={`Chegou: ${name}`}
        isBusy={arrival.isPending}
        onClick={() => arrival.mutate()}
      >
        <Icon name="check" className="size-4.5" />
        Chegou
      </Button>
      <Button variant="outline" className="px-3!" aria-label={`Não veio: ${name}`} onClick={onMissed}>
        Não veio
      </Button>
    </VisitRow>
  )
}

/** The row is gone once the customer is there: the toast has the way back. */
function useArrival(appointment: Appointment) {
  const client = useQueryClient()
  const { id } = appointment

  async function undo(version: number) {
    try {
      await api(servingApi.arrive, { params: { id }, body: { version, isArrived: false } })
    } catch (error) {
      showToast({ tone: 'error', title: 'A chegada continua marcada', text: errorText(error, 'Tente novamente') })
    }
    await client.invalidateQueries({ queryKey: ['appointments'] })
  }

  return useTap({
    appointment,
    type: 'arrive',
    isOn: true,
    onSuccess({ sent, commandId }) {
      const version = sent?.appointment.version
      showToast({
        tone: 'info',
        title: `${getServedName(appointment)}: chegou`,
        action: {
          label: 'Desfazer',
          onClick: () => void (version === undefined ? commandId && takeBack(commandId) : undo(version)),
        },
      })
    },
  })
}
