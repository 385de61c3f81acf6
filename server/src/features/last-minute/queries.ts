import type { LastMinutePrice, LastMinuteSlot, NearbyLastMinute } from '@na-regua/contract/last-minute'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { type Position, toChord, toPoint } from '../../lib/sphere.ts'
import type { RequiredTime } from '../availability/rules.ts'
import { toKilometers } from '../barbershops/rules.ts'

/**
 * True when a row of `last_minute_slots slots`, joined with `barbers` and `barbershops`, can be booked now. An appointment or time off in it ends it,
 * which the job writes down within a minute.
 */
function isOpenSlot(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(slots.status = 'OPEN' and barbers.removed_at is null and barbershops.is_active
    and slots.ends_at > ${now}::timestamptz + make_interval(mins => barbershops.minimum_notice_minutes) and not ${isTaken(sql`status in ('SCHEDULED', 'CONFIRMED') or (status = 'HELD' and held_until > ${now}::timestamptz)`)})`
}

const isTaken = (isBlocking: RawBuilder<unknown>) => sql`(
  exists (select from appointments where appointments.barber_user_id = barbers.user_id and status in ('HELD', 'SCHEDULED', 'CONFIRMED')
            and (${isBlocking}) and tstzrange(starts_at, busy_until) && tstzrange(slots.starts_at, slots.ends_at))
  or exists (select from time_off where time_off.barber_id = slots.barber_id and time_off.starts_at < slots.ends_at
            and time_off.ends_at > slots.starts_at))`

/** The fixed price of each service that the barber still offers for more, and how long it takes. */
const pricesColumn = sql`
  (select coalesce(json_agg(json_build_object('serviceId', provided.id, 'name', provided.name, 'listPriceCents', provided.listed,
            'priceCents', provided.fixed, 'durationMin', provided.duration, 'bufferMin', provided.buffer_min) order by provided.position, provided.name, provided.id), '[]')
     from (select services.id, services.name, services.position, coalesce(own.price_cents, services.price_cents) as listed,
                  (slots.prices ->> services.id::text)::int as fixed, coalesce(own.duration_min, services.duration_min) as duration, buffer_min
             from services left join barber_services own on own.service_id = services.id and own.barber_id = slots.barber_id
            where services.barbershop_id = slots.barbershop_id and is_active and own.is_provided is not false) as provided
    where provided.fixed < provided.listed) as prices`

const slotColumns = sql`
  slots.id, slots.barbershop_id as "barbershopId", barbershops.time_zone as "timeZone", slots.starts_at as "startsAt",
  slots.ends_at as "endsAt", slots.percent,
  json_build_object('id', barbers.id, 'name', users.name, 'avatarUrl', users.avatar_url) as barber, ${pricesColumn}`

const fromSlots = sql`
  from last_minute_slots slots join barbers on barbers.id = slots.barber_id join users on users.id = barbers.user_id
  join barbershops on barbershops.id = slots.barbershop_id`

/** The prices with the time that each service takes of the barber, which responses leave out. */
export type OpenSlot = LastMinuteSlot & { prices: (LastMinutePrice & RequiredTime)[] }

type SlotRow = Omit<OpenSlot, 'startsAt' | 'endsAt'> & { startsAt: Date; endsAt: Date }

/** From the present on. */
function toSlot<Row extends SlotRow>({ startsAt, endsAt, ...slot }: Row) {
  return { ...slot, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}

/** Lists the open slots of one barbershop, in the order of their starts. */
export async function listOpenSlots(db: Database, barbershopId: string, now: Date): Promise<OpenSlot[]> {
  const { rows } = await sql<SlotRow>`/* list last-minute slots */
    select ${slotColumns} ${fromSlots}
     where slots.barbershop_id = ${barbershopId} and ${isOpenSlot(now)} order by slots.starts_at, barbers.position, slots.id`.execute(
    db,
  )
  return rows.map(toSlot).filter(({ prices }) => prices.length > 0)
}

type NearbyRow = SlotRow & { barbershop: NearbyLastMinute['barbershop']; chord: number }

/**
 * The first one of each barbershop in the circle. Only its first open slot is looked up for each barbershop, and prices for those that are
 * returned: each visit of the home page requests it.
 */
export async function listNearbySlots(
  db: Database,
  { radiusInKm, limit, ...position }: Position & { radiusInKm: number; limit: number },
  now: Date,
): Promise<NearbyLastMinute[]> {
  const here = sql`${`(${toPoint(position).join(', ')})`}::cube`
  const chord = toChord(radiusInKm)
  const { rows } = await sql<NearbyRow>`/* list nearby last-minute slots */
    with nearest as materialized (
      select first_slot.id, first_slot.starts_at, barbershops.position <-> ${here} as chord
        from barbershops cross join lateral (
          select slots.id, slots.starts_at from last_minute_slots slots join barbers on barbers.id = slots.barber_id
           where slots.barbershop_id = barbershops.id and ${isOpenSlot(now)} order by slots.starts_at, slots.id limit 1) first_slot
       where barbershops.position <@ cube_enlarge(${here}, ${chord + 1e-6}, 3) and barbershops.position <-> ${here} <= ${chord}
       order by first_slot.starts_at, chord, first_slot.id limit ${limit})
    select ${slotColumns}, nearest.chord, json_build_object('name', barbershops.name, 'neighborhood', barbershops.neighborhood,
             'coverImageUrl', barbershops.cover_image_url) as barbershop
      ${fromSlots} join nearest on nearest.id = slots.id order by slots.starts_at, nearest.chord, slots.id`.execute(db)
  return rows
    .filter(({ prices }) => prices.length > 0)
    .map(({ chord: distance, ...row }) => ({ ...toSlot(row), distanceKm: toKilometers(distance) }))
}

/** What a booking with a last-minute slot is decided by: cents by the id of each service. Only the status of a slot ever changes. */
export type BookableLastMinute = { id: string; prices: Readonly<Record<string, number | undefined>> }

/** An expression for `barbers`: the slot, without an id any of the barber's, if it is open and covers the start. */
export function bookableLastMinute(id: string | undefined, start: Date): RawBuilder<unknown> {
  return sql`(select json_build_object('id', id, 'prices', prices) from last_minute_slots
    where ${id ? sql`id = ${id}::uuid` : sql`true`} and barber_id = barbers.id and status = 'OPEN' and starts_at <= ${start}::timestamptz
      and ends_at > ${start}::timestamptz)`
}

/** Locks the open slots of these barbers at the start until the transaction ends. The caller has locked the barbers. */
export async function lockOpenSlots(tx: Database, barberIds: readonly string[], start: Date): Promise<void> {
  await sql`/* lock open last-minute slots */
    select from last_minute_slots
     where barber_id = any(${barberIds}::uuid[]) and status = 'OPEN' and starts_at <= ${start} and ends_at > ${start}
     order by id for no key update`.execute(tx)
}

/** The slot ends with its appointment. The caller has locked it while it was open. */
export async function bookLastMinuteSlot(
  tx: Database,
  { id, barberId, appointmentId }: { id: string; barberId: string; appointmentId: string },
  now: Date,
): Promise<void> {
  const { numAffectedRows } = await sql`/* book last-minute slot */
    update last_minute_slots set status = 'BOOKED', ended_at = ${now}, appointment_id = ${appointmentId}
     where id = ${id} and barber_id = ${barberId} and status = 'OPEN'`.execute(tx)
  if (numAffectedRows !== 1n) throw new Error(`last-minute slot ${id} of a locked barber is not open`)
}

/** The span of the last-minute slot that was booked as this appointment, as JSON; null for others. */
export const slotOfAppointment = (appointmentId: string) => sql`
  (select json_build_object('startsAt', starts_at, 'endsAt', ends_at) from last_minute_slots where appointment_id = ${appointmentId}::uuid)`

/** Open slots per statement. */
const PAGE = 1000

/**
 * What ends without a booking: its starts are over, or an appointment or time off took it. A hold does not end it. Goes through the open
 * slots in pages, so that no statement grows with their number. Returns how many ended.
 */
export async function endTakenSlots(db: Database, now: Date, page = PAGE): Promise<number> {
  let count = 0
  for (let after: string | null = NO_SLOT; after; ) {
    const { rows } = await sql<{ last: string | null; ended: number }>`/* end taken last-minute slots */
      with page as materialized (
        select id from last_minute_slots where status = 'OPEN' and id > ${after}::uuid order by id limit ${page}),
      taken as materialized (
        select slots.id ${fromSlots} join page on page.id = slots.id
         where slots.status = 'OPEN' and (slots.ends_at <= ${now}::timestamptz or barbers.removed_at is not null
               or not barbershops.is_active or ${isTaken(sql`status in ('SCHEDULED', 'CONFIRMED')`)})
         order by slots.id for no key update of slots skip locked),
      ended as (
        update last_minute_slots set status = 'ENDED', ended_at = ${now} where id in (select id from taken) returning id)
      select (select id from page order by id offset ${page - 1}) as last, (select count(*) from ended) as ended`.execute(
      db,
    )
    count += Number(rows[0]?.ended)
    after = rows[0]?.last ?? null
  }
  return count
}

/** Before every id. */
const NO_SLOT = '00000000-0000-0000-0000-000000000000'
