import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { greet, renderEmail } from '../../lib/email.ts'
import { defineJob, type JobRow, toJobRow } from '../../lib/jobs.ts'
import type { Mailer } from '../../lib/mail.ts'
import { type Holdable, holdEmail } from '../notifications/held-emails/queries.ts'
import { isTopicEnabled } from '../notifications/queries.ts'
import { getUnsubscribeUrl } from '../notifications/unsubscribe/queries.ts'
import { createNudgeToken } from './consent/queries.ts'
import { findNudgeRecipient } from './queries.ts'

/** The texts of the notification. */
type NudgeEmailPayload = Holdable & { nudgeId: string; title: string; message: string; path: string }

type EmailDeps = { db: Database; clock: Clock; mail: Mailer; site: string }

/** Sends nothing when the person has booked, withdrawn the consent or read the push since. */
async function sendNudgeEmail({ db, clock, mail, site }: EmailDeps, payload: NudgeEmailPayload): Promise<void> {
  const { nudgeId, title, message, path } = payload
  const recipient = await findNudgeRecipient(db, nudgeId, clock.now())
  if (!recipient) return
  const { userId, name, email } = recipient
  const topic = 'rhythm'
  if (!(await isTopicEnabled(db, { userId, topic, channel: 'email' }))) return
  const emailed = { userId, dedupeKey: `rhythm:${nudgeId}`, topic } as const
  if (await holdEmail(db, emailed, { job: sendNudgeEmailJob, payload })) return
  const offUrl = `${site}/aviso/${await createNudgeToken(db, userId)}`
  const rendered = renderEmail({
    subject: title,
    greeting: greet(name),
    paragraphs: [message, `Não quer mais estes avisos? Desligue com um toque: ${offUrl}`],
    action: { label: 'Marcar este horário', url: `${site}${path}` },
    unsubscribeUrl: await getUnsubscribeUrl(db, { userId, topic, site }),
  })
  await mail.send(email, rendered)
}

export const sendNudgeEmailJob = defineJob('send-nudge-email', { run: sendNudgeEmail })

export function nudgeEmail(payload: NudgeEmailPayload): JobRow {
  return toJobRow(sendNudgeEmailJob, payload, `nudge-email:${payload.nudgeId}`)
}
