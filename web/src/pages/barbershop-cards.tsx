import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import type { BarbershopCard as Barbershop } from '@na-regua/contract/barbershops'
import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, memo, useState } from 'react'
import { useNavigate } from 'react-router'
import { NextTimes, SlotsTodayRuler } from '../features/availability/slots-today/next-times.tsx'
import { type NextTimesFilter, preselectionPath, useSlotsToday } from '../features/availability/slots-today/queries.ts'
import { BookableCard, type CardLayout } from '../features/barbershops/card/barbershop-card.tsx'
import { useListLayout } from '../features/barbershops/listing/nearby-list.tsx'
import { barbershopQuery } from '../features/barbershops/queries.ts'
import { FavoriteButton } from '../features/favorites/favorite-button.tsx'
import { toLocalTime } from '../lib/local-time.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/loading.tsx'

/** Needed only while it is not known what 'Agendar' opens. */
const loadStaffQueries = () => import('../features/staff/barbers/queries.ts')

/**
 * Renders cards with a heart, today's slots and a booking button. The first `eagerCount` load their images at once. `isNarrow`: there is
 * no room for the layout of rows. Their times are those of the filter.
 */
export function useCardRenderer(
  barbershops: readonly Barbershop[],
  eagerCount: number,
  { isNarrow = false, filter }: { isNarrow?: boolean; filter?: NextTimesFilter } = {},
) {
  const [storedLayout] = useListLayout()
  const layout = isNarrow ? 'grid' : storedLayout
  const getSlots = useSlotsToday(
    barbershops.map(({ id }) => id),
    filter,
  )
  return function renderCard(barbershop: Barbershop, index: number) {
    return (
      <Card
        barbershop={barbershop}
        layout={layout}
        isEager={index < eagerCount}
        day={filter?.freeOn}
        slots={getSlots(barbershop.id)}
      />
    )
  }
}

type CardProps = {
  barbershop: Barbershop
  layout: CardLayout
  isEager: boolean
  day: string | undefined
  slots: BarbershopSlotsToday | null | undefined
}

/** Not rendered again when a filter is tapped: the cards change with the response. */
const Card = memo(function Card({ barbershop, layout, isEager, day, slots }: CardProps) {
  const queryClient = useQueryClient()
  return (
    <BookableCard
      barbershop={barbershop}
      layout={layout}
      isEager={isEager}
      action={<FavoriteButton barbershop={barbershop} />}
      ruler={<SlotsTodayRuler slots={slots} />}
      nextTimes={<NextTimes slots={slots} />}
      book={
        <BookButton
          barbershop={barbershop}
          path={preselectionPath(slots, day)}
          day={day}
          loadBarbers={async (id) => queryClient.ensureQueryData((await loadStaffQueries()).barbersQuery(id))}
        />
      }
    />
  )
})

/** Passed by the page, because barbers belong to the staff feature. */
type LoadBarbers = (barbershopId: string) => Promise<readonly { id: string }[]>

type BookButtonProps = {
  barbershop: Pick<Barbershop, 'id' | 'name' | 'timeZone'>
  /** The path of the booking page with the first barber and service. Undefined while it is not known. */
  path: string | undefined
  /** YYYY-MM-DD, to choose there instead of today. */
  day?: string
  loadBarbers: LoadBarbers
}

/** A click that opens the link here, not in another tab. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

type BookTarget = Omit<BookButtonProps, 'barbershop'> & Pick<BookButtonProps['barbershop'], 'id' | 'timeZone'>

/** Finds the booking page of the first barber and service; that of the barbershop without barbers, or when one cannot be loaded. */
function useBookTarget({ id, timeZone, path, day, loadBarbers }: BookTarget) {
  const queryClient = useQueryClient()

  function load() {
    return Promise.all([loadBarbers(id), queryClient.ensureQueryData(barbershopQuery(id))])
  }

  async function findPath() {
    if (path) return path
    const [barbers, { barbershop }] = await load()
    const [barber] = barbers
    if (!barber) return paths.barbershop(id)
    const service = barbershop.services.find(
      (one) => one.isActive && one.barbers?.find((own) => own.barberId === barber.id)?.isProvided !== false,
    )
    const date = day ?? toLocalTime(new Date(), timeZone).date
    return paths.booking({ barbershopId: id, barberId: barber.id, serviceId: service?.id, date })
  }

  return {
    // The booking page needs the same data, and handles a failure.
    prefetch: () => void load().catch(() => undefined),
    findPath: () => findPath().catch(() => paths.barbershop(id)),
  }
}

/**
 * A link to the booking page with the first barber and service, which works before any script has run. While its path is not known
 * it leads to the barbershop's page, and a click loads the choice first.
 */
export function BookButton({ barbershop: { id, name, timeZone }, path, day, loadBarbers }: BookButtonProps) {
  const [isOpening, setOpening] = useState(false)
  const navigate = useNavigate()
  const { prefetch, findPath } = useBookTarget({ id, timeZone, path, day, loadBarbers })

  async function handleClick(event: MouseEvent) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    if (isOpening) return
    setOpening(true)
    await navigate(await findPath())
    setOpening(false)
  }

  return (
    <ButtonLink
      to={path ?? paths.barbershop(id)}
      variant="outline"
      isWide
      aria-busy={isOpening || undefined}
      onClick={handleClick}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onTouchStart={prefetch}
    >
      {isOpening && <Spinner className="size-4.5" />}
      {isOpening ? 'Abrindo...' : 'Agendar'}
      <span className="sr-only"> em {name}</span>
    </ButtonLink>
  )
}
