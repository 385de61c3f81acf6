import type { Barbershop } from '@na-regua/contract/barbershops'
import type { Barber } from '@na-regua/contract/staff'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type MetaArgs, useNavigate, useParams } from 'react-router'
import { paths } from '../app/paths.ts'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { VerificationDialog } from '../features/accounts/verification/verification-dialog.tsx'
import { BarberChoice } from '../features/appointments/booking/barber-choice.tsx'
import { BookingLayout } from '../features/appointments/booking/booking-layout.tsx'
import { IncompleteShop, LoadFailure } from '../features/appointments/booking/booking-problem.tsx'
import { ConfirmBar } from '../features/appointments/booking/confirm-bar.tsx'
import { Confirmation } from '../features/appointments/booking/confirmation.tsx'
import { ConflictDialog } from '../features/appointments/booking/conflict-dialog.tsx'
import { HoldNote } from '../features/appointments/booking/hold-note.tsx'
import { listOffered, selectById, summarize, wishOf } from '../features/appointments/booking/rules.ts'
import { ServiceChoice } from '../features/appointments/booking/service-choice.tsx'
import { SummaryCard } from '../features/appointments/booking/summary-card.tsx'
import { useBooking } from '../features/appointments/booking/use-booking.ts'
import { useChoices } from '../features/appointments/booking/use-choices.ts'
import { useFocusOnReady } from '../features/appointments/booking/use-focus-on-ready.ts'
import { Calendar, CalendarDialog } from '../features/availability/calendar-dialog.tsx'
import { DayStrip } from '../features/availability/day-strip.tsx'
import { DayTimes } from '../features/availability/day-times.tsx'
import { availabilityKey } from '../features/availability/queries.ts'
import { useAvailability } from '../features/availability/use-availability.ts'
import { barbershopQuery } from '../features/barbershops/queries.ts'
import { barbersQuery } from '../features/staff/queries.ts'
import { visitorZone, wallClock } from '../lib/local-time.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { updateSessionUser, useSession } from '../lib/session.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { Notice } from '../ui/notice.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { showToast } from '../ui/toast-store.ts'
import { useIsWide } from '../ui/use-is-wide.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Agendar' })
}

/** The days beside each other; the calendar has the others. */
const STRIP_DAYS = 15

export default function BookingPage() {
  return (
    <RequireLogin waitingText="Carregando informações..." reason="Você precisa estar logado para fazer um agendamento">
      <Booking />
    </RequireLogin>
  )
}

function Booking() {
  const { barbershopId = '' } = useParams()
  const shop = useQuery(barbershopQuery(barbershopId))
  const barbers = useQuery(barbersQuery(barbershopId))
  usePageTitle(shop.data && `Agendar na ${shop.data.barbershop.name}`)
  if (shop.isLoadingError || barbers.isLoadingError) {
    const retry = () => void Promise.all([shop.refetch(), barbers.refetch()])
    return <LoadFailure error={shop.error ?? barbers.error} onRetry={retry} />
  }
  if (!shop.data || !barbers.data) return <Waiting>Carregando informações...</Waiting>
  const { barbershop } = shop.data
  const isComplete = barbers.data.length > 0 && listOffered(barbershop.services).length > 0
  if (!isComplete) return <IncompleteShop barbershopId={barbershopId} />
  return <BookingScreen shop={barbershop} barbers={barbers.data} />
}

type ScreenProps = { shop: Barbershop; barbers: Barber[] }

/** Books, and keeps what is on the screen true while doing so. */
function useShopBooking(shop: Barbershop) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { user } = useSession()
  const refresh = () => queryClient.invalidateQueries({ queryKey: availabilityKey })
  const booking = useBooking({
    user,
    onStale: () =>
      Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: barbershopQuery(shop.id).queryKey })]),
    onBooked(appointmentId) {
      void refresh()
      void navigate(paths.barbershop(shop.id), { replace: true, state: { appointmentId } })
    },
  })
  const { wish } = booking.stage
  const own = wish && { barberId: wish.barberId, ...wallClock(new Date(wish.startTime), shop.timeZone) }
  return { booking, user, own }
}

/** Everything that the address and the answers say together. */
function useScreen({ shop, barbers }: ScreenProps) {
  const { choices, change: choose } = useChoices()
  const { booking, user, own } = useShopBooking(shop)
  const services = listOffered(shop.services)
  const barber = selectById(barbers, choices.barberId)
  const service = selectById(services, choices.serviceId)
  const times = useAvailability({ barberId: barber?.id, serviceId: service?.id, wishedDate: choices.date, own })
  const { day } = times
  const isOffered =
    day !== undefined && day.date === (choices.date ?? times.today) && day.slots.includes(choices.time ?? '')
  const picked = { shop, barber, service, date: day?.date, time: isOffered ? choices.time : undefined }
  /** Another choice is another wish: what was said about the last one no longer matters. */
  function change(next: Parameters<typeof choose>[0]) {
    booking.reset()
    choose(next)
  }

  return { change, booking, user, services, barber, service, times, picked, wish: wishOf(picked) }
}

type Screen = ReturnType<typeof useScreen>

function BookingScreen(props: ScreenProps) {
  const { shop, barbers } = props
  const screen = useScreen(props)
  const { change, booking, user, services, barber, service, picked, wish } = screen
  const isWide = useIsWide()
  const focusConfirm = useFocusOnReady(wish !== undefined)
  const summary = summarize(picked, visitorZone())
  const { stage } = booking
  const confirmation = (
    <Confirmation
      isLoggedIn={user !== undefined}
      isReady={wish !== undefined}
      isBusy={stage.name === 'booking'}
      error={stage.name === 'choosing' ? stage.error : undefined}
      onConfirm={() => wish && booking.confirm(wish)}
    />
  )
  return (
    <>
      <BookingLayout
        back={{ to: paths.barbershop(shop.id), label: shop.name }}
        choices={
          <>
            <BarberChoice barbers={barbers} selected={barber} onSelect={(barberId) => change({ barberId })} />
            <ServiceChoice services={services} selected={service} onSelect={(serviceId) => change({ serviceId })} />
          </>
        }
        calendar={isWide && <ScreenCalendar screen={screen} as={Calendar} />}
        strip={<ScreenStrip screen={screen} isWide={isWide} />}
        times={<ScreenTimes screen={screen} workingHours={shop.workingHours} zone={summary.zone} />}
        summary={<SummaryCard summary={summary} />}
        confirmation={confirmation}
        bar={<ConfirmBar summary={summary}>{confirmation}</ConfirmBar>}
      />
      <BookingDialogs screen={screen} onChoose={focusConfirm} />
    </>
  )
}

type CalendarProps = { screen: Screen; as: typeof Calendar | typeof CalendarDialog }

function ScreenCalendar({ screen: { barber, service, times, change }, as: Shape }: CalendarProps) {
  if (!barber || !service || !times.today) return null
  return (
    <Shape
      barberId={barber.id}
      serviceId={service.id}
      today={times.today}
      selected={times.day?.date}
      onSelect={(date) => change({ date })}
    />
  )
}

function ScreenStrip({ screen, isWide }: { screen: Screen; isWide: boolean }) {
  const { times, barber, service, change } = screen
  if (!barber || !service || times.isError) return null
  return (
    <DayStrip
      days={times.days.slice(0, STRIP_DAYS)}
      today={times.today}
      selected={times.day?.date}
      onSelect={(date) => change({ date })}
      after={!isWide && <ScreenCalendar screen={screen} as={CalendarDialog} />}
    />
  )
}

type TimesProps = { screen: Screen; workingHours: Barbershop['workingHours']; zone: string | undefined }

function ScreenTimes({ screen, workingHours, zone }: TimesProps) {
  const { times, barber, service, picked, change } = screen
  if (!barber) return <Notice title="Selecione um barbeiro para ver os horários disponíveis." icon="user" />
  if (!service) return <Notice title="Selecione um serviço para ver os horários disponíveis." icon="scissors" />
  const { day } = times
  return (
    <DayTimes
      day={day}
      wished={times.wished}
      note={zone && `Todos em ${zone}.`}
      durationMin={service.durationMin}
      workingHours={workingHours}
      selected={picked.time}
      onSelect={(time) => change({ date: day?.date, time })}
      isError={times.isError}
      onRetry={() => void times.refetch()}
    />
  )
}

function BookingDialogs({ screen, onChoose }: { screen: Screen; onChoose: () => void }) {
  const { booking, user, change } = screen
  const { stage } = booking
  return (
    <>
      {user && (
        <VerificationDialog
          isOpen={stage.name === 'verifying'}
          user={user}
          onCancel={booking.cancel}
          onVerified={(verified) => {
            updateSessionUser(verified)
            showToast({ tone: 'success', title: 'Email verificado com sucesso!' })
            if (stage.wish) booking.finish(stage.wish)
          }}
        >
          {stage.name === 'verifying' && <HoldNote heldUntil={stage.heldUntil} />}
        </VerificationDialog>
      )}
      <ConflictDialog
        isOpen={stage.name === 'lost'}
        message={stage.name === 'lost' ? stage.message : ''}
        alternatives={stage.name === 'lost' ? stage.alternatives : []}
        onClose={booking.reset}
        onChoose={({ barberId, date, time }) => {
          change({ barberId, date, time })
          onChoose()
        }}
      />
    </>
  )
}
