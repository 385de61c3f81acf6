import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import type { Caller } from '../../../lib/auth.ts'
import { publish } from '../../../lib/change-feed.ts'
import type { Database } from '../../../lib/database.ts'
import { getOwnPlan, lockLimits } from '../../plans/queries.ts'
import type { Deps } from './edit-shop.ts'
import { countActiveShops, getOwnShop, type LockedShop, lockOwnShop, updateShop } from './queries.ts'
import { requireEditing, requireRoom } from './rules.ts'
import { tellStaff } from './tell-staff.ts'

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

/** What a shop has ahead, and the way to call all of it off in its owner's name. Given by the features that know appointments. */
export type Bookings = {
  listShopAhead: (tx: Database, barbershopId: string, now: Date) => Promise<ScheduleConflict[]>
  giveUpShop: (tx: Database, shop: { barbershopId: string; ownerId: string; now: Date }) => Promise<number>
}

type Leave = Change & { booked?: 'keep' | 'cancel' | 'ask' }

/**
 * Also after the plan has ended: who wants to leave must be able to. What is booked keeps standing, unless the owner calls it
 * off; who asks first is answered with 409 FUTURE_APPOINTMENTS and the list.
 */
export async function deactivateBarbershop(deps: Deps & Bookings, { booked = 'keep', ...change }: Leave) {
  let cancelledAppointments = 0
  const barbershop = await changeShop(deps, change, async (tx, shop, now) => {
    if (!shop.isActive) return
    if (booked === 'ask') refuse(await deps.listShopAhead(tx, shop.id, now), shop)
    if (booked === 'cancel')
      cancelledAppointments = await deps.giveUpShop(tx, { barbershopId: shop.id, ownerId: change.caller.id, now })
    await updateShop(tx, shop.id, { is_active: false })
    await tellStaff(tx, { shopId: shop.id, isCalledOff: booked === 'cancel' }, now)
  })
  return { barbershop, cancelledAppointments }
}

function refuse(appointments: readonly ScheduleConflict[], { timeZone }: LockedShop): void {
  if (appointments.length === 0) return
  const count = appointments.length === 1 ? '1 agendamento' : `${appointments.length} agendamentos`
  throw new ApiError('FUTURE_APPOINTMENTS', { appointments, timeZone }, `Esta barbearia ainda tem ${count} à frente.`)
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
    await publish(tx, [caller.id], 'account')
    return getOwnShop(tx, shop.id, now)
  })
}
