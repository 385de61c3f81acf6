import { isBrazilianPhone } from '@na-regua/contract/phones'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { defineJob, type JobRow, toJobRow } from '../../../lib/jobs.ts'
import type { TemplateMessage, WhatsApp } from '../../../lib/whatsapp.ts'
import { getAppointmentFor } from '../../appointments/status/queries.ts'
import { createBookingLink, findBookerId } from '../../booking/link/queries.ts'
import { sendWithinQuota } from '../../notifications/message-quota/queries.ts'
import { findNotifiedDelay } from './queries.ts'
import { describeDelayNotice } from './rules.ts'

type MessageDeps = { db: Database; clock: Clock; whatsapp: WhatsApp; site: string }
type MessagePayload = { appointmentId: string; toldAt: string }

/**
 * To a customer without an account who booked by phone and has received the link of the booking in the same way. Skips a delay
 * that changed or is over since, and numbers abroad.
 */
export async function sendDelayMessage(
  { db, clock, whatsapp, site }: MessageDeps,
  { appointmentId, toldAt }: MessagePayload,
): Promise<void> {
  const now = clock.now()
  const notified = await findNotifiedDelay(db, appointmentId)
  if (notified?.toldAt.toISOString() !== toldAt || now >= notified.startsAt) return
  // An earlier time that was offered has passed.
  if (now.getTime() > notified.startsAt.getTime() + notified.delayMin * 60_000) return
  const appointment = await getAppointmentFor(db, appointmentId, 'owner', null)
  const { customer, service, barber, barbershop, timeZone } = appointment
  const link = await createBookingLink(db, appointment, { site, isSent: true })
  if (!link || !isBrazilianPhone(customer.phone)) return
  const { delayMin, startsAt } = notified
  const kind = delayMin > 0 ? 'late' : delayMin < 0 ? 'early' : 'onTime'
  const { title, message, at } = describeDelayNotice(
    { kind, delayMin },
    { startsAt, timeZone, barberName: barber.name },
    now,
  )
  const [firstName] = customer.name.split(' ')
  const delayMessage: TemplateMessage = {
    template: 'booking',
    parameters: [customer.name, `${service.name} com ${barber.name}`, barbershop.name, `${when[kind]} às ${at}`],
    linkToken: link.url.split('/').at(-1) as string,
    preview: { title, text: `Olá, ${firstName}. ${barbershop.name}: ${message} Responda aqui: ${link.url}` },
  }
  const sender = { barbershopId: barbershop.id, senderId: await findBookerId(db, appointmentId) }
  await sendWithinQuota(db, sender, () => whatsapp.send(String(customer.phone), delayMessage))
}

/** In the template of a booking, whose last parameter is the time. */
const when = { late: 'com atraso, hoje', onTime: 'sem atraso, hoje', early: 'se puder vir antes, hoje' } as const

export const sendDelayMessageJob = defineJob('send-delay-message', { run: sendDelayMessage })

export function delayMessageJob(payload: MessagePayload): JobRow {
  return toJobRow(sendDelayMessageJob, payload, `delay-message:${payload.appointmentId}`)
}
