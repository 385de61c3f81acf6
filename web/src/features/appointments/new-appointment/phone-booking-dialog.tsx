import { ANY_BARBER } from '@na-regua/contract/appointments'
import type { Customer } from '@na-regua/contract/customers'
import { HOUR_MINUTE_PATTERN, matchesPattern } from '@na-regua/contract/text-limits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatDateAndTime, formatTimeInSentence } from '../../../lib/format.ts'
import { toMinutes } from '../../../lib/local-time.ts'
import { createUuid } from '../../../lib/unique-id.ts'
import { QUEUED_TEXT } from '../../../lib/use-commands.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { FormDialog, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { RepeatForm } from '../series/repeat-form.tsx'
import { minuteToInstant } from '../timeline/rules.ts'
import { BarberChoice } from './barber-choice.tsx'
import { type ChosenCustomer, KnownCustomers, noCustomer, toCustomerInput } from './known-customers.tsx'
import { bookableBarbersQuery, sendBooking, slotsQuery } from './queries.ts'
import { ServicePicker, useOfferedServices } from './service-picker.tsx'
import { TimeChoice, TimeSubmit } from './time-choice.tsx'

/** Where and on which day the booking begins; everything can be changed in the dialog. */
export type PhoneBookingTarget = { barbershopId: string; barberId?: string; date: string; timeZone: string }

type Booked = NonNullable<Awaited<ReturnType<typeof sendBooking>>>
type PhoneBookingDialogProps = { target: PhoneBookingTarget; known?: Customer; onClose: () => void }

/** Staff book for a customer who calls: who, what, when; then the link to send. */
export default function PhoneBookingDialog({ target, known, onClose }: PhoneBookingDialogProps) {
  const [booked, setBooked] = useState<Booked>()
  const title = booked ? 'Horário marcado' : 'Marcar para cliente'
  return (
    <FormDialog isOpen onClose={onClose} title={title} isFullOnPhone={!booked}>
      {booked ? (
        <BookedMessage booked={booked} onClose={onClose} />
      ) : (
        <BookingForm target={target} known={known} onBooked={setBooked} onQueued={onClose} />
      )}
    </FormDialog>
  )
}

type BookingFormProps = {
  target: PhoneBookingTarget
  known: Customer | undefined
  onBooked: (booked: Booked) => void
  /** It waits for the network. */
  onQueued: () => void
}

type Choice = {
  customer: ChosenCustomer
  /** Undefined: the service of the customer's last visit, or the only one. */
  serviceIds?: readonly string[]
  barberId: string
  date: string
  time: string
}

function usePhoneBooking({ target, known, onBooked, onQueued }: BookingFormProps) {
  const { barbershopId, timeZone } = target
  const start = { barberId: target.barberId ?? ANY_BARBER, date: target.date, time: '' }
  const [choice, setChoice] = useState<Choice>({ ...start, customer: { ...noCustomer, known } })
  const [key] = useState(createUuid)
  const booking = useBookForCustomer(onBooked, onQueued)
  const { customer, barberId, date, time } = choice
  const { data: barbers = [] } = useQuery(bookableBarbersQuery(barbershopId))
  const { query: services, services: offered } = useOfferedServices(barbershopId, barberId)
  const usual = customer.known?.lastVisits[0]?.serviceId ?? (offered.length === 1 ? offered[0]?.id : undefined)
  const serviceIds = (choice.serviceIds ?? [usual]).filter((id) => offered.some((one) => one.id === id)) as string[]
  const slots = useQuery({
    ...slotsQuery({ barbershopId, barberId, serviceIds, date }),
    enabled: serviceIds.length > 0 && date !== '',
  })
  const who = toCustomerInput(customer)
  const isComplete =
    who !== undefined && serviceIds.length > 0 && matchesPattern(HOUR_MINUTE_PATTERN, time) && date !== ''

  function handleSubmit() {
    if (!who || !isComplete) return
    const startTime = minuteToInstant(toMinutes(time), date, timeZone)
    const body = { ...who, barberId, serviceIds, startTime }
    // A changed request is another one: the key is for its repetitions.
    const request = { barbershopId, key: `${key}-${hashText(JSON.stringify(body))}`, body }
    const services = offered.filter(({ id }) => serviceIds.includes(id))
    const barber = barbers.find(({ id }) => id === barberId) ?? { id: target.barberId ?? '', name: 'Qualquer um' }
    booking.mutate({ request, services, barber, customer: customer.known ?? customer, timeZone })
  }

  /** A change of what is booked makes the refusal of the last attempt stale. */
  function change(next: Partial<Choice>) {
    booking.reset()
    setChoice({ ...choice, ...next })
  }
  return { services, offered, slots, booking, isComplete, handleSubmit, choice: { ...choice, serviceIds }, change }
}

function useBookForCustomer(onBooked: (booked: Booked) => void, onQueued: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: sendBooking,
    onSuccess(booked) {
      if (booked) return onBooked(booked)
      showToast({ tone: 'info', title: 'Proposta de horário guardada', text: QUEUED_TEXT })
      onQueued()
    },
    onSettled: () =>
      Promise.all(
        ['appointments', 'availability', 'customers'].map((topic) => client.invalidateQueries({ queryKey: [topic] })),
      ),
  })
}

function hashText(text: string): string {
  let hash = 0
  for (const char of text) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) | 0
  return (hash >>> 0).toString(36)
}

function BookingForm(props: BookingFormProps) {
  const { barbershopId, timeZone } = props.target
  const { services, offered, booking, isComplete, handleSubmit, choice, change, slots } = usePhoneBooking(props)
  if (services.isLoadingError)
    return (
      <p role="alert">
        <Sentences>{errorText(services.error, 'Erro ao carregar serviços.')}</Sentences>
      </p>
    )
  if (services.isPending) return <LoadingMessage>Carregando serviços...</LoadingMessage>
  return (
    <Form isBusy={booking.isPending} onSubmit={handleSubmit} failure={false} className="grid grid-cols-1 gap-5">
      <UnsavedChanges draft={[choice.customer, choice.time]} />
      <KnownCustomers
        barbershopId={barbershopId}
        timeZone={timeZone}
        value={choice.customer}
        onChange={(customer) => change({ customer })}
      />
      <ServicePicker
        services={offered}
        chosenIds={choice.serviceIds}
        onChange={(serviceIds) => change({ serviceIds })}
      />
      <div className="grid grid-cols-2 gap-3 *:min-w-0 *:grid-cols-1">
        <BookingBarber
          barbershopId={barbershopId}
          value={choice.barberId}
          onChange={(barberId) => change({ barberId })}
        />
        <TextField
          label="Dia"
          type="date"
          value={choice.date}
          onChange={({ target }) => change({ date: target.value })}
        />
      </div>
      <TimeChoice slots={slots.data} value={choice.time} onChange={(time) => change({ time })} />
      <TimeSubmit
        choice={choice}
        isComplete={isComplete}
        error={booking.error}
        fallback="Erro ao marcar. Tente novamente."
        onChoose={change}
        isBusy={booking.isPending}
        label={choice.time && isComplete ? `Marcar às ${formatTimeInSentence(choice.time)}` : 'Marcar'}
      />
    </Form>
  )
}

type BookingBarberProps = { barbershopId: string; value: string; onChange: (id: string) => void }

function BookingBarber({ barbershopId, ...select }: BookingBarberProps) {
  const { data = [] } = useQuery(bookableBarbersQuery(barbershopId))
  return <BarberChoice {...select} barbers={data} hasAny />
}

function BookedMessage({ booked: { appointment, link }, onClose }: { booked: Booked; onClose: () => void }) {
  const { startTime: start, timeZone: zone, customer, service, barber } = appointment
  async function copy(text: string) {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'success', title: 'Texto copiado' })
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <span className="block text-lg font-semibold">{customer.name}</span>
        {service.name} com {barber.name}, {formatDateAndTime(start, zone)}.
      </p>
      {!link && (
        <p className="text-mute">O horário já está na conta do cliente, que recebe o aviso por lá e por e-mail.</p>
      )}
      {link && (
        <>
          <p className="text-mute">
            {link.isSent
              ? 'O link para confirmar, mudar ou cancelar já foi enviado.'
              : 'Envie o link: por ele o cliente confirma, muda ou cancela, sem precisar de conta.'}
          </p>
          <p className="rounded-control bg-sunken p-3 text-sm [overflow-wrap:anywhere]">{link.text}</p>
          <a href={link.whatsAppUrl} target="_blank" rel="noreferrer" className={buttonClass({ isWide: true })}>
            <Icon name="chat" className="size-4.5" />
            Enviar pelo WhatsApp
          </a>
          <Button variant="outline" isWide onClick={() => void copy(link.text)}>
            <Icon name="copy" className="size-4.5" />
            Copiar texto
          </Button>
        </>
      )}
      <RepeatPart appointment={appointment} />
      <Button variant="outline" isWide onClick={onClose}>
        Pronto
      </Button>
    </div>
  )
}

/** A customer who comes every few weeks. */
function RepeatPart({ appointment }: Pick<Booked, 'appointment'>) {
  return (
    <details className="rounded-control border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-semibold">
        Horário fixo: repetir este horário
      </summary>
      <div className="p-4 pt-1">
        <RepeatForm appointment={appointment} isQuiet />
      </div>
    </details>
  )
}
