import type { Customer, CustomerProfile, CustomerSort } from '@na-regua/contract/customers'
import { ApiError } from '@na-regua/contract/errors'
import { parsePhoneNumber, toE164 } from '@na-regua/contract/phones'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { isPermittedSql, permittedBarbershopsSql, staffedBarbershopsSql } from '../barbershops/roles/queries.ts'
import type { BarbershopAction } from '../barbershops/roles/rules.ts'
import { nextVisitIsDueSql, selectRhythms, visitsOfBarbershop, visitsOfProfile } from './due/queries.ts'
import { isSpent, selectRevenueOf } from './revenue/queries.ts'

/** Digits of a Brazilian number, as accounts store theirs; a foreign one as it is. */
export function nationalPhone(phone: RawBuilder<unknown>) {
  return sql`case when ${phone} like '+55%' then substr(${phone}, 4) else ${phone} end`
}

/** E.164 of a phone that is stored as accounts store theirs. */
export function internationalPhone(phone: RawBuilder<unknown>) {
  return sql`case when ${phone} like '+%' then ${phone} else '+55' || ${phone} end`
}

/** Whether the barbershop does not take bookings of this user, known by account or by the phone of the account. */
export function isBlockedIn(barbershopId: RawBuilder<unknown>, userId: RawBuilder<unknown>) {
  return sql`exists (
    select from customer_profiles where barbershop_id = ${barbershopId} and blocked_at is not null
       and (user_id = ${userId} or phone = (select ${internationalPhone(sql`users.phone`)} from users where users.id = ${userId})))`
}

/** Whether the barbershop does not take bookings of the customer of an appointment, who may be known by a profile alone. */
export function isBlockedForAppointment(appointmentId: string) {
  return sql<boolean>`exists (
    select from appointments booked
     where booked.id = ${appointmentId} and (${isBlockedIn(sql`booked.barbershop_id`, sql`booked.customer_id`)}
       or exists (select from customer_profiles where id = booked.profile_id and blocked_at is not null)))`
}

export async function isCustomerBlocked(db: Database, barbershopId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isBlocked: boolean }>`/* is customer blocked */
    select ${isBlockedIn(sql`${barbershopId}::uuid`, sql`${userId}::uuid`)} as "isBlocked"`.execute(db)
  return rows[0]?.isBlocked ?? false
}

/** Appointments of the account's profiles that were booked before the barbershop knew the account. An array, so that an index finds them. */
export function isBookedByPhoneFor(userId: string) {
  return sql`(appointments.customer_id is null and appointments.profile_id = any (array(
    select profile.id from customer_profiles profile where profile.user_id = ${userId})))`
}

/**
 * The users who may have a notification of appointments as their barber, as a query: barbers of the barbershop, its owner in place of
 * those without an account, and those from whom an appointment was moved, who may have left. `appointments` names a CTE with `id` and `barbershop_id`.
 */
export function staffNotifiedOf(appointments: string) {
  const name = sql.ref(appointments)
  return sql`
    select user_id from barbers where removed_at is null and barbershop_id in (select barbershop_id from ${name})
    union
    select owner_id from barbershops where id in (select barbershop_id from ${name})
    union
    select user_id from appointment_moves join barbers on barbers.id = from_barber_id
     where appointment_id in (select id from ${name})
    union
    select user_id from appointment_edits join barbers on barbers.id = from_barber_id
     where appointment_id in (select id from ${name})`
}

export type StaffRole = 'barber' | 'owner'

/** The side of a user who may do it in `barbershops`; null for everyone else. Receptionists and managers act for the owner. */
export const staffRole = (userId: string, action: BarbershopAction = 'customers') => sql`
  case when not ${isPermittedSql(action, userId)} then null
       when exists (select from barbers where barbers.barbershop_id = barbershops.id and barbers.user_id = ${userId} and removed_at is null)
       then 'barber' else 'owner' end`

/** The caller's side in the barbershop, which does not exist for everyone else. An owner who also cuts is its barber. */
export async function getStaffRole(
  db: Database,
  barbershopId: string,
  userId: string,
  action: BarbershopAction = 'customers',
): Promise<StaffRole> {
  const { rows } = await sql<{ role: StaffRole | null }>`/* get staff role */
    select ${staffRole(userId, action)} as role from barbershops where id = ${barbershopId}`.execute(db)
  const role = rows[0]?.role
  if (!role) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return role
}

/** Those in which the user works, or which are the user's own, by name; with an action only those in which they may do it. */
export async function listStaffedBarbershops(db: Database, userId: string, action?: BarbershopAction) {
  const ids = action ? permittedBarbershopsSql(action, userId) : staffedBarbershopsSql(userId)
  const { rows } = await sql<{
    id: string
    name: string
    timeZone: string
    hasQueue: boolean
  }>`/* list staffed barbershops */
    select id, name, time_zone as "timeZone",
           exists (select from barbershop_queues where barbershop_id = barbershops.id and is_on) as "hasQueue"
      from barbershops where id = any (${ids}) order by search_name, id`.execute(db)
  return rows
}

export type CustomerIdentity = { profileId: string; userId: string | null }

/** A customer of this barbershop. */
export async function getCustomerIdentity(db: Database, barbershopId: string, id: string): Promise<CustomerIdentity> {
  const { rows } = await sql<CustomerIdentity>`/* get customer identity */
    select id as "profileId", user_id as "userId" from customer_profiles
     where id = ${id} and barbershop_id = ${barbershopId}`.execute(db)
  if (!rows[0]) throw new ApiError('CUSTOMER_NOT_FOUND')
  return rows[0]
}

/** False if the profile was erased. Until the end of the transaction it is not: a row that refers to it may be inserted. */
export async function lockExistingProfile(tx: Database, profileId: string): Promise<boolean> {
  const { rows } = await sql`/* lock existing profile */
    select from customer_profiles where id = ${profileId} for key share`.execute(tx)
  return rows.length > 0
}

type NewCustomer = { barbershopId: string; name: string; phone: string }

/** How many customers its staff may still add, as an expression. Those who book themselves are never refused. */
export function freeCustomersSql(barbershopId: string): RawBuilder<number> {
  return sql<number>`(
    select greatest(0, max_customers - (select count(*) from customer_profiles where barbershop_id = barbershops.id))::int
      from barbershops where id = ${barbershopId}::uuid)`
}

/**
 * A known phone is the known customer, whose name stays. Only this barbershop's own profiles are searched, not accounts. Throws
 * CUSTOMER_LIMIT for a new one of a barbershop that has as many as it may.
 */
export async function addCustomer(db: Database, customer: NewCustomer, now: Date): Promise<CustomerIdentity> {
  const { barbershopId, name, phone } = customer
  const { rows } = await sql<{ known: CustomerIdentity | null; isFull: boolean }>`/* add customer */
    with space as materialized (select ${freeCustomersSql(barbershopId)} as free),
    inserted_profile as (
      insert into customer_profiles (barbershop_id, name, phone, created_at)
      select ${barbershopId}::uuid, ${name}, ${toE164(phone)}, ${now}::timestamptz from space where free > 0
      on conflict (barbershop_id, phone) do nothing
      returning id, user_id),
    known as (
      select id, user_id from inserted_profile
      union all
      select id, user_id from customer_profiles where barbershop_id = ${barbershopId} and phone = ${toE164(phone)} limit 1)
    select coalesce(free, 0) = 0 as "isFull", (select json_build_object('profileId', id, 'userId', user_id) from known) as known from space`.execute(
    db,
  )
  const [row] = rows
  if (row?.known) return row.known
  if (row?.isFull) throw new ApiError('CUSTOMER_LIMIT')
  // The row of a concurrent request is not in the snapshot of this one.
  return addCustomer(db, customer, now)
}

/** Needs `profile` and `users` (its account, or none) in the FROM clause. */
export const profileName = sql`coalesce(users.name, profile.name)`
export const profilePhone = sql`coalesce(users.phone, ${nationalPhone(sql`profile.phone`)})`
const fromProfiles = sql`from customer_profiles profile left join users on users.id = profile.user_id`

/**
 * Customers with and without an account. Their names are compared as the stored result of `search_form`: computing it for each customer in
 * each search cost more than all the rest. Most have no account, and an index has them by name.
 */
export const kindsOfProfiles = [
  {
    from: sql`from customer_profiles profile where profile.user_id is null`,
    searchName: sql`profile.search_name`,
    phone: nationalPhone(sql`profile.phone`),
  },
  {
    from: sql`from customer_profiles profile join users on users.id = profile.user_id where true`,
    searchName: sql`users.search_name`,
    phone: profilePhone,
  },
]
type KindOfProfiles = (typeof kindsOfProfiles)[number]

/** A customer without an account is booked by staff only; one with an account books, or is booked for. */
const ofProfile = sql`
  appointments.barbershop_id = profile.barbershop_id and appointments.status <> 'HELD'
  and (appointments.profile_id = profile.id or appointments.customer_id = profile.user_id)`

const isCompleted = sql`appointments.status = 'COMPLETED'`
const isUpcoming = (now: Date) =>
  sql`appointments.status in ('SCHEDULED', 'CONFIRMED') and appointments.starts_at > ${now}`

const lastVisits = sql`(
  select coalesce(json_agg(visit order by visit."startTime" desc), '[]') from (
    select starts_at as "startTime", service_id as "serviceId", service_name as "serviceName", barber_id as "barberId",
           barber_users.name as "barberName"
      from appointments join users barber_users on barber_users.id = barber_user_id
     where ${ofProfile} and ${isCompleted} order by starts_at desc limit 3) visit)`

function statistics(now: Date) {
  return sql`
    select count(*) filter (where ${isCompleted}) as visits,
           count(*) filter (where appointments.status = 'NO_SHOW') as missed,
           count(*) filter (where appointments.status = 'CANCELLED' and cancelled_by = 'customer') as cancelled,
           max(starts_at) filter (where ${isCompleted}) as "lastVisitAt",
           min(starts_at) filter (where ${isUpcoming(now)}) as "nextAt",
           mode() within group (order by service_name) filter (where ${isCompleted}) as "favoriteService",
           mode() within group (order by barber_user_id) filter (where ${isCompleted}) as "favoriteBarberId",
           round(extract(epoch from max(starts_at) filter (where ${isCompleted}) - min(starts_at) filter (where ${isCompleted}))
             / 86400 / nullif(count(*) filter (where ${isCompleted}) - 1, 0))::int as "averageGapDays"
      from appointments where ${ofProfile}`
}

/** Whether the user may read the phone and the email of the profile: of all, or because they have served or booked for the customer. */
export const readsPhone = (
  userId: string,
) => sql<boolean>`(${isPermittedSql('phones', userId, sql`profile.barbershop_id`)}
  or exists (select from appointments where ${ofProfile} and ${userId}::uuid in (barber_user_id, booked_by)))`

const customerColumns = (userId: string) => sql`
  profile.id, ${profileName} as name, case when ${readsPhone(userId)} then ${profilePhone} end as phone,
  ${profilePhone} is not null and not ${readsPhone(userId)} as "isPhoneHidden", profile.user_id is not null as "hasAccount",
  profile.blocked_at is not null as "isBlocked", profile.tags, statistics.visits, statistics.missed, statistics.cancelled,
  statistics."lastVisitAt", statistics."nextAt", ${lastVisits} as "lastVisits",
  (select gap_days from (${selectRhythms(visitsOfProfile)}) rhythm) as "rhythmDays"`

/** What the customer spent there, for who may see it. */
const spent = (userId: string) => sql`
  case when ${isPermittedSql('spend', userId, sql`profile.barbershop_id`)} then (
    select coalesce(sum(cents), 0)::bigint from (${selectRevenueOf(sql`profile.barbershop_id`)}) revenue
     where ${isSpent} and (revenue.profile_id = profile.id or revenue.customer_id = profile.user_id)) end as "spentCents"`

export type CustomerFilters = {
  q?: string | undefined
  absentDays?: number | undefined
  isDue?: boolean | undefined
  tag?: string | undefined
}

/** What lists can be filtered by at a glance. */
const MAX_LISTED_TAGS = 12

/** Every word begins a word of the name; digits are any part of the phone. */
function matchesText(q: string | undefined, userId: string, kind: KindOfProfiles) {
  const text = q?.trim()
  if (!text) return sql``
  const isPhone = /\d/.test(text) && !/\p{L}/u.test(text)
  return isPhone
    ? sql`and ${matchesPhone(text, userId, kind)}`
    : sql`and ${kind.searchName} like all (${wordPatterns(text)})`
}

/** What a stored `search_form` of a name is like if each word of the text begins one of its words; a query. */
export const wordPatterns = (text: string) => sql`
  select '% ' || word || '%' from regexp_split_to_table(trim(search_form(${text})), ' ') word`

/** The profiles that the user finds by a text in all barbershops whose customers they may read, with `user_id` and `barbershop_id`; a query. */
export function profilesFoundBy(q: string, userId: string): RawBuilder<unknown> {
  const selects = kindsOfProfiles.map(
    (kind) => sql`
      select profile.id, profile.user_id, profile.barbershop_id ${kind.from}
         and ${isPermittedSql('customers', userId, sql`profile.barbershop_id`)} ${matchesText(q, userId, kind)}`,
  )
  return sql.join(selects, sql` union all `)
}

/** Digits are any part of the phone. Who may not read a phone finds it by the whole number only, not digit by digit. */
export function matchesPhone(text: string, userId: string, { phone }: KindOfProfiles) {
  const { phone: number = text.replaceAll(/\D/g, '') } = parsePhoneNumber(text)
  return sql`(${hasDigits(text, phone)}) and (${readsPhone(userId)} or ${number} in (${phone}, profile.phone))`
}

/** So many digits of the end are how people know a number. */
const LAST_DIGITS = 4

/** In the number as it is read in Brazil, so that '5562' are its last digits; more of them may begin with what is dialled before. */
function hasDigits(text: string, column: RawBuilder<unknown>) {
  const digits = text.replaceAll(/\D/g, '')
  const { phone = digits } = parsePhoneNumber(text)
  const parts = [digits, phone, ...(digits.length > LAST_DIGITS ? [digits.replace(/^0+/, '')] : [])].filter(Boolean)
  const isFromCountry = text.includes('+') || digits.length > LAST_DIGITS
  return sql`${column} like any(${parts.map((part) => `%${part}%`)}::text[])
    ${isFromCountry ? sql`or ${internationalPhone(column)} like ${`+${digits}%`}` : sql``}`
}

function isAbsent(days: number | undefined, now: Date) {
  if (days === undefined) return sql``
  const before = new Date(now.getTime() - days * 86_400_000)
  return sql`
    and exists (select from appointments where ${ofProfile} and ${isCompleted})
    and not exists (select from appointments
         where ${ofProfile} and ((${isCompleted} and starts_at > ${before}) or (${isUpcoming(now)})))`
}

/** By the rhythm in this barbershop, whatever others know of the customer. An appointment since the last visit may be another visit. */
function isDueVisit(isDue: boolean | undefined, barbershopId: string, now: Date) {
  if (!isDue) return sql``
  return sql`and profile.id in (
    select profile.id from (${selectRhythms(visitsOfBarbershop(barbershopId))}) rhythms
      join barbershops on barbershops.id = rhythms.barbershop_id join customer_profiles profile on profile.id = customer_key
     where ${nextVisitIsDueSql(sql`(${now}::timestamptz at time zone time_zone)::date`)}
       and not exists (select from appointments where ${ofProfile} and appointments.status in ('SCHEDULED', 'CONFIRMED')
             and (starts_at at time zone time_zone)::date >= last_on))`
}

function sortFigure(sort: CustomerSort) {
  if (sort === 'lastVisit') return sql`extract(epoch from max(at))`
  if (sort === 'spent') return sql`sum(cents)`
  return sql`count(*)`
}

/** A figure of each customer who has one, in one pass over the rows of the barbershop. Who sees no money cannot order by it. */
function selectFigures(sort: CustomerSort, userId: string, barbershopId: string) {
  const shop = sql`${barbershopId}::uuid`
  const rows =
    sort === 'spent'
      ? sql`select profile_id, customer_id, at, cents from (${selectRevenueOf(shop)}) revenue
             where ${isSpent} and ${isPermittedSql('spend', userId, shop)}`
      : sql`select profile_id, customer_id, starts_at as at, 0 as cents from appointments where barbershop_id = ${shop} and ${isCompleted}`
  return sql`
    with counted as materialized (${rows})
    select id, ${sortFigure(sort)} as figure from (
      select profile_id as id, at, cents from counted where profile_id is not null
      union all
      select profile.id, at, cents from counted
        join customer_profiles profile on profile.barbershop_id = ${shop} and profile.user_id = customer_id
       where profile_id is distinct from profile.id) figures
     group by id`
}

const selectTags = (barbershopId: string) => sql`
  select coalesce(json_agg(tag order by customers desc, tag), '[]') from (
    select tag, count(*) as customers from customer_profiles cross join unnest(tags) tag
     where barbershop_id = ${barbershopId}::uuid and tags <> '{}'
     group by tag order by customers desc, tag limit ${MAX_LISTED_TAGS}) used`

type CustomerList = { total: number; customers: Customer[]; tags: string[] }

/** One page and the total. Statistics are computed for the page only. */
export async function listCustomers(
  db: Database,
  { barbershopId, userId }: { barbershopId: string; userId: string },
  {
    q,
    absentDays,
    isDue,
    tag,
    sort,
    limit,
    offset,
  }: CustomerFilters & { sort: CustomerSort; limit: number; offset: number },
  now: Date,
): Promise<CustomerList> {
  const isListed = sql`
    profile.barbershop_id = ${barbershopId} and ${isPermittedSql('customers', userId, sql`${barbershopId}::uuid`)}
    ${isAbsent(absentDays, now)} ${isDueVisit(isDue, barbershopId, now)}
    ${tag === undefined ? sql`` : sql`and profile.tags @> array[${tag}]::text[]`}`
  const selects = kindsOfProfiles.map(
    (kind) => sql`
      select profile.id, ${kind.searchName} as sort_name ${kind.from} and ${isListed} ${matchesText(q, userId, kind)}`,
  )
  const isByName = sort === 'name'
  const figures = selectFigures(sort, userId, barbershopId)
  const joined = isByName ? sql`` : sql`left join (${figures}) figures using (id)`
  const order = isByName ? sql`sort_name, id` : sql`figure desc nulls last, sort_name, id`
  const { rows } = await sql<CustomerList>`/* list customers */
    with found as (${sql.join(selects, sql` union all `)}),
    page as (select id, row_number() over (order by ${order}) as position from found ${joined}
              order by ${order} limit ${limit} offset ${offset})
    select (select count(*) from found) as total, (${selectTags(barbershopId)}) as tags,
      (select coalesce(json_agg(listed order by listed.position), '[]') from (
        select page.position, ${customerColumns(userId)}, ${spent(userId)} from page join customer_profiles profile on profile.id = page.id
          left join users on users.id = profile.user_id cross join lateral (${statistics(now)}) statistics
      ) listed) as customers`.execute(db)
  const [row] = rows as [(typeof rows)[number]]
  return { ...row, customers: row.customers.map(toCustomer) }
}

/** Instants in JSON are text with the offset of the database session. */
function toCustomer<T extends Customer>(row: T): T {
  const toIso = (value: string | Date | null) => value && new Date(value).toISOString()
  return {
    ...row,
    lastVisitAt: toIso(row.lastVisitAt),
    nextAt: toIso(row.nextAt),
    lastVisits: row.lastVisits.map((visit) => ({ ...visit, startTime: toIso(visit.startTime) })),
  }
}

/** Of `statistics`. Who does not see everyone's appointments opens their own. */
function nextAppointment(userId: string, now: Date) {
  const isOnBoard = isPermittedSql('agenda', userId, sql`profile.barbershop_id`)
  return sql`(
    select json_build_object('id', id, 'barberId', barber_id, 'isOnBoard', ${isOnBoard}) from appointments
     where ${ofProfile} and ${isUpcoming(now)} and starts_at = statistics."nextAt" and (barber_user_id = ${userId}::uuid or ${isOnBoard})
     limit 1)`
}

/** For staff of its barbershop; for everyone else it does not exist. */
export async function getCustomer(db: Database, id: string, userId: string, now: Date): Promise<CustomerProfile> {
  const { rows } = await sql<CustomerProfile>`/* get customer */
    select ${customerColumns(userId)}, ${spent(userId)}, json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop, profile.notes,
           profile.allergies, case when ${readsPhone(userId)} then profile.email end as email,
           profile.email is not null and not ${readsPhone(userId)} as "isEmailHidden", profile.birthday, profile.marketing_refused_at is not null as "refusesMarketing", profile.photos, profile.photos_consented_at as "photosConsentedAt", profile.version, statistics."favoriteService", statistics."averageGapDays",
           (select name from users where users.id = statistics."favoriteBarberId") as "favoriteBarber", ${nextAppointment(userId, now)} as next
      ${fromProfiles} join barbershops on barbershops.id = profile.barbershop_id
      cross join lateral (${statistics(now)}) statistics
     where profile.id = ${id} and (${staffRole(userId)}) is not null`.execute(db)
  if (!rows[0]) throw new ApiError('CUSTOMER_NOT_FOUND')
  return toCustomer(rows[0])
}
