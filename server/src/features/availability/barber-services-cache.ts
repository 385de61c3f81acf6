import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import { LoadingCache } from '../../lib/caches/loading-cache.ts'
import type { Database } from '../../lib/database.ts'
import { type Interval, union } from '../../lib/intervals.ts'
import { fromEpochMinute } from '../../lib/local-time.ts'
import { agreedTime } from './find-required-times.ts'
import {
  type BarberRow,
  type BookableBarber,
  type BusySpan,
  bookableBarberColumns,
  combinationJson,
  fromBookableBarbers,
  isActiveCombination,
  isBlocking,
  serviceJson,
  toBarber,
} from './queries.ts'
import {
  type BusyIntervals,
  type ListedServices,
  type RequiredTime,
  type ServiceSelection,
  selectServicesOfBarber,
} from './rules.ts'

/** What decides the slots of a barber, besides appointments and time off: the schedule, and all that the barbershop provides. */
export type BarberServices = ListedServices & {
  barber: BookableBarber
  /** Differs after each change of the barbershop, or of all. Changes of the barber increment `availabilityVersion`. */
  changedBy: string | null
}

/** The transactions that last changed the barbershop, and all barbershops at once. */
const changedByColumn = sql`
  (select string_agg(changed_by::text, ' ' order by barbershop_id) from barbershop_changes
    where barbershop_id in (barbershops.id, '00000000-0000-0000-0000-000000000000'))`

/** Finds the services of a barber who can be booked; undefined for any other. */
async function findBarberServices(db: Database, barberId: string): Promise<BarberServices | undefined> {
  const { rows } = await sql<BarberRow & Omit<BarberServices, 'barber'>>`/* find services of barber */
    select ${bookableBarberColumns}, ${changedByColumn} as "changedBy",
      (select coalesce(json_agg(${serviceJson}), '[]') from services
        where services.barbershop_id = barbershops.id and is_active) as services,
      (select coalesce(json_agg(${combinationJson} order by service_ids), '[]') from service_combinations
        where service_combinations.barbershop_id = barbershops.id and ${isActiveCombination}) as combinations
    ${fromBookableBarbers} and barbers.id = ${barberId}`.execute(db)
  if (!rows[0]) return undefined
  const { services, combinations, changedBy, ...row } = rows[0]
  return { barber: toBarber(row), services, combinations, changedBy }
}

/** The services in the order of the ids; undefined unless the barber provides every one of them. */
export function selectServicesById(
  { services, combinations, barber }: BarberServices,
  serviceIds: readonly string[],
): ServiceSelection | undefined {
  const selected = serviceIds.flatMap((id) => services.find((service) => service.id === id) ?? [])
  return selectServicesOfBarber({ services: selected, combinations }, serviceIds, barber)
}

/** `agreed`: of the appointment that is rescheduled; null unless there is such an appointment in the barbershop. */
export type BarberTimes = { busy: BusyIntervals; agreed: RequiredTime | null }

/**
 * What blocks the barber in the span, if the services are still the current ones. Undefined when they have changed since it was read,
 * or the barber can no longer be booked: that is compared in the snapshot that the intervals come from.
 */
async function findBarberTimes(
  db: Database,
  { barber: { barberId, userId, availabilityVersion }, changedBy }: BarberServices,
  span: BusySpan,
): Promise<BarberTimes | undefined> {
  const from = fromEpochMinute(span.from)
  const to = fromEpochMinute(span.to)
  const { now, except = null } = span
  const { rows } = await sql<{ busy: Interval[]; agreed: RequiredTime | null }>`/* find barber times */
    select (select coalesce(json_agg(json_build_array(start, "end")), '[]') from (
        select floor(date_part('epoch', starts_at) / 60)::int as start, ceil(date_part('epoch', busy_until) / 60)::int as "end"
          from appointments
         where ${isBlocking({ now, except })} and barber_user_id = ${userId} and tstzrange(starts_at, busy_until) && tstzrange(${from}, ${to})
        union all
        select floor(date_part('epoch', starts_at) / 60)::int, ceil(date_part('epoch', ends_at) / 60)::int
          from time_off where barber_id = ${barberId} and ends_at > ${from} and starts_at < ${to}) as blocking) as busy,
      (${agreedTime(except)}) as agreed
    from barbers join barbershops on barbershops.id = barbers.barbershop_id
    where barbers.id = ${barberId} and barbers.removed_at is null and barbershops.is_active
      and barbers.availability_version = ${availabilityVersion} and ${changedByColumn} is not distinct from ${changedBy}::text`.execute(
    db,
  )
  return rows[0] && { busy: union(rows[0].busy), agreed: rows[0].agreed }
}

/** Some kilobytes each. */
const MAX_BARBERS = 5000
/** They change between the two statements of a request once in a while, not several times in a row. */
const MAX_TRIES = 5

export type BarberServicesCache = ReturnType<typeof createBarberServicesCache>

/**
 * The services of recently requested barbers. What has changed, in whatever process, is never used: the statement that reads what
 * blocks the barber compares what the services were read from.
 */
export function createBarberServicesCache(db: Database) {
  const cache = new LoadingCache<BarberServices | undefined>({
    max: MAX_BARBERS,
    isStored: (services) => services !== undefined,
  })

  /** The current services of a barber and what blocks them in the span. One statement, two when they are not known or have changed. */
  async function getBarberTimes(barberId: string, toSpan: (barber: BookableBarber) => BusySpan) {
    let services = cache.find(barberId)
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      services ??= await cache.load(barberId, () => findBarberServices(db, barberId))
      if (!services) throw new ApiError('BARBER_NOT_FOUND')
      const times = await findBarberTimes(db, services, toSpan(services.barber))
      if (times) return { ...times, services }
      services = undefined
    }
    throw new ApiError('UNAVAILABLE')
  }

  return { getBarberTimes }
}
