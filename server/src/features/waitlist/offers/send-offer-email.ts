import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { greet, renderEmail } from '../../../lib/email.ts'
import { defineJob, type JobRow, toJobRow } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { isTopicEnabled } from '../../notifications/queries.ts'
import { getUnsubscribeUrl } from '../../notifications/unsubscribe/queries.ts'
import { findOfferRecipient } from './queries.ts'

/** The texts of the notification. */
type OfferEmailPayload = { offerId: string; title: string; message: string; path: string }

type EmailDeps = { db: Database; clock: Clock; mail: Mailer; site: string }

/** At once, with a push or without: an offer lasts minutes. Sends nothing for one that has ended. */
async function sendOfferEmail({ db, clock, mail, site }: EmailDeps, payload: OfferEmailPayload): Promise<void> {
  const { offerId, title, message, path } = payload
  const recipient = await findOfferRecipient(db, offerId, clock.now())
  if (!recipient) return
  const { userId, name, email } = recipient
  const topic = 'waitlist'
  if (!(await isTopicEnabled(db, { userId, topic, channel: 'email' }))) return
  const rendered = renderEmail({
    subject: title,
    greeting: greet(name),
    paragraphs: [message, 'Depois disso, o horário passa para o próximo da lista de espera.'],
    action: { label: 'Quero este horário', url: `${site}${path}` },
    unsubscribeUrl: await getUnsubscribeUrl(db, { userId, topic, site }),
  })
  await mail.send(email, rendered)
}

export const sendOfferEmailJob = defineJob('send-offer-email', { isUrgent: true, run: sendOfferEmail })

export function offerEmail(payload: OfferEmailPayload): JobRow {
  return toJobRow(sendOfferEmailJob, payload, `offer-email:${payload.offerId}`)
}
