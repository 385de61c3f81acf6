import type { BarbershopCard } from '@na-regua/contract/barbershops'
import type { WaitRange } from '@na-regua/contract/queue'
import type { Database } from '../../../lib/database.ts'
import type { Position } from '../../../lib/sphere.ts'
import { toCard } from '../../barbershops/rules.ts'
import { listCards } from './queries.ts'

/**
 * The present wait of each of these barbershops that shows one, and which queues take no entries. Passed in by `app.ts`, because queues
 * depend on barbershops.
 */
export type WaitsReader = {
  listWaits: (barbershopIds: string[], now: Date) => Promise<ReadonlyMap<string, WaitRange | 'closed'>>
}

/** Without the index, in the order of the ids: one statement, and those for the waits of barbershops with a queue. */
export async function listShownCards(
  { db, waits }: { db: Database; waits: WaitsReader },
  ids: readonly string[],
  now: Date,
  here?: Position,
): Promise<BarbershopCard[]> {
  const rows = await listCards(db, ids)
  const withQueue = rows.filter((row) => row.hasQueue).map((row) => row.id)
  const byId = withQueue.length > 0 ? await waits.listWaits(withQueue, now) : new Map<string, WaitRange | 'closed'>()
  return rows.map((row) => toCard(row, now, here, byId.get(row.id)))
}
