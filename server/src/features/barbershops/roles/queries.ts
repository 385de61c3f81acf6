import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import { type BarbershopAction, partsOf } from './rules.ts'

const isRoleFor = (action: BarbershopAction) => {
  const roles = partsOf[action].filter((part) => part === 'MANAGER' || part === 'RECEPTIONIST')
  return roles.length > 0 ? sql`role in (${sql.join(roles.map((role) => sql.lit(role)))})` : sql`false`
}

/** The ids of the barbershops in which the user may do it, as an expression: an array that is computed once per statement. */
export function permittedBarbershopsSql(action: BarbershopAction, userId: string): RawBuilder<unknown> {
  const byBarber = sql`
    union all select barbershop_id from barbers where user_id = ${userId}::uuid and removed_at is null`
  return sql`array(
    select id from barbershops where owner_id = ${userId}::uuid
    union all select barbershop_id from barbershop_roles where user_id = ${userId}::uuid and ${isRoleFor(action)}
    ${partsOf[action].includes('BARBER') ? byBarber : sql``})`
}

/**
 * Whether the user may do it in the barbershop, for the statement that does it: what is decided in an earlier one may have ended
 * since. `barbershopId` is an expression, by default the id of `barbershops`.
 */
export function isPermittedSql(
  action: BarbershopAction,
  userId: string,
  barbershopId: RawBuilder<unknown> = sql`barbershops.id`,
) {
  return sql<boolean>`${barbershopId} = any (${permittedBarbershopsSql(action, userId)})`
}

/**
 * Whether the user may read the phones of all customers of the barbershop: the owner, managers, and the roles that the owner has
 * chosen. `barbershopId` is an expression.
 */
export function readsAllPhones(userId: string, barbershopId: RawBuilder<unknown>) {
  return sql<boolean>`${barbershopId} = any (array(
    select id from barbershops where owner_id = ${userId}::uuid
    union all select roles.barbershop_id from barbershop_roles roles join barbershops on barbershops.id = roles.barbershop_id
     where roles.user_id = ${userId}::uuid and (role = 'MANAGER' or receptionists_read_phones)
    union all select barbers.barbershop_id from barbers join barbershops on barbershops.id = barbers.barbershop_id
     where barbers.user_id = ${userId}::uuid and removed_at is null and barbers_read_phones))`
}

/** The same of the customer of `appointments`: also who serves them, and who booked for them on the phone. */
export function readsPhoneOfAppointment(userId: string) {
  return sql<boolean>`(appointments.barber_user_id = ${userId}::uuid or appointments.booked_by = ${userId}::uuid
    or ${readsAllPhones(userId, sql`appointments.barbershop_id`)})`
}

/** The users who may do it in `barbershops`, barbers not included, as an expression: an array. */
export function usersFor(action: BarbershopAction): RawBuilder<string[]> {
  return sql<string[]>`array(
    select barbershops.owner_id
    union select user_id from barbershop_roles where barbershop_roles.barbershop_id = barbershops.id and ${isRoleFor(action)})`
}

/**
 * As `may`, for a transaction whose later statements act: `step` is a CTE that holds the user's roles until its end, `allows` the
 * condition. One that is being taken away is waited for and gone; one that is there is taken away after the transaction.
 */
export function holdRole(action: BarbershopAction, userId: string) {
  return {
    step: sql`held_roles as materialized (
      select barbershop_id from barbershop_roles where user_id = ${userId}::uuid and ${isRoleFor(action)} for share)`,
    allows: sql<boolean>`(barbershops.owner_id = ${userId}::uuid or barbershops.id in (select barbershop_id from held_roles))`,
  }
}

/** Whose plan limits what the user edits: an owner's own, for others that of the first barbershop that they manage. */
export async function getPlanOwner(db: Database, { id: userId, role }: Pick<Caller, 'id' | 'role'>): Promise<string> {
  if (role === 'OWNER') return userId
  const { rows } = await sql<{ ownerId: string }>`/* get plan owner */
    select owner_id as "ownerId" from barbershops where ${isPermittedSql('settings', userId)}
     order by search_name, id limit 1`.execute(db)
  return rows[0]?.ownerId ?? userId
}
