import type { Appointment, AppointmentStatus } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import {
  type AppointmentRow,
  appointmentColumns,
  appointmentJoins,
  type Reader,
  toAppointment,
} from '../reading/queries.ts'

/** Whose agenda: the customer's own, every chair of a barber, or the shops of an owner (or one of them). */
export type Agenda = { reader: Reader; userId: string; barbershopId?: string }

/** `date` YYYY-MM-DD, in the zone of each appointment's shop. */
export type AgendaWish = { status?: AppointmentStatus; date?: string; limit: number; offset: number }

/** Rows of `taken` and their `shop`; holds are nobody's appointment. Its text varies, so what uses it carries no statement's name. */
function scope({ reader, userId, barbershopId }: Agenda) {
  const own = {
    customer: sql`taken.customer_id = ${userId}::uuid`,
    barber: sql`taken.barber_user_id = ${userId}::uuid`,
    owner: sql`shop.owner_id = ${userId}::uuid ${barbershopId ? sql`and shop.id = ${barbershopId}::uuid` : sql``}`,
  }
  return sql`
    from appointments taken join barbershops shop on shop.id = taken.barbershop_id
   where ${own[reader]} and taken.status <> 'HELD'`
}

/**
 * From the first to before the last of these days on the shop's wall. The wide bounds, which hold in any zone of the world,
 * are what the indexes on starts_at can be searched by.
 */
function between(from: ReturnType<typeof sql>, until: ReturnType<typeof sql>) {
  return sql`
    taken.starts_at >= (${from})::date::timestamp at time zone 'UTC' - interval '1 day'
    and taken.starts_at < (${until})::date::timestamp at time zone 'UTC' + interval '1 day'
    and taken.starts_at at time zone shop.time_zone >= (${from})::date
    and taken.starts_at at time zone shop.time_zone < (${until})::date`
}

/** What is ahead soonest first, then the rest newest first. */
const order = sql`is_ahead desc, case when is_ahead then starts_at end, starts_at desc, id`

/** One page and the count of all, in one statement. The order is told in decision 0037. */
export async function listAgenda(db: Database, agenda: Agenda, { status, date, ...page }: AgendaWish, now: Date) {
  const ofStatus = status ? sql`and taken.status = ${status}` : sql``
  const ofDay = date ? sql`and ${between(sql`${date}`, sql`${date}::date + 1`)}` : sql``
  const isAhead = date ? sql`true` : sql`taken.status in ('SCHEDULED', 'CONFIRMED') and taken.ends_at > ${now}`
  const { rows } = await sql<{ total: number; appointments: AppointmentRow[] }>`
    with found as (
      select taken.id, taken.starts_at, ${isAhead} as is_ahead ${scope(agenda)} ${ofStatus} ${ofDay}
    ),
    cut as (select * from found order by ${order} limit ${page.limit} offset ${page.offset}),
    page as (select id, row_number() over (order by ${order}) as place from cut)
    select (select count(*) from found) as total,
      (select coalesce(json_agg(told order by told.place), '[]') from (
        select place, ${appointmentColumns(agenda.reader)}
          from page join appointments taken using (id) ${appointmentJoins}
      ) told) as appointments`.execute(db)
  const [row] = rows as [(typeof rows)[number]]
  return { total: row.total, appointments: row.appointments.map((found): Appointment => toAppointment(found)) }
}

/** The days of a month (YYYY-MM) with something that was not cancelled, counted on each shop's wall. */
export async function listMarkedDays(db: Database, agenda: Agenda, month: string) {
  const first = `${month}-01`
  const { rows } = await sql<{ date: string; count: number }>`
    select (taken.starts_at at time zone shop.time_zone)::date::text as date, count(*) as count
      ${scope(agenda)} and taken.status <> 'CANCELLED'
       and ${between(sql`${first}`, sql`${first}::date + interval '1 month'`)}
     group by 1 order by 1`.execute(db)
  return rows
}

/** The days of a month (YYYY-MM), on each shop's wall, on which one of the barber's chairs is off for some time. */
export async function listDaysOff(db: Database, userId: string, month: string): Promise<string[]> {
  const first = `${month}-01`
  const { rows } = await sql<{ date: string }>`/* days off of month */
    select distinct day::date::text as date
      from barbers join barbershops on barbershops.id = barbers.barbershop_id
      join time_off on time_off.barber_id = barbers.id
      cross join lateral generate_series(
        greatest((time_off.starts_at at time zone barbershops.time_zone)::date, ${first}::date),
        least(((time_off.ends_at - interval '1 second') at time zone barbershops.time_zone)::date,
              (${first}::date + interval '1 month - 1 day')::date), '1 day') day
     where barbers.user_id = ${userId} and barbers.removed_at is null
     order by 1`.execute(db)
  return rows.map(({ date }) => date)
}

/** How many of an owner's were not cancelled, from one day to another, both included; open ends count everything. */
export async function countAgenda(db: Database, ownerId: string, days: { dateFrom?: string; dateTo?: string }) {
  const { rows } = await sql<{ count: number }>`/* count agenda */
    select count(*) as count ${scope({ reader: 'owner', userId: ownerId })} and taken.status <> 'CANCELLED'
       and ${between(sql`${days.dateFrom ?? '2000-01-01'}`, sql`${days.dateTo ?? '2100-01-01'}::date + 1`)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The month in which each shop stands now, and the one before it. */
export async function countMonths(db: Database, ownerId: string, now: Date) {
  const { rows } = await sql<{ count: number; previousCount: number }>`/* count months */
    select count(*) filter (where month = this_month) as count,
           count(*) filter (where month = this_month - interval '1 month') as "previousCount"
      from (
        select date_trunc('month', taken.starts_at at time zone shop.time_zone) as month,
               date_trunc('month', ${now}::timestamptz at time zone shop.time_zone) as this_month
          ${scope({ reader: 'owner', userId: ownerId })} and taken.status <> 'CANCELLED'
           and taken.starts_at > ${now}::timestamptz - interval '63 days'
           and taken.starts_at < ${now}::timestamptz + interval '33 days'
      ) counted`.execute(db)
  return rows[0] as { count: number; previousCount: number }
}

/** By name; blocked and switched off ones too, because their agenda goes on. */
export async function listOwnShops(db: Database, ownerId: string) {
  return await db
    .selectFrom('barbershops')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .orderBy('search_name')
    .orderBy('id')
    .execute()
}

/** Whether the shop is this owner's, blocked and switched off ones included. */
export async function isOwnShop(db: Database, ownerId: string, barbershopId: string): Promise<boolean> {
  const { rows } = await sql`/* is own shop */
    select 1 from barbershops where id = ${barbershopId} and owner_id = ${ownerId}`.execute(db)
  return rows.length > 0
}
