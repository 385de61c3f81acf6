import { createHmac, timingSafeEqual } from 'node:crypto'
import { toE164 } from '@na-regua/contract/phones'
import type { BookingLink } from '@na-regua/contract/staff-bookings'
import { formatInstant } from '../../../lib/format-time.ts'

const ID_BYTES = 16
const MAC_BYTES = 20

/** 48 characters, safe in a URL. Valid for one appointment in all its versions: a change keeps the link. */
export function signLinkToken(secret: string, appointmentId: string): string {
  const id = Buffer.from(appointmentId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, macOf(secret, appointmentId)]).toString('base64url')
}

/** The id of the appointment; undefined for a token that was not signed with the secret. */
export function readLinkToken(secret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined
  const id = bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return timingSafeEqual(macOf(secret, id), bytes.subarray(ID_BYTES)) ? id : undefined
}

function macOf(secret: string, appointmentId: string): Buffer {
  return createHmac('sha256', secret).update(`booking-link:${appointmentId}`).digest().subarray(0, MAC_BYTES)
}

type LinkedBooking = {
  customerName: string
  shopName: string
  serviceName: string
  barberName: string
  startsAt: Date
  timeZone: string
  /** By the barbershop, since the customer received the link. */
  isMoved?: boolean | undefined
  isCancelled?: boolean | undefined
  /** Another time that is free, in words. */
  alternative?: string | undefined
}

/** What a customer receives who booked by phone, and after the barbershop moved or cancelled the appointment. */
function describeBookingLink(booking: LinkedBooking, url: string): string {
  const { customerName, shopName, serviceName, barberName, startsAt, timeZone, isMoved, isCancelled, alternative } =
    booking
  const when = formatInstant(startsAt, timeZone)
  const [firstName] = customerName.split(' ')
  const service = `${serviceName} com ${barberName}, ${when}`
  const free = alternative ? ` Temos livre ${alternative}.` : ''
  if (isCancelled)
    return `Olá, ${firstName}. A ${shopName} precisou cancelar o seu horário: ${service}. Desculpe.${free} Para marcar outro: ${url}`
  const state = isMoved ? `${shopName} mudou` : shopName
  return `Olá, ${firstName}. Seu horário na ${state}: ${service}. Confirme, mude ou cancele aqui: ${url}`
}

/** `isMoved`: the text says that the time has changed; `isCancelled`: that the barbershop has cancelled it. */
export type LinkOptions = Pick<LinkedBooking, 'isMoved' | 'isCancelled' | 'alternative'> & {
  site: string
  isSent: boolean
}

/** The link of a customer without an account, by the secret of all links. */
export function toBookingLink(
  booking: LinkedBooking & { id: string; phone: string },
  { site, secret, isSent, ...change }: LinkOptions & { secret: string },
): BookingLink {
  const url = `${site}/a/${signLinkToken(secret, booking.id)}`
  const text = describeBookingLink({ ...booking, ...change }, url)
  return { url, text, whatsAppUrl: whatsAppUrl(booking.phone, text), isSent }
}

/** Opens a chat with the number, in which the text is ready to be sent. */
export function whatsAppUrl(phone: string, text: string): string {
  return `https://wa.me/${toE164(phone).slice(1)}?text=${encodeURIComponent(text)}`
}
