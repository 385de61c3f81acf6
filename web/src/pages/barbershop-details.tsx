import { ANY_BARBER } from '@na-regua/contract/appointments'
import type { Barbershop } from '@na-regua/contract/barbershops'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookedNotice, useBookedAppointmentId } from '../features/appointments/booking/booked-notice.tsx'
import { slotsTodayKey, useSlotsToday } from '../features/availability/slots-today/queries.ts'
import { TodayRuler } from '../features/availability/slots-today/today-ruler.tsx'
import { BarbershopInfo } from '../features/barbershops/detail/barbershop-info.tsx'
import { BarbershopBadges, BarbershopLayout } from '../features/barbershops/detail/barbershop-layout.tsx'
import { BarbershopSummary, BookingBar, BookingButton } from '../features/barbershops/detail/barbershop-summary.tsx'
import { Gallery } from '../features/barbershops/detail/gallery.tsx'
import {
  describePayment,
  directionsHref,
  isReachable,
  listImages,
  type WeekdayAndMinute,
} from '../features/barbershops/detail/rules.ts'
import { distanceQuery } from '../features/barbershops/queries.ts'
import { FavoriteButton } from '../features/favorites/favorite-button.tsx'
import { useStoredPosition } from '../features/places/use-search-position.ts'
import { barbersQuery } from '../features/staff/barbers/queries.ts'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session.ts'
import { ShareButton } from '../ui/share-button.tsx'
import { BarbershopSections, QueueOfPage } from './barbershop-sections.tsx'

/** On this page only logged-in users get a favorite button, as specified. */
function Images({ shop }: { shop: Barbershop }) {
  const user = useUser()
  return (
    <Gallery
      name={shop.name}
      images={listImages(shop)}
      badges={<BarbershopBadges shop={shop} />}
      action={
        <div className="flex gap-2">
          <ShareButton
            link={{ title: shop.name, path: shop.slug ? paths.ownAddress(shop.slug) : paths.barbershop(shop.id) }}
            label={`Compartilhar ${shop.name}`}
            className="bg-card hover:bg-card"
          />
          {user && <FavoriteButton barbershop={shop} />}
        </div>
      }
    />
  )
}

type BarbershopDetailsProps = {
  shop: Barbershop
  /** Local time of the barbershop. */
  now: WeekdayAndMinute
}

export function BarbershopDetails({ shop, now }: BarbershopDetailsProps) {
  const queryClient = useQueryClient()
  const { data: barbers } = useQuery(barbersQuery(shop.id))
  const { data: distanceKm } = useQuery(distanceQuery(shop.id, useStoredPosition()))
  const slots = useSlotsToday([shop.id])(shop.id)
  const hasBooked = useBookedAppointmentId() !== undefined
  const isBookable = barbers?.length !== 0
  // Who is free first, as the slots have it: they are refetched more often than the barbers.
  const barberId = slots?.preselection?.barberId ?? barbers?.[0]?.id
  // Without barbers the booking page says what is missing.
  const bookedId = barberId ?? (isBookable ? undefined : ANY_BARBER)
  const bookingPath = bookedId && !hasBooked ? paths.booking({ barbershopId: shop.id, barberId: bookedId }) : undefined

  const handleArrival = () => void queryClient.invalidateQueries({ queryKey: slotsTodayKey })

  return (
    <>
      <BookedNotice directionsHref={directionsHref(shop)} payment={describePayment(shop)} onArrival={handleArrival} />
      <BarbershopLayout
        gallery={<Images shop={shop} />}
        summary={
          <BarbershopSummary
            shop={shop}
            now={now}
            nextOpensAt={slots?.nextOpensAt}
            ruler={isBookable && <TodayRuler slots={slots} canBook={!hasBooked} />}
            action={
              !hasBooked && <BookingButton path={bookingPath} isBookable={isBookable} isReachable={isReachable(shop)} />
            }
            queue={shop.hasQueue && <QueueOfPage barbershopId={shop.id} />}
            isBookable={isBookable}
            distanceKm={distanceKm}
          />
        }
        sections={<BarbershopSections shop={shop} canBook={!hasBooked} />}
        info={<BarbershopInfo shop={shop} today={now.weekday} />}
        bar={isBookable && !hasBooked && <BookingBar shop={shop} path={bookingPath} />}
      />
    </>
  )
}
