import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { type Interval, union } from '../../../lib/intervals.ts'
import {
  type BarberRow,
  type BookableBarber,
  bookableBarberColumns,
  fromBookableBarbers,
  minuteOf,
  servicesColumns,
  toBarber,
} from '../queries.ts'
import {
  type BusyIntervals,
  type ListedServices,
  type SelectServices,
  type ServiceSelection,
  selectServicesOfBarber,
} from '../rules.ts'

/**
 * A barber who might take a booking, and the time off around the start. `select` has the services as any barber of the barbershop
 * provides them, `selected` as this one does.
 */
export type BarberCandidate<Details = null> = {
  barber: BookableBarber
  select: SelectServices
  selected: ServiceSelection | undefined
  timeOff: BusyIntervals
  details: Details
}

/** Distinct services; without a barber every barber of the barbershop is a candidate. */
export type CandidateParams = {
  barberId: string | undefined
  barbershopId: string | undefined
  serviceIds: readonly string[]
  start: Date
}

type CandidateRow<Details> = BarberRow & ListedServices & { timeOff: Interval[]; details: Details }

/**
 * The barbers who might take a booking, in the barbershop's order. `details` is an expression over `barbers` and `barbershops` that the
 * caller needs from the same snapshot.
 */
export async function listBarberCandidates<Details = null>(
  db: Database,
  { barberId, barbershopId, serviceIds, start }: CandidateParams,
  details: RawBuilder<unknown> = sql`null`,
): Promise<BarberCandidate<Details>[]> {
  const { rows } = await sql<CandidateRow<Details>>`/* list barber candidates */
    select ${bookableBarberColumns}, ${servicesColumns(serviceIds)},
      (select coalesce(json_agg(json_build_array(${minuteOf('starts_at')}, ${minuteOf('ends_at', 'ceil')})), '[]')
         from time_off where time_off.barber_id = barbers.id and starts_at < ${start}::timestamptz + interval '2 days'
          and ends_at > ${start}::timestamptz - interval '1 day') as "timeOff",
      (${details}) as details
    ${fromBookableBarbers} ${barberId ? sql`and barbers.id = ${barberId}` : sql``}
      ${barbershopId ? sql`and barbers.barbershop_id = ${barbershopId}` : sql``}
    order by barbers.position, barbers.id`.execute(db)
  return rows.map((row) => ({
    barber: toBarber(row),
    select: (barber) => selectServicesOfBarber(row, serviceIds, barber),
    selected: selectServicesOfBarber(row, serviceIds, row),
    timeOff: union(row.timeOff),
    details: row.details,
  }))
}
