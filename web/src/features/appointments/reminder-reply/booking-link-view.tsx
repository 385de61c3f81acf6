import type { OtherBarber } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import type { Body } from '@na-regua/contract/route'
import { bookingLinkApi, type LinkedBooking } from '@na-regua/contract/staff-bookings'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText, NetworkError } from '../../../lib/api-error.ts'
import { toInstant, toLocalTime } from '../../../lib/local-time.ts'
import { paths } from '../../../lib/paths.ts'
import { storeResponse } from '../../../lib/query-client.ts'
import { useUser } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useReturnPath } from '../../../lib/use-url-params.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/checkbox.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ReasonDialog } from '../agenda/card-actions.tsx'
import { DelayCard } from '../agenda/delay-card.tsx'
import { OtherBarberChoice } from '../reschedule/other-barber-choice.tsx'
import { describeNewConfirmation } from '../reschedule/rules.ts'
import { Cancelled, findNextOf, OnwardLinks, ReminderDetails, TooLate } from './reminder-view.tsx'

function linkQuery(token: string) {
  return queryOptions({
    queryKey: ['appointments', 'link', token],
    queryFn: ({ signal }) => api(bookingLinkApi.get, { params: { token }, signal }),
    staleTime: 0,
  })
}

type NewSlot = Body<typeof bookingLinkApi.reschedule>

type LinkAction =
  | { action: 'confirm' }
  | { action: 'cancel'; reason: string | undefined }
  | { action: 'reschedule'; slot: NewSlot }
  | { action: 'claim' }

function sendAction(token: string, input: LinkAction) {
  const params = { token }
  if (input.action === 'confirm') return api(bookingLinkApi.confirm, { params })
  if (input.action === 'claim') return api(bookingLinkApi.claim, { params })
  if (input.action === 'cancel') return api(bookingLinkApi.cancel, { params, body: { reason: input.reason } })
  return api(bookingLinkApi.reschedule, { params, body: input.slot })
}

/** After a refusal the page shows the current state of the appointment. */
function useLinkAction(token: string) {
  const client = useQueryClient()
  const { queryKey } = linkQuery(token)
  return useMutation({
    mutationFn: (input: LinkAction) => sendAction(token, input),
    onSuccess: (data) => storeResponse(client, queryKey, data),
    onError: () => client.invalidateQueries({ queryKey }),
  })
}

/** The page of a customer who booked by phone: confirm, move or cancel without an account. Opening it changes nothing. */
export function BookingLinkView({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(linkQuery(token))
  if (data) return <LinkedCard token={token} appointment={data.appointment} />
  if (!error) return <LoadingMessage>Abrindo seu horário...</LoadingMessage>
  const next = findNextOf(error)
  const onward = next ? <OnwardLinks next={next} /> : <ButtonLink to={paths.home()}>Encontrar barbearias</ButtonLink>
  const action =
    error instanceof NetworkError ? <Button onClick={() => void refetch()}>Tentar novamente</Button> : onward
  return <Notice as="h1" tone="error" title={errorText(error, 'Não foi possível abrir o link.')} action={action} />
}

type LinkedProps = { token: string; appointment: LinkedBooking }
type ActionProps = LinkedProps & { change: ReturnType<typeof useLinkAction> }

function titleOf({ status, isPresenceConfirmed, isClaimed }: LinkedBooking) {
  if (isClaimed) return 'Guardado em uma conta'
  if (status === 'SCHEDULED') return 'A confirmar'
  return isPresenceConfirmed ? 'Presença confirmada' : 'Seu horário está marcado'
}

function hintOf({ status, isClaimed, barbershop }: LinkedBooking) {
  if (isClaimed) return 'Para mudar ou cancelar, entre na conta em que ele foi guardado.'
  if (status === 'SCHEDULED') return `A ${barbershop.name} ainda vai confirmar o novo horário.`
  return `Foi a ${barbershop.name} que marcou para você. Não precisa entrar em conta nenhuma.`
}

function LinkedCard({ token, appointment }: LinkedProps) {
  const now = useNow()
  const change = useLinkAction(token)
  if (appointment.status === 'CANCELLED') return <Cancelled appointment={appointment} />
  return (
    <section aria-labelledby="horario" className="rounded-hero border border-line bg-card p-5 md:p-8">
      <div aria-live="polite">
        <h1 id="horario" className="text-3xl">
          {titleOf(appointment)}
        </h1>
        <p className="mt-2 text-mute">{hintOf(appointment)}</p>
      </div>
      <ReminderDetails appointment={appointment} />
      {!appointment.isClaimed && (
        <DelayCard appointment={{ ...appointment, id: appointment.appointmentId }} token={token} now={now} />
      )}
      {change.error && (
        <div className="mt-5">
          <FormAlert>{errorText(change.error, 'Não foi possível enviar. Tente novamente.')}</FormAlert>
        </div>
      )}
      {!appointment.isClaimed && <LinkButtons token={token} appointment={appointment} change={change} />}
      {!appointment.isClaimed && <ClaimButton token={token} appointment={appointment} change={change} />}
    </section>
  )
}

function LinkButtons({ token, appointment, change }: ActionProps) {
  const [open, setOpen] = useState<'cancel' | 'move'>()
  const { canCancel, canReschedule, barbershop } = appointment
  const pending = change.isPending ? change.variables.action : undefined
  return (
    <>
      <div className="mt-6 grid gap-3 empty:hidden sm:flex">
        <ConfirmButton appointment={appointment} change={change} />
        {canReschedule && (
          <Button variant="outline" size="large" onClick={() => setOpen(open === 'move' ? undefined : 'move')}>
            Mudar horário
          </Button>
        )}
        {canCancel && (
          <Button variant="outline" size="large" isBusy={pending === 'cancel'} onClick={() => setOpen('cancel')}>
            Cancelar
          </Button>
        )}
      </div>
      {!canCancel && <TooLate barbershop={barbershop} />}
      {open === 'move' && canReschedule && (
        <NewTime
          token={token}
          appointment={appointment}
          isBusy={pending === 'reschedule'}
          onChoose={(slot) => change.mutate({ action: 'reschedule', slot }, { onSuccess: () => setOpen(undefined) })}
        />
      )}
      <CancelDialog
        appointment={appointment}
        change={change}
        isOpen={open === 'cancel'}
        onClose={() => setOpen(undefined)}
      />
    </>
  )
}

type CancelDialogProps = Pick<ActionProps, 'appointment' | 'change'> & { isOpen: boolean; onClose: () => void }

function CancelDialog({ appointment, change, isOpen, onClose }: CancelDialogProps) {
  const { serviceName, barberName, barbershop } = appointment
  return (
    <ReasonDialog
      isOpen={isOpen}
      title="Cancelar agendamento"
      text={`${serviceName} com ${barberName}. O horário volta a ficar livre e a ${barbershop.name} é avisada.`}
      label="Cancelar agendamento"
      onClose={onClose}
      onConfirm={(reason) => {
        onClose()
        change.mutate({ action: 'cancel', reason })
      }}
    />
  )
}

function ConfirmButton({ appointment, change }: Pick<ActionProps, 'appointment' | 'change'>) {
  if (appointment.status !== 'CONFIRMED' || appointment.isPresenceConfirmed) return null
  const isBusy = change.isPending && change.variables.action === 'confirm'
  return (
    <Button size="large" isBusy={isBusy} onClick={() => change.mutate({ action: 'confirm' })}>
      Confirmar presença
    </Button>
  )
}

type NewTimeProps = {
  token: string
  appointment: LinkedBooking
  isBusy: boolean
  onChoose: (slot: NewSlot) => void
}

/** The link opens the slots of the barber who has the appointment, as if it were not there; another barber's are public. */
function newTimesQuery(link: string, appointment: LinkedBooking, other: OtherBarber | undefined, date: string) {
  const { appointmentId, barberId, serviceIds } = appointment
  const params = { id: other?.id ?? barberId }
  const query = other ? { date, serviceIds: serviceIds.join() } : { date, reschedule: appointmentId, link }
  return queryOptions({
    queryKey: ['availability', 'link', appointmentId, params.id, date],
    queryFn: ({ signal }) => api(availabilityApi.get, { params, query, signal }),
    staleTime: 0,
  })
}

function agreedTerms({ barberId, barberName, priceCents, startTime, endTime }: LinkedBooking) {
  return {
    barber: { id: barberId, name: barberName, avatarUrl: null },
    priceCents,
    durationMin: (Date.parse(endTime) - Date.parse(startTime)) / 60_000,
  }
}

/** Another slot, with the same barber or another one. */
function NewTime({ token, appointment, isBusy, onChoose }: NewTimeProps) {
  const { startTime, timeZone, otherBarbers } = appointment
  const now = useNow()
  const [barberId, setBarberId] = useState(appointment.barberId)
  const [date, setDate] = useState(toLocalTime(new Date(startTime), timeZone).date)
  const [time, setTime] = useState<string>()
  const other = otherBarbers.find(({ id }) => id === barberId)
  const { data, isPending } = useQuery({ ...newTimesQuery(token, appointment, other, date), enabled: date !== '' })
  const start = time ? toInstant(date, time, timeZone) : undefined
  return (
    <div className="mt-5 grid gap-4 border-t border-line pt-5">
      {otherBarbers.length > 0 && (
        <div className="overflow-hidden rounded-control border border-line">
          <OtherBarberChoice
            appointment={agreedTerms(appointment)}
            others={otherBarbers}
            chosen={other}
            onChoose={(id) => {
              setBarberId(id)
              setTime(undefined)
            }}
          />
        </div>
      )}
      <TextField
        label="Novo dia"
        type="date"
        value={date}
        onChange={({ target }) => {
          setDate(target.value)
          setTime(undefined)
        }}
      />
      {data && data.slots.length > 0 && (
        <ChoiceGroup
          legend="Horários livres"
          options={data.slots.map((slot) => ({ value: slot, label: slot }))}
          value={time}
          onChange={setTime}
        />
      )}
      {data?.slots.length === 0 && <p className="text-mute">Nenhum horário livre neste dia. Escolha outro.</p>}
      {isPending && date && <LoadingMessage>Procurando horários...</LoadingMessage>}
      <p className="text-sm text-brass">
        {describeNewConfirmation(
          {
            appointment,
            automaticConfirmation: appointment.automaticConfirmation,
            start,
          },
          now,
        )}
      </p>
      <Button
        variant="ink"
        size="large"
        isBusy={isBusy}
        disabled={!start}
        onClick={() =>
          start &&
          onChoose({
            newStartTime: start.toISOString(),
            ...(other && { barberId: other.id, priceCents: other.priceCents }),
          })
        }
      >
        {time ? `Mudar para ${time}` : 'Escolha um horário'}
      </Button>
    </div>
  )
}

function ClaimButton({ change }: ActionProps) {
  const user = useUser()
  const from = useReturnPath()
  const isBusy = change.isPending && change.variables.action === 'claim'
  return (
    <div className="mt-6 grid gap-2 border-t border-line pt-5">
      <p className="text-sm text-mute">Na sua conta você recebe lembretes e agenda de novo com um toque.</p>
      {user ? (
        <Button variant="outline" isBusy={isBusy} onClick={() => change.mutate({ action: 'claim' })}>
          Guardar na minha conta
        </Button>
      ) : (
        <ButtonLink to={paths.login()} state={{ from }} variant="outline">
          Entrar e guardar na minha conta
        </ButtonLink>
      )}
    </div>
  )
}
