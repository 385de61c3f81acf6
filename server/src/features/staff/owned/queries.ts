import { ApiError } from '@na-regua/contract/errors'
import type { OwnPlan } from '@na-regua/contract/plans'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { getOwnPlan } from '../../plans/queries.ts'

type OwnedBarbershop = { id: string; name: string; ownerName: string; ownerEmail: string }

/** A barbershop of the owner, active or not. Throws BARBERSHOP_NOT_FOUND, also for one of another owner. */
export async function getOwnedBarbershop(db: Database, id: string, ownerId: string): Promise<OwnedBarbershop> {
  const { rows } = await sql<OwnedBarbershop>`/* get owned barbershop */
    select barbershops.id, barbershops.name, users.name as "ownerName", users.email as "ownerEmail"
      from barbershops join users on users.id = owner_id where barbershops.id = ${id} and owner_id = ${ownerId}`.execute(
    db,
  )
  if (!rows[0]) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return rows[0]
}

export type OwnedBarber = {
  id: string
  userId: string
  name: string
  barbershopId: string
  barbershopName: string
  timeZone: string
}

/** A barber of the owner. Throws BARBER_NOT_FOUND, also for one of another owner. */
export async function getOwnedBarber(db: Database, id: string, ownerId: string): Promise<OwnedBarber> {
  const { rows } = await sql<OwnedBarber>`/* get owned barber */
    select barbers.id, barbers.user_id as "userId", users.name, barbershop_id as "barbershopId", barbershops.name as "barbershopName",
           time_zone as "timeZone"
      from barbers join barbershops on barbershops.id = barbershop_id join users on users.id = barbers.user_id
     where barbers.id = ${id} and owner_id = ${ownerId} and removed_at is null`.execute(db)
  if (!rows[0]) throw new ApiError('BARBER_NOT_FOUND')
  return rows[0]
}

/** The owner's plan. Throws PLAN_LAPSED when it does not allow editing. */
export async function getEditingPlan(tx: Database, ownerId: string, now: Date): Promise<OwnPlan> {
  const ownPlan = await getOwnPlan(tx, ownerId, now)
  if (!ownPlan.canEdit) throw new ApiError('PLAN_LAPSED')
  return ownPlan
}

/** Barbers of an owner, and open invites. Both count against the plan. */
export async function countBarbersAndInvites(db: Database, ownerId: string, now: Date) {
  const { rows } = await sql<{ barbers: number; invites: number }>`/* count barbers and invites */
    select (select count(*) from barbers join barbershops on barbershops.id = barbershop_id
             where owner_id = ${ownerId} and removed_at is null) as barbers,
           (select count(*) from invites join barbershops on barbershops.id = barbershop_id
             where owner_id = ${ownerId} and closed_at is null and expires_at > ${now}) as invites`.execute(db)
  return rows[0] as { barbers: number; invites: number }
}

/** Locks the user's row until the commit, so that changes of a role are serialised. */
export async function lockRole(tx: Database, userId: string): Promise<string> {
  const { rows } = await sql<{ role: string }>`/* lock role */
    select role from users where id = ${userId} for no key update`.execute(tx)
  return rows[0]?.role as string
}
