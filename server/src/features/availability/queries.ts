import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { type Interval, union } from '../../lib/intervals.ts'
import { fromEpochMinute } from '../../lib/local-time.ts'
import type { Busy, Schedule, Week } from './rules.ts'

/** A schedule with the names and the shortest service that screens tell beside it. */
export type BarberSchedule = Schedule & { barberName: string; barbershopId: string; shortestMin: number | null }

type Row = Omit<BarberSchedule, 'shopHours' | 'barberHours' | 'breaks'> & {
  shopHours: WeekRow[]
  barberHours: WeekRow[]
  breaks: WeekRow[]
}
type WeekRow = [dayOfWeek: number, start: number, end: number]

const columns = sql`
  barbers.id as "barberId", barbers.user_id as "userId", users.name as "barberName",
  barbershops.id as "barbershopId", barbershops.time_zone as "timeZone", barbershops.grid_minutes as "gridMinutes",
  barbershops.minimum_notice_minutes as "minimumNoticeMinutes", barbershops.booking_window_days as "bookingWindowDays",
  (select min(duration_min) from services where services.barbershop_id = barbershops.id and is_active) as "shortestMin",
  (select coalesce(json_agg(json_build_array(day_of_week, opens_minute, closes_minute)), '[]')
     from working_hours where working_hours.barbershop_id = barbershops.id) as "shopHours",
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

export type ShopSchedules = { id: string; timeZone: string; shopHours: Week; chairs: BarberSchedule[] }

/** Each active shop with its chairs in the order that it shows them; a shop without a chair is there too. */
export async function listShopSchedules(db: Database, barbershopIds: readonly string[]): Promise<ShopSchedules[]> {
  const { rows } = await sql<{ id: string; timeZone: string; shopHours: WeekRow[]; chairs: Row[] }>`/* list schedules */
    select barbershops.id, barbershops.time_zone as "timeZone",
      (select coalesce(json_agg(json_build_array(day_of_week, opens_minute, closes_minute)), '[]')
         from working_hours where working_hours.barbershop_id = barbershops.id) as "shopHours",
      (select coalesce(json_agg(chair order by chair.position, chair."barberId"), '[]')
         from (select barbers.position, ${columns} from barbers join users on users.id = barbers.user_id
                where barbers.barbershop_id = barbershops.id and barbers.removed_at is null) chair) as chairs
      from barbershops where barbershops.id = any(${barbershopIds}::uuid[]) and barbershops.is_active`.execute(db)
  return rows.map((row) => ({ ...row, shopHours: toWeek(row.shopHours), chairs: row.chairs.map(toSchedule) }))
}

function toSchedule(row: Row): BarberSchedule {
  const barberHours = row.barberHours.length > 0 ? toWeek(row.barberHours) : undefined
  return { ...row, shopHours: toWeek(row.shopHours), barberHours, breaks: toWeek(row.breaks) }
}

function toWeek(rows: readonly WeekRow[]): Week {
  const week: Interval[][] = [[], [], [], [], [], [], []]
  for (const [day, start, end] of rows) week[day]?.push([start, end])
  return week
}

/** Epoch minutes, and the instant that decides which holds still stand. */
type Window = { from: number; to: number; now: Date }

/**
 * What takes the time of each chair between two epoch minutes: active appointments of the person anywhere, holds that still
 * stand, and the chair's time off.
 */
export async function listBusy(
  db: Database,
  chairs: readonly Schedule[],
  window: Window,
): Promise<(chair: Schedule) => Busy> {
  const [from, to] = [fromEpochMinute(window.from), fromEpochMinute(window.to)]
  const { rows } = await sql<{ key: string; start: number; end: number }>`/* list busy */
    select barber_user_id as key, floor(extract(epoch from starts_at) / 60)::int as start,
           ceil(extract(epoch from ends_at) / 60)::int as end
      from appointments
     where barber_user_id = any(${chairs.map((chair) => chair.userId)}::uuid[])
       and status in ('HELD', 'SCHEDULED', 'CONFIRMED') and (status <> 'HELD' or held_until > ${window.now})
       and tstzrange(starts_at, ends_at) && tstzrange(${from}, ${to})
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

export type OfferedService = { id: string; name: string; durationMin: number; priceCents: number }

/** An active service of that shop. */
export async function findOfferedService(db: Database, barbershopId: string, id: string) {
  const { rows } = await sql<OfferedService>`/* find offered service */
    select id, name, duration_min as "durationMin", price_cents as "priceCents" from services
     where id = ${id} and barbershop_id = ${barbershopId} and is_active`.execute(db)
  return rows[0]
}

/** All that a booking must know before it fights for a slot: the chair, the service it offers, and its time off around the start. */
export type Offer = { chair: BarberSchedule; service: OfferedService | null; timeOff: Busy; hasHold: boolean }

type OfferWish = { barberId: string; serviceId: string; start: Date; customerId: string }

export async function findOffer(
  db: Database,
  { barberId, serviceId, start, customerId }: OfferWish,
): Promise<Offer | undefined> {
  type OfferRow = Row & { service: OfferedService | null; timeOff: Interval[]; hasHold: boolean }
  const { rows } = await sql<OfferRow>`/* find offer */
    select ${columns},
      (select json_build_object('id', id, 'name', name, 'durationMin', duration_min, 'priceCents', price_cents) from services
        where services.id = ${serviceId} and services.barbershop_id = barbershops.id and is_active) as service,
      (select coalesce(json_agg(json_build_array(floor(extract(epoch from starts_at) / 60), ceil(extract(epoch from ends_at) / 60))), '[]')
         from time_off where time_off.barber_id = barbers.id and starts_at < ${start}::timestamptz + interval '1 day'
          and ends_at > ${start}::timestamptz - interval '1 day') as "timeOff",
      exists (select 1 from appointments where customer_id = ${customerId} and status = 'HELD') as "hasHold"
    ${workingChairs} and barbers.id = ${barberId}`.execute(db)
  const [row] = rows
  return row && { chair: toSchedule(row), service: row.service, timeOff: union(row.timeOff), hasHold: row.hasHold }
}
