import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import type { BarbershopCard as Barbershop } from '@na-regua/contract/barbershops'
import { useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import { NextTimes, SlotsTodayRuler } from '../features/availability/slots-today/next-times.tsx'
import { type NextTimesFilter, preselectionPath, useSlotsToday } from '../features/availability/slots-today/queries.ts'
import { BookableCard, type CardLayout } from '../features/barbershops/card/barbershop-card.tsx'
import { BookButton } from '../features/barbershops/card/book-button.tsx'
import { useListLayout } from '../features/barbershops/listing/nearby-list.tsx'
import { FavoriteButton } from '../features/favorites/favorite-button.tsx'

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
        {...{ barbershop, layout, isEager: index < eagerCount, day: filter?.freeOn }}
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
