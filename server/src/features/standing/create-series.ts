import { ApiError } from '@na-regua/contract/errors'
import { MAX_OPEN_SERIES, type Series } from '@na-regua/contract/series'
import { sql } from 'kysely'
import type { Caller } from '../../lib/auth.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { getAppointmentRecordFor, listActors } from '../appointments/status/change-status.ts'
import type { AppointmentRecord } from '../appointments/status/queries.ts'
import { lockCustomer, matchesExpected } from '../appointments/status/queries.ts'
import { findServiceSelection } from '../availability/queries.ts'
import { isCustomerBlocked } from '../customers/queries.ts'
import { enqueueFill, fillSeries } from './fill-series.ts'
import { insertDates } from './queries.ts'
import { getSeriesFor } from './view-series.ts'

type CreateRequest = { appointmentId: string; caller: Caller; intervalWeeks: number; now: Date }

/**
 * Repeats an upcoming appointment, which becomes the first date. Staff do so for a customer for whom the barbershop has booked it.
 * A repeated request returns the same series; another interval throws SERIES_EXISTS.
 */
export async function createSeries(
  db: DatabasePool,
  { appointmentId, caller, intervalWeeks, now }: CreateRequest,
): Promise<{ series: Series; isNew: boolean }> {
  const record = await getAppointmentRecordFor(db, appointmentId, caller.id)
  const existing = await findSeriesOfAppointment(db, record.id)
  if (existing) {
    if (existing.intervalWeeks !== intervalWeeks || !existing.isFirst) throw new ApiError('SERIES_EXISTS')
    return { series: await getSeriesFor(db, existing.id, caller.id, now), isNew: false }
  }
  const source = await getSource(db, record, caller, now)
  const id = await db.transaction().execute((tx) => insertSeries(tx, record, { ...source, intervalWeeks }, now))
  await fillSeries(db, id, now)
  return { series: await getSeriesFor(db, id, caller.id, now), isNew: true }
}

type Source = { profileId: string | null; isByStaff: boolean; serviceIds: string[]; priceCents: number }

/** What the dates repeat: the services as they are offered today, at today's price. */
async function getSource(db: Database, record: AppointmentRecord, caller: Caller, now: Date): Promise<Source> {
  if (record.status !== 'SCHEDULED' && record.status !== 'CONFIRMED') throw new ApiError('STATE_CHANGED')
  if (record.startsAt <= now) throw new ApiError('APPOINTMENT_OVER')
  if (!record.isBarberHere) throw new ApiError('BARBER_NOT_FOUND')
  const isCustomer = listActors(record, caller.id).includes('customer')
  if (isCustomer && !caller.isEmailVerified) throw new ApiError('EMAIL_NOT_VERIFIED')
  if (isCustomer && (await isCustomerBlocked(db, record.barbershopId, caller.id)))
    throw new ApiError('CUSTOMER_BLOCKED')
  const { rows } = await sql<{ profileId: string | null; serviceIds: (string | null)[] }>`/* services to repeat */
    select profile_id as "profileId",
           coalesce((select json_agg(service_id order by position) from appointment_services where appointment_id = appointments.id),
             json_build_array(service_id)) as "serviceIds"
      from appointments where id = ${record.id}`.execute(db)
  const { profileId = null, serviceIds = [] } = rows[0] ?? {}
  // Staff repeat what they have booked: only the account itself repeats its own.
  if (!isCustomer && !profileId) throw new ApiError('APPOINTMENT_NOT_FOUND')
  const ids = serviceIds.flatMap((id) => id ?? [])
  const selected = ids.length === serviceIds.length ? await findServiceSelection(db, record.barberId, ids) : undefined
  if (!selected) throw new ApiError('SERVICE_NOT_FOUND')
  return {
    profileId: isCustomer ? null : profileId,
    isByStaff: !isCustomer,
    serviceIds: ids,
    priceCents: selected.priceCents,
  }
}

type SourceSeries = Source & { intervalWeeks: number }

async function insertSeries(tx: Database, record: AppointmentRecord, source: SourceSeries, now: Date): Promise<string> {
  const { customerId, barberId, barbershopId, guestName, timeZone, startsAt } = record
  const { date, minute } = toLocal(toEpochMinute(startsAt), timeZone)
  if (customerId) await lockCustomer(tx, customerId)
  // Who may repeat it is decided again: staff may have been removed since.
  const { rows: open } = await sql<{ id: string }>`/* lock appointment to repeat */
    select id from appointments where ${matchesExpected(record)} and barber_id = ${barberId} for no key update`.execute(
    tx,
  )
  if (!open[0]) throw new ApiError('STATE_CHANGED')
  const isByCustomer = customerId !== null && !source.isByStaff
  if (isByCustomer && (await isCustomerBlocked(tx, barbershopId, customerId))) throw new ApiError('CUSTOMER_BLOCKED')
  const { rows } = await sql<{ id: string }>`/* insert series */
    insert into appointment_series (barbershop_id, barber_id, customer_id, profile_id, is_by_staff, guest_name, service_ids, interval_weeks,
                                    first_date, minute, price_cents, status, fill_after, created_at, updated_at)
    select ${barbershopId}, ${barberId}, ${customerId}::uuid, ${source.profileId}::uuid, ${source.isByStaff}, ${guestName}::text,
           ${source.serviceIds}::uuid[], ${source.intervalWeeks}, ${date}::date, ${minute}, ${source.priceCents}, 'ACTIVE', ${now}, ${now}, ${now}
     where not exists (select from account_deletions where user_id = ${customerId}::uuid)
       and (${source.isByStaff} or (select count(*) from appointment_series
             where customer_id = ${customerId}::uuid and not is_by_staff and (status <> 'ENDED' or ${hasComingDate(now)})) < ${MAX_OPEN_SERIES})
    returning id`.execute(tx)
  const [inserted] = rows
  if (!inserted) throw new ApiError('TOO_MANY_SERIES')
  const first = { position: 0, date, status: 'BOOKED' as const, reason: null, alternatives: [], replyBy: null }
  if (await findSeriesOfAppointment(tx, record.id)) throw new ApiError('SERIES_EXISTS')
  await insertDates(tx, inserted.id, [{ ...first, appointmentId: record.id }], now)
  await enqueueFill(tx, [inserted.id], now)
  return inserted.id
}

/** True when a row of `appointment_series` has a date ahead: an ended one whose dates stay booked takes as much of the agenda as an open one. */
function hasComingDate(now: Date) {
  return sql`exists (
    select from series_dates join appointments on appointments.id = appointment_id
     where series_id = appointment_series.id and appointments.status in ('SCHEDULED', 'CONFIRMED') and starts_at > ${now})`
}

async function findSeriesOfAppointment(db: Database, appointmentId: string) {
  const { rows } = await sql<{ id: string; intervalWeeks: number; isFirst: boolean }>`/* find series of appointment */
    select series_id as id, interval_weeks as "intervalWeeks", position = 0 as "isFirst"
      from series_dates join appointment_series on appointment_series.id = series_id
     where appointment_id = ${appointmentId}`.execute(db)
  return rows[0]
}
