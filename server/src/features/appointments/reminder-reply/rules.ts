import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppointmentStatus } from '@na-regua/contract/appointments'
import type { ErrorCode } from '@na-regua/contract/errors'

/** The one appointment, as it stood when it was signed, and whose it is. */
export type LinkSubject = { id: string; version: number; customerId: string }

const ID_BYTES = 16
const HEAD_BYTES = ID_BYTES + 4
const MAC_BYTES = 20

/** 54 characters that fit into an address. The customer stands in the seal only: a link that is shown around names nobody. */
export function sealLink(secret: string, subject: LinkSubject): string {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(subject.id.replaceAll('-', ''), 'hex')
  head.writeUInt32BE(subject.version, ID_BYTES)
  return Buffer.concat([head, macOf(secret, subject)]).toString('base64url')
}

/** What a link claims, still to be held against the appointment's customer. Undefined for what has another form. */
export function openLink(token: string): { id: string; version: number; mac: Buffer } | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== HEAD_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined
  const id = bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { id, version: bytes.readUInt32BE(ID_BYTES), mac: bytes.subarray(HEAD_BYTES) }
}

export function isSealed(secret: string, subject: LinkSubject, mac: Buffer): boolean {
  return timingSafeEqual(macOf(secret, subject), mac)
}

function macOf(secret: string, { id, version, customerId }: LinkSubject): Buffer {
  const words = `presence-or-cancel:${id}:${version}:${customerId}`
  return createHmac('sha256', secret).update(words).digest().subarray(0, MAC_BYTES)
}

type Standing = { status: AppointmentStatus; version: number; startsAt: Date }

/** Why a link that we signed opens nothing any more. A cancelled appointment is shown as such, whoever cancelled it. */
export function findLinkRefusal(standing: Standing, version: number, now: Date): ErrorCode | undefined {
  const { status, startsAt } = standing
  if (now >= startsAt) return 'LINK_EXPIRED'
  if (status === 'CANCELLED') return undefined
  return standing.version === version ? undefined : 'LINK_OUTDATED'
}
