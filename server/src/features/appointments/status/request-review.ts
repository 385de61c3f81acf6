import { sql } from 'kysely'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { notifyParticipants } from './notify-participants.ts'
import { type AppointmentRecord, findAppointmentRecord } from './queries.ts'
import { REVIEW_REQUEST_JOB } from './rules.ts'

type RequestDeps = { db: DatabasePool; clock: Clock }
type RequestPayload = { appointmentId: string; version: number }

/**
 * Requests a review some minutes after the appointment was completed. Skips one whose outcome was corrected since, to whatever: a
 * correction back to completed has its own request. Also one that the customer has reviewed.
 */
async function requestReview({ db, clock }: RequestDeps, { appointmentId, version }: RequestPayload): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const record = await findAppointmentRecord(tx, appointmentId)
    if (record?.version !== version || !(await isReviewMissing(tx, record))) return
    const transition = {
      after: record,
      by: 'system',
      kind: 'completed',
      onlyCustomer: true,
      isOutcomeFinal: true,
    } as const
    await notifyParticipants(tx, [transition], clock.now())
  })
}

/** Locks the row: a correction waits, and then finds the request sent. */
async function isReviewMissing(tx: Database, { id, version }: AppointmentRecord): Promise<boolean> {
  const { rows } = await sql`/* is review missing */
    select from appointments
     where id = ${id} and version = ${version} and status = 'COMPLETED'
       and not exists (select from reviews where appointment_id = appointments.id)
       for share`.execute(tx)
  return rows.length === 1
}

export const requestReviewJob = defineJob(REVIEW_REQUEST_JOB, { run: requestReview })
