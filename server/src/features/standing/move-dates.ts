import { ApiError } from '@na-regua/contract/errors'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { notifyParticipants } from '../appointments/status/notify-participants.ts'
import { type AppointmentRecord, findAppointmentRecord } from '../appointments/status/queries.ts'
import { lockCustomerAndBarberUser } from '../booking/queries.ts'
import { updateSlot } from '../booking/reschedule/queries.ts'
import { decideNewTime } from '../booking/reschedule/reschedule-appointment.ts'
import { toExactSchedule } from '../booking/rules.ts'
import {
  findDate,
  findSeries,
  listSeriesDates,
  lockSeries,
  type SeriesDateRow,
  type SeriesRecord,
  updateDate,
} from './queries.ts'
import { plannedStart } from './rules.ts'

/** Moves the appointments of a series that has another time. Repeated it goes on where it ended. */
export async function moveDates(db: DatabasePool, series: SeriesRecord, now: Date): Promise<void> {
  for (const date of await listSeriesDates(db, series.id)) if (date.isMoving) await moveDate(db, series, date, now)
}

/** The customer's notice binds the customer; a date within it stays. */
async function moveDate(db: DatabasePool, series: SeriesRecord, date: SeriesDateRow, now: Date): Promise<void> {
  const start = plannedStart(series, date.date)
  const record = date.appointmentId ? await findAppointmentRecord(db, date.appointmentId) : undefined
  const isThere = record?.startsAt.getTime() === start.getTime()
  const mayMove = record && !isThere && isChangeable(record, series, now)
  const slot = mayMove ? await findNewSlot(db, series, record, start, now) : undefined
  await db.transaction().execute(async (tx) => {
    await lockSeries(tx, series.id)
    const current = await findSeries(tx, series.id)
    const row = await findDate(tx, series.id, date.date)
    if (current?.version !== series.version || !row?.isMoving) return
    const result = record && slot ? await moveVisit(tx, record, slot, now) : undefined
    // The next run decides again.
    if (result === 'version-conflict') return
    // Of one that is cancelled or over nothing is left to say.
    const isSettled = isThere || !record || !isStillOpen(record)
    const reason = isSettled || result === 'updated' ? null : 'unmoved'
    await updateDate(tx, row, { reason, isNotified: isSettled }, now)
  })
}

const isStillOpen = ({ status, servingFrom }: AppointmentRecord) =>
  (status === 'SCHEDULED' || status === 'CONFIRMED') && !servingFrom

function isChangeable(record: AppointmentRecord, { isByStaff }: SeriesRecord, now: Date): boolean {
  const lastChange = record.startsAt.getTime() - record.cancelNoticeMin * 60_000
  return isStillOpen(record) && (isByStaff || now.getTime() <= lastChange)
}

async function moveVisit(tx: Database, record: AppointmentRecord, slot: NewTime, now: Date) {
  await lockCustomerAndBarberUser(tx, record.customerId, record.barberUserId)
  const result = await updateSlot(tx, record, slot, now)
  if (result === 'updated') await notifyOfRequest(tx, record, slot, now)
  return result
}

type NewTime = NonNullable<Awaited<ReturnType<typeof findNewSlot>>>

/** The barber responds to a request. Of what is confirmed both are notified once, for all dates. */
async function notifyOfRequest(tx: Database, record: AppointmentRecord, { start, end, status }: NewTime, now: Date) {
  if (status !== 'SCHEDULED') return
  const after = { ...record, startsAt: start, endsAt: end, status, requestedAt: now, version: record.version + 1 }
  const by = { actor: 'customer' as const, userId: record.customerId ?? undefined }
  const transition = { before: record, after: { ...after, customerId: null }, by, kind: 'rescheduled' as const }
  await notifyParticipants(tx, [transition], now)
}

/** Undefined: the barber does not work then, or has left. */
async function findNewSlot(
  db: Database,
  { isByStaff }: SeriesRecord,
  record: AppointmentRecord,
  start: Date,
  now: Date,
) {
  const time = { start, end: new Date(start.getTime() + record.durationMin * 60_000) }
  try {
    const slot = await decideNewTime(db, record, time, now, (barber) => toExactSchedule(barber, { isByStaff }))
    return {
      ...time,
      ...slot,
      ...(isByStaff && { status: 'CONFIRMED' as const, condition: undefined }),
      requestedAt: now,
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SLOT_UNAVAILABLE') return undefined
    throw error
  }
}
