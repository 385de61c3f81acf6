import type { Appointment, OtherBarber } from '@na-regua/contract/appointments'
import type { Barbershop } from '@na-regua/contract/barbershops'
import type { AutomaticConfirmation } from '@na-regua/contract/confirmation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BookingLayout, Confirmation } from '../features/appointments/booking/booking-layout.tsx'
import { ConflictDialog, LoadFailure } from '../features/appointments/booking/booking-notices.tsx'
import { type BookingChange, summarizeBooking } from '../features/appointments/booking/rules.ts'
import { useBookingChoices, useFocusOnReady } from '../features/appointments/booking/use-booking-choices.ts'
import { appointmentToChangeQuery } from '../features/appointments/queries.ts'
import {
  AppointmentFailure,
  RescheduleFields,
  RescheduleObstacle,
  useReschedule,
} from '../features/appointments/reschedule/reschedule-notices.tsx'
import { describeNewConfirmation, findRescheduleObstacle } from '../features/appointments/reschedule/rules.ts'
import { type ChangeScope, ScopeChoice } from '../features/appointments/series/scope-choice.tsx'
import { useAvailability } from '../features/availability/queries.ts'
import { AvailabilityCalendar, SlotsOfDay, UpcomingDays } from '../features/availability/slot-choice.tsx'
import { barbershopQuery } from '../features/barbershops/queries.ts'
import { deviceTimeZone, toInstant, toLocalTime } from '../lib/local-time.ts'
import { usePageTitle } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { useNow } from '../lib/use-now.ts'
import { LoadingMessage } from '../ui/loading.tsx'

/** The booking page when its URL names an appointment to reschedule: time and barber can change, the services stay. */
export function ReschedulePage({ appointmentId }: { appointmentId: string }) {
  const { data, isLoadingError, error, refetch } = useQuery(appointmentToChangeQuery(appointmentId))
  const appointment = data?.appointment
  const shop = useQuery({ ...barbershopQuery(appointment?.barbershop.id ?? ''), enabled: appointment !== undefined })
  const [openedAt] = useState(() => new Date())
  usePageTitle('Remarcar Horário')
  if (isLoadingError) return <AppointmentFailure error={error} onRetry={() => void refetch()} />
  const obstacle = appointment && findRescheduleObstacle(appointment, openedAt)
  if (obstacle) return <RescheduleObstacle {...obstacle} />
  if (shop.isLoadingError) return <LoadFailure error={shop.error} onRetry={() => void shop.refetch()} />
  if (!data || !appointment || !shop.data) return <LoadingMessage isPage>Carregando informações...</LoadingMessage>
  return (
    <RescheduleScreen
      appointment={appointment}
      shop={shop.data.barbershop}
      automaticConfirmation={data.automaticConfirmation}
      otherBarbers={data.otherBarbers}
    />
  )
}

type ScreenProps = {
  appointment: Appointment
  shop: Barbershop
  automaticConfirmation: AutomaticConfirmation
  otherBarbers: readonly OtherBarber[]
}

/** The state of the screen: choices from the URL, slots from the server, and the running request. */
function useScreen({ appointment, shop, otherBarbers }: Omit<ScreenProps, 'automaticConfirmation'>) {
  const navigate = useNavigate()
  const { choices, change: changeChoices } = useBookingChoices()
  const [scope, setScope] = useState<ChangeScope>('one')
  // The dates of a standing appointment stay with its barber.
  const others = scope === 'one' ? otherBarbers : []
  const other = others.find(({ id }) => id === choices.barberId)
  const reschedule = useReschedule({
    appointment,
    other,
    onRescheduled: () => void navigate(paths.customerAppointments(), { replace: true }),
  })
  const current = toLocalTime(new Date(appointment.startTime), shop.timeZone)
  const target = other
    ? { barbershopId: shop.id, barberId: other.id, serviceIds: appointment.services.flatMap(({ id }) => id ?? []) }
    : { barbershopId: shop.id, barberId: appointment.barber.id, serviceIds: [], reschedule: appointment.id }
  const requestedDate = choices.date ?? current.date
  const availability = useAvailability({ target, requestedDate, ownSlot: undefined })
  const { day } = availability
  const isAvailable = day?.date === requestedDate && day.slots.includes(choices.time ?? '')
  const isOther = other !== undefined || requestedDate !== current.date || choices.time !== current.time
  const { durationMin, priceCents } = other ?? appointment
  const selected = {
    shop,
    barber: other ?? appointment.barber,
    selection: { name: appointment.service.name, durationMin, priceCents, fullPriceCents: undefined },
    date: day?.date,
    time: isAvailable && isOther ? choices.time : undefined,
  }
  function change(next: BookingChange) {
    reschedule.reset()
    changeChoices(next)
  }
  /** At the chosen time, or else at the current one, if they are free then. */
  function chooseBarber(barberId: string) {
    change({ barberId, date: requestedDate, time: choices.time ?? current.time })
  }

  return {
    change,
    scope,
    setScope,
    reschedule,
    current,
    selected,
    barberChoice: { others, chosen: other, onChoose: chooseBarber },
    slotChoice: { shop, target, availability, onChange: change },
  }
}

type Screen = ReturnType<typeof useScreen>

function RescheduleScreen(props: ScreenProps) {
  const { appointment, shop, automaticConfirmation } = props
  const now = useNow()
  const screen = useScreen(props)
  const { current, selected, slotChoice } = screen
  const summary = summarizeBooking(selected, deviceTimeZone())
  const start = selected.date && selected.time ? toInstant(selected.date, selected.time, shop.timeZone) : undefined
  return (
    <>
      <BookingLayout
        back={{ to: paths.customerAppointments(), label: 'Meus agendamentos' }}
        title="Remarcar Horário"
        confirmationTitle="Confirmar Remarcação"
        choices={<Choices appointment={appointment} screen={screen} />}
        calendar={<AvailabilityCalendar {...slotChoice} />}
        strip={<UpcomingDays {...slotChoice} />}
        slots={
          <SlotsOfDay
            {...slotChoice}
            durationMin={selected.selection.durationMin}
            selected={selected.time}
            barberName={selected.barber.name}
            current={screen.barberChoice.chosen ? undefined : current}
            zone={summary.zone}
          />
        }
        summary={summary}
        changeNotice={{
          minutes: shop.cancelNoticeMin,
          start: start?.toISOString(),
        }}
        warning={describeNewConfirmation({ appointment, automaticConfirmation, start }, now)}
        confirmation={<RescheduleConfirmation screen={screen} />}
      />
      <RescheduleConflict screen={screen} />
    </>
  )
}

/** With whom, and of a standing appointment what changes. */
function Choices({
  appointment,
  screen: { current, scope, setScope, barberChoice },
}: Pick<ScreenProps, 'appointment'> & { screen: Screen }) {
  return (
    <>
      <RescheduleFields appointment={appointment} current={current} {...barberChoice} />
      {appointment.seriesId && (
        <div className="px-4 pt-3">
          <ScopeChoice value={scope} onChange={setScope} />
        </div>
      )}
    </>
  )
}

function RescheduleConfirmation({ screen: { selected, scope, reschedule } }: { screen: Screen }) {
  const { shop, date, time } = selected
  const { stage } = reschedule
  return (
    <Confirmation
      label="Confirmar Remarcação"
      failure="Erro ao remarcar agendamento. Tente novamente."
      isLoggedIn
      missing={time ? undefined : 'Escolha o novo horário para confirmar.'}
      isBusy={stage.name === 'rescheduling'}
      error={stage.name === 'choosing' ? stage.error : undefined}
      onConfirm={() => date && time && reschedule.reschedule(toInstant(date, time, shop.timeZone), scope)}
    />
  )
}

function RescheduleConflict({ screen: { selected, reschedule, change } }: { screen: Screen }) {
  const { stage, reset } = reschedule
  const focusConfirm = useFocusOnReady(selected.time !== undefined)
  const isTaken = stage.name === 'slot-taken'
  return (
    <ConflictDialog
      isOpen={isTaken}
      message={isTaken ? stage.message : ''}
      alternatives={isTaken ? stage.alternatives : []}
      onClose={reset}
      onChoose={({ date, time }) => {
        change({ date, time })
        focusConfirm()
      }}
    />
  )
}
