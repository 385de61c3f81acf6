import { type CustomerFilter, FORGOTTEN_DAYS, MAX_FORGOTTEN, type SourceFilter } from '@na-regua/contract/agendas'
import type { Appointment, AppointmentStatus } from '@na-regua/contract/appointments'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import {
  type AppointmentReader,
  type AppointmentRow,
  appointmentColumns,
  appointmentJoins,
  toAppointment,
} from '../../appointments/queries.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'
import { profilesFoundBy, wordPatterns } from '../../customers/queries.ts'

/** Whose agenda: a customer's, a barber's in every barbershop, or the barbershops (or one of them) that the user owns or has a role in. */
export type Agenda = { reader: AppointmentReader; userId: string; barbershopId?: string }

/** Dates are YYYY-MM-DD in the time zone of each appointment's barbershop, `from` and `to` are included; what follows is of staff. */
export type AgendaFilters = {
  statuses?: readonly AppointmentStatus[]
  date?: string
  from?: string
  to?: string
  dayOfWeek?: number
  hour?: number
  barberId?: string
  serviceId?: string
  source?: SourceFilter
  customer?: CustomerFilter
  reviewed?: boolean
  q?: string
  limit: number
  offset: number
}

/** Rows of `appointments` with their `shop`, without holds. Statements that use it carry no name, because their text varies. */
function scope({ reader, userId, barbershopId }: Agenda) {
  const own = {
    customer: sql`appointments.customer_id = ${userId}::uuid`,
    barber: sql`appointments.barber_user_id = ${userId}::uuid`,
    owner: sql`${isPermittedSql('agenda', userId, sql`shop.id`)} ${barbershopId ? sql`and shop.id = ${barbershopId}::uuid` : sql``}`,
  }
  return sql`
    from appointments join barbershops shop on shop.id = appointments.barbershop_id
   where ${own[reader]} and appointments.status <> 'HELD'`
}

/**
 * Between two local dates of the barbershop `shop`, the second excluded. The wider bounds, which are valid in every time zone, let the
 * indexes on starts_at be used.
 */
export function between(from: ReturnType<typeof sql>, until: ReturnType<typeof sql>) {
  return sql`
    appointments.starts_at >= (${from})::date::timestamp at time zone 'UTC' - interval '1 day'
    and appointments.starts_at < (${until})::date::timestamp at time zone 'UTC' + interval '1 day'
    and appointments.starts_at at time zone shop.time_zone >= (${from})::date
    and appointments.starts_at at time zone shop.time_zone < (${until})::date`
}

/** Between two local dates, both included; one that is missing limits nothing. */
function matchesPeriod({ from, to }: Pick<AgendaFilters, 'from' | 'to'>) {
  if (!from && !to) return sql``
  return sql`and ${between(sql`${from ?? '2000-01-01'}`, sql`${to ?? '2100-01-01'}::date + 1`)}`
}

function matchesHour({ dayOfWeek, hour }: Pick<AgendaFilters, 'dayOfWeek' | 'hour'>) {
  const local = sql`appointments.starts_at at time zone shop.time_zone`
  return sql`
    ${dayOfWeek === undefined ? sql`` : sql`and extract(dow from ${local}) = ${dayOfWeek}`}
    ${hour === undefined ? sql`` : sql`and extract(hour from ${local}) = ${hour}`}`
}

function matchesSource(source: SourceFilter | undefined) {
  if (!source) return sql``
  return source === 'unknown' ? sql`and appointments.source is null` : sql`and appointments.source = ${source}`
}

function matchesReview(reviewed: boolean | undefined) {
  if (reviewed === undefined) return sql``
  return sql`and exists (select from reviews where appointment_id = appointments.id) = ${reviewed}`
}

/** False for a guest, and for a walk-in whom the barbershop does not know. */
export const isOfKnownCustomer = sql`(
  appointments.guest_name is null and coalesce(appointments.customer_id, appointments.profile_id) is not null)`

/** The customer of a row, whose `profile` is joined by `profile_id`: the account, also of a profile that got one later, or the profile. */
export const customerKey = sql`coalesce(appointments.customer_id, profile.user_id, appointments.profile_id)`

/** The first completed appointment of each customer in each barbershop. `isShop` limits the rows to barbershops. */
export function selectFirstVisits(isShop: RawBuilder<unknown>) {
  return sql`
    select distinct on (appointments.barbershop_id, ${customerKey})
           appointments.id, appointments.barbershop_id, appointments.barber_id, ${customerKey} as customer_key, appointments.starts_at
      from appointments left join customer_profiles profile on profile.id = appointments.profile_id
     where ${isShop} and appointments.status = 'COMPLETED' and ${isOfKnownCustomer}
     order by appointments.barbershop_id, ${customerKey}, appointments.starts_at, appointments.id`
}

function matchesVisit({ userId, barbershopId }: Agenda, customer: CustomerFilter | undefined) {
  if (!customer) return sql``
  const isShop = barbershopId
    ? sql`appointments.barbershop_id = ${barbershopId}::uuid`
    : isPermittedSql('agenda', userId, sql`appointments.barbershop_id`)
  const isFirst = sql`appointments.id in (select id from (${selectFirstVisits(isShop)}) first)`
  const condition = {
    new: isFirst,
    returning: sql`${isOfKnownCustomer} and not ${isFirst}`,
    unknown: sql`not ${isOfKnownCustomer}`,
  }
  return sql`and appointments.status = 'COMPLETED' and ${condition[customer]}`
}

function matchesBarber(barberId: string | undefined) {
  return barberId ? sql`and appointments.barber_id = ${barberId}::uuid` : sql``
}

/** An appointment with one service has no rows in `appointment_services`. */
function matchesService(serviceId: string | undefined) {
  if (!serviceId) return sql``
  return sql`and (appointments.service_id = ${serviceId}::uuid or appointments.id in (
    select appointment_id from appointment_services where service_id = ${serviceId}::uuid))`
}

/** By the profile as in the list of customers, or by a name that is in the appointment only: of a guest, of a walk-in. */
function matchesCustomer(q: string | undefined, userId: string) {
  const text = q?.trim()
  if (!text) return { step: sql``, condition: sql`` }
  const writtenName = sql`search_form(coalesce(
    appointments.guest_name, case when appointments.profile_id is null then appointments.customer_name end))`
  return {
    step: sql`customers_found as materialized (${profilesFoundBy(text, userId)}),`,
    condition: sql`and (appointments.profile_id in (select id from customers_found)
      or (appointments.customer_id, appointments.barbershop_id) in (select user_id, barbershop_id from customers_found)
      or ${writtenName} like all (array(${wordPatterns(text)})))`,
  }
}

/** Upcoming appointments soonest first, then the others newest first. */
const order = sql`is_ahead desc, case when is_ahead then starts_at end, starts_at desc, id`

/** One page and the total, in one statement. Decision 37 explains the order. */
export async function listAgenda(db: Database, agenda: Agenda, filters: AgendaFilters, now: Date) {
  const { statuses, date, barberId, serviceId, q, ...page } = filters
  const customer = matchesCustomer(q, agenda.userId)
  const statusFilter = statuses ? sql`and appointments.status = any (${statuses}::text[])` : sql``
  const dateFilter = date ? sql`and ${between(sql`${date}`, sql`${date}::date + 1`)}` : sql``
  const isAhead = date
    ? sql`true`
    : sql`appointments.status in ('SCHEDULED', 'CONFIRMED') and appointments.ends_at > ${now}`
  const { rows } = await sql<{ total: number; appointments: AppointmentRow[] }>`
    with ${customer.step}
    found as (
      select appointments.id, appointments.starts_at, ${isAhead} as is_ahead ${scope(agenda)} ${statusFilter} ${dateFilter}
         ${matchesPeriod(filters)} ${matchesHour(filters)} ${matchesBarber(barberId)} ${matchesService(serviceId)}
         ${matchesSource(filters.source)} ${matchesVisit(agenda, filters.customer)} ${matchesReview(filters.reviewed)} ${customer.condition}
    ),
    limited as (select * from found order by ${order} limit ${page.limit} offset ${page.offset}),
    page as (select id, row_number() over (order by ${order}) from limited)
    select (select count(*) from found) as total,
      (select coalesce(json_agg(listed order by listed.row_number), '[]') from (
        select row_number, ${appointmentColumns(agenda.reader, agenda.userId)}
          from page join appointments using (id) ${appointmentJoins}
      ) listed) as appointments`.execute(db)
  const [row] = rows as [(typeof rows)[number]]
  return { total: row.total, appointments: row.appointments.map((found): Appointment => toAppointment(found)) }
}

/**
 * Visits that are over and still confirmed, the newest first, and how many there are. Not who is still served, and not those of a barber
 * who left: a barber can no longer say what became of them.
 */
export async function listForgotten(db: Database, agenda: Agenda, now: Date) {
  const since = new Date(now.getTime() - FORGOTTEN_DAYS * 86_400_000)
  const isHere = sql`exists (select from barbers where barbers.id = appointments.barber_id and barbers.removed_at is null)`
  const { rows } = await sql<{
    total: number
    appointments: AppointmentRow[]
  }>`${sql.raw(`/* list forgotten of ${agenda.reader} */`)}
    with found as (
      select appointments.id, appointments.starts_at ${scope(agenda)} and appointments.status = 'CONFIRMED'
         and appointments.starts_at > ${since} and appointments.ends_at <= ${now}
         and (appointments.serving_from is null or appointments.serving_until is not null)
         and ${agenda.reader === 'barber' ? isHere : sql`true`}
    ),
    page as (select id, row_number() over (order by starts_at desc, id) from found order by starts_at desc, id limit ${MAX_FORGOTTEN})
    select (select count(*) from found) as total,
      (select coalesce(json_agg(listed order by listed.row_number), '[]') from (
        select row_number, ${appointmentColumns(agenda.reader, agenda.userId)}
          from page join appointments using (id) ${appointmentJoins}
      ) listed) as appointments`.execute(db)
  const [row] = rows as [(typeof rows)[number]]
  return { total: row.total, appointments: row.appointments.map((found): Appointment => toAppointment(found)) }
}

/** The local dates of a month (YYYY-MM) with appointments that are not cancelled. */
export async function listMarkedDays(db: Database, agenda: Agenda, month: string) {
  const first = `${month}-01`
  const { rows } = await sql<{ date: string; count: number }>`
    select (appointments.starts_at at time zone shop.time_zone)::date::text as date, count(*) as count
      ${scope(agenda)} and appointments.status <> 'CANCELLED'
       and ${between(sql`${first}`, sql`${first}::date + interval '1 month'`)}
     group by 1 order by 1`.execute(db)
  return rows
}

/** The local dates of a month (YYYY-MM) on which the barber has time off in one of the barbershops. */
export async function listTimeOffDates(db: Database, userId: string, month: string): Promise<string[]> {
  const first = `${month}-01`
  const { rows } = await sql<{ date: string }>`/* list time off dates */
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

/** The owner's appointments that are not cancelled between two dates, both included; a missing bound counts everything. */
export async function countAgenda(db: Database, ownerId: string, days: { dateFrom?: string; dateTo?: string }) {
  const { rows } = await sql<{ count: number }>`/* count agenda */
    select count(*) as count ${scope({ reader: 'owner', userId: ownerId })} and appointments.status <> 'CANCELLED'
       and ${between(sql`${days.dateFrom ?? '2000-01-01'}`, sql`${days.dateTo ?? '2100-01-01'}::date + 1`)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Appointments of the current month, by each barbershop's local time, and of the month before. */
export async function countMonths(db: Database, ownerId: string, now: Date) {
  const { rows } = await sql<{ count: number; previousCount: number }>`/* count months */
    select count(*) filter (where month = this_month) as count,
           count(*) filter (where month = this_month - interval '1 month') as "previousCount"
      from (
        select date_trunc('month', appointments.starts_at at time zone shop.time_zone) as month,
               date_trunc('month', ${now}::timestamptz at time zone shop.time_zone) as this_month
          ${scope({ reader: 'owner', userId: ownerId })} and appointments.status <> 'CANCELLED'
           and appointments.starts_at > ${now}::timestamptz - interval '63 days'
           and appointments.starts_at < ${now}::timestamptz + interval '33 days'
      ) counted`.execute(db)
  return rows[0] as { count: number; previousCount: number }
}

/** By name. Includes blocked and deactivated barbershops, whose appointments may still be upcoming. */
export async function listAgendaBarbershops(db: Database, userId: string) {
  return await db
    .selectFrom('barbershops')
    .select(['id', 'name', 'is_active as isActive'])
    .where(isPermittedSql('agenda', userId))
    .orderBy('search_name')
    .orderBy('id')
    .execute()
}

export type BarberChoice = { id: string; name: string; barbershopId: string; hasLeft: boolean }
export type ServiceChoice = { id: string; name: string; barbershopId: string }

/** The barbers and services of the barbershops of an agenda: those who have left, and what is inactive, have appointments too. */
export async function listAgendaChoices(db: Database, { reader, userId }: Pick<Agenda, 'reader' | 'userId'>) {
  const isOwn =
    reader === 'owner'
      ? isPermittedSql('agenda', userId)
      : sql`barbershops.id in (select barbershop_id from barbers where user_id = ${userId}::uuid and removed_at is null)`
  const { rows } = await sql<{ barbers: BarberChoice[]; services: ServiceChoice[] }>`/* list agenda choices */
    with own as materialized (select id, search_name from barbershops where ${isOwn})
    select (select coalesce(json_agg(json_build_object(
              'id', barbers.id, 'name', users.name, 'barbershopId', barbershop_id, 'hasLeft', removed_at is not null)
              order by removed_at is not null, users.search_name, own.search_name, barbers.id), '[]')
              from barbers join users on users.id = user_id join own on own.id = barbershop_id) as barbers,
           (select coalesce(json_agg(json_build_object('id', services.id, 'name', services.name, 'barbershopId', barbershop_id)
              order by own.search_name, position, services.name, services.id), '[]')
              from services join own on own.id = barbershop_id) as services`.execute(db)
  return rows[0] as { barbers: BarberChoice[]; services: ServiceChoice[] }
}

/** Whether the user may see everyone's appointments in this barbershop; it may be blocked or deactivated. */
export async function isAgendaBarbershop(db: Database, userId: string, barbershopId: string): Promise<boolean> {
  const { rows } = await sql`/* is agenda barbershop */
    select 1 from barbershops where id = ${barbershopId} and ${isPermittedSql('agenda', userId)}`.execute(db)
  return rows.length > 0
}
