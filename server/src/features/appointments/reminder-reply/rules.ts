import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppointmentStatus } from '@na-regua/contract/appointments'
import type { ErrorCode } from '@na-regua/contract/errors'

/** What a token is signed for: one version of an appointment and its customer. */
export type ReminderTokenSubject = { id: string; version: number; customerId: string }

const ID_BYTES = 16
const HEADER_BYTES = ID_BYTES + 4
const MAC_BYTES = 20

/** 54 characters, safe in a URL. The customer's id is only part of the MAC, so a forwarded link does not reveal it. */
export function signReminderToken(secret: string, subject: ReminderTokenSubject): string {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(subject.id.replaceAll('-', ''), 'hex')
  header.writeUInt32BE(subject.version, ID_BYTES)
  return Buffer.concat([header, macOf(secret, subject)]).toString('base64url')
}

/** The unverified content of a token; undefined when it is malformed. */
export function parseReminderToken(token: string): { id: string; version: number; mac: Buffer } | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== HEADER_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined
  const id = bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { id, version: bytes.readUInt32BE(ID_BYTES), mac: bytes.subarray(HEADER_BYTES) }
}

export function isReminderTokenValid(secret: string, subject: ReminderTokenSubject, mac: Buffer): boolean {
  return timingSafeEqual(macOf(secret, subject), mac)
}

function macOf(secret: string, { id, version, customerId }: ReminderTokenSubject): Buffer {
  const text = `presence-or-cancel:${id}:${version}:${customerId}`
  return createHmac('sha256', secret).update(text).digest().subarray(0, MAC_BYTES)
}

type LinkedState = { status: AppointmentStatus; version: number; startsAt: Date }

/** Why a signed link is no longer valid. A cancelled appointment can still be read. */
export function findReminderTokenError(state: LinkedState, version: number, now: Date): ErrorCode | undefined {
  const { status, startsAt } = state
  if (now >= startsAt) return 'LINK_EXPIRED'
  if (status === 'CANCELLED') return undefined
  return state.version === version ? undefined : 'LINK_OUTDATED'
}
