import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { fromEpochMinute, toEpochMinute } from '../../../lib/local-time.ts'
import {
  type BarbershopSchedules,
  type BookableBarber,
  discountsColumn,
  isBlocking,
  listBarbershopSchedules,
  minuteOf,
  type SchedulesRow,
  schedulesColumns,
  toSchedules,
} from '../../availability/queries.ts'
import type { OpenLastMinuteSlot } from '../../availability/rules.ts'
import {
  type BarbershopUpcomingSlots,
  type BusyRow,
  type BusyRowOfSlots,
  computeUpcomingSlots,
  type ListBusyRows,
  SPARE_DAYS,
} from './compute-upcoming-slots.ts'

const DAY = 1440

/** For the upcoming slots in memory. Two statements however many barbershops; inactive ones are missing in the result. */
export async function loadUpcomingSlots(
  db: Database,
  barbershopIds: readonly string[],
  now: Date,
): Promise<BarbershopUpcomingSlots[]> {
  const shops = await listBarbershopSchedules(db, barbershopIds)
  const barbers = shops.flatMap((shop) => shop.barbers)
  const windowDays = barbers.reduce((longest, barber) => Math.max(longest, barber.bookingWindowDays), 0)
  const span = { from: toEpochMinute(now), to: toEpochMinute(now) + (windowDays + SPARE_DAYS + 3) * DAY }
  const rowsByKey = await listBusyRows(db, barbers, { ...span, now })
  const listRows: ListBusyRows = ({ userId, barberId }) => [userId, barberId].flatMap((key) => rowsByKey.get(key) ?? [])
  return shops.map((shop) => computeUpcomingSlots(shop, listRows, now))
}

type BusyRowsOf = { users: ReturnType<typeof sql>; barbers: ReturnType<typeof sql> }
type BusyRowsSpan = { from: Date; to: ReturnType<typeof sql>; now: Date }

/** What blocks these barbers in a span, with the end of each open hold. `of` has a set of ids each, an array or a subquery. */
function busyRows(of: BusyRowsOf, { from, to, now }: BusyRowsSpan) {
  return sql`
    select barber_user_id as key, case when status = 'HELD' then id end as id,
           ${minuteOf('starts_at')} as start, ${minuteOf('busy_until', 'ceil')} as end,
           ceil(extract(epoch from held_until) * 1000)::float8 as "heldUntil"
      from appointments
     where ${isBlocking({ now })} and barber_user_id = any(${of.users})
       and tstzrange(starts_at, busy_until) && tstzrange(${from}, ${to})
    union all
    select barber_id, null, ${minuteOf('starts_at')}, ${minuteOf('ends_at', 'ceil')}, null
      from time_off where barber_id = any(${of.barbers}) and ends_at > ${from} and starts_at < ${to}`
}

/** The key is a barber's user, or a barber for time off. The starts and ends of what is no hold are separated by commas. */
type BusyRowsOfKey = { key: string; starts: string | null; ends: string | null; holds: BusyRowOfSlots[] | null }

/** One row for each key: a barbershop may have hundreds of appointments, and each row of its own would be parsed as an object. */
async function listBusyRows(
  db: Database,
  barbers: readonly BookableBarber[],
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<Map<string, BusyRowOfSlots[]>> {
  const ids = {
    users: sql`${barbers.map((barber) => barber.userId)}::uuid[]`,
    barbers: sql`${barbers.map((barber) => barber.barberId)}::uuid[]`,
  }
  const span = { from: fromEpochMinute(from), to: sql`${fromEpochMinute(to)}::timestamptz`, now }
  const { rows } = await sql<BusyRowsOfKey>`/* list busy rows */
    select key, array_to_string(array_agg(start) filter (where id is null), ',') as starts,
           array_to_string(array_agg("end") filter (where id is null), ',') as ends,
           json_agg(json_build_object('key', key, 'id', id, 'start', start, 'end', "end", 'heldUntil', "heldUntil", 'barbershopIds',
             (select json_agg(barbershop_id) from barbers where user_id = key and removed_at is null))) filter (where id is not null) as holds
      from (${busyRows(ids, span)}) busy group by key`.execute(db)
  return new Map(rows.map((row) => [row.key, toBusyRows(row)]))
}

function toBusyRows({ key, starts, ends, holds }: BusyRowsOfKey): BusyRowOfSlots[] {
  const endsOfKey = ends?.split(',') ?? []
  const lasting = (starts?.split(',') ?? []).map((start, index) => {
    return { key, id: null, start: Number(start), end: Number(endsOfKey[index]), heldUntil: null }
  })
  return [...lasting, ...(holds ?? [])]
}

/** A barbershop with what blocks its barbers, in any barbershop, and its open last-minute slots. */
export type BarbershopCalendar = {
  shop: BarbershopSchedules
  busy: readonly BusyRow[]
  discounts: readonly OpenLastMinuteSlot[]
}

/** From an epoch minute to another one and at least until after the booking window. One statement however many barbershops. */
export async function listBarbershopCalendars(
  db: Database,
  barbershopIds: readonly string[],
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<BarbershopCalendar[]> {
  const current = sql`from barbers where barbers.barbershop_id = barbershops.id and removed_at is null`
  const windowEnd = sql`${now}::timestamptz + (barbershops.booking_window_days + ${SPARE_DAYS + 3}::int) * interval '1 day'`
  const ids = { users: sql`array(select user_id ${current})`, barbers: sql`array(select barbers.id ${current})` }
  const span = { from: fromEpochMinute(from), to: sql`greatest(${fromEpochMinute(to)}, ${windowEnd})`, now }
  const { rows } = await sql<
    SchedulesRow & Pick<BarbershopCalendar, 'busy' | 'discounts'>
  >`/* list barbershop calendars */
    select ${schedulesColumns}, (select coalesce(json_agg(busy), '[]') from (${busyRows(ids, span)}) busy) as busy, ${discountsColumn}
      from barbershops where barbershops.id = any(${barbershopIds}::uuid[]) and barbershops.is_active`.execute(db)
  return rows.map(({ busy, discounts, ...row }) => ({ shop: toSchedules(row), busy, discounts }))
}
