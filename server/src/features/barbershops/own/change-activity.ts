import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop } from '@na-regua/contract/owners'
import type { Caller } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import { announce } from '../../../lib/live.ts'
import { getOwnPlan, lockLimits } from '../../plans/queries.ts'
import type { Deps } from './edit-shop.ts'
import { countActiveShops, getOwnShop, type LockedShop, lockOwnShop, updateShop } from './queries.ts'
import { requireEditing, requireRoom } from './rules.ts'

type Change = { caller: Caller; id: string }

/** Within the plan's limit, also when several are pressed together; whether the owner or the plan had switched it off. */
export function activateBarbershop(deps: Deps, change: Change): Promise<OwnBarbershop> {
  return changeShop(deps, change, async (tx, shop, now) => {
    const ownPlan = await getOwnPlan(tx, change.caller.id, now)
    requireEditing(ownPlan)
    if (shop.isActive) return
    requireRoom(ownPlan, await countActiveShops(tx, change.caller.id))
    await updateShop(tx, shop.id, { is_active: true, blocked_at: null })
  })
}

/** Also after the plan has ended: who wants to leave must be able to. What is booked keeps standing. */
export function deactivateBarbershop(deps: Deps, change: Change): Promise<OwnBarbershop> {
  return changeShop(deps, change, async (tx, shop) => {
    if (shop.isActive) await updateShop(tx, shop.id, { is_active: false })
  })
}

/** The Premium plan's; anybody may stop to. */
export function setFeatured(deps: Deps, { isFeatured, ...change }: Change & { isFeatured: boolean }) {
  return changeShop(deps, change, async (tx, shop, now) => {
    const ownPlan = await getOwnPlan(tx, change.caller.id, now)
    requireEditing(ownPlan)
    if (isFeatured && ownPlan.plan.tier !== 'premium') throw new ApiError('FEATURED_NEEDS_PREMIUM')
    await updateShop(tx, shop.id, { is_featured: isFeatured })
  })
}

type Work = (tx: Database, shop: LockedShop, now: Date) => Promise<void>

/** Switches are no edits of what a form shows: a form that is open meanwhile may still be saved. */
async function changeShop({ db, clock }: Deps, { caller, id }: Change, work: Work): Promise<OwnBarbershop> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await lockLimits(tx, caller.id)
    const shop = await lockOwnShop(tx, { id, ownerId: caller.id })
    await work(tx, shop, now)
    await announce(tx, [caller.id], 'account')
    return getOwnShop(tx, shop.id, now)
  })
}
