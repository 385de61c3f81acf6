import type { AppointmentStatus } from '@na-regua/contract/appointments'
import type { SeriesDateReason, SeriesDateStatus, SeriesEnd, SeriesStatus } from '@na-regua/contract/series'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { isPermittedSql } from '../barbershops/roles/queries.ts'
import { MAX_UNSERVED_DATES, type SettledDate } from './rules.ts'

/** Who changes a series. Staff: its barber, and those who act on everyone's appointments of the barbershop. */
export type SeriesActor = 'customer' | 'staff'

/** A series with what its dates are booked by and its messages are written from. */
export type SeriesRecord = {
  id: string
  version: number
  status: SeriesStatus
  endedBecause: SeriesEnd | null
  barbershopId: string
  shopName: string
  isActive: boolean
  ownerId: string
  timeZone: string
  /** Minutes between the slots that customers choose from. */
  gridMinutes: number
  barberId: string
  barberUserId: string
  barberName: string
  /** The account; also that of a customer whom staff knew by phone and who has one since. */
  customerId: string | null
  profileId: string | null
  isByStaff: boolean
  customerName: string
  guestName: string | null
  serviceIds: string[]
  serviceName: string
  intervalWeeks: number
  firstDate: string
  minute: number
  priceCents: number
  createdAt: Date
  /** When the customer was notified that the barbershop is not active. */
  suspendedAt: Date | null
}

const seriesCustomer = sql`coalesce(appointment_series.customer_id, profile.user_id)`

const seriesColumns = sql`
  appointment_series.id, appointment_series.version, appointment_series.status, ended_because as "endedBecause",
  appointment_series.barbershop_id as "barbershopId", barbershops.name as "shopName", is_active as "isActive", barbershops.owner_id as "ownerId",
  barbershops.time_zone as "timeZone", grid_minutes as "gridMinutes", barber_id as "barberId", barbers.user_id as "barberUserId", users.name as "barberName",
  ${seriesCustomer} as "customerId", profile_id as "profileId", is_by_staff as "isByStaff",
  coalesce(customers.name, profile.name, 'Cliente') as "customerName", guest_name as "guestName", service_ids as "serviceIds",
  coalesce((select string_agg(services.name, ' + ' order by array_position(service_ids, services.id)) from services
             where services.id = any (service_ids)), 'Serviço') as "serviceName",
  interval_weeks as "intervalWeeks", first_date::text as "firstDate", minute, appointment_series.price_cents as "priceCents",
  appointment_series.created_at as "createdAt", suspended_at as "suspendedAt"`

const fromSeries = sql`
  from appointment_series join barbershops on barbershops.id = appointment_series.barbershop_id
  join barbers on barbers.id = barber_id join users on users.id = barbers.user_id
  left join customer_profiles profile on profile.id = profile_id left join users customers on customers.id = ${seriesCustomer}`

const isStaffOf = (userId: string) => sql`(
  (barbers.user_id = ${userId}::uuid and barbers.removed_at is null)
  or ${isPermittedSql('agenda', userId, sql`appointment_series.barbershop_id`)})`

/** Serializes every change of a series and of its dates until the transaction ends. Before the locks of bookings (decision 06). */
export async function lockSeries(tx: Database, id: string): Promise<void> {
  await sql`/* lock series */ select pg_advisory_xact_lock(hashtextextended('series ' || ${id}::uuid, 3))`.execute(tx)
}

export async function findSeries(db: Database, id: string): Promise<SeriesRecord | undefined> {
  const { rows } = await sql<SeriesRecord>`/* find series */
    select ${seriesColumns} ${fromSeries} where appointment_series.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * How many dates may be booked now. Of a customer who was never served here at most three are open at once, in all series together: they
 * could take the hours of weeks and never come. What staff repeat, they have agreed with the customer.
 */
export async function countAllowedDates(
  db: Database,
  { barbershopId, customerId, isByStaff }: SeriesRecord,
  now: Date,
): Promise<number> {
  if (isByStaff) return Number.MAX_SAFE_INTEGER
  const { rows } = await sql<{ isServed: boolean; open: number }>`/* count open dates of customer */
    select exists (select from appointments where customer_id = ${customerId}::uuid and barbershop_id = ${barbershopId}
                      and status = 'COMPLETED') as "isServed",
           (select count(*)::int from series_dates join appointment_series on appointment_series.id = series_id
              left join appointments on appointments.id = appointment_id
             where appointment_series.customer_id = ${customerId}::uuid and appointment_series.barbershop_id = ${barbershopId}
               and not is_by_staff
               and (series_dates.status = 'ALTERNATIVES'
                 or (appointments.status in ('SCHEDULED', 'CONFIRMED') and appointments.starts_at > ${now}))) as open`.execute(
    db,
  )
  const { isServed = false, open = 0 } = rows[0] ?? {}
  return isServed ? Number.MAX_SAFE_INTEGER : Math.max(0, MAX_UNSERVED_DATES - open)
}

/** Undefined for everyone but the customer and the staff. */
export async function findSeriesFor(
  db: Database,
  id: string,
  userId: string,
): Promise<(SeriesRecord & { actor: SeriesActor }) | undefined> {
  const { rows } = await sql<SeriesRecord & { actor: SeriesActor | null }>`/* find series for user */
    select ${seriesColumns}, case when ${seriesCustomer} = ${userId}::uuid then 'customer' when ${isStaffOf(userId)} then 'staff' end as actor
      ${fromSeries} where appointment_series.id = ${id}`.execute(db)
  const [found] = rows
  return found?.actor ? { ...found, actor: found.actor } : undefined
}

/** Lists those of the account that have not ended, and those that ended in the last two weeks. */
export async function listSeriesOf(db: Database, userId: string, now: Date): Promise<SeriesRecord[]> {
  const { rows } = await sql<SeriesRecord>`/* list series of customer */
    select ${seriesColumns} ${fromSeries}
     where appointment_series.id in (
             select id from appointment_series where customer_id = ${userId}
             union
             select appointment_series.id from appointment_series join customer_profiles on customer_profiles.id = profile_id
              where customer_profiles.user_id = ${userId})
       and (appointment_series.status <> 'ENDED' or appointment_series.updated_at > ${now}::timestamptz - interval '14 days')
     order by appointment_series.status = 'ENDED', appointment_series.created_at limit 20`.execute(db)
  return rows
}

export type SeriesDateRow = {
  seriesId: string
  position: number
  date: string
  status: SeriesDateStatus
  reason: SeriesDateReason | null
  alternatives: Alternative[]
  replyBy: Date | null
  isMoving: boolean
  /** The barbershop cancelled it, and what else is free is not looked up yet. */
  isAlternativeDue: boolean
  isNotified: boolean
  appointmentId: string | null
  appointmentStatus: AppointmentStatus | null
  startsAt: Date | null
  appointmentBarberName: string | null
}

const dateColumns = sql`
  series_id as "seriesId", position, date::text, series_dates.status, reason, alternatives, reply_by as "replyBy",
  is_moving as "isMoving", is_alternative_due as "isAlternativeDue", notified_at is not null as "isNotified", appointment_id as "appointmentId",
  appointments.status as "appointmentStatus", starts_at as "startsAt", users.name as "appointmentBarberName"`
const fromDates = sql`
  from series_dates left join appointments on appointments.id = appointment_id left join users on users.id = barber_user_id`

/** Those whose date or appointment is still ahead, by date. */
export async function listComingDates(db: Database, ids: readonly string[], now: Date): Promise<SeriesDateRow[]> {
  const { rows } = await sql<SeriesDateRow>`/* list coming dates of series */
    select ${dateColumns} ${fromDates}
     where series_id = any (${ids}::uuid[]) and (ends_at > ${now} or reply_by > ${now} or (starts_at is null and date >= (${now}::timestamptz - interval '12 hours')::date))
     order by position`.execute(db)
  return rows
}

/** Every date from `position` on. */
export async function listSeriesDates(db: Database, seriesId: string, position = 0): Promise<SeriesDateRow[]> {
  const { rows } = await sql<SeriesDateRow>`/* list dates of series */
    select ${dateColumns} ${fromDates} where series_id = ${seriesId} and position >= ${position} order by position`.execute(
    db,
  )
  return rows
}

export async function findDate(db: Database, seriesId: string, date: string): Promise<SeriesDateRow | undefined> {
  const { rows } = await sql<SeriesDateRow>`/* find date of series */
    select ${dateColumns} ${fromDates} where series_id = ${seriesId} and date = ${date}::date`.execute(db)
  return rows[0]
}

/** Whether an earlier position has this local date or a later one. */
export async function hasEarlierDateFrom(db: Database, id: string, position: number, date: string): Promise<boolean> {
  const { rows } = await sql`/* has earlier date of series from */
    select from series_dates where series_id = ${id} and position < ${position} and date >= ${date}::date limit 1`.execute(
    db,
  )
  return rows.length > 0
}

type NewDate = Pick<SeriesDateRow, 'position' | 'date' | 'status' | 'reason' | 'alternatives' | 'replyBy'> & {
  appointmentId: string | null
}

/** Dates that are there already stay as they are. The caller holds the lock of the series, as for all changes below. */
export async function insertDates(tx: Database, seriesId: string, dates: readonly NewDate[], now: Date): Promise<void> {
  await sql`/* insert dates of series */
    insert into series_dates (series_id, position, date, status, reason, appointment_id, alternatives, reply_by, updated_at)
    select ${seriesId}::uuid, position, date, status, reason, "appointmentId", alternatives, "replyBy", ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(dates)}::json) as new_date(position int, date date, status text, reason text,
           "appointmentId" uuid, alternatives jsonb, "replyBy" timestamptz)
    on conflict on constraint series_dates_key do nothing`.execute(tx)
}

type DateChange = Partial<Pick<NewDate, 'status' | 'reason' | 'alternatives' | 'replyBy' | 'appointmentId'>> & {
  isNotified?: boolean
}

export async function updateDate(
  tx: Database,
  { seriesId, position }: Pick<SeriesDateRow, 'seriesId' | 'position'>,
  {
    status = 'BOOKED',
    reason = null,
    alternatives = [],
    replyBy = null,
    appointmentId = null,
    isNotified = false,
  }: DateChange,
  now: Date,
): Promise<void> {
  await sql`/* update date of series */
    update series_dates set status = ${status}, reason = ${reason}, alternatives = ${JSON.stringify(alternatives)}::jsonb,
           reply_by = ${replyBy}, appointment_id = coalesce(${appointmentId}::uuid, appointment_id), is_moving = false,
           is_alternative_due = false, notified_at = case when ${isNotified}::boolean then ${now}::timestamptz end, updated_at = ${now}
     where series_id = ${seriesId} and position = ${position}`.execute(tx)
}

export type SeriesChange = Partial<
  Pick<SeriesRecord, 'status' | 'endedBecause' | 'firstDate' | 'minute' | 'priceCents' | 'suspendedAt'>
> & { fillAfter?: Date }

/** A compare-and-set of the version, by someone who may: the system, or a user with a part in it. */
export async function updateSeries(
  tx: Database,
  { id, version }: Pick<SeriesRecord, 'id' | 'version'>,
  change: SeriesChange,
  { userId, now }: { userId?: string | undefined; now: Date },
): Promise<boolean> {
  const set: [string, unknown][] = [
    ['status', change.status],
    ['ended_because', change.endedBecause],
    ['first_date', change.firstDate],
    ['minute', change.minute],
    ['price_cents', change.priceCents],
    ['suspended_at', change.suspendedAt],
    ['fill_after', change.fillAfter],
  ]
  // What the system notes is no change that a customer must see first.
  const increment = change.status || change.firstDate ? 1 : 0
  const columns = set.flatMap(([name, value]) => (value === undefined ? [] : [sql`${sql.ref(name)} = ${value}`]))
  const { rows } = await sql`/* update series */
    update appointment_series set ${sql.join([...columns, sql`version = version + ${sql.lit(increment)}`, sql`updated_at = ${now}`])}
     where id = ${id} and version = ${version} ${userId ? sql`and ${isPartOf(userId)}` : sql``} returning 1`.execute(tx)
  return rows.length > 0
}

/** True when the user has a part in a row of `appointment_series`. */
function isPartOf(userId: string): RawBuilder<unknown> {
  return sql`(customer_id = ${userId}::uuid
    or exists (select from customer_profiles where customer_profiles.id = profile_id and user_id = ${userId}::uuid)
    or exists (select from barbers where barbers.id = barber_id and user_id = ${userId}::uuid and removed_at is null)
    or ${isPermittedSql('agenda', userId, sql`appointment_series.barbershop_id`)})`
}

/** The last dates that had a reply or are over, newest first. */
export async function listSettledDates(db: Database, seriesId: string): Promise<SettledDate[]> {
  const { rows } = await sql<SettledDate>`/* list settled dates */
    select position, coalesce(reason = 'unanswered', false) as "isUnanswered", coalesce(appointments.status = 'NO_SHOW', false) as "isNoShow"
      from series_dates left join appointments on appointments.id = appointment_id
     where series_id = ${seriesId}
       and (reason in ('unanswered', 'chosen') or appointments.status in ('COMPLETED', 'NO_SHOW'))
     order by position desc limit 2`.execute(db)
  return rows
}
