import { ApiError } from '@na-regua/contract/errors'
import type { PushActionResult } from '@na-regua/contract/push'
import type { Database, DatabasePool, RecordChange } from '../../../lib/database.ts'
import { findLinkedAppointment, type LinkedAppointment } from '../reminder-reply/queries.ts'
import { confirmPresence } from '../reminder-reply/reply-to-reminder.ts'
import { barberAppointmentPath, nameForSide } from '../rules.ts'
import { changeStatus } from '../status/change-status.ts'
import {
  type ActingDevice,
  findActingDevice,
  findPushActionResult,
  getPushActionSecret,
  insertPushActionResult,
  type ResultKey,
  settleNotification,
} from './queries.ts'
import { describeDone, describeRefused, isPushTokenValid, parsePushToken } from './rules.ts'

type Subject = { key: ResultKey; device: ActingDevice; side: 'customer' | 'barber' }

/** Throws LINK_INVALID for a token without our signature, of a device that is no longer subscribed, or of someone who lost their part. */
export async function getPushSubject(db: Database, token: string, now: Date): Promise<Subject> {
  const parsed = parsePushToken(token)
  const device = parsed && (await findActingDevice(db, parsed, now))
  if (!parsed || !device) throw new ApiError('LINK_INVALID')
  const { deviceId, appointmentId, version, act, mac } = parsed
  const key = { appointmentId, version, act, userId: device.userId }
  if (!isPushTokenValid(await getPushActionSecret(db), { ...key, deviceId }, mac)) throw new ApiError('LINK_INVALID')
  const side = act === 'confirm' ? 'customer' : 'barber'
  // Like the link of a reminder, a presence needs no session that is in use.
  if (side === 'customer' ? !device.isCustomer : !device.isBarber || device.isIdle) throw new ApiError('LINK_INVALID')
  return { key, device, side }
}

async function getAppointment(db: Database, { key }: Subject): Promise<LinkedAppointment> {
  const linked = await findLinkedAppointment(db, key.appointmentId)
  if (!linked) throw new ApiError('LINK_INVALID')
  return linked
}

/** Does what the button says, once. Repeated, also from another device of the same user, it returns the same result. */
export async function executePushAction(db: DatabasePool, subject: Subject, now: Date): Promise<PushActionResult> {
  const { key } = subject
  const done = (await findPushActionResult(db, key)) ?? (await act(db, subject, now))
  const badge = await settleNotification(db, key, now)
  const linked = await getAppointment(db, subject)
  return { ...describe(subject, linked, done?.startsAt, now), badge }
}

/** When the appointment started that was changed; undefined when it is another one by now. */
async function act(db: DatabasePool, subject: Subject, now: Date): Promise<{ startsAt: Date } | undefined> {
  const { key, side } = subject
  const linked = await getAppointment(db, subject)
  const { startsAt, endsAt } = linked
  if (now >= (side === 'customer' ? startsAt : endsAt)) throw new ApiError('LINK_EXPIRED')
  const record = (tx: Database) => insertPushActionResult(tx, key, startsAt, now)
  if (linked.version === key.version) {
    if (side === 'customer') await confirmPresence(db, linked, now, record)
    else await changeByBarber(db, key, record, now)
  }
  // Also what a tap at the same time has done.
  return (await findPushActionResult(db, key)) ?? (await findConfirmedElsewhere(db, subject))
}

async function changeByBarber(
  db: DatabasePool,
  { appointmentId, version, act, userId }: ResultKey,
  record: RecordChange,
  now: Date,
) {
  const action = act === 'accept' ? 'confirm' : 'cancel'
  const request = { id: appointmentId, userId, action, version, record, now } as const
  await changeStatus(db, request).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'APPOINTMENT_NOT_FOUND' || error.code === 'FORBIDDEN') throw new ApiError('LINK_INVALID')
    if (error.code !== 'STATE_CHANGED') throw error
  })
}

/** The customer has confirmed by the link of an email or in the app: the same as a tap here. */
async function findConfirmedElsewhere(db: Database, subject: Subject): Promise<{ startsAt: Date } | undefined> {
  if (subject.side === 'barber') return undefined
  const { version, status, isPresenceConfirmed, startsAt } = await getAppointment(db, subject)
  const isConfirmed = version === subject.key.version && status === 'CONFIRMED' && isPresenceConfirmed
  return isConfirmed ? { startsAt } : undefined
}

function describe(
  { key, side, device: { hidesDetails } }: Subject,
  linked: LinkedAppointment,
  doneAt: Date | undefined,
  now: Date,
): Omit<PushActionResult, 'badge'> {
  const { id, timeZone, startsAt, barbershop } = linked
  const path = side === 'barber' ? barberAppointmentPath(id) : `/customer/appointments#cartao-${id}`
  if (!doneAt) return { outcome: 'refused', path, ...describeRefused({ ...linked, startsAt, side, hidesDetails, now }) }
  const { serviceName, customerName } = nameForSide(side, linked)
  const [name = customerName] = customerName.split(' ')
  const details = { startsAt: doneAt, timeZone, now, name, serviceName, shopName: barbershop.name, hidesDetails }
  return { outcome: 'done', path, ...describeDone(key.act, details) }
}
