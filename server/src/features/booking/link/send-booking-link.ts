import { isBrazilianPhone } from '@na-regua/contract/phones'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { formatInstant } from '../../../lib/format-time.ts'
import { defineJob, toJobRow } from '../../../lib/jobs.ts'
import type { TemplateMessage, WhatsApp } from '../../../lib/whatsapp.ts'
import { getAppointmentFor } from '../../appointments/status/queries.ts'
import { MESSAGE_DELAY_SECONDS } from '../../appointments/status/rules.ts'
import { sendWithinQuota } from '../../notifications/message-quota/queries.ts'
import { createBookingLink, findBookerId } from './queries.ts'

type BookingLinkDeps = { db: Database; clock: Clock; whatsapp: WhatsApp; site: string }

/** `version`: of an appointment that staff moved; without it, it was booked. */
type BookingLinkPayload = { appointmentId: string; version?: number }

/**
 * Skips an appointment that was cancelled, claimed, erased or moved again since, and numbers abroad, which staff reach themselves. A new
 * barbershop has few messages.
 */
export async function sendBookingLink(
  { db, clock, whatsapp, site }: BookingLinkDeps,
  { appointmentId, version }: BookingLinkPayload,
): Promise<void> {
  const appointment = await getAppointmentFor(db, appointmentId, 'owner', null)
  const { customer, service, barber, barbershop, startTime, timeZone, status } = appointment
  const isMoved = version !== undefined
  if (status !== 'CONFIRMED' || new Date(startTime) <= clock.now()) return
  if (isMoved && appointment.version !== version) return
  const link = await createBookingLink(db, appointment, { site, isSent: true, isMoved })
  if (!link || !isBrazilianPhone(customer.phone)) return
  const when = formatInstant(new Date(startTime), timeZone)
  const message: TemplateMessage = {
    template: 'booking',
    parameters: [customer.name, `${service.name} com ${barber.name}`, barbershop.name, when],
    linkToken: link.url.split('/').at(-1) as string,
    preview: { title: isMoved ? 'Horário mudado' : 'Horário marcado', text: link.text },
  }
  const sender = { barbershopId: barbershop.id, senderId: await findBookerId(db, appointmentId) }
  await sendWithinQuota(db, sender, () => whatsapp.send(String(customer.phone), message))
}

export const sendBookingLinkJob = defineJob('send-booking-link', { run: sendBookingLink })

export function bookingLinkJob(appointmentId: string) {
  return toJobRow(sendBookingLinkJob, { appointmentId }, `booking-link:${appointmentId}`)
}

/** Leaves when the move can no longer be undone, and then only if it is still the last change. */
export function movedLinkJob(payload: Required<BookingLinkPayload>) {
  const { appointmentId, version } = payload
  const options = { delaySeconds: MESSAGE_DELAY_SECONDS }
  return toJobRow(sendBookingLinkJob, payload, `booking-link:${appointmentId}:${version}`, options)
}
