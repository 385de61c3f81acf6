import type { CityPace } from '@na-regua/wait'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { type BarbershopSchedules, isBlocking, listBarbershopSchedules } from '../../availability/queries.ts'
import { openEntrySql } from '../queries.ts'
import type { QueueHours } from '../rules.ts'

/** What is read of a queue, of one barbershop. Instants are milliseconds. */
type QueueRow = {
  id: string
  queue: QueueHours | null
  tappedAt: number | null
  services: { id: string; durationMin: number }[]
  /** In order. Of a called one, who calls. */
  entries: { id: string; barberId: string | null; serviceId: string | null; calledBy: string | null }[]
  appointments: ComingAppointment[]
  timeOff: { barberId: string; from: number; to: number }[]
  /** Users who began a service in the last hours: what they do not tap does not happen. */
  tappingUserIds: string[]
}

/** An appointment that is served, due or coming, of a barber's user in any barbershop; also an open hold. */
export type ComingAppointment = {
  id: string
  userId: string
  barbershopId: string
  status: string
  serviceId: string | null
  durationMin: number
  startsAt: number
  endsAt: number
  /** With the buffer: until then no other service of the barber begins. */
  busyUntil: number
  arrivedAt: number | null
  servingFrom: number | null
  /** The service is over by the clock, and what was booked still keeps its time. */
  isEndSettled: boolean
  isPresenceConfirmed: boolean
  customerName: string
}

/** Everything that an estimate needs, but what was learned. */
export type LoadedQueue = Omit<QueueRow, 'id'> & { shop: BarbershopSchedules }

const millis = (column: string) => sql`(extract(epoch from ${sql.raw(column)}) * 1000)::float8`
const queueJson = sql`json_build_object('isOn', is_on, 'weekdays', weekdays, 'opensMinute', opens_minute, 'closesMinute', closes_minute,
  'maxLength', max_length)`

/** A business day and the night after it. */
const HOURS = { before: 24, ahead: 30, tapping: 10 } as const

/** Active barbershops. Two statements however many. */
export async function loadQueues(db: Database, barbershopIds: readonly string[], now: Date): Promise<LoadedQueue[]> {
  const shops = await listBarbershopSchedules(db, barbershopIds)
  const byId = new Map(shops.map((shop) => [shop.id, shop]))
  const rows = await listQueueRows(db, [...byId.keys()], now)
  return rows.flatMap(({ id, ...row }) => {
    const shop = byId.get(id)
    return shop ? [{ ...row, shop }] : []
  })
}

/** `own` are the users of the barbershop's barbers. */
async function listQueueRows(db: Database, barbershopIds: readonly string[], now: Date): Promise<QueueRow[]> {
  const hours = (count: number) => sql`make_interval(hours => ${count}::int)`
  const own = sql`array(select user_id from barbers where barbers.barbershop_id = barbershops.id and removed_at is null)`
  const { rows } = await sql<QueueRow>`/* load queues */
    select barbershops.id, ${millis('queues.tapped_at')} as "tappedAt",
      case when queues.barbershop_id is not null then ${queueJson} end as queue,
      (select coalesce(json_agg(json_build_object('id', services.id, 'durationMin', duration_min) order by position, name, services.id), '[]')
         from services where services.barbershop_id = barbershops.id and services.is_active) as services,
      (select coalesce(json_agg(json_build_object('id', id, 'barberId', barber_id, 'serviceId', service_id, 'calledBy', called_by)
                order by rank, joined_at, id), '[]')
         from queue_entries where queue_entries.barbershop_id = barbershops.id and ${openEntrySql}) as entries,
      (select coalesce(json_agg(coming order by coming."startsAt", coming.id), '[]') from (
         select appointments.id, barber_user_id as "userId", appointments.barbershop_id as "barbershopId", status, service_id as "serviceId",
                duration_min as "durationMin", ${millis('starts_at')} as "startsAt", ${millis('ends_at')} as "endsAt",
                ${millis('busy_until')} as "busyUntil", is_end_settled as "isEndSettled",
                ${millis('arrived_at')} as "arrivedAt", ${millis('serving_from')} as "servingFrom",
                presence_confirmed_at is not null as "isPresenceConfirmed",
                coalesce(guest_name, (select users.name from users where users.id = customer_id), customer_name, 'Cliente') as "customerName"
           from appointments
          where barber_user_id = any(${own}) and ${isBlocking({ now })} and (serving_until is null or busy_until > ${now})
            and tstzrange(starts_at, busy_until) && tstzrange(${now}::timestamptz - ${hours(HOURS.before)}, ${now}::timestamptz + ${hours(HOURS.ahead)})
         ) coming) as appointments,
      (select coalesce(json_agg(json_build_object('barberId', barber_id, 'from', ${millis('starts_at')}, 'to', ${millis('ends_at')})), '[]')
         from time_off join barbers on barbers.id = time_off.barber_id
        where barbers.barbershop_id = barbershops.id and removed_at is null
          and ends_at > ${now} and starts_at < ${now}::timestamptz + ${hours(HOURS.ahead)}) as "timeOff",
      (select coalesce(json_agg(distinct barber_user_id), '[]') from appointments
        where barber_user_id = any(${own}) and serving_from is not null
          and starts_at > ${now}::timestamptz - ${hours(HOURS.tapping)} and starts_at <= ${now}) as "tappingUserIds"
     from barbershops left join barbershop_queues queues on queues.barbershop_id = barbershops.id
    where barbershops.id = any(${barbershopIds}::uuid[])`.execute(db)
  return rows
}

/**
 * Differs after each change of the queue, each tap and each change of the barbershop's appointments of these days. It costs a small part
 * of an estimate.
 */
export async function findQueueVersion(db: Database, barbershopId: string, now: Date): Promise<string> {
  const { rows } = await sql<{ version: string }>`/* find queue version */
    select concat_ws('-',
      (select extract(epoch from tapped_at) || '.' || version from barbershop_queues where barbershop_id = ${barbershopId}),
      (select count(*) || '.' || sum(version) from queue_entries where barbershop_id = ${barbershopId} and ${openEntrySql}),
      (select count(*) || '.' || count(serving_until) || '.' || sum(version) from appointments
        where barbershop_id = ${barbershopId} and starts_at > ${now}::timestamptz - make_interval(hours => ${HOURS.before}::int)
          and starts_at < ${now}::timestamptz + make_interval(hours => ${HOURS.ahead}::int))) as version`.execute(db)
  return rows[0]?.version ?? ''
}

/** What was observed in one barbershop. */
export type ObservedBarbershop = {
  id: string
  /** Real minutes per planned minute, of services whose beginning and end were tapped, the newest first. */
  observed: { barberId: string; serviceId: string | null; paces: number[] }[]
  /**
   * By service: how often customers chose it; services that ended, and those of them whose end was settled by the clock; booked customers
   * who came, and who did not.
   */
  counts: { serviceId: string | null; chosen: number; ended: number; forgotten: number; came: number; missed: number }[]
  /** The paces of the city, for services of the same kind, else for all; null is a service that was deleted. None where little is known. */
  cityPaces: (Pick<CityPace, 'median' | 'spread'> & { serviceId: string | null })[]
}

const DAYS = { observed: 180, counted: 60 } as const
/** The newest ones, of a barber and service, of the barbershop, and of it for its city: a busy barbershop costs no more. */
const MOST = { ofBarber: 200, ofBarbershop: 4000, ofCity: 100 } as const

/**
 * The first two words of a service's name, as search finds them, without connecting words and numbers: 'Corte + Barba' and
 * 'corte e barba 40' are one kind. `name` is a column.
 */
function kindOf(name: string) {
  return sql`array_to_string((regexp_split_to_array(
  trim(regexp_replace(search_form(${sql.raw(name)}), '\\m(\\w{1,2}|com|mais|\\d+)\\M *', '', 'g')), ' +'))[1:2], ' ')`
}
const cityOf = sql`trim(search_form(barbershops.city))`
const isObserved = sql`serving_until is not null and not is_end_settled and serving_from is not null and duration_min > 0`
const paceColumn = sql`extract(epoch from serving_until - serving_from) / 60 / duration_min`
const daysBefore = (now: Date, days: number) => sql`${now}::timestamptz - make_interval(days => ${days}::int)`

/** One statement however many barbershops. */
export async function listObservations(
  db: Database,
  barbershopIds: readonly string[],
  now: Date,
): Promise<ObservedBarbershop[]> {
  const since = (days: number) => daysBefore(now, days)
  const newest = sql`limit ${sql.lit(MOST.ofBarbershop)}`
  const { rows } = await sql<ObservedBarbershop>`/* list observations of services */
    select barbershops.id,
      (select coalesce(json_agg(json_build_object('barberId', barber_id, 'serviceId', service_id, 'paces', paces)), '[]') from (
         select barber_id, service_id, json_agg(round(pace, 3) order by number) as paces from (
           select barber_id, service_id, ${paceColumn} as pace,
                  row_number() over (partition by barber_id, service_id order by serving_until desc) as number from (
             select barber_id, service_id, serving_from, serving_until, duration_min from appointments
              where appointments.barbershop_id = barbershops.id and serving_until > ${since(DAYS.observed)} and ${isObserved}
              order by serving_until desc ${newest}) newest) numbered
          where number <= ${sql.lit(MOST.ofBarber)} group by barber_id, service_id) learned) as observed,
      (select coalesce(json_agg(counted), '[]') from (
         select service_id as "serviceId", count(*) filter (where status in ('CONFIRMED', 'COMPLETED')) as chosen,
                count(*) filter (where serving_until is not null) as ended, count(*) filter (where is_end_settled) as forgotten,
                count(*) filter (where status = 'COMPLETED' and not is_walk_in) as came, count(*) filter (where status = 'NO_SHOW') as missed
           from (select service_id, status, serving_until, is_end_settled, is_walk_in from appointments
                  where appointments.barbershop_id = barbershops.id and starts_at > ${since(DAYS.counted)} and starts_at <= ${now}
                  order by starts_at desc ${newest}) newest
          group by service_id) counted) as counts,
      (select coalesce(json_agg(json_build_object('serviceId', provided.id, 'median', coalesce(of_kind.median_log, of_city.median_log),
                'spread', coalesce(of_kind.spread, of_city.spread))), '[]')
         from (select id, ${kindOf('name')} as kind from services where services.barbershop_id = barbershops.id
               union all select null, '') provided
         join city_paces of_city on of_city.state = barbershops.state and of_city.city = ${cityOf} and of_city.kind = ''
         left join city_paces of_kind on of_kind.state = of_city.state and of_kind.city = of_city.city and of_kind.kind = provided.kind
        ) as "cityPaces"
     from barbershops where barbershops.id = any(${barbershopIds}::uuid[])`.execute(db)
  return rows
}

/** `city` is as search_form() writes it. */
export type NormalizedCity = { state: string; city: string }

/** A page of the barbershops with taps in the days that are observed, by id. */
export async function listTappingBarbershops(
  db: Database,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<(NormalizedCity & { id: string })[]> {
  const { rows } = await sql<NormalizedCity & { id: string }>`/* list tapping barbershops */
    select barbershop_id as id, state, ${cityOf} as city from barbershop_queues join barbershops on barbershops.id = barbershop_id
     where barbershop_id > ${after}::uuid and tapped_at > ${daysBefore(now, DAYS.observed)}
     order by barbershop_id limit ${limit}`.execute(db)
  return rows
}

/** A barber's services of one name: as `observed` of ObservedBarbershop. */
type CityObservationRow = { barbershopId: string; kind: string; paces: number[] }

/** The newest services of each barbershop, so that a busy one counts no more than others. */
export async function listCityObservations(
  db: Database,
  barbershopIds: readonly string[],
  now: Date,
): Promise<CityObservationRow[]> {
  const { rows } = await sql<CityObservationRow>`/* list observations of city */
    select newest.barbershop_id as "barbershopId", coalesce(${kindOf('services.name')}, '') as kind, json_agg(round(pace, 3)) as paces
      from unnest(${barbershopIds}::uuid[]) as shops (id), lateral (
        select barbershop_id, barber_id, service_id, ${paceColumn} as pace from appointments
         where appointments.barbershop_id = shops.id and serving_until > ${daysBefore(now, DAYS.observed)} and ${isObserved}
         order by serving_until desc limit ${sql.lit(MOST.ofCity)}) newest
      left join services on services.id = newest.service_id
     group by newest.barbershop_id, barber_id, services.id`.execute(db)
  return rows
}

/** Kinds that are missing are no longer known. A transaction of its own. */
export async function replaceCityPaces(
  db: Database,
  { state, city }: NormalizedCity,
  paces: readonly (CityPace & { kind: string })[],
  now: Date,
): Promise<void> {
  await sql`/* replace city paces */
    with fresh as (
      select * from json_to_recordset(${JSON.stringify(paces)}::json)
        as pace (kind text, barbershops int, services int, median float8, spread float8)
    ), gone as (
      delete from city_paces where state = ${state} and city = ${city} and kind not in (select kind from fresh)
    )
    insert into city_paces (state, city, kind, barbershops, services, median_log, spread, computed_at)
    select ${state}, ${city}, kind, barbershops, services, median, spread, ${now} from fresh
        on conflict on constraint city_paces_key do update set barbershops = excluded.barbershops, services = excluded.services,
          median_log = excluded.median_log, spread = excluded.spread, computed_at = excluded.computed_at`.execute(db)
}
