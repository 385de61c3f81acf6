import type { Barbershop } from '@na-regua/contract/barbershops'
import type { Barber } from '@na-regua/contract/staff'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { type MetaArgs, useNavigate, useParams } from 'react-router'
import { paths } from '../app/paths.ts'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { VerificationDialog } from '../features/accounts/verification/verification-dialog.tsx'
import {
  BookingLayout,
  Confirmation,
  ConfirmBar,
  SummaryCard,
} from '../features/appointments/booking/booking-layout.tsx'
import {
  ConflictDialog,
  HoldNote,
  IncompleteShop,
  LoadFailure,
} from '../features/appointments/booking/booking-notices.tsx'
import { BarberChoice, ExtraChoice, ServiceChoice } from '../features/appointments/booking/choice-fields.tsx'
import {
  type BookingChange,
  listActiveServices,
  selectBarber,
  selectServices,
  summarizeBooking,
  toBookingInput,
  toSelectedServices,
} from '../features/appointments/booking/rules.ts'
import { useBooking } from '../features/appointments/booking/use-booking.ts'
import { useBookingChoices, useFocusOnReady } from '../features/appointments/booking/use-booking-choices.ts'
import { type AvailabilityTarget, availabilityKey, useAvailability } from '../features/availability/queries.ts'
import {
  AvailabilityCalendar,
  type SlotChoice,
  SlotsOfDay,
  UpcomingDays,
} from '../features/availability/slot-choice.tsx'
import { barbershopQuery } from '../features/barbershops/queries.ts'
import { barbersQuery } from '../features/staff/queries.ts'
import { deviceTimeZone, wallClock } from '../lib/local-time.ts'
import { pageMeta, usePageTitle } from '../lib/page-meta.ts'
import { updateSessionUser, useSession } from '../lib/session.ts'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { useIsWide } from '../ui/use-media-query.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Agendar' })
}

/** Most people book; who moves an appointment waits a moment longer. */
const Reschedule = lazy(() => import('./reschedule-page.tsx').then((page) => ({ default: page.ReschedulePage })))

export default function BookingPage() {
  const { choices } = useBookingChoices()
  const waiting = 'Carregando informações...'
  return (
    <RequireLogin waitingText={waiting} reason="Você precisa estar logado para fazer um agendamento">
      {choices.reschedule ? (
        <Suspense fallback={<LoadingMessage isPage>{waiting}</LoadingMessage>}>
          <Reschedule key={choices.reschedule} appointmentId={choices.reschedule} />
        </Suspense>
      ) : (
        <Booking />
      )}
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
  if (!shop.data || !barbers.data) return <LoadingMessage isPage>Carregando informações...</LoadingMessage>
  const { barbershop } = shop.data
  const isComplete = barbers.data.length > 0 && listActiveServices(barbershop.services).length > 0
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
  const { choices, change: choose } = useBookingChoices()
  const { booking, user, own } = useShopBooking(shop)
  const services = listActiveServices(shop.services)
  const barber = selectBarber(barbers, choices.barberId)
  const visit = toSelectedServices(selectServices(services, choices), shop)
  const serviceIds = visit?.services.map(({ id }) => id) ?? []
  const target: AvailabilityTarget | undefined = barber &&
    visit && { barbershopId: shop.id, barberId: barber.id, serviceIds }
  const times = useAvailability({ target, wishedDate: choices.date, own })
  const { day } = times
  const isOffered =
    day !== undefined && day.date === (choices.date ?? times.today) && day.slots.includes(choices.time ?? '')
  const picked = { shop, barber, visit, date: day?.date, time: isOffered ? choices.time : undefined }
  /** Another choice is another wish: what was said about the last one no longer matters. */
  function change(next: BookingChange) {
    booking.reset()
    choose(next)
  }

  return { change, booking, user, services, target, times, picked, wish: toBookingInput(picked) }
}

type Screen = ReturnType<typeof useScreen>

function BookingScreen(props: ScreenProps) {
  const { shop } = props
  const screen = useScreen(props)
  const { change, booking, user, target, times, picked, wish } = screen
  const isWide = useIsWide()
  const focusConfirm = useFocusOnReady(wish !== undefined)
  const summary = summarizeBooking(picked, deviceTimeZone())
  const { stage } = booking
  const dayAndTime = target && { shop, target, times, onChange: change }
  const confirmation = (
    <Confirmation
      label="Confirmar agendamento"
      failure="Erro ao criar agendamento"
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
        title="Escolha seu horário"
        confirmationTitle="Confirmação"
        choices={<ScreenChoices {...props} screen={screen} />}
        calendar={isWide && dayAndTime && <AvailabilityCalendar {...dayAndTime} />}
        strip={dayAndTime && <UpcomingDays {...dayAndTime} hasCalendar={isWide} />}
        times={<ScreenTimes screen={screen} dayAndTime={dayAndTime} zone={summary.zone} />}
        summary={<SummaryCard summary={summary} />}
        confirmation={confirmation}
        bar={<ConfirmBar summary={summary}>{confirmation}</ConfirmBar>}
      />
      <BookingDialogs screen={screen} onChoose={focusConfirm} />
    </>
  )
}

function ScreenChoices({ shop, barbers, screen }: ScreenProps & { screen: Screen }) {
  const { services, picked, change } = screen
  const { barber, visit } = picked
  return (
    <>
      <BarberChoice barbers={barbers} selected={barber} onSelect={(barberId) => change({ barberId })} />
      <ServiceChoice
        services={services}
        selected={visit?.services[0]}
        onSelect={(serviceId) => change({ serviceId })}
      />
      {visit && (
        <ExtraChoice
          offered={services}
          visit={visit}
          shop={shop}
          onChange={(extraIds) => change({ serviceId: visit.services[0]?.id, extraIds })}
        />
      )}
    </>
  )
}

type TimesProps = { screen: Screen; dayAndTime: SlotChoice | undefined; zone: string | undefined }

function ScreenTimes({ screen: { picked }, dayAndTime, zone }: TimesProps) {
  const { barber, visit, time } = picked
  if (!barber) return <Notice title="Selecione um barbeiro para ver os horários disponíveis." icon="user" />
  if (!visit || !dayAndTime) {
    return <Notice title="Selecione um serviço para ver os horários disponíveis." icon="scissors" />
  }
  return <SlotsOfDay {...dayAndTime} durationMin={visit.durationMin} selected={time} zone={zone} />
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
