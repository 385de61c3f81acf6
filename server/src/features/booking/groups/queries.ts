import { MAX_KNOWN_GUESTS } from '@na-regua/contract/groups'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { appointmentJoins } from '../../appointments/queries.ts'
import { type AppointmentRecord, lockCustomer, recordColumns } from '../../appointments/status/queries.ts'
import { lockBarbers } from '../queries.ts'
import type { BookingInput } from '../rules.ts'

/** As `lockBookingKeys`, for the barbers of all members. Returns the ids of those who work there. */
export async function lockGroupKeys(
  tx: Database,
  customerId: string,
  inputs: readonly BookingInput[],
): Promise<string[]> {
  await lockCustomer(tx, customerId)
  const ids = inputs.map(({ barberId }) => barberId)
  const isCandidate = sql`
    barbers.id = any(${ids}::uuid[]) and barbers.barbershop_id = ${inputs[0]?.barbershopId}`
  return lockBarbers(tx, isCandidate, { customerId })
}

type OwnAppointment = { id: string; customerId: string; barbershopId: string }

const isOwnOpen = ({ id, customerId, barbershopId }: OwnAppointment) => sql`
  appointments.id = ${id} and customer_id = ${customerId} and barbershop_id = ${barbershopId} and status in ('SCHEDULED', 'CONFIRMED')`

/** An open appointment of the customer, to which others are added. */
export async function findJoined(db: Database, joined: OwnAppointment) {
  const { rows } = await sql<{ barberId: string; start: Date; until: Date }>`/* find joined appointment */
    select barber_id as "barberId", starts_at as start, busy_until as until from appointments where ${isOwnOpen(joined)}`.execute(
    db,
  )
  return rows[0]
}

/** Makes it the first of the group, unless it is in one already. `size` counts also those of the group that were cancelled since. */
export async function joinAppointment(tx: Database, joined: OwnAppointment, groupId: string) {
  const { rows } = await sql<{ groupId: string; start: Date; size: number }>`/* join appointment */
    update appointments set group_id = coalesce(group_id, ${groupId}) where ${isOwnOpen(joined)}
    returning group_id as "groupId", starts_at as start,
      (select greatest(1, count(*))::int from appointments others where others.group_id = appointments.group_id) as size`.execute(
    tx,
  )
  return rows[0]
}

type GroupMembers = { groupId: string; ids: readonly string[]; customerId: string }

/** These appointments of a customer's group, their own first, then by start. Blocks every other change of them until the transaction ends. */
export async function lockGroupMembers(
  tx: Database,
  { groupId, ids, customerId }: GroupMembers,
): Promise<AppointmentRecord[]> {
  const isMember = sql`
    appointments.id = any (${ids}::uuid[]) and group_id = ${groupId} and customer_id = ${customerId} and appointments.status <> 'HELD'`
  await sql`/* lock members of group */
    select from appointments where ${isMember} order by id for no key update`.execute(tx)
  const { rows } = await sql<AppointmentRecord>`/* list members of group */
    select ${recordColumns} from appointments ${appointmentJoins} where ${isMember}
     order by guest_name is not null, appointments.starts_at, appointments.id`.execute(tx)
  return rows
}

/** Names of guests for whom the customer booked, the latest first; each once, as it was typed last. */
export async function listGuestNames(db: Database, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`/* list guest names */
    select name from (
      select distinct on (lower(guest_name)) guest_name as name, created_at from appointments
       where customer_id = ${customerId} and guest_name is not null and status <> 'HELD'
       order by lower(guest_name), created_at desc) guests
     order by created_at desc, name limit ${MAX_KNOWN_GUESTS}`.execute(db)
  return rows.map(({ name }) => name)
}
