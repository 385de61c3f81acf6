import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { internationalPhone } from '../../customers/queries.ts'

/**
 * Blocks bookings with these barbers, and changes of them, until the transaction ends. Bookings take the same locks in the same order
 * (decision 06).
 */
export async function lockImportBarbers(
  tx: Database,
  barbershopId: string,
  barbers: readonly { id: string; userId: string }[],
): Promise<void> {
  await sql`/* lock barber users of import */
    select pg_advisory_xact_lock(hashtextextended(user_id::text, 2))
      from (select distinct user_id from unnest(${barbers.map(({ userId }) => userId)}::uuid[]) as user_id order by user_id) as barber_users`.execute(
    tx,
  )
  await sql`/* lock barbers of import */
    select from barbers join barbershops on barbershops.id = barbers.barbershop_id
     where barbershops.id = ${barbershopId} and barbers.id = any(${barbers.map(({ id }) => id)}::uuid[])
     order by barbers.id for share of barbershops, barbers`.execute(tx)
}

/** What blocks a barber's user. Name and phone (E.164) of the customer in this barbershop only. */
export type TakenTime = { barberUserId: string; start: Date; end: Date; name: string | null; phone: string | null }

type TakenSpan = { barbershopId: string; barberUserIds: readonly string[]; from: Date; to: Date; now: Date }

export async function listTakenTimes(
  db: Database,
  { barbershopId, barberUserIds, from, to, now }: TakenSpan,
): Promise<TakenTime[]> {
  const { rows } = await sql<TakenTime & { isOwn: boolean }>`/* list taken times */
    select barber_user_id as "barberUserId", starts_at as start, busy_until as end, appointments.barbershop_id = ${barbershopId} as "isOwn",
           coalesce(customers.name, appointments.customer_name, profile.name) as name,
           coalesce(${internationalPhone(sql`customers.phone`)}, profile.phone) as phone
      from appointments left join users customers on customers.id = appointments.customer_id
      left join customer_profiles profile on profile.id = appointments.profile_id
     where barber_user_id = any(${barberUserIds}::uuid[]) and appointments.status in ('HELD', 'SCHEDULED', 'CONFIRMED')
       and (appointments.status <> 'HELD' or held_until > ${now}) and tstzrange(starts_at, busy_until) && tstzrange(${from}, ${to})`.execute(
    db,
  )
  return rows.map(({ isOwn, ...time }) => (isOwn ? time : { ...time, name: null, phone: null }))
}

export type ImportedAppointment = {
  row: number
  barberId: string
  barberUserId: string
  profileId: string | null
  customerName: string
  /** The first of the services. */
  serviceId: string
  serviceName: string
  services: { id: string; name: string; durationMin: number; priceCents: number }[]
  durationMin: number
  priceCents: number
  start: Date
  note: string | null
}

type ImportedBy = { barbershopId: string; ownerId: string; now: Date }

/**
 * Inserts confirmed appointments without an account, and so without notifications and reminders. Where the barber is taken the exclusion
 * constraint leaves the appointment out, as for a barber who has left; expired holds do not block. Returns those inserted. The caller has
 * locked the barbers.
 */
export async function insertImportedAppointments(
  tx: Database,
  { barbershopId, ownerId, now }: ImportedBy,
  appointments: readonly ImportedAppointment[],
): Promise<{ id: string; row: number }[]> {
  const { rows } = await sql<{ id: string; row: number }>`/* insert imported appointments */
    with input as materialized (
      select gen_random_uuid() as id, input.*, start + make_interval(mins => "durationMin") as ends_at
        from json_to_recordset(${JSON.stringify(appointments)}::json)
          as input("row" int, "barberId" uuid, "barberUserId" uuid, "profileId" uuid, "customerName" text, "serviceId" uuid,
                   "serviceName" text, services json, "durationMin" int, "priceCents" int, start timestamptz, note text)),
    deleted_holds as (
      delete from appointments using input
       where appointments.status = 'HELD' and held_until <= ${now} and barber_user_id = "barberUserId"
         and tstzrange(starts_at, busy_until) && tstzrange(input.start, input.ends_at)
      returning 1),
    inserted_appointments as (
      insert into appointments (id, barbershop_id, barber_id, barber_user_id, service_id, service_name, duration_min, price_cents,
                                starts_at, ends_at, status, source, note, requested_at, created_at, updated_at, profile_id, booked_by, customer_name)
      select input.id, ${barbershopId}::uuid, "barberId", "barberUserId", "serviceId", "serviceName", "durationMin", "priceCents",
             start, ends_at, 'CONFIRMED', 'import', note, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, "profileId",
             ${ownerId}::uuid, "customerName"
        from (select count(*) from deleted_holds) as after_deletion, input
        join barbers on barbers.id = "barberId" and barbers.barbershop_id = ${barbershopId} and removed_at is null
       where exists (select from barbershops where barbershops.id = barbers.barbershop_id and is_active)
         and not exists (select from account_deletions where account_deletions.user_id = barbers.user_id)
       order by "row"
      on conflict do nothing returning id),
    -- Of a single service the appointment says it.
    inserted_services as (
      insert into appointment_services (appointment_id, position, service_id, name, duration_min, price_cents)
      select input.id, number - 1, service.id, service.name, service."durationMin", service."priceCents"
        from inserted_appointments join input on input.id = inserted_appointments.id
       cross join lateral rows from (json_to_recordset(input.services)
         as (id uuid, name text, "durationMin" int, "priceCents" int)) with ordinality
         as service(id, name, "durationMin", "priceCents", number)
       where json_array_length(input.services) > 1)
    select input.id, input."row" from inserted_appointments join input on input.id = inserted_appointments.id`.execute(
    tx,
  )
  return rows
}

export type AppointmentRemoval = {
  id: string
  isRemoved: boolean
  isPast: boolean
  barberId: string
  startsAt: Date
  endsAt: Date
  bufferMin: number
  isWalkIn: boolean
}

/**
 * Deletes the appointments that are ahead and as they were imported: no transition, no reply of a customer, in no account. Returns those
 * that existed. Locked first: a concurrent transition commits before, and is seen, or finds no appointment.
 */
export async function removeImportedAppointments(
  tx: Database,
  ids: readonly string[],
  now: Date,
): Promise<AppointmentRemoval[]> {
  const { rows } = await sql<{ id: string }>`/* lock imported appointments */
    select id from appointments where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  const existing = rows.map(({ id }) => id)
  const removal = await sql<AppointmentRemoval>`/* remove imported appointments */
    with removed as (
      delete from appointments where id = any(${existing}::uuid[]) and starts_at > ${now} and version = 1 and status = 'CONFIRMED'
         and customer_id is null and presence_confirmed_at is null and updated_at = created_at returning id)
    select id, id in (select id from removed) as "isRemoved", starts_at <= ${now} as "isPast", barber_id as "barberId",
           starts_at as "startsAt", ends_at as "endsAt", buffer_min as "bufferMin", is_walk_in as "isWalkIn"
      from appointments where id = any(${existing}::uuid[])`.execute(tx)
  return removal.rows
}
