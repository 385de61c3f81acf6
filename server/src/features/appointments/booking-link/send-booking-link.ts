import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { formatInstant } from '../../../lib/format-time.ts'
import { defineJob, toJobRow } from '../../../lib/jobs.ts'
import type { WhatsApp } from '../../../lib/whatsapp.ts'
import { getAppointmentFor } from '../status/queries.ts'
import { createBookingLink } from './queries.ts'

type BookingLinkDeps = { db: Database; clock: Clock; whatsapp: WhatsApp; site: string }

/** Skips an appointment that was cancelled, claimed or erased since, and numbers abroad, which staff reach themselves. */
export async function sendBookingLink(
  { db, clock, whatsapp, site }: BookingLinkDeps,
  { appointmentId }: { appointmentId: string },
): Promise<void> {
  const appointment = await getAppointmentFor(db, appointmentId, 'owner')
  const { customer, service, barber, barbershop, startTime, timeZone, status } = appointment
  if (status !== 'CONFIRMED' || new Date(startTime) <= clock.now()) return
  const link = await createBookingLink(db, appointment, { site, isSent: true })
  if (!link || !/^\d+$/.test(customer.phone ?? '')) return
  const when = formatInstant(new Date(startTime), timeZone)
  await whatsapp.send(String(customer.phone), {
    template: 'booking',
    parameters: [customer.name, `${service.name} com ${barber.name}`, barbershop.name, when],
    linkToken: link.url.split('/').at(-1) as string,
    preview: { title: 'Horário marcado', text: link.text },
  })
}

export const sendBookingLinkJob = defineJob('send-booking-link', { run: sendBookingLink })

export function bookingLinkJob(appointmentId: string) {
  return toJobRow(sendBookingLinkJob, { appointmentId }, `booking-link:${appointmentId}`)
}
