import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { Caller } from '../../../lib/auth.ts'
import { publish } from '../../../lib/change-feed.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { getOwnPlan } from '../../plans/queries.ts'
import { refreshBarbershops } from '../queries.ts'
import { getOwnShop, type LockedShop, lockOwnShop, touchShop } from './queries.ts'
import { requireEditing } from './rules.ts'

export type Deps = { db: DatabasePool; clock: Clock }

/** Whose shop, and the version that the person saw; without one the last to save wins. */
export type Edit = { caller: Caller; id: string; version?: number }

export type Work = (tx: Database, shop: LockedShop, now: Date) => Promise<void>

/**
 * The frame of every change of a shop: it is the caller's (404 otherwise), his plan lets him edit (403), and nobody changed it
 * since he looked (409). Lists, search and the owner's other pages know of it with the commit.
 */
export async function editShop({ db, clock }: Deps, { caller, id, version }: Edit, work: Work): Promise<OwnBarbershop> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const shop = await lockOwnShop(tx, { id, ownerId: caller.id })
    requireEditing(await getOwnPlan(tx, caller.id, now))
    if (version !== undefined && version !== shop.version) throw new ApiError('EDIT_CONFLICT')
    await work(tx, shop, now)
    await touchShop(tx, shop.id, now)
    await refreshBarbershops(tx, [shop.id])
    await publish(tx, [caller.id], 'account')
    return getOwnShop(tx, shop.id, now)
  })
}
