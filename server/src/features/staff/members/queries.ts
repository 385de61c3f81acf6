import type { StaffList, StaffMember } from '@na-regua/contract/members'
import { sql } from 'kysely'
import type { Caller } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import { verifiedName } from '../../accounts/queries.ts'
import { getPlanOwner, isPermittedSql } from '../../barbershops/roles/queries.ts'
import { getOwnPlan } from '../../plans/queries.ts'
import { listInvites } from '../invites/queries.ts'
import { toInvite } from '../invites/rules.ts'
import { countBarbersAndInvites } from '../owned/queries.ts'
import { barberColumns, barberJoins, barberOrder } from '../queries.ts'
import { listRoleHolders } from '../roles/queries.ts'

const memberColumns = (now: Date) => sql`
  ${barberColumns}, barbers.user_id = owner_id as "isOwner", users.email is not null as "hasAccount", barbers.permissions,
  (select count(*) from appointments where barber_id = barbers.id and status in ('SCHEDULED', 'CONFIRMED')
      and ends_at > ${now} and starts_at > ${now}::timestamptz - interval '1 day') as "futureAppointments"`

/** A barber as in the list of members. */
export async function getMember(db: Database, barberId: string, now: Date): Promise<StaffMember> {
  const { rows } = await sql<StaffMember>`/* get member */
    select ${memberColumns(now)} ${barberJoins} where barbers.id = ${barberId}`.execute(db)
  return rows[0] as StaffMember
}

/** The id of the barbershop of a barber, also of one who has left; undefined for an id that no barber has. */
export async function findShopOfBarber(db: Database, barberId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`/* find shop of barber */
    select barbershop_id as id from barbers where id = ${barberId}`.execute(db)
  return rows[0]?.id
}

/** The barbers of the barbershops whose staff the user manages, including the owner if they cut hair. */
async function listMembers(db: Database, userId: string, now: Date): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`/* list members */
    select ${memberColumns(now)} ${barberJoins}
     where ${isPermittedSql('team', userId)} and barbers.removed_at is null ${barberOrder}`.execute(db)
  return rows
}

/** The limit is that of the user's own plan; who only manages barbershops of others gets theirs, of the first one. */
export async function getStaffList(db: Database, caller: Pick<Caller, 'id' | 'role'>, now: Date): Promise<StaffList> {
  const { id: userId } = caller
  const ownerId = await getPlanOwner(db, caller)
  const { plan, canEdit } = await getOwnPlan(db, ownerId, now)
  const { barbers, invites } = await countBarbersAndInvites(db, ownerId, now)
  return {
    barbers: await listMembers(db, userId, now),
    roles: await listRoleHolders(db, userId),
    invites: (await listInvites(db, userId)).map((invite) => toInvite(invite, now)),
    seats: { used: barbers + invites, most: plan.max_barbers },
    canEdit,
  }
}

/** Blocks bookings, reschedules and walk-ins with this barber's user until the transaction ends. The same lock as a booking's. */
export async function lockBarberUserBookings(tx: Database, userId: string): Promise<void> {
  await sql`/* lock barber user */ select pg_advisory_xact_lock(hashtextextended(${userId}::text, 2))`.execute(tx)
}

/** The barbershop is locked first: its change is noted by a trigger, and a transaction that counts its appointments notes it too. */
export async function removeMembership(
  tx: Database,
  { id, barbershopId }: { id: string; barbershopId: string },
  now: Date,
): Promise<void> {
  await sql`/* lock barbershop */ select from barbershops where id = ${barbershopId} for no key update`.execute(tx)
  await tx.updateTable('barbers').set({ removed_at: now }).where('id', '=', id).execute()
}

export async function hasMembership(tx: Database, userId: string): Promise<boolean> {
  const { rows } = await sql`/* has membership */
    select from barbers where user_id = ${userId} and removed_at is null limit 1`.execute(tx)
  return rows.length > 0
}

type RemovedBarber = {
  name: string | null
  email: string
  barbershopName: string
  timeZone: string
  /** Appointments that were cancelled with the removal. `startsAt` is an ISO string. */
  cancelled: { startsAt: string; serviceName: string; customerName: string }[]
}

/** The content of the e-mail to a removed barber; undefined when they were added again, or have no account. */
export async function findRemovedBarber(db: Database, barberId: string) {
  const { rows } = await sql<RemovedBarber>`/* find removed barber */
    select ${verifiedName('users')} as name, users.email, barbershops.name as "barbershopName", time_zone as "timeZone",
           (select coalesce(json_agg(json_build_object(
              'startsAt', starts_at, 'serviceName', service_name, 'customerName', coalesce(guest_name, customers.name, customer_name, 'Cliente')
            ) order by starts_at), '[]')
              from appointments left join users customers on customers.id = customer_id
             where barber_id = barbers.id and appointments.status = 'CANCELLED' and cancelled_by = 'owner'
               and appointments.updated_at = barbers.removed_at) as cancelled
      from barbers join users on users.id = user_id join barbershops on barbershops.id = barbershop_id
     where barbers.id = ${barberId} and removed_at is not null and users.email is not null and users.email not like '%@removido.invalid'`.execute(
    db,
  )
  return rows[0]
}
