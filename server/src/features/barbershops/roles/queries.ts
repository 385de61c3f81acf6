import { panelPermissions } from '@na-regua/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import type { BarbershopAction } from './rules.ts'

/** True for a row of `barbershop_roles` or `barbers` whose person may do it. */
function allowsSql(action: BarbershopAction) {
  if (action === 'ownership') return sql`false`
  if (action === 'panel') return sql`permissions && array[${sql.join(panelPermissions.map((one) => sql.lit(one)))}]`
  return sql`${sql.lit(action)} = any (permissions)`
}

/** The ids of the barbershops in which the user may do it, as an expression: an array that is computed once per statement. */
export function permittedBarbershopsSql(action: BarbershopAction, userId: string): RawBuilder<unknown> {
  return sql`array(
    select id from barbershops where owner_id = ${userId}::uuid
    union all select barbershop_id from barbershop_roles where user_id = ${userId}::uuid and ${allowsSql(action)}
    union all select barbershop_id from barbers where user_id = ${userId}::uuid and removed_at is null and ${allowsSql(action)})`
}

/** The ids of the barbershops in which the user works, or which are the user's own, whatever they may do there. As above. */
export function staffedBarbershopsSql(userId: string): RawBuilder<unknown> {
  return sql`array(
    select id from barbershops where owner_id = ${userId}::uuid
    union all select barbershop_id from barbershop_roles where user_id = ${userId}::uuid
    union all select barbershop_id from barbers where user_id = ${userId}::uuid and removed_at is null)`
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

/** As `isPermittedSql`, for a step of a transaction that has locked what the permission is about. */
export async function hasPermission(
  db: Database,
  action: BarbershopAction,
  { barbershopId, userId }: { barbershopId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql<{ isPermitted: boolean }>`/* has permission */
    select ${isPermittedSql(action, userId, sql`${barbershopId}::uuid`)} as "isPermitted"`.execute(db)
  return rows[0]?.isPermitted ?? false
}

/** Whether the user may read the phone of the customer of `appointments`: also who serves them, and who booked for them on the phone. */
export function readsPhoneOfAppointment(userId: string) {
  return sql<boolean>`(appointments.barber_user_id = ${userId}::uuid or appointments.booked_by = ${userId}::uuid
    or ${isPermittedSql('phones', userId, sql`appointments.barbershop_id`)})`
}

/** The users who may do it in `barbershops`, as an expression: an array. */
export function usersFor(action: BarbershopAction): RawBuilder<string[]> {
  return sql<string[]>`array(
    select barbershops.owner_id
    union select user_id from barbershop_roles where barbershop_roles.barbershop_id = barbershops.id and ${allowsSql(action)}
    union select user_id from barbers staff where staff.barbershop_id = barbershops.id and removed_at is null and ${allowsSql(action)})`
}

/**
 * As `isPermittedSql`, for a transaction whose later statements act: `step` is a CTE that holds the user's roles until its end, `allows`
 * the condition. One that is being taken away is waited for and gone; one that is there is taken away after the transaction. What a
 * barber may do is only read: barbers are locked after barbershops.
 */
export function holdRole(action: BarbershopAction, userId: string) {
  return {
    step: sql`held_roles as materialized (
      select barbershop_id from barbershop_roles where user_id = ${userId}::uuid and ${allowsSql(action)} for share)`,
    allows: sql<boolean>`(barbershops.owner_id = ${userId}::uuid or barbershops.id in (select barbershop_id from held_roles)
      or exists (select from barbers staff where staff.barbershop_id = barbershops.id and staff.user_id = ${userId}::uuid
                  and staff.removed_at is null and ${allowsSql(action)}))`,
  }
}

/** Whose plan limits what the user edits: an owner's own, for others that of the first barbershop that they manage. */
export async function getPlanOwner(db: Database, { id: userId, role }: Pick<Caller, 'id' | 'role'>): Promise<string> {
  if (role === 'OWNER') return userId
  const { rows } = await sql<{ ownerId: string }>`/* get plan owner */
    select owner_id as "ownerId" from barbershops where ${isPermittedSql('panel', userId)}
     order by search_name, id limit 1`.execute(db)
  return rows[0]?.ownerId ?? userId
}
