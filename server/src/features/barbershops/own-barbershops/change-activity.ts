import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import type { Caller } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { getOwnPlan, lockLimits } from '../../plans/queries.ts'
import type { EditDeps } from '../editing/edit-barbershop.ts'
import { getOwnBarbershop, type LockedBarbershop, lockOwnBarbershop } from '../editing/queries.ts'
import { requireEditing } from '../editing/rules.ts'
import { notifyStaff } from './notify-staff.ts'
import { countActiveBarbershops, updateBarbershopRow } from './queries.ts'
import { requirePlanCapacity } from './rules.ts'

type Change = { caller: Caller; id: string }

/** Within the limit of the plan, also under concurrent requests. The barbershop may be deactivated or blocked by a plan. */
export function activateBarbershop(deps: EditDeps, change: Change): Promise<OwnBarbershop> {
  return changeActivity(deps, change, async (tx, shop, now) => {
    const ownPlan = await getOwnPlan(tx, change.caller.id, now)
    requireEditing(ownPlan)
    if (shop.isActive) return
    requirePlanCapacity(ownPlan, await countActiveBarbershops(tx, change.caller.id))
    await updateBarbershopRow(tx, shop.id, { is_active: true, blocked_at: null })
  })
}

/** Passed in by `app.ts`, because appointments depend on barbershops. All concern the upcoming appointments of one barbershop. */
export type FutureAppointments = {
  /** Before the row of the barbershop is locked, because bookings take these locks first too. */
  lockBookings: (tx: Database, shop: { barbershopId: string; ownerId: string }) => Promise<void>
  listUpcomingAppointments: (tx: Database, barbershopId: string, now: Date) => Promise<ScheduleConflict[]>
  cancelUpcomingAppointments: (
    tx: Database,
    shop: { barbershopId: string; ownerId: string; now: Date },
  ) => Promise<number>
}

type DeactivateInput = Change & { booked?: 'keep' | 'cancel' | 'ask' }

/**
 * Possible without a plan, so that an owner can always leave. Upcoming appointments stay unless `booked` is `cancel`; with `ask` they
 * are returned with 409 FUTURE_APPOINTMENTS and nothing changes.
 */
export async function deactivateBarbershop(
  deps: EditDeps & FutureAppointments,
  { booked = 'keep', ...change }: DeactivateInput,
) {
  let cancelledAppointments = 0
  const { caller, id } = change
  const lock = (tx: Database) => deps.lockBookings(tx, { barbershopId: id, ownerId: caller.id })
  const barbershop = await changeActivity(deps, { ...change, ...(booked === 'cancel' && { lock }) }, deactivate)

  async function deactivate(tx: Database, shop: LockedBarbershop, now: Date) {
    cancelledAppointments = 0
    if (!shop.isActive) return
    if (booked === 'ask') rejectIfBooked(await deps.listUpcomingAppointments(tx, shop.id, now), shop)
    if (booked === 'cancel')
      cancelledAppointments = await deps.cancelUpcomingAppointments(tx, {
        barbershopId: shop.id,
        ownerId: caller.id,
        now,
      })
    await updateBarbershopRow(tx, shop.id, { is_active: false })
    await notifyStaff(tx, { barbershopId: shop.id, areAppointmentsCancelled: booked === 'cancel' }, now)
  }

  return { barbershop, cancelledAppointments }
}

function rejectIfBooked(appointments: readonly ScheduleConflict[], { timeZone }: LockedBarbershop): void {
  if (appointments.length === 0) return
  const count = appointments.length === 1 ? '1 agendamento' : `${appointments.length} agendamentos`
  throw new ApiError('FUTURE_APPOINTMENTS', { appointments, timeZone }, `Esta barbearia ainda tem ${count} à frente.`)
}

/** Only with Premium, any number of them. Removing the badge needs no plan. */
export function setFeatured(deps: EditDeps, { isFeatured, ...change }: Change & { isFeatured: boolean }) {
  return changeActivity(deps, change, async (tx, shop, now) => {
    const ownPlan = await getOwnPlan(tx, change.caller.id, now)
    requireEditing(ownPlan)
    if (isFeatured && ownPlan.plan.tier !== 'premium') throw new ApiError('FEATURED_NEEDS_PREMIUM')
    await updateBarbershopRow(tx, shop.id, { is_featured: isFeatured })
  })
}

type ActivityWork = (tx: Database, shop: LockedBarbershop, now: Date) => Promise<void>
/** `lock` takes the locks that come before the row of the barbershop (decision 06). */
type ActivityChange = Change & { lock?: (tx: Database) => Promise<void> }

/**
 * Does not increment the version: an open form may still be saved. A booking that was decided before is refused all the same,
 * because it reads from the locked row whether the barbershop is active.
 */
async function changeActivity(
  { db, clock }: EditDeps,
  { caller, id, lock }: ActivityChange,
  work: ActivityWork,
): Promise<OwnBarbershop> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await lockLimits(tx, caller.id)
    await lock?.(tx)
    const shop = await lockOwnBarbershop(tx, { id, userId: caller.id, action: 'ownership' })
    await work(tx, shop, now)
    await publish(tx, [caller.id], 'account')
    return getOwnBarbershop(tx, shop.id, now)
  })
}
