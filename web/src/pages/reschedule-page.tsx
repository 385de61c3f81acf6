import type { Appointment } from '@na-regua/contract/appointments'
import type { Barbershop } from '@na-regua/contract/barbershops'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../app/paths.ts'
import {
  BookingLayout,
  Confirmation,
  ConfirmBar,
  SummaryCard,
} from '../features/appointments/booking/booking-layout.tsx'
import { ConflictDialog, LoadFailure } from '../features/appointments/booking/booking-notices.tsx'
import { summarizeBooking } from '../features/appointments/booking/rules.ts'
import { useBookingChoices, useFocusOnReady } from '../features/appointments/booking/use-booking-choices.ts'
import { appointmentQuery } from '../features/appointments/queries.ts'
import { AppointmentFailure, FixedChoices, Immovable } from '../features/appointments/reschedule/reschedule-notices.tsx'
import { findRescheduleObstacle } from '../features/appointments/reschedule/rules.ts'
import { useReschedule } from '../features/appointments/reschedule/use-reschedule.ts'
import { availabilityKey, useAvailability } from '../features/availability/queries.ts'
import { AvailabilityCalendar, SlotsOfDay, UpcomingDays } from '../features/availability/slot-choice.tsx'
import { barbershopQuery } from '../features/barbershops/queries.ts'
import { deviceTimeZone, instantOf, wallClock } from '../lib/local-time.ts'
import { usePageTitle } from '../lib/page-meta.ts'
import { LoadingMessage } from '../ui/loading.tsx'
import { showToast } from '../ui/toast.tsx'
import { useIsWide } from '../ui/use-media-query.ts'

/** The booking screen when its address names an appointment: that one moves, and everything but its time stays. */
export function ReschedulePage({ appointmentId }: { appointmentId: string }) {
  const asked = useQuery(appointmentQuery(appointmentId))
  const appointment = asked.data
  const shop = useQuery({ ...barbershopQuery(appointment?.barbershop.id ?? ''), enabled: appointment !== undefined })
  const [openedAt] = useState(() => new Date())
  usePageTitle('Remarcar Horário')
  if (asked.isLoadingError) return <AppointmentFailure error={asked.error} onRetry={() => void asked.refetch()} />
  const obstacle = appointment && findRescheduleObstacle(appointment, openedAt)
  if (obstacle) return <Immovable {...obstacle} />
  if (shop.isLoadingError) return <LoadFailure error={shop.error} onRetry={() => void shop.refetch()} />
  if (!appointment || !shop.data) return <LoadingMessage isPage>Carregando informações...</LoadingMessage>
  return <RescheduleScreen appointment={appointment} shop={shop.data.barbershop} />
}

type ScreenProps = { appointment: Appointment; shop: Barbershop }

/** Moves it, and keeps what is on the screen true while doing so. */
function useMove({ appointment }: ScreenProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all(
      [availabilityKey, ['appointments']].map((queryKey) => queryClient.invalidateQueries({ queryKey: [...queryKey] })),
    )
  return useReschedule({
    appointment,
    onStale: () => void refresh(),
    onMoved() {
      const text = 'Seu agendamento foi remarcado com sucesso.'
      showToast({ tone: 'success', title: 'Agendamento remarcado!', text })
      void refresh()
      void navigate(paths.customerAppointments(), { replace: true })
    },
  })
}

function useScreen(props: ScreenProps) {
  const { appointment, shop } = props
  const { choices, change: choose } = useBookingChoices()
  const reschedule = useMove(props)
  const current = wallClock(new Date(appointment.startTime), shop.timeZone)
  const target = {
    barbershopId: shop.id,
    barberId: appointment.barber.id,
    serviceIds: [],
    reschedule: appointment.id,
  }
  const wishedDate = choices.date ?? current.date
  const times = useAvailability({ target, wishedDate, own: undefined })
  const { day } = times
  const isOffered = day?.date === wishedDate && day.slots.includes(choices.time ?? '')
  const isMove = wishedDate !== current.date || choices.time !== current.time
  const picked = {
    shop,
    barber: appointment.barber,
    visit: { ...appointment, name: appointment.service.name, fullPriceCents: undefined },
    date: day?.date,
    time: isOffered && isMove ? choices.time : undefined,
  }
  function change(next: { date?: string; time?: string }) {
    reschedule.reset()
    choose(next)
  }

  return { change, reschedule, current, picked, dayAndTime: { shop, target, times, onChange: change } }
}

type Screen = ReturnType<typeof useScreen>

function RescheduleScreen(props: ScreenProps) {
  const { appointment } = props
  const screen = useScreen(props)
  const { current, picked, dayAndTime } = screen
  const isWide = useIsWide()
  const summary = summarizeBooking(picked, deviceTimeZone())
  const confirmation = <MoveConfirmation screen={screen} />
  return (
    <>
      <BookingLayout
        back={{ to: paths.customerAppointments(), label: 'Meus agendamentos' }}
        title="Remarcar Horário"
        confirmationTitle="Confirmar Remarcação"
        choices={<FixedChoices appointment={appointment} current={current} />}
        calendar={isWide && <AvailabilityCalendar {...dayAndTime} />}
        strip={<UpcomingDays {...dayAndTime} hasCalendar={isWide} />}
        times={
          <SlotsOfDay
            {...dayAndTime}
            durationMin={appointment.durationMin}
            selected={picked.time}
            current={current}
            zone={summary.zone}
          />
        }
        summary={<SummaryCard summary={summary} />}
        confirmation={confirmation}
        bar={<ConfirmBar summary={summary}>{confirmation}</ConfirmBar>}
      />
      <MoveConflict screen={screen} />
    </>
  )
}

function MoveConfirmation({ screen: { picked, reschedule } }: { screen: Screen }) {
  const { shop, date, time } = picked
  const { stage, move } = reschedule
  return (
    <Confirmation
      label="Confirmar Remarcação"
      failure="Erro ao remarcar agendamento. Tente novamente."
      isLoggedIn
      isReady={time !== undefined}
      isBusy={stage.name === 'moving'}
      error={stage.name === 'choosing' ? stage.error : undefined}
      onConfirm={() => date && time && move(instantOf(date, time, shop.timeZone))}
    />
  )
}

function MoveConflict({ screen: { picked, reschedule, change } }: { screen: Screen }) {
  const { stage, reset } = reschedule
  const focusConfirm = useFocusOnReady(picked.time !== undefined)
  return (
    <ConflictDialog
      isOpen={stage.name === 'lost'}
      message={stage.name === 'lost' ? stage.message : ''}
      alternatives={stage.name === 'lost' ? stage.alternatives : []}
      onClose={reset}
      onChoose={({ date, time }) => {
        change({ date, time })
        focusConfirm()
      }}
    />
  )
}
