import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppointmentStatus } from '@na-regua/contract/appointments'
import { formatInstant, formatMinuteInSentence } from '../../../lib/format-time.ts'
import { toEpochMinute, toLocal } from '../../../lib/local-time.ts'

/** Stored with results and part of tokens, so the order and the names stay. */
const pushActs = ['accept', 'reject', 'confirm'] as const
export type PushAct = (typeof pushActs)[number]

/** What a token is signed for: one act on one version of an appointment, from one device of one user. */
export type PushTokenSubject = {
  deviceId: string
  appointmentId: string
  version: number
  act: PushAct
  userId: string
}

const ID_BYTES = 16
const HEADER_BYTES = 2 * ID_BYTES + 4 + 1
const MAC_BYTES = 20

/** 76 characters. The user's id is only part of the MAC: a device that belongs to someone else later has no valid token. */
export function signPushToken(secret: string, subject: PushTokenSubject): string {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(subject.deviceId.replaceAll('-', ''), 0, 'hex')
  header.write(subject.appointmentId.replaceAll('-', ''), ID_BYTES, 'hex')
  header.writeUInt32BE(subject.version, 2 * ID_BYTES)
  header.writeUInt8(pushActs.indexOf(subject.act), HEADER_BYTES - 1)
  return Buffer.concat([header, macOf(secret, subject)]).toString('base64url')
}

/** The unverified content of a token; undefined when it is malformed. */
export function parsePushToken(token: string): (Omit<PushTokenSubject, 'userId'> & { mac: Buffer }) | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== HEADER_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined
  const act = pushActs[bytes.readUInt8(HEADER_BYTES - 1)]
  if (!act) return undefined
  return {
    deviceId: readId(bytes, 0),
    appointmentId: readId(bytes, ID_BYTES),
    version: bytes.readUInt32BE(2 * ID_BYTES),
    act,
    mac: bytes.subarray(HEADER_BYTES),
  }
}

function readId(bytes: Buffer, start: number) {
  return bytes.toString('hex', start, start + ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function isPushTokenValid(secret: string, subject: PushTokenSubject, mac: Buffer): boolean {
  return timingSafeEqual(macOf(secret, subject), mac)
}

function macOf(secret: string, { deviceId, appointmentId, version, act, userId }: PushTokenSubject): Buffer {
  const text = `push-action:${deviceId}:${appointmentId}:${version}:${act}:${userId}`
  return createHmac('sha256', secret).update(text).digest().subarray(0, MAC_BYTES)
}

/** The notifications of appointments that have buttons, by the kind in their key `appointment:<id>:<kind>:<version>`. */
const dedupeKeyPattern = /^appointment:([0-9a-f-]{36}):([A-Za-z-]+):(\d+)$/

export type AppointmentDedupeKey = { appointmentId: string; kind: string; version: number }

export function parseAppointmentDedupeKey(dedupeKey: string): AppointmentDedupeKey | undefined {
  const [, appointmentId, kind, version] = dedupeKeyPattern.exec(dedupeKey) ?? []
  return appointmentId && kind ? { appointmentId, kind, version: Number(version) } : undefined
}

type PushedState = { status: AppointmentStatus; version: number; startsAt: Date; isPresenceConfirmed: boolean }

const requests = ['received', 'rescheduled']
const visits = ['confirmed', 'autoConfirmed', 'autoRescheduled', 'booked', 'moved']

/** Which buttons a push has. None for an appointment that has changed since: the newer event is pushed too. */
export function choosePushActs(
  { kind, version }: Pick<AppointmentDedupeKey, 'kind' | 'version'>,
  side: 'customer' | 'barber',
  state: PushedState,
  now: Date,
): readonly (PushAct | 'directions')[] {
  if (state.version !== version || now >= state.startsAt) return []
  if (side === 'barber') return state.status === 'SCHEDULED' && requests.includes(kind) ? ['reject', 'accept'] : []
  if (state.status !== 'CONFIRMED') return []
  if (kind.startsWith('reminder-')) return state.isPresenceConfirmed ? ['directions'] : ['confirm', 'directions']
  return visits.includes(kind) ? ['directions'] : []
}

/** By address: it is what the customer knows, and what the app's own link uses. */
export function directionsUrl({ name, address }: { name: string; address: string }): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(`${name}, ${address}`)}`
}

type ResultTime = { startsAt: Date; timeZone: string; now: Date }

/** "15h", "15h30"; with the day unless it is today. */
export function formatResultTime({ startsAt, timeZone, now }: ResultTime): string {
  const start = toLocal(toEpochMinute(startsAt), timeZone)
  const isToday = start.date === toLocal(toEpochMinute(now), timeZone).date
  if (!isToday) return formatInstant(startsAt, timeZone)
  return formatMinuteInSentence(start.minute)
}

type Text = { title: string; body: string }
type DoneDetails = ResultTime & { name: string; serviceName: string; shopName: string; hidesDetails: boolean }

/** The result of an act that was done, now or by an earlier tap. */
export function describeDone(act: PushAct, details: DoneDetails): Text {
  const { name, serviceName, shopName, hidesDetails } = details
  const [title, body] = {
    accept: ['Aceito', serviceName],
    reject: ['Recusado', 'O horário está livre. Avisamos o cliente.'],
    confirm: ['Presença confirmada', `${serviceName}, ${shopName}`],
  }[act] as [string, string]
  if (hidesDetails) return { title, body: '' }
  const when = formatResultTime(details)
  return { title: act === 'confirm' ? `${title}: ${when}` : `${title}: ${name}, ${when}`, body }
}

type ChangedState = { status: AppointmentStatus; cancelledBy: string | null; version: number }
type RefusedDetails = ResultTime & ChangedState & { side: 'customer' | 'barber'; hidesDetails: boolean }

/** What became of an appointment that a push no longer describes. */
export function describeRefused(details: RefusedDetails): Text {
  const { status, hidesDetails } = details
  const title = status === 'CANCELLED' ? describeCancelled(details) : changedTitles[status][details.side]
  const isOpen = status === 'SCHEDULED' || status === 'CONFIRMED'
  const when = isOpen && !hidesDetails ? ` Agora: ${formatResultTime(details)}.` : ''
  return { title, body: `Nada mudou.${when} Toque para ver.` }
}

const changedTitles = {
  SCHEDULED: { barber: 'O pedido mudou', customer: 'O horário está a confirmar' },
  CONFIRMED: { barber: 'Já tinha sido aceito', customer: 'Seu horário mudou' },
  COMPLETED: { barber: 'O atendimento já terminou', customer: 'O atendimento já terminou' },
  NO_SHOW: { barber: 'Já marcado como falta', customer: 'Este horário já passou' },
  CANCELLED: { barber: 'Já tinha sido cancelado', customer: 'Já tinha sido cancelado' },
} as const satisfies Record<AppointmentStatus, Record<'barber' | 'customer', string>>

function describeCancelled({ cancelledBy, side }: RefusedDetails): string {
  if (cancelledBy === 'customer')
    return side === 'customer' ? 'Você já tinha cancelado' : 'Já tinha sido cancelado pelo cliente'
  if (cancelledBy === 'system') return 'O prazo para responder já passou'
  return side === 'customer' ? 'A barbearia cancelou este horário' : 'Já tinha sido recusado'
}
