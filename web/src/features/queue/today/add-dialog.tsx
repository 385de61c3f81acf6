import type { Customer } from '@na-regua/contract/customers'
import { findPhoneProblem } from '@na-regua/contract/phones'
import { MAX_QUEUE_NAME } from '@na-regua/contract/queue'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { createUuid } from '../../../lib/unique-id.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/checkbox.tsx'
import { FormDialog, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { type QueueChoice, queueQuery } from '../queries.ts'
import type { NewQueueEntry, StaffQueue } from './use-queue-taps.ts'

type Who = { known: Customer | undefined; phone: string; name: string }

/** The fields of a customer whom the barbershop may know. */
export type CustomerFields = ComponentType<{
  barbershopId: string
  timeZone: string
  value: Who
  onChange: (value: Who) => void
  isNameFirst: boolean
}>

const noCustomer: Who = { known: undefined, phone: '', name: '' }

type AddDialogProps = { queue: StaffQueue; customerFields: CustomerFields; onClose: () => void }

/** A customer without an appointment: everything is optional, so two taps are enough. */
export function AddDialog({ queue, customerFields: Fields, onClose }: AddDialogProps) {
  const { barbershopId, timeZone, taps, problem } = queue
  const [entryId] = useState(createUuid)
  const [who, setWho] = useState(noCustomer)
  const [choice, setChoice] = useState<QueueChoice>({})
  const [isBusy, setBusy] = useState(false)

  const [isRejected, setRejected] = useState(false)
  const phoneProblem = who.known ? undefined : findPhoneProblem(who.phone, { isOptional: true })

  async function handleSubmit() {
    setRejected(phoneProblem !== undefined)
    if (phoneProblem !== undefined) return
    setBusy(true)
    const input = toInput(entryId, who, choice)
    const isDone = await taps.add(input, who.known?.name ?? input.name ?? 'Cliente')
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <FormDialog isOpen onClose={onClose} title="Pôr na fila">
      <Form isBusy={isBusy} onSubmit={() => void handleSubmit()} failure={false} className="grid gap-5">
        <UnsavedChanges draft={who} />
        <Fields barbershopId={barbershopId} timeZone={timeZone} value={who} onChange={setWho} isNameFirst />
        <ChoiceFields queue={queue} choice={choice} onChange={setChoice} />
        <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-2 border-t border-line bg-card p-4">
          <p role="alert" className="font-medium text-red empty:hidden">
            {isRejected && phoneProblem
              ? `${phoneProblem} Ou apague o telefone.`
              : problem?.at === 'add' && problem.text}
          </p>
          <Button type="submit" size="large" isWide isBusy={isBusy}>
            Pôr na fila
          </Button>
        </div>
      </Form>
    </FormDialog>
  )
}

type ChoiceFieldsProps = { queue: StaffQueue; choice: QueueChoice; onChange: (choice: QueueChoice) => void }

/** Nothing chosen: the first barber who is free, and the usual service. */
function ChoiceFields({ queue: { barbershopId, today }, choice, onChange }: ChoiceFieldsProps) {
  const services = useQuery(queueQuery(barbershopId)).data?.services ?? []
  const barbers = today.barbers.filter(({ isAtWork }) => isAtWork)
  return (
    <>
      {barbers.length > 1 && (
        <ChoiceGroup
          legend="Com quem"
          options={barbers.map(({ barberId: value, name: label }) => ({ value, label }))}
          value={choice.barberId}
          onChange={(barberId) => onChange({ ...choice, barberId })}
        />
      )}
      {services.length > 1 && (
        <ChoiceGroup
          legend="Serviço"
          options={services.map(({ id, name }) => ({ value: id, label: name }))}
          value={choice.serviceId}
          onChange={(serviceId) => onChange({ ...choice, serviceId })}
        />
      )}
    </>
  )
}

/** Without a barber: the first one who is free. */
function toInput(entryId: string, { known, phone, name }: Who, choice: QueueChoice) {
  const typed = name.trim().slice(0, MAX_QUEUE_NAME)
  const input: NewQueueEntry = { entryId, ...choice }
  if (known) return { ...input, customerId: known.id }
  return { ...input, ...(typed && { name: typed }), ...(phone && { phone }) }
}
