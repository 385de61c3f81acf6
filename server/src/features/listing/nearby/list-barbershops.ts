import type { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Output } from '@na-regua/contract/route'
import type { Database } from '../../../lib/database.ts'
import { type PageParams, paginate, toWindow } from '../../../lib/pagination.ts'
import type { Listing } from '../engine/create-listing.ts'
import { listShownCards } from './list-shown-cards.ts'
import { listIdsByName } from './queries.ts'

/** Two statements. */
export async function listBarbershops(
  sources: { db: Database; listing: Listing },
  page: PageParams,
  now: Date,
): Promise<Output<typeof barbershopsApi.list>> {
  const { total, ids } = await listIdsByName(sources.db, toWindow(page))
  return { barbershops: await listShownCards(sources, ids, now), pagination: paginate(total, page) }
}
