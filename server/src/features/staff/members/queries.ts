import type { StaffList, StaffMember } from '@na-regua/contract/members'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { getOwnPlan } from '../../plans/queries.ts'
import { listInvites } from '../invites/queries.ts'
import { toInvite } from '../invites/rules.ts'
import { countSeats } from '../owned/queries.ts'
import { barberColumns, barberJoins, barberOrder } from '../queries.ts'

/** Everybody who works in an owner's shops, the owner himself among them when he does. */
async function listMembers(db: Database, ownerId: string, now: Date): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`/* list members */
    select ${barberColumns}, barbers.user_id = owner_id as "isOwner",
           (select count(*) from appointments where barber_id = barbers.id and status in ('SCHEDULED', 'CONFIRMED')
             and ends_at > ${now} and starts_at > ${now}::timestamptz - interval '1 day') as "futureAppointments"
      ${barberJoins} where owner_id = ${ownerId} and barbers.removed_at is null ${barberOrder}`.execute(db)
  return rows
}

export async function getTeam(db: Database, ownerId: string, now: Date): Promise<StaffList> {
  const { plan, canEdit } = await getOwnPlan(db, ownerId, now)
  const { chairs, invites } = await countSeats(db, ownerId, now)
  return {
    barbers: await listMembers(db, ownerId, now),
    invites: (await listInvites(db, ownerId)).map((invite) => toInvite(invite, now)),
    seats: { used: chairs + invites, most: plan.max_barbers },
    canEdit,
  }
}

/** Nobody books, moves or seats with this person until the transaction ends. The same lock as a booking's. */
export async function lockPerson(tx: Database, userId: string): Promise<void> {
  await sql`/* lock person */ select pg_advisory_xact_lock(hashtextextended(${userId}::text, 2))`.execute(tx)
}

export async function leaveChair(tx: Database, barberId: string, now: Date): Promise<void> {
  await tx.updateTable('barbers').set({ removed_at: now }).where('id', '=', barberId).execute()
}

export async function hasChair(tx: Database, userId: string): Promise<boolean> {
  const { rows } = await sql`/* has chair */
    select from barbers where user_id = ${userId} and removed_at is null limit 1`.execute(tx)
  return rows.length > 0
}

/** What the letter to who was removed says; undefined when the chair is his again, or nobody's any more. */
export async function findRemoved(db: Database, barberId: string) {
  const { rows } = await sql<{ name: string; email: string; shopName: string }>`/* find removed */
    select users.name, users.email, barbershops.name as "shopName"
      from barbers join users on users.id = user_id join barbershops on barbershops.id = barbershop_id
     where barbers.id = ${barberId} and removed_at is not null and users.email not like '%@removido.invalid'`.execute(
    db,
  )
  return rows[0]
}
