import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { union } from '../../lib/intervals.ts'
import { fromEpochMinute } from '../../lib/local-time.ts'
import { specialDaysColumn, toWorkingHours, type WithScheduleRows } from '../staff/schedule/queries.ts'
import {
  type BarbershopOpenings,
  type SpecialDateRow,
  toSpecialDates,
  toWeeklyIntervals,
  type WeeklyRow,
} from '../staff/schedule/rules.ts'
import {
  type BarberSchedule,
  type BookableService,
  type BusyIntervals,
  type FindRequiredTime,
  findServiceOfBarber,
  type ListedServices,
  type RequiredTime,
  type ServiceSelection,
  selectServicesOfBarber,
  type TermsOfBarber,
} from './rules.ts'

/** A barber of an active barbershop with the schedule, the barber's own terms, and the shortest service that the barber provides. */
export type BookableBarber = BarberSchedule &
  TermsOfBarber & {
    barberName: string
    barbershopId: string
    /** Incremented by each change of the barber's hours, breaks and time off. Compared by the statement that writes a booking. */
    availabilityVersion: number
    /** Incremented by each edit of the barbershop: hours, special dates, services, notice. Compared likewise. */
    barbershopVersion: number
    shortestService: RequiredTime | null
  }

export type BarberRow = WithScheduleRows<BookableBarber>

export const serviceJson = sql`json_build_object('id', services.id, 'name', services.name, 'durationMin', duration_min,
  'bufferMin', buffer_min, 'priceCents', price_cents)`
export const combinationJson = sql`json_build_object('serviceId', service_id, 'serviceIds', service_ids, 'durationMin', duration_min,
  'priceCents', price_cents)`

/** Needs `barbers` in the FROM clause. */
const termsColumn = sql`
  (select coalesce(json_object_agg(service_id,
            json_build_object('isProvided', is_provided, 'durationMin', duration_min, 'priceCents', price_cents)), '{}')
     from barber_services where barber_services.barber_id = barbers.id)`

/** Needs `barbershops` in the FROM clause. */
const walkInShareColumn = sql`
  (select json_build_object('percent', walk_in_share, 'weekdays', weekdays) from barbershop_queues
    where barbershop_queues.barbershop_id = barbershops.id and is_on and walk_in_share > 0) as "walkInShare"`

/** Needs `barbers`, `barbershops` and `users` in the FROM clause. */
export const bookableBarberColumns = sql`
  barbers.id as "barberId", barbers.user_id as "userId", users.name as "barberName",
  barbers.availability_version as "availabilityVersion", barbershops.version as "barbershopVersion",
  barbershops.id as "barbershopId", barbershops.time_zone as "timeZone", barbershops.grid_minutes as "gridMinutes",
  barbershops.minimum_notice_minutes as "minimumNoticeMinutes", barbershops.booking_window_days as "bookingWindowDays",
  ${walkInShareColumn},
  (select json_build_object('durationMin', duration, 'bufferMin', buffer_min)
     from (select coalesce(own.duration_min, services.duration_min) as duration, buffer_min
             from services left join barber_services own on own.service_id = services.id and own.barber_id = barbers.id
            where services.barbershop_id = barbershops.id and is_active and own.is_provided is not false
            order by 1, 2 limit 1) as shortest) as "shortestService",
  ${termsColumn} as terms,
  (select coalesce(json_agg(json_build_array(day_of_week, opens_minute, closes_minute)), '[]')
     from working_hours where working_hours.barbershop_id = barbershops.id) as "shopHours",
  ${specialDaysColumn},
  (select coalesce(json_agg(json_build_array(day_of_week, starts_minute, ends_minute)), '[]')
     from barber_hours where barber_hours.barber_id = barbers.id) as "barberHours",
  (select coalesce(json_agg(json_build_array(day_of_week, starts_minute, ends_minute)), '[]')
     from breaks where breaks.barber_id = barbers.id) as breaks`

export const fromBookableBarbers = sql`
  from barbers join barbershops on barbershops.id = barbers.barbershop_id join users on users.id = barbers.user_id
  where barbers.removed_at is null and barbershops.is_active`

export function toBarber(row: BarberRow): BookableBarber {
  return { ...row, ...toWorkingHours(row) }
}

/** `firstService`, as the barbershop provides it, is what a booking starts with: lists and cards show when it can be booked. */
export type BarbershopSchedules = BarbershopOpenings & BarbershopFields & { barbers: BookableBarber[] }

type BarbershopFields = { id: string; timeZone: string; firstService: BookableService | null }
export type SchedulesRow = BarbershopFields & {
  shopHours: WeeklyRow[]
  specialDates: SpecialDateRow[]
  barbers: BarberRow[]
}

/** True when some barber provides a row of `services`, or there are no barbers yet. */
const isProvidedByAny = sql`(
  not exists (select from barber_services where service_id = services.id and not is_provided)
  or exists (select from provided_services where provided_services.service_id = services.id)
  or not exists (select from barbers where barbers.barbershop_id = services.barbershop_id and removed_at is null))`

export const schedulesColumns = sql`
  barbershops.id, barbershops.time_zone as "timeZone",
  (select ${serviceJson} from services where services.barbershop_id = barbershops.id and is_active and ${isProvidedByAny}
    order by position, services.name, services.id limit 1) as "firstService",
  (select coalesce(json_agg(json_build_array(day_of_week, opens_minute, closes_minute)), '[]')
     from working_hours where working_hours.barbershop_id = barbershops.id) as "shopHours",
  ${specialDaysColumn},
  (select coalesce(json_agg(barber order by barber.position, barber."barberId"), '[]')
     from (select barbers.position, ${bookableBarberColumns} from barbers join users on users.id = barbers.user_id
            where barbers.barbershop_id = barbershops.id and barbers.removed_at is null) barber) as barbers`

export function toSchedules({ id, timeZone, firstService, ...row }: SchedulesRow): BarbershopSchedules {
  const openings = { shopHours: toWeeklyIntervals(row.shopHours), specialDates: toSpecialDates(row.specialDates) }
  return { id, timeZone, firstService, ...openings, barbers: row.barbers.map(toBarber) }
}

/** When each barber has time for the first service. */
export function requireFirstService({ firstService }: Pick<BarbershopFields, 'firstService'>): FindRequiredTime {
  return (barber) => findServiceOfBarber(barber, firstService)
}

/** Each active barbershop with its barbers in their displayed order; one without barbers is included. */
export async function listBarbershopSchedules(
  db: Database,
  barbershopIds: readonly string[],
): Promise<BarbershopSchedules[]> {
  const { rows } = await sql<SchedulesRow>`/* list barbershop schedules */
    select ${schedulesColumns} from barbershops
     where barbershops.id = any(${barbershopIds}::uuid[]) and barbershops.is_active`.execute(db)
  return rows.map(toSchedules)
}

type BarberKey = Pick<BarberSchedule, 'barberId' | 'userId'>

/** A span in epoch minutes; `now` decides which holds have expired, `except` is an appointment that is being rescheduled. */
export type BusySpan = { from: number; to: number; now: Date; except?: string }

/**
 * Loads what blocks each barber in the span and returns a lookup: active appointments of the barber's user in any barbershop,
 * unexpired holds, and the barber's time off.
 */
export async function loadBusyIntervals(
  db: Database,
  barbers: readonly BarberKey[],
  span: BusySpan,
): Promise<(barber: BarberKey) => BusyIntervals> {
  const from = fromEpochMinute(span.from)
  const to = fromEpochMinute(span.to)
  const { rows } = await sql<{ key: string; start: number; end: number }>`/* load busy intervals */
    select barber_user_id as key, ${minuteOf('starts_at')} as start, ${minuteOf('busy_until', 'ceil')} as end
      from appointments
     where ${isBlocking(span)} and barber_user_id = any(${barbers.map((barber) => barber.userId)}::uuid[])
       and tstzrange(starts_at, busy_until) && tstzrange(${from}, ${to})
    union all
    select barber_id, ${minuteOf('starts_at')}, ${minuteOf('ends_at', 'ceil')}
      from time_off
     where barber_id = any(${barbers.map((barber) => barber.barberId)}::uuid[]) and ends_at > ${from} and starts_at < ${to}`.execute(
    db,
  )
  const rowsByKey = Map.groupBy(rows, (row) => row.key)
  return ({ userId, barberId }) =>
    union([userId, barberId].flatMap((key) => rowsByKey.get(key) ?? []).map(({ start, end }) => [start, end]))
}

/** The epoch minute of a column of instants. Without `extract`, whose numeric result takes longer to compute with. */
export function minuteOf(column: 'starts_at' | 'ends_at' | 'busy_until', round: 'floor' | 'ceil' = 'floor') {
  return sql`${sql.raw(round)}(date_part('epoch', ${sql.ref(column)}) / 60)::int`
}

/** True when one of `appointments` blocks its time: active ones and unexpired holds do. */
export function isBlocking({ now, except }: { now: Date; except?: string | null }) {
  return sql`status in ('HELD', 'SCHEDULED', 'CONFIRMED') and (status <> 'HELD' or held_until > ${now})
    and id is distinct from ${except ?? null}::uuid`
}

/** The open last-minute slots of `barbershops`: `OpenLastMinuteSlot[]`. */
export const discountsColumn = sql`
  (select coalesce(json_agg(json_build_object('id', slots.id, 'barberId', slots.barber_id,
            'from', floor(extract(epoch from slots.starts_at) / 60), 'until', ceil(extract(epoch from slots.ends_at) / 60),
            'prices', (select json_agg(json_build_object('serviceId', key, 'priceCents', value::int)) from jsonb_each(slots.prices)))), '[]')
     from last_minute_slots slots where slots.barbershop_id = barbershops.id and slots.status = 'OPEN') as discounts`

/** True when a row of `service_combinations` applies: a combo that is not provided changes no price. */
export const isActiveCombination = sql`(
  service_id is null or exists (select from services where services.id = service_id and services.is_active))`

/** Those of the services that the barbershop provides, in the order of the ids, and its combinations of them. */
export function servicesColumns(serviceIds: readonly string[]) {
  const combinations = sql`
    select coalesce(json_agg(${combinationJson} order by service_ids), '[]')
      from service_combinations
     where service_combinations.barbershop_id = barbershops.id and service_ids <@ ${serviceIds}::uuid[] and ${isActiveCombination}`
  return sql`
    (select coalesce(json_agg(${serviceJson} order by array_position(${serviceIds}::uuid[], id)), '[]')
       from services where services.id = any(${serviceIds}::uuid[]) and services.barbershop_id = barbershops.id and is_active) as services,
    (${serviceIds.length > 1 ? combinations : sql`'[]'::json`}) as combinations`
}

/** As the barber provides them; undefined unless all. The ids are distinct. */
export async function findServiceSelection(
  db: Database,
  barberId: string,
  serviceIds: readonly string[],
): Promise<ServiceSelection | undefined> {
  const { rows } = await sql<ListedServices & Pick<TermsOfBarber, 'terms'>>`/* find service selection */
    select ${servicesColumns(serviceIds)}, ${termsColumn} as terms
      from barbers join barbershops on barbershops.id = barbers.barbershop_id where barbers.id = ${barberId}`.execute(
    db,
  )
  return rows[0] && selectServicesOfBarber(rows[0], serviceIds, rows[0])
}
