import type { BarbershopCard } from '@na-regua/contract/barbershops'
import type { Database } from '../../../lib/database.ts'
import type { Position } from '../../../lib/sphere.ts'
import { toCard } from '../../barbershops/rules.ts'
import type { Listing } from '../engine/create-listing.ts'
import { listCards } from '../engine/queries.ts'

/** Returns the cards of barbershops that the index need not have, in the order of the ids. One statement. */
export async function listShownCards(
  { db, listing }: { db: Database; listing: Pick<Listing, 'findWait'> },
  ids: readonly string[],
  now: Date,
  here?: Position,
): Promise<BarbershopCard[]> {
  const rows = await listCards(db, ids)
  return rows.map((row) => toCard(row, now, here, listing.findWait(row.id, now)))
}
