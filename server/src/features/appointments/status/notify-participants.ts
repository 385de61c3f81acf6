import type { Database } from '../../../lib/database.ts'
import { toJobRow } from '../../../lib/jobs.ts'
import { type EventRows, publishEvent } from '../../notifications/events/queries.ts'
import {
  type AppointmentEventDetails,
  type AppointmentEventKind,
  describeAppointmentEvent,
  type ParticipantSide,
  WALK_IN_KIND,
} from '../emails/rules.ts'
import { sendAppointmentEmailJob } from '../emails/send-appointment-email.ts'
import type { AppointmentRecord } from './queries.ts'
import { type AppointmentActor, confirmationDeadline } from './rules.ts'

/** What notifications and e-mails of an appointment are written from. */
type NotifiedAppointment = Pick<
  AppointmentRecord,
  'id' | 'version' | 'status' | 'requestedAt' | 'customerId' | 'barberUserId' | 'ownerId'
> &
  Omit<AppointmentEventDetails, 'previousStart' | 'confirmBy'>

/** A transition and who made it. `before` is absent for a new appointment. */
export type AppointmentTransition = {
  before?: Pick<AppointmentRecord, 'status' | 'startsAt'>
  after: NotifiedAppointment
  /** Without a user: the holder of a booking link. */
  by: { actor: AppointmentActor; userId: string | undefined } | 'system'
  /** Set where the statuses do not show it. */
  kind?: AppointmentEventKind
}

/**
 * Notifies customer and barber, except the one who made the change: in the product with the commit, by e-mail soon after. A customer
 * who books gets a receipt. The event streams of both and of the owner are notified too. One statement for any number of transitions.
 */
export async function notifyParticipants(
  tx: Database,
  transitions: readonly AppointmentTransition[],
  now: Date,
): Promise<void> {
  if (transitions.length === 0) return
  const events = transitions.map(appointmentEvent)
  const merged = {
    notifications: events.flatMap(({ notifications }) => notifications),
    published: { appointments: [...new Set(events.flatMap(({ published }) => published.appointments ?? []))] },
    jobs: events.flatMap(({ jobs }) => jobs),
  }
  await publishEvent(tx, merged, now)
}

export function appointmentEvent({
  before,
  after,
  by,
  kind = eventKindOf({ before, after, by }),
}: AppointmentTransition): EventRows {
  const confirmBy = after.status === 'SCHEDULED' ? confirmationDeadline(after) : undefined
  const details = { ...after, previousStart: before?.startsAt, confirmBy }
  const fact = `appointment:${after.id}:${kind}:${after.version}`
  const recipients = listRecipients(kind, after, by).flatMap((recipient) => {
    const message = describeAppointmentEvent(kind, recipient.side, details)
    return message ? [{ ...recipient, message }] : []
  })
  const participants = [after.customerId, after.barberUserId, after.ownerId].filter((id) => id !== null)
  return {
    notifications: recipients.map(({ userId, message }) => ({ ...message, userId, topic: 'appointments', fact })),
    published: { appointments: [...new Set(participants)] },
    jobs: recipients.map((recipient) => emailJob(kind, fact, recipient, details)),
  }
}

function eventKindOf({ before, after, by }: AppointmentTransition): AppointmentEventKind {
  if (!before) return after.status === 'SCHEDULED' ? 'received' : WALK_IN_KIND
  if (after.status === 'SCHEDULED') return 'rescheduled'
  if (after.status === 'CONFIRMED') return 'confirmed'
  if (after.status === 'COMPLETED') return 'completed'
  if (after.status === 'NO_SHOW') return 'missed'
  if (by === 'system') return 'released'
  return before.status === 'SCHEDULED' && by.actor !== 'customer' ? 'rejected' : 'cancelled'
}

type Recipient = { side: ParticipantSide; userId: string }

/** Not the one who made the change, except for the receipt of a booking. */
function listRecipients(
  kind: AppointmentEventKind,
  { customerId, barberUserId }: NotifiedAppointment,
  by: AppointmentTransition['by'],
): Recipient[] {
  const sides: [ParticipantSide, string | null][] = [
    ['customer', customerId],
    ['barber', barberUserId],
  ]
  const actorId = by === 'system' ? undefined : by.userId
  const isNotified = (side: ParticipantSide, userId: string) =>
    userId !== actorId || (kind === 'received' && side === 'customer')
  return sides.flatMap(([side, userId]) => (userId && isNotified(side, userId) ? [{ side, userId }] : []))
}

/** The job reads the appointment again before it sends, and skips e-mails that a newer version made stale. */
function emailJob(
  kind: AppointmentEventKind,
  fact: string,
  { side, userId }: Recipient,
  details: NotifiedAppointment & AppointmentEventDetails,
) {
  const { id: appointmentId, version } = details
  const previousStart = kind === 'rescheduled' ? details.previousStart?.toISOString() : undefined
  const payload = { appointmentId, userId, side, kind, version, previousStart }
  return toJobRow(sendAppointmentEmailJob, payload, `${fact}:${side}:email`)
}
