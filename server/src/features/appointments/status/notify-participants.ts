import { confirmationDeadline } from '@na-regua/contract/confirmation'
import type { Database } from '../../../lib/database.ts'
import { type JobRow, toJobRow } from '../../../lib/jobs.ts'
import { type EventRows, publishEvent } from '../../notifications/events/queries.ts'
import { describeAppointmentEvent } from '../emails/rules.ts'
import { sendAppointmentEmailJob } from '../emails/send-appointment-email.ts'
import {
  type AppointmentEventDetails,
  type AppointmentEventKind,
  appointmentDedupeKey,
  appointmentSubject,
  type ParticipantSide,
  WALK_IN_KIND,
} from '../rules.ts'
import type { AppointmentRecord } from './queries.ts'
import {
  type AppointmentActor,
  MESSAGE_DELAY_SECONDS,
  REVIEW_REQUEST_DELAY_SECONDS,
  REVIEW_REQUEST_JOB,
} from './rules.ts'

/** What notifications and e-mails of an appointment are written from. */
type NotifiedAppointment = Pick<
  AppointmentRecord,
  'id' | 'version' | 'status' | 'requestedAt' | 'customerId' | 'barberUserId' | 'ownerId'
> &
  Omit<AppointmentEventDetails, 'previousStart' | 'previousBarberName' | 'confirmBy'>

/** A transition and who made it. `before` is absent for a new appointment. */
export type AppointmentTransition = {
  before?: Pick<AppointmentRecord, 'status' | 'startsAt'> & Partial<Pick<AppointmentRecord, 'barberName'>>
  after: NotifiedAppointment
  /** Without a user: the holder of a booking link. */
  by: { actor: AppointmentActor; userId: string | undefined } | 'system'
  /** Set where the statuses do not show it. */
  kind?: AppointmentEventKind
  /** The barber is notified of several at once, by the caller. */
  onlyCustomer?: boolean
  /** Who closes their account needs no receipts, and a group has one. */
  isWithoutReceipt?: boolean
  /** The outcome is no longer corrected, usually: now a review is requested. */
  isOutcomeFinal?: boolean
  /** Other jobs that follow from it. */
  jobs?: readonly JobRow[]
  /** The barbershop whose waits it changes. */
  queue?: string
}

/**
 * A transition with that of the barber who had the appointment before, where it is another one now. They are notified that it is gone,
 * and the customer once.
 */
export function withPreviousBarber(
  change: AppointmentTransition & { before: Pick<AppointmentRecord, 'status' | 'startsAt' | 'barberUserId'> },
): AppointmentTransition[] {
  const { before, after, by } = change
  if (after.barberUserId === before.barberUserId) return [change]
  const ofPrevious = { ...after, barberUserId: before.barberUserId, customerId: null }
  return [change, { before, after: ofPrevious, by, kind: 'handedOver' }]
}

/**
 * Notifies customer and barber, or the owner while the barber has no account, except the one who made the change: in the product with
 * the commit, by e-mail soon after. What the one who made it has not read about the appointment is of an earlier state, and is marked as
 * read. A customer gets a receipt of what they book, move and cancel themselves. The event streams of both and of the owner are notified
 * too. One statement for any number of transitions.
 */
export async function notifyParticipants(
  tx: Database,
  transitions: readonly AppointmentTransition[],
  now: Date,
): Promise<void> {
  if (transitions.length === 0) return
  const events = transitions.map(appointmentEvent)
  const queue = [...new Set(events.flatMap(({ published }) => published.queue ?? []))]
  const merged = {
    notifications: events.flatMap(({ notifications }) => notifications),
    published: {
      appointments: [...new Set(events.flatMap(({ published }) => published.appointments ?? []))],
      ...(queue.length > 0 && { queue }),
    },
    jobs: events.flatMap(({ jobs }) => jobs),
    read: events.flatMap(({ read = [] }) => read),
    outdatedReminders: events.flatMap(({ outdatedReminders = [] }) => outdatedReminders),
  }
  await publishEvent(tx, merged, now)
}

/** Notifies each barber of what a customer booked with them, and the customer once of all of it. */
export async function notifyOfGroup(
  tx: Database,
  { appointments, userId }: { appointments: readonly NotifiedAppointment[]; userId: string },
  now: Date,
): Promise<void> {
  // Until when the barbershop confirms is said of the first one.
  const [first, ...together] = appointments.toSorted(
    (one, other) => Number(one.status === 'CONFIRMED') - Number(other.status === 'CONFIRMED'),
  )
  if (!first) return
  const transitions = [{ ...first, together }, ...together].map((after) => ({
    after,
    by: { actor: 'customer' as const, userId },
    kind: after.status === 'CONFIRMED' ? ('autoConfirmed' as const) : ('received' as const),
    isWithoutReceipt: after.id !== first.id,
  }))
  await notifyParticipants(tx, transitions, now)
}

type GroupEnd = {
  cancelled: readonly { before: Pick<AppointmentRecord, 'status' | 'startsAt'>; after: NotifiedAppointment }[]
  userId: string
}

/** Notifies each barber of what a customer cancelled with them, and the customer once of all of it. */
export async function notifyOfGroupEnd(tx: Database, { cancelled, userId }: GroupEnd, now: Date): Promise<void> {
  const [, ...together] = cancelled.map(({ after }) => after)
  const transitions = cancelled.map(({ before, after }, index) => ({
    before,
    after: index === 0 ? { ...after, together } : after,
    by: { actor: 'customer' as const, userId },
    isWithoutReceipt: index > 0,
  }))
  await notifyParticipants(tx, transitions, now)
}

export function appointmentEvent({
  before,
  after,
  by,
  kind = eventKindOf({ before, after, by }),
  onlyCustomer = false,
  isWithoutReceipt = false,
  isOutcomeFinal = false,
  jobs = [],
  queue,
}: AppointmentTransition): EventRows {
  const confirmBy = after.status === 'SCHEDULED' ? confirmationDeadline(after) : undefined
  const previous = { previousStart: before?.startsAt, previousBarberName: before?.barberName }
  const details = { ...after, ...previous, confirmBy }
  const recipients = listRecipients(kind, after, by).flatMap((recipient) => {
    if (onlyCustomer && recipient.side !== 'customer') return []
    if (isWithoutReceipt && recipient.isReceipt) return []
    if (recipient.kind === 'completed' && !isOutcomeFinal) return []
    const message = describeAppointmentEvent(recipient.kind, recipient.side, details)
    return message
      ? [{ ...recipient, message, dedupeKey: appointmentDedupeKey(after.id, recipient.kind, after.version) }]
      : []
  })
  const laterJobs = kind === 'completed' && !isOutcomeFinal && after.customerId ? [reviewRequestJob(after)] : []
  const participants = [after.customerId, after.barberUserId, after.ownerId].filter((id) => id !== null)
  return {
    notifications: recipients.map(({ userId, insteadOf, message, dedupeKey }) => ({
      ...message,
      userId,
      insteadOf,
      topic: 'appointments',
      dedupeKey,
      startsAt: nextStart(after.startsAt, before?.startsAt),
      pushAfterSeconds: isMove(kind) ? MESSAGE_DELAY_SECONDS : undefined,
    })),
    published: { appointments: [...new Set(participants)], ...(queue && { queue: [queue] }) },
    jobs: [...emailJobs(recipients, details), ...laterJobs, ...jobs],
    outdatedReminders:
      after.customerId && isReminderOutdated(before, after)
        ? [{ userId: after.customerId, subject: appointmentSubject(after.id) }]
        : [],
    read: before && by !== 'system' && by.userId ? [{ userId: by.userId, subject: appointmentSubject(after.id) }] : [],
  }
}

/** Runs `request-review`, by its name: its module needs this one. */
function reviewRequestJob({ id: appointmentId, version }: NotifiedAppointment): JobRow {
  return {
    name: REVIEW_REQUEST_JOB,
    payload: { appointmentId, version },
    key: `${appointmentSubject(appointmentId)}:review-request:${version}`,
    delaySeconds: REVIEW_REQUEST_DELAY_SECONDS,
  }
}

/** Reminders say when, and with whom. */
function isReminderOutdated(before: AppointmentTransition['before'], after: NotifiedAppointment): boolean {
  if (!before) return false
  const isMoved = before.startsAt.getTime() !== after.startsAt.getTime()
  const hasOtherBarber = before.barberName !== undefined && before.barberName !== after.barberName
  return after.status === 'CANCELLED' || isMoved || hasOtherBarber
}

/** Staff may undo a move or an edit for some seconds. */
const isMove = (kind: AppointmentEventKind) => kind === 'moved' || kind === 'handedOver' || kind === 'edited'

/** Who was to come earlier must know as soon. */
function nextStart(start: Date, previous: Date = start): Date {
  return previous < start ? previous : start
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

type Recipient = {
  side: ParticipantSide
  userId: string
  /** The barber without an account, in whose place it is the owner. */
  insteadOf?: string
  /** The kind of the message: another one for a customer who cancelled than for the barber. */
  kind: AppointmentEventKind
  /** It is the recipient who made the change. */
  isReceipt: boolean
}

/** What a customer gets a receipt of when they did it themselves, and the kind of that receipt. */
const receipts: Partial<Record<AppointmentEventKind, AppointmentEventKind>> = {
  received: 'received',
  autoConfirmed: 'autoConfirmed',
  rescheduled: 'rescheduled',
  autoRescheduled: 'autoRescheduled',
  cancelled: 'cancelledByCustomer',
}

/** Not the one who made the change, except for the receipt of what a customer did as a customer. */
function listRecipients(
  kind: AppointmentEventKind,
  { customerId, barberUserId, ownerId }: NotifiedAppointment,
  by: AppointmentTransition['by'],
): Recipient[] {
  const actorId = by === 'system' ? undefined : by.userId
  const receipt = by !== 'system' && by.actor === 'customer' ? receipts[kind] : undefined
  const recipients: Recipient[] = []
  if (customerId && customerId !== actorId)
    recipients.push({ side: 'customer', userId: customerId, kind, isReceipt: false })
  if (customerId && customerId === actorId && receipt)
    recipients.push({ side: 'customer', userId: customerId, kind: receipt, isReceipt: true })
  if (barberUserId !== actorId) recipients.push({ side: 'barber', userId: barberUserId, kind, isReceipt: false })
  if (ownerId !== actorId && ownerId !== barberUserId)
    recipients.push({ side: 'owner', userId: ownerId, insteadOf: barberUserId, kind, isReceipt: false })
  return recipients
}

type EmailRecipient = Recipient & { dedupeKey: string }
type EmailedAppointment = NotifiedAppointment & AppointmentEventDetails

/** The job of the barber's e-mail finds out whether it goes to the owner. */
function emailJobs(recipients: readonly EmailRecipient[], details: EmailedAppointment): JobRow[] {
  const ownerId = recipients.find(({ side }) => side === 'owner')?.userId
  return recipients
    .filter(({ side }) => side !== 'owner')
    .map((recipient) => emailJob(recipient, details, recipient.side === 'barber' ? ownerId : undefined))
}

/** The job reads the appointment again before it sends, and skips e-mails that a newer version made stale. */
function emailJob(
  { side, userId, kind, dedupeKey }: EmailRecipient,
  details: EmailedAppointment,
  ownerId: string | undefined,
) {
  const { id: appointmentId, version, previousStart, previousBarberName, alternative } = details
  const isRescheduled = kind === 'rescheduled' || kind === 'autoRescheduled' || isMove(kind)
  const payload = {
    appointmentId,
    userId,
    ownerId,
    side,
    kind,
    version,
    previousStart: isRescheduled ? previousStart?.toISOString() : undefined,
    previousBarberName: isRescheduled && previousBarberName !== details.barberName ? previousBarberName : undefined,
    alternative,
    together: side === 'customer' ? details.together?.map(({ id, version }) => ({ id, version })) : undefined,
  }
  const delaySeconds = isMove(kind) ? MESSAGE_DELAY_SECONDS : undefined
  return toJobRow(sendAppointmentEmailJob, payload, `${dedupeKey}:${side}:email`, { delaySeconds })
}
