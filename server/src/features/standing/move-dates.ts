import { ApiError } from '@na-regua/contract/errors'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { notifyParticipants } from '../appointments/status/notify-participants.ts'
import { type AppointmentRecord, findAppointmentRecord } from '../appointments/status/queries.ts'
import { lockAppointmentToMove, type NewSlot, updateSlot } from '../booking/reschedule/queries.ts'
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
  const seen = date.appointmentId ? await findAppointmentRecord(db, date.appointmentId) : undefined
  await db.transaction().execute(async (tx) => {
    await lockSeries(tx, series.id)
    const record = seen && (await lockAppointmentToMove(tx, seen))
    const current = await findSeries(tx, series.id)
    const row = await findDate(tx, series.id, date.date)
    if (current?.version !== series.version || !row?.isMoving) return

    const isThere = record?.startsAt.getTime() === start.getTime()
    const mayMove = record && !isThere && isChangeable(record, series, now)
    const isMoved = mayMove && (await moveVisit(tx, series, record, start, now))
    // Of one that is cancelled or over nothing is left to say.
    const isSettled = isThere || !record || !isStillOpen(record)
    const reason = isSettled || isMoved ? null : 'unmoved'
    await updateDate(tx, row, { reason, isNotified: isSettled }, now)
  })
}

const isStillOpen = ({ status, servingFrom }: AppointmentRecord) =>
  (status === 'SCHEDULED' || status === 'CONFIRMED') && !servingFrom

function isChangeable(record: AppointmentRecord, { isByStaff }: SeriesRecord, now: Date): boolean {
  const lastChange = record.startsAt.getTime() - record.cancelNoticeMin * 60_000
  return isStillOpen(record) && (isByStaff || now.getTime() <= lastChange)
}

/** False: the barber does not work then or has left, or the time is taken. */
async function moveVisit(
  tx: Database,
  { isByStaff }: SeriesRecord,
  record: AppointmentRecord,
  start: Date,
  now: Date,
): Promise<boolean> {
  const time = { start, end: new Date(start.getTime() + record.durationMin * 60_000) }
  const decided = await decideNewTime(tx, record, time, now, (barber) => toExactSchedule(barber, { isByStaff })).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'SLOT_UNAVAILABLE') return undefined
      throw error
    },
  )
  if (!decided) return false
  const status = isByStaff ? 'CONFIRMED' : decided.status
  const slot = { ...time, barber: decided.barber, status, requestedAt: now } as const
  const isMoved = await updateSlot(tx, record, slot, now)
  if (isMoved) await notifyOfRequest(tx, record, slot, now)
  return isMoved
}

/** The barber responds to a request. Of what is confirmed both are notified once, for all dates. */
async function notifyOfRequest(tx: Database, record: AppointmentRecord, { start, end, status }: NewSlot, now: Date) {
  if (status !== 'SCHEDULED') return
  const after = { ...record, startsAt: start, endsAt: end, status, requestedAt: now, version: record.version + 1 }
  const by = { actor: 'customer' as const, userId: record.customerId ?? undefined }
  const transition = { before: record, after: { ...after, customerId: null }, by, kind: 'rescheduled' as const }
  await notifyParticipants(tx, [transition], now)
}
