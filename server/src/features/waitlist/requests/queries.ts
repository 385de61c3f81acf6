import { MAX_OPEN_WAITLIST_REQUESTS, type WaitlistRequest } from '@na-regua/contract/waitlist'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isBlockedIn } from '../../customers/queries.ts'
import { listShownOffers } from '../offers/queries.ts'
import type { RequestContent } from './rules.ts'

export type CheckedTarget = { timeZone: string; isBarberHere: boolean; hasServices: boolean; isBlocked: boolean }

/** Undefined: no active barbershop. The barber must offer each of the services, which are distinct. */
export async function checkTarget(
  db: Database,
  { barbershopId, barberId, serviceIds, userId }: RequestContent['targets'][number] & { userId: string },
): Promise<CheckedTarget | undefined> {
  const { rows } = await sql<CheckedTarget>`/* check waitlist target */
    select time_zone as "timeZone",
           ${barberId}::uuid is null or exists (select from barbers where barbers.id = ${barberId}::uuid
             and barbers.barbershop_id = barbershops.id and removed_at is null) as "isBarberHere",
           (select count(*) from services where services.id = any (${serviceIds}::uuid[]) and services.barbershop_id = barbershops.id
               and services.is_active and not exists (select from barber_services where barber_services.barber_id = ${barberId}::uuid
                 and service_id = services.id and not is_provided)) = ${serviceIds.length} as "hasServices",
           ${isBlockedIn(sql`barbershops.id`, sql`${userId}::uuid`)} as "isBlocked"
      from barbershops where barbershops.id = ${barbershopId} and barbershops.is_active`.execute(db)
  return rows[0]
}

type NewWaitlistRequest = { id: string; userId: string; content: RequestContent }

const columnsOf = ({ timeZone, spans, wanted, maxPriceCents, area }: RequestContent, now: Date) => ({
  time_zone: sql`${timeZone}::text`,
  spans: sql`${JSON.stringify(spans)}::jsonb`,
  wanted: sql`${wanted}::tstzmultirange`,
  max_price_cents: sql`${maxPriceCents}::int`,
  area_name: sql`${area?.name ?? null}::text`,
  latitude: sql`${area?.latitude ?? null}::float8`,
  longitude: sql`${area?.longitude ?? null}::float8`,
  radius_km: sql`${area?.radiusInKm ?? null}::float8`,
  service_words: sql`${area?.service ?? null}::text`,
  service_patterns: sql`(select array_agg('% ' || word || '%') from regexp_split_to_table(trim(search_form(${area?.service ?? null}::text)), ' ') word)`,
  updated_at: sql`${now}::timestamptz`,
})

/** An active request of the user for the same times, price, area or targets. The caller has locked the customer. */
export async function findEqualRequest(
  tx: Database,
  userId: string,
  { spans, maxPriceCents, area, targets }: RequestContent,
): Promise<string | undefined> {
  const wanted = targets.map(({ barbershopId, barberId, serviceIds }) => [barbershopId, barberId, serviceIds])
  const { rows } = await sql<{ id: string }>`/* find equal waitlist request */
    select id from waitlist_requests request
     where user_id = ${userId} and status = 'ACTIVE' and spans = ${JSON.stringify(spans)}::jsonb
       and max_price_cents is not distinct from ${maxPriceCents}::int
       and (area_name, latitude, longitude, radius_km, service_words) is not distinct from (${area?.name ?? null}::text,
         ${area?.latitude ?? null}::float8, ${area?.longitude ?? null}::float8, ${area?.radiusInKm ?? null}::float8,
         ${area?.service ?? null}::text)
       and (select coalesce(jsonb_agg(jsonb_build_array(barbershop_id, barber_id, service_ids) order by position), '[]')
              from waitlist_targets where request_id = request.id) = ${JSON.stringify(wanted)}::jsonb
     limit 1`.execute(tx)
  return rows[0]?.id
}

/** False when the customer has as many open requests as one may, or the request is there already. The caller has locked the customer. */
export async function insertWaitlistRequest(
  tx: Database,
  { id, userId, content }: NewWaitlistRequest,
  now: Date,
): Promise<boolean> {
  const columns = columnsOf(content, now)
  const { rows } = await sql`/* insert waitlist request */
    with inserted as (
      insert into waitlist_requests (id, user_id, status, created_at, ${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
      select ${id}::uuid, ${userId}::uuid, 'ACTIVE', ${now}::timestamptz, ${sql.join(Object.values(columns))}
       where (select count(*) from waitlist_requests where user_id = ${userId} and status in ('ACTIVE', 'PAUSED')) < ${MAX_OPEN_WAITLIST_REQUESTS}::int
      on conflict (id) do nothing returning id, wanted, status)
    ${insertTargets(content)}
    select id from inserted`.execute(tx)
  return rows.length === 1
}

/** A step of the statement that writes `inserted`: the request's targets, with the copies of its columns. */
const insertTargets = ({ targets }: RequestContent) => sql`, inserted_targets as (
      insert into waitlist_targets (request_id, position, barbershop_id, barber_id, service_ids, wanted, is_active)
      select inserted.id, number - 1, target."barbershopId", target."barberId",
             array(select value::uuid from json_array_elements_text(target."serviceIds")), inserted.wanted, inserted.status = 'ACTIVE'
        from inserted, rows from (json_to_recordset(${JSON.stringify(targets)}::json)
          as ("barbershopId" uuid, "barberId" uuid, "serviceIds" json)) with ordinality
          as target("barbershopId", "barberId", "serviceIds", number))`

/** A compare-and-set. False when the request is not the user's, has ended, or has another version. Who waits keeps the position. */
export async function updateWaitlistRequest(
  tx: Database,
  { id, userId, content, version }: NewWaitlistRequest & { version: number },
  now: Date,
): Promise<boolean> {
  const set = Object.entries(columnsOf(content, now)).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql`/* update waitlist request */
    with changed as (
      update waitlist_requests set version = version + 1, ${sql.join(set)}
       where id = ${id} and user_id = ${userId} and version = ${version}::int and status in ('ACTIVE', 'PAUSED')
      returning id, wanted, status),
    removed_targets as (delete from waitlist_targets using changed where request_id = changed.id)
    select id from changed`.execute(tx)
  if (rows.length === 0) return false
  await sql`/* replace waitlist targets */
    with inserted as (select id, wanted, status from waitlist_requests where id = ${id}) ${insertTargets(content)} select`.execute(
    tx,
  )
  return true
}

type RequestStatusChange = { id: string; userId: string; version: number; status: 'ACTIVE' | 'PAUSED' | 'CANCELLED' }

/** A compare-and-set: to ACTIVE from PAUSED, to PAUSED from ACTIVE, to CANCELLED from both. Returns whether it was one. */
export async function changeRequestStatus(tx: Database, change: RequestStatusChange, now: Date): Promise<boolean> {
  const { id, userId, version, status } = change
  const { rows } = await sql`/* change status of waitlist request */
    with changed as (
      update waitlist_requests set status = ${status}, version = version + 1, updated_at = ${now}
       where id = ${id} and user_id = ${userId} and version = ${version}::int and status in ('ACTIVE', 'PAUSED') and status <> ${status}
      returning id, status),
    copied as (update waitlist_targets set is_active = changed.status = 'ACTIVE' from changed where request_id = changed.id)
    select id from changed`.execute(tx)
  return rows.length === 1
}

export async function findOpenOfferOf(tx: Database, requestId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`/* find open offer of request */
    select id from waitlist_offers where request_id = ${requestId} and status = 'OPEN'`.execute(tx)
  return rows[0]?.id
}

/** An ended request is listed for so long. */
const SHOWN_DAYS = 7

type RequestRow = Omit<WaitlistRequest, 'openOffer' | 'createdAt'> & { createdAt: Date }

/** The user's open requests and those that ended lately, the newest first; or one of them. */
export async function listWaitlistOf(
  db: Database,
  { userId, id }: { userId: string; id?: string },
  now: Date,
): Promise<WaitlistRequest[]> {
  const { rows } = await sql<RequestRow>`/* list own waitlist requests */
    select requests.id, status, version, requests.time_zone as "timeZone", spans as wanted, max_price_cents as "maxPriceCents",
           created_at as "createdAt", ${targetsColumn} as targets,
           case when area_name is not null then json_build_object('name', area_name, 'latitude', latitude, 'longitude', longitude,
             'radiusInKm', radius_km, 'service', service_words) end as area,
           (select count(*)::int from waitlist_offers where request_id = requests.id) as "offerCount"
      from waitlist_requests requests
     where user_id = ${userId} and ${id ? sql`requests.id = ${id}` : isShown(now)}
     order by created_at desc, requests.id`.execute(db)
  const ids = rows.map((row) => row.id)
  const isOpen = sql`offers.request_id = any (${ids}::uuid[]) and offers.status = 'OPEN' and expires_at > ${now}`
  const offers = ids.length > 0 ? await listShownOffers(db, isOpen, now) : []
  return rows.map(({ createdAt, ...row }) => {
    const { requestId: _, ...openOffer } = offers.find(({ requestId }) => requestId === row.id) ?? {
      requestId: null,
      token: null,
    }
    return { ...row, openOffer: 'status' in openOffer ? openOffer : null, createdAt: createdAt.toISOString() }
  })
}

const isShown = (now: Date): RawBuilder<unknown> => sql`
  (status in ('ACTIVE', 'PAUSED') or updated_at > ${now}::timestamptz - make_interval(days => ${sql.lit(SHOWN_DAYS)}))`

const targetsColumn = sql`
  (select coalesce(json_agg(json_build_object(
            'barbershop', json_build_object('id', barbershops.id, 'name', barbershops.name,
              'slug', (select slug from barbershop_slugs where barbershop_slugs.barbershop_id = barbershops.id and is_current)),
            'barber', case when barber_id is not null then json_build_object('id', barber_id, 'name', users.name) end,
            'services', (select coalesce(json_agg(json_build_object('id', services.id, 'name', services.name)
                order by array_position(service_ids, services.id)), '[]') from services where services.id = any (service_ids)))
          order by targets.position), '[]')
     from waitlist_targets targets join barbershops on barbershops.id = targets.barbershop_id
     left join barbers on barbers.id = barber_id left join users on users.id = barbers.user_id where request_id = requests.id)`

/** Requests whose last wanted time has passed. Their offers ended before it. */
export async function expireWaitlistRequests(db: Database, now: Date, limit: number): Promise<number> {
  const { rows } = await sql`/* expire waitlist requests */
    with expired as (
      update waitlist_requests set status = 'EXPIRED', version = version + 1, updated_at = ${now} where id = any (array(
        select id from waitlist_requests where status in ('ACTIVE', 'PAUSED') and wanted_until <= ${now}
         order by wanted_until limit ${limit} for no key update skip locked))
      returning id),
    inactive as (update waitlist_targets set is_active = false from expired where request_id = expired.id)
    select id from expired`.execute(db)
  return rows.length
}
