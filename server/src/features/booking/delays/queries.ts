import { ApiError } from '@na-regua/contract/errors'
import type { AppointmentDelay, DelayReply } from '@na-regua/contract/serving'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { toEpochMinute } from '../../../lib/local-time.ts'
import { type AppointmentRecord, matchesExpected } from '../../appointments/status/queries.ts'
import { listBarberCandidates } from '../../availability/candidates/queries.ts'
import { loadBusyIntervals } from '../../availability/queries.ts'
import { extendByBuffer } from '../../availability/rules.ts'
import { isAtWork } from '../../staff/schedule/rules.ts'
import { isMoveTime } from '../reschedule/rules.ts'
import type { NotifiedDelay } from './rules.ts'

/** The delay of which the customer was notified, and what the appointment is for. */
export type DelayTerms = Omit<NotifiedDelay, 'startsAt'> & { priceCents: number; serviceIds: string[] }

export async function getDelayTerms(db: Database, id: string): Promise<DelayTerms> {
  const { rows } = await sql<DelayTerms>`/* delay terms */
    select told_delay_min as "notifiedMin", told_delay_at as "toldAt", delay_reply as reply, price_cents as "priceCents",
           coalesce((select array_agg(service_id order by position) from appointment_services
                      where appointment_id = appointments.id and service_id is not null),
                    array_remove(array[service_id], null)) as "serviceIds"
      from appointments where id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('APPOINTMENT_NOT_FOUND')
  return rows[0]
}

/** A barber who could take the appointment over. */
type FreeBarber = AppointmentDelay['freeBarbers'][number] & { userId: string }

/**
 * The colleagues who provide the services for no more than was agreed, are at work and free at the booked time, and are not busy with
 * another customer until then.
 */
export async function listFreeBarbers(
  db: Database,
  record: AppointmentRecord,
  { serviceIds, priceCents }: DelayTerms,
  now: Date,
): Promise<FreeBarber[]> {
  const { barbershopId, startsAt: start, durationMin, bufferMin, barberUserId } = record
  if (record.status !== 'CONFIRMED' || !isMoveTime(start, now)) return []
  const details = sql`select json_build_object('avatarUrl', users.avatar_url, 'servesUntil', (
    select extract(epoch from greatest(${now}::timestamptz, serving_from + make_interval(mins => duration_min))) * 1000
      from appointments where barber_user_id = barbers.user_id and status = 'CONFIRMED' and serving_from is not null and serving_until is null))`
  type Details = { avatarUrl: string | null; servesUntil: number | null }
  const request = { barberId: undefined, barbershopId, serviceIds, start }
  const candidates = (await listBarberCandidates<Details>(db, request, details)).filter(
    ({ barber, selected, details: { servesUntil } }) =>
      barber.userId !== barberUserId &&
      (serviceIds.length === 0 || (selected && selected.priceCents <= priceCents)) &&
      (servesUntil === null || servesUntil <= start.getTime()),
  )
  const from = toEpochMinute(start)
  const barbers = candidates.map(({ barber }) => barber)
  const busyOf = await loadBusyIntervals(db, barbers, { from: from - 1440, to: from + 1440, now })
  return candidates.flatMap(({ barber, details: { avatarUrl } }) => {
    const blocked = extendByBuffer(busyOf(barber), bufferMin)
    if (!isAtWork(barber, barber.timeZone, blocked, [from, from + durationMin])) return []
    const { barberId: id, barberName: name, userId } = barber
    return [{ id, name, avatarUrl, userId }]
  })
}

/** A compare-and-set: false if the appointment, or the delay of which the customer was notified, has changed. */
export async function storeReply(
  tx: Database,
  record: AppointmentRecord,
  { notified, reply }: { notified: number; reply: DelayReply },
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* store delay reply */
    update appointments set delay_reply = ${reply} where ${matchesExpected(record)} and told_delay_min = ${notified}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}
