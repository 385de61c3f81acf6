import { setImmediate } from 'node:timers/promises'
import type { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Body, Output } from '@na-regua/contract/route'
import type { Listing } from '../engine/create-listing.ts'
import { toMatchFilters } from '../engine/rules.ts'

/** Counts in memory, one set of filters after the other; other requests run between them. */
export async function countBarbershops(
  listing: Listing,
  { filters, ...position }: Body<typeof barbershopsApi.count>,
  now: Date,
): Promise<Output<typeof barbershopsApi.count>> {
  const totals: number[] = []
  for (const set of filters) {
    const { total } = await listing.find({
      area: { ...position, radiusInKm: set.radiusInKm },
      filters: toMatchFilters(set),
      orderBy: 'distance',
      limit: 1,
      offset: 0,
      now,
    })
    totals.push(total)
    await setImmediate()
  }
  return { totals }
}
