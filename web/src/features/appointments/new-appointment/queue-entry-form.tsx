import { ANY_BARBER } from '@na-regua/contract/appointments'
import { MAX_QUEUE_NAME } from '@na-regua/contract/queue'
import type { queueTodayApi } from '@na-regua/contract/queue-today'
import type { Body } from '@na-regua/contract/route'
import { useState } from 'react'
import { createUuid } from '../../../lib/unique-id.ts'
import { Button } from '../../../ui/button.tsx'
import { UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form, FormAlert } from '../../../ui/form.tsx'
import { BarberChoice } from './barber-choice.tsx'
import { CustomerChoice } from './customer-choice.tsx'
import { findTypedPhoneProblem, noCustomer } from './rules.ts'
import { ServicePicker, useProvidedServices } from './service-picker.tsx'

export type QueueAddition = {
  /** Who is at work. */
  barbers: readonly { id: string; name: string }[]
  /** Why the last entry was refused. */
  problem: string | undefined
  /** True once it is in the queue. */
  add: (input: Body<typeof queueTodayApi.add>, name: string) => Promise<boolean>
}

type QueueEntryFormProps = {
  target: { barbershopId: string; timeZone: string }
  queue: QueueAddition
  onClose: () => void
}

/** Everything is optional, so that two taps are enough: the first barber who is free, and the usual service. */
export function QueueEntryForm({ target: { barbershopId, timeZone }, queue, onClose }: QueueEntryFormProps) {
  const { barbers, problem, add } = queue
  const [entryId] = useState(createUuid)
  const [customer, setCustomer] = useState(noCustomer)
  const [barberId, setBarberId] = useState<string>(ANY_BARBER)
  const [serviceId, setServiceId] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isRejected, setRejected] = useState(false)
  const { services } = useProvidedServices(barbershopId, barberId)
  const { known, phone } = customer
  const phoneProblem = findTypedPhoneProblem(customer)

  async function handleSubmit() {
    setRejected(phoneProblem !== undefined)
    if (phoneProblem) return
    const name = customer.name.trim().slice(0, MAX_QUEUE_NAME)
    const who = known ? { customerId: known.id } : { name: name || undefined, phone: phone || undefined }
    setBusy(true)
    const input = {
      entryId,
      ...who,
      barberId: barberId === ANY_BARBER ? undefined : barberId,
      serviceId: services.some(({ id }) => id === serviceId) ? serviceId : undefined,
    }
    const isDone = await add(input, (known?.name ?? name) || 'Cliente')
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <Form isBusy={isBusy} onSubmit={() => void handleSubmit()} failure={false} className="grid grid-cols-1 gap-5">
      <UnsavedChanges draft={customer} />
      <CustomerChoice
        barbershopId={barbershopId}
        timeZone={timeZone}
        value={customer}
        problem={isRejected ? phoneProblem : undefined}
        isFocused={false}
        onChange={setCustomer}
      />
      {services.length > 1 && (
        <ServicePicker
          services={services}
          chosenIds={serviceId ? [serviceId] : []}
          onChange={(ids) => setServiceId(ids.at(-1))}
        />
      )}
      {barbers.length > 1 && <BarberChoice barbers={barbers} value={barberId} hasAny onChange={setBarberId} />}
      <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-card p-4">
        <FormAlert>{problem}</FormAlert>
        <Button type="submit" size="large" isWide isBusy={isBusy}>
          Pôr na fila
        </Button>
      </div>
    </Form>
  )
}
