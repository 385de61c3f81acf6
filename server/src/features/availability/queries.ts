import type { ServiceCombination } from '@na-regua/contract/barbershops'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { type Interval, union } from '../../lib/intervals.ts'
import { fromEpochMinute } from '../../lib/local-time.ts'
import { specialDaysColumn, toWorkingWeek, type WithWeekRows } from '../staff/schedule/queries.ts'
import { type ShopOpenings, type SpecialRow, toSpecialDays, toWeek, type WeekRow } from '../staff/schedule/rules.ts'
import { type Busy, type Need, type OfferedService, type Schedule, toVisit, type Visit } from './rules.ts'

/** A schedule with the names and the shortest service that screens tell beside it. */
export type BarberSchedule = Schedule & { barberName: string; barbershopId: string; shortest: Need | null }

type Row = WithWeekRows<BarberSchedule>

const columns = sql`
  barbers.id as "barberId", barbers.user_id as "userId", users.name as "barberName",
  barbershops.id as "barbershopId", barbershops.time_zone as "timeZone", barbershops.grid_minutes as "gridMinutes",
  barbershops.minimum_notice_minutes as "minimumNoticeMinutes", barbershops.booking_window_days as "bookingWindowDays",
  (select json_build_object('durationMin', duration_min, 'bufferMin', buffer_min) from services
    where services.barbershop_id = barbershops.id and is_active order by duration_min, buffer_min limit 1) as shortest,
  (select coalesce(json_agg(json_build_array(day_of_week, opens_minute, closes_minute)), '[]')
     from working_hours where working_hours.barbershop_id = barbershops.id) as "shopHours",
  ${specialDaysColumn},
  (select coalesce(json_agg(json_build_array(day_of_week, starts_minute, ends_minute)), '[]')
     from barber_hours where barber_hours.barber_id = barbers.id) as "barberHours",
  (select coalesce(json_agg(json_build_array(day_of_week, starts_minute, ends_minute)), '[]')
     from breaks where breaks.barber_id = barbers.id) as breaks`

const workingChairs = sql`
  from barbers join barbershops on barbershops.id = barbers.barbershop_id join users on users.id = barbers.user_id
  where barbers.removed_at is null and barbershops.is_active`

export async function findSchedule(db: Database, barberId: string): Promise<BarberSchedule | undefined> {
  const { rows } =
    await sql<Row>`/* find schedule */ select ${columns} ${workingChairs} and barbers.id = ${barberId}`.execute(db)
  return rows[0] && toSchedule(rows[0])
}

/** What somebody wants a chair for: services, or the time that an appointment of his was agreed to take. */
export type NeedWish = { serviceIds: readonly string[]; reschedule?: string }
/** How long that takes; undefined when the shop does not offer it, or when there is no such appointment. */
export type Needed = { visit: Visit | undefined; agreed: Need | undefined }

type NeedRow = OfferedRow & { agreed: Need | null }

function needColumns({ serviceIds, reschedule }: NeedWish) {
  const agreed = sql`select json_build_object('durationMin', duration_min, 'bufferMin', buffer_min) from appointments
    where appointments.id = ${reschedule} and appointments.barbershop_id = barbershops.id and status in ('SCHEDULED', 'CONFIRMED')`
  return sql`${offeredColumns(serviceIds)}, ${reschedule ? sql`(${agreed})` : sql`null`} as agreed`
}

function toNeeded(row: NeedRow, { serviceIds }: NeedWish): Needed {
  return { visit: findWhole(row, serviceIds), agreed: row.agreed ?? undefined }
}

/** A chair, and how long it is needed there. */
export async function findChair(db: Database, barberId: string, wish: NeedWish) {
  const { rows } = await sql<Row & NeedRow>`/* find chair */
    select ${columns}, ${needColumns(wish)} ${workingChairs} and barbers.id = ${barberId}`.execute(db)
  return rows[0] && { chair: toSchedule(rows[0]), needed: toNeeded(rows[0], wish) }
}

export type ShopSchedules = ShopOpenings & { id: string; timeZone: string; chairs: BarberSchedule[] }

type ShopRow = { id: string; timeZone: string; shopHours: WeekRow[]; specialDays: SpecialRow[]; chairs: Row[] }

const shopColumns = sql`
  barbershops.id, barbershops.time_zone as "timeZone",
  (select coalesce(json_agg(json_build_array(day_of_week, opens_minute, closes_minute)), '[]')
     from working_hours where working_hours.barbershop_id = barbershops.id) as "shopHours",
  ${specialDaysColumn},
  (select coalesce(json_agg(chair order by chair.position, chair."barberId"), '[]')
     from (select barbers.position, ${columns} from barbers join users on users.id = barbers.user_id
            where barbers.barbershop_id = barbershops.id and barbers.removed_at is null) chair) as chairs`

/** Each active shop with its chairs in the order that it shows them; a shop without a chair is there too. */
export async function listShopSchedules(db: Database, barbershopIds: readonly string[]): Promise<ShopSchedules[]> {
  const { rows } = await sql<ShopRow>`/* list schedules */
    select ${shopColumns} from barbershops where barbershops.id = any(${barbershopIds}::uuid[]) and barbershops.is_active`.execute(
    db,
  )
  return rows.map(toShop)
}

/** All chairs of a shop, and how long one is needed there. */
export async function findChairs(db: Database, barbershopId: string, wish: NeedWish) {
  const { rows } = await sql<ShopRow & NeedRow>`/* find chairs */
    select ${shopColumns}, ${needColumns(wish)} from barbershops
     where barbershops.id = ${barbershopId} and barbershops.is_active`.execute(db)
  return rows[0] && { ...toShop(rows[0]), needed: toNeeded(rows[0], wish) }
}

function toShop({ id, timeZone, ...row }: ShopRow): ShopSchedules {
  const openings = { shopHours: toWeek(row.shopHours), specialDays: toSpecialDays(row.specialDays) }
  return { id, timeZone, ...openings, chairs: row.chairs.map(toSchedule) }
}

function toSchedule(row: Row): BarberSchedule {
  return { ...row, ...toWorkingWeek(row) }
}

/** A chair and the person in it. */
type Seat = Pick<Schedule, 'barberId' | 'userId'>

/** Epoch minutes, the instant that decides which holds still stand, and an appointment that is about to leave its place. */
type Window = { from: number; to: number; now: Date; except?: string }

/**
 * What takes the time of each chair between two epoch minutes: active appointments of the person anywhere, holds that still
 * stand, and the chair's time off.
 */
export async function listBusy(db: Database, chairs: readonly Seat[], window: Window): Promise<(chair: Seat) => Busy> {
  const [from, to] = [fromEpochMinute(window.from), fromEpochMinute(window.to)]
  const { rows } = await sql<{ key: string; start: number; end: number }>`/* list busy */
    select barber_user_id as key, floor(extract(epoch from starts_at) / 60)::int as start,
           ceil(extract(epoch from busy_until) / 60)::int as end
      from appointments
     where barber_user_id = any(${chairs.map((chair) => chair.userId)}::uuid[])
       and status in ('HELD', 'SCHEDULED', 'CONFIRMED') and (status <> 'HELD' or held_until > ${window.now})
       and tstzrange(starts_at, busy_until) && tstzrange(${from}, ${to})
       and id is distinct from ${window.except ?? null}::uuid
    union all
    select barber_id, floor(extract(epoch from starts_at) / 60)::int, ceil(extract(epoch from ends_at) / 60)::int
      from time_off
     where barber_id = any(${chairs.map((chair) => chair.barberId)}::uuid[]) and ends_at > ${from} and starts_at < ${to}`.execute(
    db,
  )
  const taken = Map.groupBy(rows, (row) => row.key)
  return (chair) =>
    union([chair.userId, chair.barberId].flatMap((key) => taken.get(key) ?? []).map(({ start, end }) => [start, end]))
}

type OfferedRow = { services: OfferedService[]; combinations: ServiceCombination[] }

/** Those of the services that the shop offers, in the order of the ids, and what it asks for some of them together. */
function offeredColumns(serviceIds: readonly string[]) {
  const combinations = sql`
    select coalesce(json_agg(json_build_object('serviceIds', service_ids, 'durationMin', duration_min, 'priceCents', price_cents)
             order by service_ids), '[]')
      from service_combinations
     where service_combinations.barbershop_id = barbershops.id and service_ids <@ ${serviceIds}::uuid[]`
  return sql`
    (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'durationMin', duration_min, 'bufferMin', buffer_min,
              'priceCents', price_cents) order by array_position(${serviceIds}::uuid[], id)), '[]')
       from services where services.id = any(${serviceIds}::uuid[]) and services.barbershop_id = barbershops.id and is_active) as services,
    (${serviceIds.length > 1 ? combinations : sql`'[]'::json`}) as combinations`
}

/** Nothing when one of the services is not offered there. */
function findWhole({ services, combinations }: OfferedRow, serviceIds: readonly string[]): Visit | undefined {
  const isWhole = services.length > 0 && services.length === serviceIds.length
  return isWhole ? toVisit(services, combinations) : undefined
}

/** These active services of the shop as one visit. The ids are distinct. */
export async function findVisit(db: Database, barbershopId: string, serviceIds: readonly string[]) {
  const { rows } = await sql<OfferedRow>`/* find visit */
    select ${offeredColumns(serviceIds)} from barbershops where barbershops.id = ${barbershopId}`.execute(db)
  return rows[0] && findWhole(rows[0], serviceIds)
}

/** All that a booking must know before it fights for a slot: the chair, the visit that the shop offers, and its time off around the start. */
export type Offer<Known = null> = { chair: BarberSchedule; visit: Visit | undefined; timeOff: Busy; known: Known }

/** Distinct services; without a barber every chair of the shop is asked. */
export type OfferWish = {
  barberId: string | undefined
  barbershopId: string | undefined
  serviceIds: readonly string[]
  start: Date
}

/**
 * One for each chair that the wish may mean, in the order of the shop. `known` is one value of `barbers` and `barbershops` that the
 * asker needs besides, from the same look.
 */
export async function listOffers<Known = null>(
  db: Database,
  wish: OfferWish,
  known = sql`null`,
): Promise<Offer<Known>[]> {
  type OfferRow = Row & OfferedRow & { timeOff: Interval[]; known: Known }
  const { barberId, barbershopId, serviceIds, start } = wish
  const { rows } = await sql<OfferRow>`/* list offers */
    select ${columns}, ${offeredColumns(serviceIds)},
      (select coalesce(json_agg(json_build_array(floor(extract(epoch from starts_at) / 60), ceil(extract(epoch from ends_at) / 60))), '[]')
         from time_off where time_off.barber_id = barbers.id and starts_at < ${start}::timestamptz + interval '2 days'
          and ends_at > ${start}::timestamptz - interval '1 day') as "timeOff",
      (${known}) as known
    ${workingChairs} ${barberId ? sql`and barbers.id = ${barberId}` : sql``}
      ${barbershopId ? sql`and barbers.barbershop_id = ${barbershopId}` : sql``}
    order by barbers.position, barbers.id`.execute(db)
  return rows.map((row) => {
    const { known } = row
    return { chair: toSchedule(row), visit: findWhole(row, serviceIds), timeOff: union(row.timeOff), known }
  })
}
