import { ApiError } from '@na-regua/contract/errors'
import type { RemindedAppointment } from '@na-regua/contract/reminder-reply'
import type { Database, DatabasePool, RecordChange } from '../../../lib/database.ts'
import { formatInstant } from '../../../lib/format-time.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { barberAppointmentPath, nameForSide } from '../rules.ts'
import { changeStatus } from '../status/change-status.ts'
import { evaluateTransition } from '../status/rules.ts'
import { findLinkedAppointment, getReminderSecret, type LinkedAppointment, saveConfirmation } from './queries.ts'
import { findReminderTokenError, isReminderTokenValid, parseReminderToken } from './rules.ts'

type CustomerLinkedAppointment = LinkedAppointment & { customerId: string }

/** Throws LINK_INVALID for a token without our signature, and the reason for one that is no longer valid. */
async function getLinkedAppointment(db: Database, token: string, now: Date): Promise<CustomerLinkedAppointment> {
  const parsed = parseReminderToken(token)
  const found = parsed && (await findLinkedAppointment(db, parsed.id))
  if (!parsed || !found?.customerId) throw new ApiError('LINK_INVALID')
  const linked: CustomerLinkedAppointment = { ...found, customerId: found.customerId }
  const subject = { id: linked.id, version: parsed.version, customerId: linked.customerId }
  if (!isReminderTokenValid(await getReminderSecret(db), subject, parsed.mac)) throw new ApiError('LINK_INVALID')
  const errorCode = findReminderTokenError(linked, parsed.version, now)
  const { barbershop, barberId } = linked
  // The page of a link that is over leads on to the barbershop.
  if (errorCode) throw new ApiError(errorCode, { barbershop: { id: barbershop.id, name: barbershop.name }, barberId })
  return linked
}

export async function getRemindedAppointment(db: Database, token: string, now: Date): Promise<RemindedAppointment> {
  return toRemindedAppointment(await getLinkedAppointment(db, token, now), now)
}

export function toRemindedAppointment(linked: LinkedAppointment, now: Date): RemindedAppointment {
  const { startsAt, endsAt, barbershop } = linked
  const state = { ...linked, cancelNoticeMin: barbershop.cancelNoticeMin, isWalkIn: false, dayEndsAt: endsAt }
  return {
    ...linked,
    startTime: startsAt.toISOString(),
    endTime: endsAt.toISOString(),
    canCancel: evaluateTransition('customer', 'cancel', state, now) === 'ok',
  }
}

/** Records that the customer will come. The barber is notified once, also when the request is repeated. */
export async function confirmFromReminder(db: DatabasePool, token: string, now: Date): Promise<RemindedAppointment> {
  const linked = await getLinkedAppointment(db, token, now)
  if (linked.status === 'CANCELLED')
    throw new ApiError('STATE_CHANGED', {}, 'Este agendamento foi cancelado. Agende outro horário.')
  await confirmPresence(db, linked, now)
  return getRemindedAppointment(db, token, now)
}

/** Notifies the barber, once. `record` is called for the first confirmation only. */
export async function confirmPresence(
  db: DatabasePool,
  linked: LinkedAppointment,
  now: Date,
  record?: RecordChange,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await saveConfirmation(tx, linked, now))) return
    await notifyBarber(tx, linked, now)
    await record?.(tx, linked)
  })
}

async function notifyBarber(tx: Database, linked: LinkedAppointment, now: Date): Promise<void> {
  const { id, version, customerId, barberUserId, ownerId, serviceName, startsAt, timeZone } = linked
  const { customerName } = nameForSide('barber', linked)
  const notification = {
    userId: barberUserId,
    type: 'presence_confirmed',
    topic: 'appointments',
    dedupeKey: `appointment:${id}:presence:${version}`,
    title: 'Presença confirmada',
    message: `${customerName} confirmou que vem: ${serviceName}, ${formatInstant(startsAt, timeZone)}.`,
    path: barberAppointmentPath(id),
    startsAt,
  } as const
  const published = { appointments: [...new Set([customerId, barberUserId, ownerId])].filter((id) => id !== null) }
  await publishEvent(tx, { notifications: [notification], published, jobs: [] }, now)
}

type Cancellation = { token: string; reason: string | undefined; now: Date }

/** By the same rules as in the account, but only the version that the link was created for. Cancelled already: a no-op. */
export async function cancelFromReminder(db: DatabasePool, { token, reason, now }: Cancellation) {
  const { id, version, status, customerId } = await getLinkedAppointment(db, token, now)
  const request = { id, version, userId: customerId, action: 'cancel', reason, now } as const
  if (status !== 'CANCELLED') await changeStatus(db, request)
  return getRemindedAppointment(db, token, now)
}
