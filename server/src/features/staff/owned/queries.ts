import { ApiError } from '@na-regua/contract/errors'
import type { OwnPlan } from '@na-regua/contract/plans'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { holdRole, isPermittedSql } from '../../barbershops/roles/queries.ts'
import type { BarbershopAction } from '../../barbershops/roles/rules.ts'
import { getOwnPlan, lockLimits } from '../../plans/queries.ts'

/** Who wants to do what. `isHeld`: what allows it stays until the transaction ends (decision 06: after the locks of users). */
type Authority = { userId: string; action: BarbershopAction; isHeld?: boolean }

function toCondition({ userId, action, isHeld }: Authority) {
  if (!isHeld) return { steps: sql``, allows: isPermittedSql(action, userId) }
  const { step, allows } = holdRole(action, userId)
  return { steps: sql`with ${step}`, allows }
}

type OwnedBarbershop = { id: string; name: string; ownerId: string; timeZone: string }

/** A barbershop, active or not, in which the user may do it. Throws BARBERSHOP_NOT_FOUND for everyone else. */
export async function getOwnedBarbershop(db: Database, id: string, by: Authority): Promise<OwnedBarbershop> {
  const { steps, allows } = toCondition(by)
  const { rows } = await sql<OwnedBarbershop>`/* get owned barbershop */
    ${steps} select id, name, owner_id as "ownerId", time_zone as "timeZone" from barbershops where id = ${id} and ${allows}`.execute(
    db,
  )
  if (!rows[0]) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return rows[0]
}

/**
 * The barbershop, with the limits of its owner locked. The owner is read before their limits can be locked; a manager may have been
 * removed in between, so it is decided again under the lock.
 */
export async function lockOwnedBarbershop(tx: Database, id: string, by: Authority): Promise<OwnedBarbershop> {
  const barbershop = await getOwnedBarbershop(tx, id, by)
  await lockLimits(tx, barbershop.ownerId)
  return barbershop.ownerId === by.userId ? barbershop : getOwnedBarbershop(tx, id, { ...by, isHeld: true })
}

export type OwnedBarber = {
  id: string
  userId: string
  hasAccount: boolean
  name: string
  barbershopId: string
  barbershopName: string
  ownerId: string
  timeZone: string
}

/** A current barber of a barbershop in which the user may do it. Throws BARBER_NOT_FOUND for everyone else. */
export async function getOwnedBarber(db: Database, id: string, by: Authority): Promise<OwnedBarber> {
  const { steps, allows } = toCondition(by)
  const { rows } = await sql<OwnedBarber>`/* get owned barber */
    ${steps}
    select barbers.id, barbers.user_id as "userId", users.email is not null as "hasAccount", users.name, barbershop_id as "barbershopId", barbershops.name as "barbershopName",
           owner_id as "ownerId", time_zone as "timeZone"
      from barbers join barbershops on barbershops.id = barbershop_id join users on users.id = barbers.user_id
     where barbers.id = ${id} and ${allows} and removed_at is null`.execute(db)
  if (!rows[0]) throw new ApiError('BARBER_NOT_FOUND')
  return rows[0]
}

/** The owner's plan. Throws PLAN_LAPSED when it does not allow editing. */
export async function getEditingPlan(tx: Database, ownerId: string, now: Date): Promise<OwnPlan> {
  const ownPlan = await getOwnPlan(tx, ownerId, now)
  if (!ownPlan.canEdit) throw new ApiError('PLAN_LAPSED')
  return ownPlan
}

/** Barbers of an owner, and open invites of further barbers. Both count against the plan; receptionists and managers do not. */
export async function countBarbersAndInvites(db: Database, ownerId: string, now: Date) {
  const { rows } = await sql<{ barbers: number; invites: number }>`/* count barbers and invites */
    select (select count(*) from barbers join barbershops on barbershops.id = barbershop_id
             where owner_id = ${ownerId} and removed_at is null) as barbers,
           (select count(*) from invites join barbershops on barbershops.id = barbershop_id
             where owner_id = ${ownerId} and invites.role = 'BARBER' and barber_id is null and closed_at is null and expires_at > ${now}) as invites`.execute(
    db,
  )
  return rows[0] as { barbers: number; invites: number }
}

/** Locks the user's row until the commit, so that changes of a role are serialised. */
export async function lockRole(tx: Database, userId: string): Promise<string> {
  const { rows } = await sql<{ role: string }>`/* lock role */
    select role from users where id = ${userId} for no key update`.execute(tx)
  return rows[0]?.role as string
}
