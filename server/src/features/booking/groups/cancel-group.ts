import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { DatabasePool } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { findAppointment } from '../../appointments/queries.ts'
import { notifyOfGroupEnd } from '../../appointments/status/notify-participants.ts'
import { updateStatus } from '../../appointments/status/queries.ts'
import { checkTransition } from '../../appointments/status/rules.ts'
import { lockGroupMembers } from './queries.ts'

type GroupCancellation = {
  groupId: string
  appointmentIds: readonly string[]
  customerId: string
  reason: string | undefined
  now: Date
}

/**
 * Cancels several appointments of a customer's group in one transaction, all or none, with one receipt. Those that the customer has cancelled
 * before stay so. Throws the error of the first one that can no longer be cancelled.
 */
export async function cancelGroup(
  db: DatabasePool,
  { groupId, appointmentIds, customerId, reason, now }: GroupCancellation,
): Promise<Appointment[]> {
  const ids = appointmentIds.map((id) => id.toLowerCase())
  await db.transaction().execute(async (tx) => {
    const members = await lockGroupMembers(tx, { groupId, ids, customerId })
    if (members.length < ids.length) throw new ApiError('APPOINTMENT_NOT_FOUND')
    const open = members.filter((member) => !checkTransition(['customer'], 'cancel', member, now).isRepeated)
    if (open.length === 0) return
    const change = { status: 'CANCELLED', cancelledBy: 'customer', reason: reason?.trim() || undefined } as const
    for (const member of open)
      if (!(await updateStatus(tx, { ...member, actedBy: customerId }, change, now)))
        throw new ApiError('STATE_CHANGED')
    await recordEvent(tx, { name: 'appointments.cancelled', appointments: open, at: now })
    const cancelled = open.map((member) => ({
      before: member,
      after: { ...member, ...change, version: member.version + 1 },
    }))
    await notifyOfGroupEnd(tx, { cancelled, userId: customerId }, now)
  })
  const appointments = await Promise.all(ids.map((id) => findAppointment(db, id, customerId)))
  return appointments.filter((appointment) => appointment !== undefined)
}
