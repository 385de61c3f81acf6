import type { FoundAppointment, FoundCustomer, StaffSearchResult } from '@na-regua/contract/staff-search'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'
import {
  kindsOfProfiles,
  matchesPhone,
  profileName,
  profilePhone,
  readsPhone,
  wordPatterns,
} from '../../customers/queries.ts'
import { between } from '../lists/queries.ts'
import type { SearchedParts } from './rules.ts'

/** Who searches where. The statement checks again that they may. */
type Searcher = { userId: string; barbershopIds: readonly string[]; now: Date }

const PER_GROUP = 6
/** Of a text that more customers match, those beyond are found by a longer text. */
const MAX_MATCHES = 1000
const PAST_DAYS = 90

/**
 * Everything in one statement: customers with their next appointment, appointments, barbers, services and the day. It carries no name,
 * because its text varies.
 */
export async function findForStaff(db: Database, searcher: Searcher, parts: SearchedParts): Promise<StaffSearchResult> {
  const { userId } = searcher
  const { words, date } = parts
  const isOnlyDate = words === '' && parts.digits === ''
  const none = sql`'[]'::json`
  const { rows } = await sql<StaffSearchResult>`
    with used_tags as materialized (${listUsedTags(searcher)}),
    found as materialized (${matchingProfiles(searcher, parts)}),
    visits as materialized (${isOnlyDate ? visitsOfDay(searcher, date) : visitsOf(searcher, parts)}),
    listed_visits as (
      select id, row_number() over (order by ${date ? sql`starts_at` : orderByNearness}, id) as position
        from (select distinct on (id) * from visits) visits
       order by position limit ${PER_GROUP})
    select
      ${date ? none : listFoundCustomers(userId)} as customers,
      (select coalesce(json_agg((${selectAppointment(userId, sql`listed_visits.id`)}) order by position), '[]') from listed_visits) as appointments,
      ${date || !words ? none : listBarbers(searcher, words)} as barbers,
      ${date || !words ? none : listServices(searcher, words)} as services,
      ${date ? describeDay(searcher, date) : sql`null`} as day`.execute(db)
  const [row] = rows as [StaffSearchResult]
  return {
    ...row,
    customers: row.customers.map(
      (customer): FoundCustomer => ({
        ...customer,
        next: customer.next && toFoundAppointment(customer.next),
      }),
    ),
    appointments: row.appointments.map(toFoundAppointment),
  }
}

/** Instants in JSON are text with the offset of the database session. */
function toFoundAppointment(row: FoundAppointment): FoundAppointment {
  return { ...row, startTime: new Date(row.startTime).toISOString() }
}

const isInScope = ({ userId, barbershopIds }: Searcher, barbershopId: RawBuilder<unknown>) => sql`
  ${barbershopId} = any (${barbershopIds}::uuid[]) and ${isPermittedSql('customers', userId, barbershopId)}`

/** Everyone's appointments for who has the board, of the others their own. */
const maySee = (userId: string) => sql`
  appointments.status <> 'HELD' and (appointments.barber_user_id = ${userId}::uuid
    or ${isPermittedSql('agenda', userId, sql`appointments.barbershop_id`)})`

/** Few, so that each is brought into the form of names once and not for every customer. */
const listUsedTags = (searcher: Searcher) => sql`
  select tag, search_form(tag) as form from (
    select distinct tag from customer_profiles cross join unnest(tags) tag
     where ${isInScope(searcher, sql`barbershop_id`)} and tags <> '{}') used`

/** Every word begins a word of the name or of a tag. */
function matchesNameOrTag(words: string, searchName: RawBuilder<unknown>) {
  const conditions = words.split(' ').map((word) => {
    const pattern = sql`'% ' || trim(search_form(${word})) || '%'`
    return sql`(${searchName} like ${pattern} or profile.tags && array(select tag from used_tags where form like ${pattern}))`
  })
  return sql.join(conditions, sql` and `)
}

function matchingProfiles(searcher: Searcher, { words, digits }: SearchedParts) {
  const selects = kindsOfProfiles.map(
    (kind) => sql`(
      select profile.id, profile.user_id, profile.barbershop_id, ${kind.searchName} as sort_name ${kind.from}
         and ${isInScope(searcher, sql`profile.barbershop_id`)}
         ${words ? sql`and ${matchesNameOrTag(words, kind.searchName)}` : sql``}
         ${digits ? sql`and ${matchesPhone(digits, searcher.userId, kind)}` : sql``}
       limit ${MAX_MATCHES})`,
  )
  return sql.join(selects, sql` union all `)
}

const visitColumns = (profileId: RawBuilder<unknown>, now: Date) => sql`
  appointments.id, ${profileId} as profile_id, appointments.starts_at,
  appointments.status in ('SCHEDULED', 'CONFIRMED') and appointments.ends_at > ${now} as is_ahead`

const orderByNearness = sql`is_ahead desc, case when is_ahead then starts_at end, starts_at desc`

function isWhen({ now }: Searcher, date: string | undefined) {
  if (date) return between(sql`${date}`, sql`${date}::date + 1`)
  return sql`appointments.starts_at > ${now}::timestamptz - make_interval(days => ${PAST_DAYS})`
}

/** Appointments of the found customers, and those for whom another name was given: guests and walk-ins, who have no phone here. */
function visitsOf(searcher: Searcher, { words, digits, date }: SearchedParts) {
  const isVisible = sql`${maySee(searcher.userId)} and ${isWhen(searcher, date)}`
  const ofFound = visitColumns(sql`found.id`, searcher.now)
  const byName = sql`
    union all
    select ${visitColumns(sql`null::uuid`, searcher.now)} from appointments join barbershops shop on shop.id = appointments.barbershop_id
     where ${isInScope(searcher, sql`appointments.barbershop_id`)} and ${isVisible}
       and (guest_name is not null or (customer_id is null and profile_id is null))
       and search_form(coalesce(guest_name, customer_name)) like all (${wordPatterns(words)})`
  return sql`
    select ${ofFound} from found join appointments on appointments.profile_id = found.id
      join barbershops shop on shop.id = appointments.barbershop_id where ${isVisible}
    union all
    select ${ofFound} from found
      join appointments on appointments.customer_id = found.user_id and appointments.barbershop_id = found.barbershop_id
      join barbershops shop on shop.id = appointments.barbershop_id where ${isVisible}
    ${words && !digits ? byName : sql``}`
}

function visitsOfDay(searcher: Searcher, date: string | undefined) {
  return sql`
    select ${visitColumns(sql`null::uuid`, searcher.now)} from appointments join barbershops shop on shop.id = appointments.barbershop_id
     where ${isInScope(searcher, sql`appointments.barbershop_id`)} and ${maySee(searcher.userId)} and appointments.status <> 'CANCELLED'
       and ${isWhen(searcher, date)}`
}

/** Of those `found`, with the next of their `visits`: who comes next is first. */
function listFoundCustomers(userId: string) {
  return sql`(
    select coalesce(json_agg(listed order by listed.position), '[]') from (
      select ranked.position, profile.id, ${profileName} as name, case when ${readsPhone(userId)} then ${profilePhone} end as phone,
             profile.tags, profile.blocked_at is not null as "isBlocked",
             json_build_object('id', shop.id, 'name', shop.name) as barbershop,
             (${selectAppointment(userId, sql`ranked.next_id`)}) as next
        from (
          select found.id, next.id as next_id, row_number() over (order by next.starts_at, sort_name, found.id) as position
            from found left join (
              select distinct on (profile_id) profile_id, id, starts_at from visits where is_ahead
               order by profile_id, starts_at, id) next on next.profile_id = found.id
           order by position limit ${PER_GROUP}) ranked
        join customer_profiles profile on profile.id = ranked.id left join users on users.id = profile.user_id
        join barbershops shop on shop.id = profile.barbershop_id) listed)`
}

/** A row of the result as JSON, null without an id. */
function selectAppointment(userId: string, id: RawBuilder<unknown>) {
  return sql`
    select json_build_object('id', appointments.id, 'status', appointments.status, 'startTime', appointments.starts_at,
             'timeZone', shop.time_zone, 'customerName', coalesce(customers.name, appointments.customer_name, 'Cliente'),
             'guestName', appointments.guest_name, 'serviceName', appointments.service_name,
             'barber', json_build_object('id', appointments.barber_id, 'name', barber_users.name),
             'barbershop', json_build_object('id', shop.id, 'name', shop.name),
             'isOnBoard', ${isPermittedSql('agenda', userId, sql`shop.id`)})
      from appointments join barbershops shop on shop.id = appointments.barbershop_id
      join users barber_users on barber_users.id = appointments.barber_user_id
      left join users customers on customers.id = appointments.customer_id
     where appointments.id = ${id}`
}

function listBarbers(searcher: Searcher, words: string) {
  const isOnBoard = isPermittedSql('agenda', searcher.userId, sql`shop.id`)
  return sql`(
    select coalesce(json_agg(listed), '[]') from (
      select barbers.id, users.name, users.avatar_url as "avatarUrl", json_build_object('id', shop.id, 'name', shop.name) as barbershop,
             ${isOnBoard} as "isOnBoard"
        from barbers join users on users.id = barbers.user_id join barbershops shop on shop.id = barbers.barbershop_id
       where barbers.removed_at is null and ${isInScope(searcher, sql`barbers.barbershop_id`)}
         and (barbers.user_id = ${searcher.userId}::uuid or ${isOnBoard}) and users.search_name like all (${wordPatterns(words)})
       order by users.search_name, barbers.id limit ${PER_GROUP}) listed)`
}

function listServices(searcher: Searcher, words: string) {
  return sql`(
    select coalesce(json_agg(listed), '[]') from (
      select services.id, services.name, services.duration_min as "durationMin", services.price_cents as "priceCents",
             services.is_active as "isActive", json_build_object('id', shop.id, 'name', shop.name) as barbershop
        from services join barbershops shop on shop.id = services.barbershop_id
       where services.removed_at is null and ${isInScope(searcher, sql`services.barbershop_id`)}
         and ${isPermittedSql('settings', searcher.userId, sql`shop.id`)} and search_form(services.name) like all (${wordPatterns(words)})
       order by services.is_active desc, services.position, services.id limit ${PER_GROUP}) listed)`
}

function describeDay(searcher: Searcher, date: string) {
  return sql`(
    select json_build_object('date', ${date}::text, 'appointments', count(*),
             'isOnBoard', exists (
               select from barbershops where id = any (${searcher.barbershopIds}::uuid[]) and ${isPermittedSql('agenda', searcher.userId)}))
      from (${visitsOfDay(searcher, date)}) visits)`
}
