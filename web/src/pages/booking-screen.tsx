import type { User } from '@na-regua/contract/accounts'
import type { DaySlots } from '@na-regua/contract/availability'
import type { Barbershop, Service } from '@na-regua/contract/barbershops'
import type { Barber } from '@na-regua/contract/staff'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { BookingLayout, Confirmation, GuestAndNoteSection } from '../features/appointments/booking/booking-layout.tsx'
import { ChoiceFields } from '../features/appointments/booking/choice-fields.tsx'
import {
  anyBarber,
  applyLastMinute,
  type BookingChange,
  type ChosenBarber,
  describeMissing,
  listActiveServices,
  listOwnBusy,
  type SelectedServices,
  selectBarber,
  selectServices,
  selectTarget,
  summarizeBooking,
  type TypedGuestAndNote,
  toBookingInput,
  toSelectedServices,
  toShopOfBarber,
} from '../features/appointments/booking/rules.ts'
import { findArrivalSource } from '../features/appointments/booking/use-arrival.ts'
import { useBooking } from '../features/appointments/booking/use-booking.ts'
import { useBookingChoices, useFocusOnReady } from '../features/appointments/booking/use-booking-choices.ts'
import { type BookingInput, ownDayQuery } from '../features/appointments/queries.ts'
import type { DiscountPrices } from '../features/availability/discount.tsx'
import { availabilityKey, useAvailability, useLastMinuteSlots } from '../features/availability/queries.ts'
import { AvailabilityCalendar, SlotsOfDay, UpcomingDays } from '../features/availability/slot-choice.tsx'
import { describePayment } from '../features/barbershops/detail/rules.ts'
import { barbershopQuery } from '../features/barbershops/queries.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { deviceTimeZone, toInstant, toLocalTime } from '../lib/local-time.ts'
import { paths } from '../lib/paths.ts'
import { updateSessionUser, useSession } from '../lib/session.ts'
import { createStoredValue, useStoredValue } from '../lib/use-stored-value.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { MissingDialog, showToast } from '../ui/toast.tsx'

/** What was wanted and is not free. */
type SlotRequest = Pick<ReturnType<typeof useAvailability>, 'days' | 'requested'> & {
  shop: Barbershop
  barber: ChosenBarber
  services: readonly Service[]
  time: string | undefined
  verification: typeof LazyVerificationDialog
}

type ScreenProps = {
  shop: Barbershop
  barbers: Barber[]
  /** A request for a time that may open. */
  renderRequest?: (request: SlotRequest) => ReactNode
}
type BookingScreenProps = ScreenProps & Pick<ComponentProps<typeof ChoiceFields>, 'renderBarberExtra'>

/** `useBooking` for this barbershop: refetches outdated data, and shows the appointment on the barbershop's page. */
function useBarbershopBooking(shop: Barbershop) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { user, isHydrated } = useSession()
  const refresh = () => queryClient.invalidateQueries({ queryKey: availabilityKey })
  function handleBooked(appointmentId: string) {
    storedGuestAndNote.write(undefined)
    void refresh()
    void navigate(paths.barbershop(shop.id), { replace: true, state: { appointmentId } })
  }

  const booking = useBooking({
    user,
    onStale: () =>
      Promise.all([
        refresh(),
        queryClient.invalidateQueries({ queryKey: ['last-minute'] }),
        queryClient.invalidateQueries({ queryKey: barbershopQuery(shop.id).queryKey }),
      ]),
    onBooked: handleBooked,
  })
  const held = booking.stage.input
  const ownSlot = held && { barberId: held.barberId, ...toLocalTime(new Date(held.startTime), shop.timeZone) }
  return { booking, handleBooked, user, isKnown: isHydrated, ownSlot }
}

/** The state of the screen: choices from the URL, slots from the server, and the running booking. */
function useScreen({ shop: listed, barbers, renderRequest }: ScreenProps) {
  const { choices, change: changeChoices } = useBookingChoices()
  const barber = selectBarber(barbers, choices.barberId)
  const shop = toShopOfBarber(listed, barbers, barber?.id)
  const { booking, handleBooked, user, isKnown, ownSlot } = useBarbershopBooking(shop)
  const services = listActiveServices(shop.services)
  const offered = toSelectedServices(selectServices(services, choices), shop)
  const target = selectTarget(listed, barbers, choices)
  const availability = useAvailability({ target, requestedDate: choices.date, ownSlot })
  const { day, today } = availability
  const isShown = day !== undefined && day.date === (choices.date ?? today)
  const isAvailable = isShown && day.slots.includes(choices.time ?? '')
  const { guestAndNote, setGuestAndNote } = useGuestAndNote(booking, { shopId: shop.id, userId: user?.id })
  const time = isAvailable ? choices.time : undefined
  const priceAt = usePrices({ offered, day, barber, shop })
  const selection = priceAt(time)
  const chosen = { shop, barber, selection, date: day?.date, time }
  const selected = { ...chosen, ...guestAndNote }
  /** Another choice is another booking: the error of the last one no longer applies. */
  function change(next: BookingChange) {
    booking.reset()
    changeChoices(next)
  }

  const ownBusy = useOwnBusy({ user, day, shop, durationMin: offered?.durationMin }, guestAndNote.guestName)
  const missed = isShown && !isAvailable ? choices.time : undefined
  const discounts = listDiscounts(day, priceAt)
  const slotChoice = target && { shop, target, availability, missed, barbers, ownBusy, discounts, onChange: change }
  const busyTime = time && ownBusy.includes(time) ? time : undefined
  // Not on the server, because its code comes later.
  const wanted = isKnown &&
    offered &&
    barber && { shop, barber, services: offered.services, time: choices.time, ...availability }
  const request = wanted && renderRequest?.({ ...wanted, verification: LazyVerificationDialog })
  const input = toBookingInput(selected)
  const shown = { services, slotChoice, request, selected, guestAndNote, setGuestAndNote, busyTime }
  return { ...shown, change, booking, handleBooked, user, isKnown, input }
}

type PricesInput = {
  offered: ReturnType<typeof toSelectedServices>
  day: DaySlots | undefined
  barber: ReturnType<typeof selectBarber>
  shop: Barbershop
}

/** The services at the price of a time: of any barber that of the cheapest one who is free then, also in a last-minute slot. */
function usePrices({ offered, day, barber, shop }: PricesInput) {
  const lastMinute = useLastMinuteSlots(shop.id)
  return (time: string | undefined) => {
    const quote = time && day?.quotes?.[time]
    const listed = offered && quote ? { ...offered, fullPriceCents: undefined, ...quote } : offered
    const start = day && time ? toInstant(day.date, time, shop.timeZone).getTime() : undefined
    return listed && applyLastMinute(listed, lastMinute, { barberId: barber?.id, start })
  }
}

/** The prices of the times in a last-minute slot. */
function listDiscounts(day: DaySlots | undefined, priceAt: ReturnType<typeof usePrices>) {
  const discounts: Record<string, DiscountPrices> = {}
  for (const time of day?.slots ?? []) {
    const { lastMinuteId, priceCents = 0, fullPriceCents = 0 } = priceAt(time) ?? {}
    if (lastMinuteId) discounts[time] = { priceCents, listPriceCents: fullPriceCents }
  }
  return discounts
}

/** In the tab's storage: the session may end while they are typed, and the page is left for the login. */
const storedGuestAndNote = createStoredValue<TypedGuestAndNote & { shopId: string; userId: string }>({
  key: 'guestAndNote',
  storage: 'session',
  parse: JSON.parse,
})

/** Not in the URL, which may be shared. After a reload or a login what was typed here before, else those of the held slot. */
function useGuestAndNote(
  { stage, reset }: ReturnType<typeof useBooking>,
  { shopId, userId }: { shopId: string; userId: string | undefined },
) {
  const [stored, store] = useStoredValue(storedGuestAndNote)
  const typed = stored?.shopId === shopId && stored.userId === userId ? stored : undefined
  const held = stage.input
  function setGuestAndNote({ guestName, note }: TypedGuestAndNote) {
    reset()
    store({ guestName, note, shopId, userId: userId ?? '' })
  }

  return { guestAndNote: typed ?? { guestName: held?.guestName ?? '', note: held?.note ?? '' }, setGuestAndNote }
}

type OwnBusyInput = {
  user: User | undefined
  day: DaySlots | undefined
  shop: Barbershop
  durationMin: number | undefined
}

function useOwnBusy({ user, day, shop, durationMin }: OwnBusyInput, guestName: string) {
  const { data = [] } = useQuery({ ...ownDayQuery(day?.date ?? ''), enabled: user !== undefined && day !== undefined })
  if (!day || !durationMin) return []
  return listOwnBusy({ slots: day.slots, date: day.date, zone: shop.timeZone, durationMin }, data, guestName)
}

type Screen = ReturnType<typeof useScreen>

export function BookingScreen({ renderBarberExtra, ...props }: BookingScreenProps) {
  const { shop, barbers } = props
  const screen = useScreen(props)
  const { change, booking, user, isKnown, services, slotChoice, selected, input, guestAndNote } = screen
  const focusConfirm = useFocusOnReady(input !== undefined)
  // The server does not know the zone of the device.
  const summary = summarizeBooking(selected, isKnown ? deviceTimeZone() : shop.timeZone)
  const { stage } = booking
  return (
    <>
      <BookingLayout
        back={{ to: paths.barbershop(shop.id), label: shop.name }}
        title="Escolha seu horário"
        confirmationTitle="Confirmação"
        choices={
          <ChoiceFields
            {...selected}
            barbers={barbers}
            services={services}
            renderBarberExtra={renderBarberExtra}
            onChange={change}
          />
        }
        calendar={slotChoice && <AvailabilityCalendar {...slotChoice} />}
        strip={slotChoice && <UpcomingDays {...slotChoice} />}
        slots={<ScreenSlots selected={selected} slotChoice={slotChoice} request={screen.request} zone={summary.zone} />}
        summary={summary}
        extras={
          <>
            <GuestAndNoteSection value={guestAndNote} busyTime={screen.busyTime} onChange={screen.setGuestAndNote} />
            <GroupButton screen={screen} shop={shop} />
          </>
        }
        payment={describePayment(shop)}
        changeNotice={{ minutes: shop.cancelNoticeMin, start: input?.startTime }}
        confirmation={
          <Confirmation
            label="Confirmar agendamento"
            failure="Erro ao criar agendamento"
            isLoggedIn={isKnown ? user !== undefined : undefined}
            missing={describeMissing(selected)}
            isBusy={stage.name === 'booking'}
            error={stage.name === 'choosing' ? stage.error : undefined}
            onConfirm={() => input && booking.confirm({ ...input, source: findArrivalSource(shop.id) })}
          />
        }
      />
      <BookingDialogs screen={screen} onChoose={focusConfirm} />
    </>
  )
}

type ScreenSlotsProps = Pick<Screen, 'selected' | 'slotChoice' | 'request'> & { zone: string | undefined }

function ScreenSlots({ selected: { barber, selection, time }, slotChoice, request, zone }: ScreenSlotsProps) {
  if (!barber) return <Notice title="Selecione um barbeiro para ver os horários disponíveis." icon="user" />
  if (!selection || !slotChoice) {
    return <Notice title="Selecione um serviço para ver os horários disponíveis." icon="scissors" />
  }
  const barberName = barber.id === anyBarber.id ? undefined : barber.name
  return (
    <SlotsOfDay
      {...slotChoice}
      barberName={barberName}
      zone={zone}
      durationMin={selection.durationMin}
      selected={time}
      // A new boundary with the session, which would wait for the code in one that is shown already.
      request={<Suspense key={request ? 'known' : 'unknown'}>{request}</Suspense>}
    />
  )
}

const NewGroupDialog = lazyPart(
  async () => (await import('../features/appointments/groups/group-dialog.tsx')).NewGroupDialog,
  MissingDialog,
)

/** For who books for others at once. Of a last-minute slot only one is at its price, so that others are added after it is booked. */
function GroupButton({ screen, shop }: { screen: Screen; shop: Barbershop }) {
  const { handleBooked, user, selected, input } = screen
  const { selection } = selected
  // As it was chosen: the time may be lost while the dialog is open, which then offers others.
  const [started, setStarted] = useState<{ input: BookingInput; selection: SelectedServices }>()
  const isOffered = user?.isEmailVerified && input && selection && !input.lastMinuteId
  const ids = started?.selection.services.map(({ id }) => id) ?? []
  return (
    <>
      {isOffered && (
        <Button
          variant="ghost"
          className="-mx-2 -mt-4 justify-start! px-2! text-sm!"
          onClick={() => setStarted({ input, selection })}
        >
          <Icon name="plus" className="size-4.5" />
          Marcar junto com mais alguém
        </Button>
      )}
      <Suspense>
        {started && (
          <NewGroupDialog
            barbershopId={shop.id}
            timeZone={shop.timeZone}
            start={{ startTime: started.input.startTime, barberId: started.input.barberId }}
            first={{ name: started.input.guestName ?? '', serviceIds: ids, note: started.input.note }}
            service={{ name: started.selection.name, ids }}
            source={findArrivalSource(shop.id)}
            onBooked={([id]) => id && handleBooked(id)}
            onClose={() => setStarted(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

function BookingDialogs({ screen, onChoose }: { screen: Screen; onChoose: () => void }) {
  const { booking, user, change, request } = screen
  const { stage } = booking
  return (
    <>
      {user && (
        <LazyVerificationDialog
          isOpen={stage.name === 'verifying'}
          user={user}
          onCancel={booking.cancel}
          onVerified={(verified) => {
            updateSessionUser(verified)
            showToast({ tone: 'success', title: 'Email verificado com sucesso!' })
            if (stage.input) booking.finish(stage.input)
          }}
        >
          <Suspense>{stage.name === 'verifying' && <HoldNote heldUntil={stage.heldUntil} />}</Suspense>
        </LazyVerificationDialog>
      )}
      <Suspense>
        {stage.name === 'slot-taken' && (
          <ConflictDialog
            isOpen
            message={stage.message}
            alternatives={stage.alternatives}
            request={request}
            onClose={booking.reset}
            onChoose={({ barberId, date, time }) => {
              change({ barberId, date, time })
              onChoose()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** Loaded by those who need them. */
const loadNotices = () => import('../features/appointments/booking/booking-notices.tsx')
const ConflictDialog = lazy(() => loadNotices().then((module) => ({ default: module.ConflictDialog })))
const HoldNote = lazy(() => loadNotices().then((module) => ({ default: module.HoldNote })))

const loadVerification = () => import('../features/accounts/verification/verification-dialog.tsx')
const VerificationDialog = lazy(() => loadVerification().then((module) => ({ default: module.VerificationDialog })))

/** Loaded for those whose email is not verified, and kept mounted once it was open: the sent code stays valid. */
function LazyVerificationDialog(props: ComponentProps<typeof VerificationDialog>) {
  const { isOpen, user } = props
  const [wasOpened, setOpened] = useState(false)
  if (isOpen && !wasOpened) setOpened(true)
  useEffect(() => {
    if (!user.isEmailVerified) void loadVerification().catch(() => undefined)
  }, [user.isEmailVerified])
  if (!wasOpened) return null
  return (
    <Suspense>
      <VerificationDialog {...props} />
    </Suspense>
  )
}
