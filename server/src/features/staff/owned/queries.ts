import { ApiError } from '@na-regua/contract/errors'
import type { OwnPlan } from '@na-regua/contract/plans'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { getOwnPlan } from '../../plans/queries.ts'

type OwnedShop = { id: string; name: string; ownerName: string; ownerEmail: string }

/** A shop, switched on or off, for its owner; for anybody else there is none. */
export async function getOwnedShop(db: Database, id: string, ownerId: string): Promise<OwnedShop> {
  const { rows } = await sql<OwnedShop>`/* get owned shop */
    select barbershops.id, barbershops.name, users.name as "ownerName", users.email as "ownerEmail"
      from barbershops join users on users.id = owner_id where barbershops.id = ${id} and owner_id = ${ownerId}`.execute(
    db,
  )
  if (!rows[0]) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return rows[0]
}

export type OwnedChair = {
  id: string
  userId: string
  name: string
  barbershopId: string
  shopName: string
  timeZone: string
}

/** A chair in one of the owner's shops; anybody else's does not exist. */
export async function getOwnedChair(db: Database, id: string, ownerId: string): Promise<OwnedChair> {
  const { rows } = await sql<OwnedChair>`/* get owned chair */
    select barbers.id, barbers.user_id as "userId", users.name, barbershop_id as "barbershopId", barbershops.name as "shopName",
           time_zone as "timeZone"
      from barbers join barbershops on barbershops.id = barbershop_id join users on users.id = barbers.user_id
     where barbers.id = ${id} and owner_id = ${ownerId} and removed_at is null`.execute(db)
  if (!rows[0]) throw new ApiError('BARBER_NOT_FOUND')
  return rows[0]
}

/** The owner's plan. Throws PLAN_LAPSED while it only lets him look. */
export async function getEditingPlan(tx: Database, ownerId: string, now: Date): Promise<OwnPlan> {
  const ownPlan = await getOwnPlan(tx, ownerId, now)
  if (!ownPlan.canEdit) throw new ApiError('PLAN_LAPSED')
  return ownPlan
}

/** Chairs of an owner that somebody sits in, and those that are offered to somebody. */
export async function countSeats(db: Database, ownerId: string, now: Date) {
  const { rows } = await sql<{ chairs: number; invites: number }>`/* count seats */
    select (select count(*) from barbers join barbershops on barbershops.id = barbershop_id
             where owner_id = ${ownerId} and removed_at is null) as chairs,
           (select count(*) from invites join barbershops on barbershops.id = barbershop_id
             where owner_id = ${ownerId} and closed_at is null and expires_at > ${now}) as invites`.execute(db)
  return rows[0] as { chairs: number; invites: number }
}

/** Held until the commit: what follows from a role, and what changes it, happen one after the other. */
export async function lockRole(tx: Database, userId: string): Promise<string> {
  const { rows } = await sql<{ role: string }>`/* lock role */
    select role from users where id = ${userId} for no key update`.execute(tx)
  return rows[0]?.role as string
}
