import type { Channel } from '@na-regua/contract/notifications'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import type { WhatsApp } from '../../../lib/whatsapp.ts'
import { insertNotification, isTopicEnabled } from '../../notifications/queries.ts'
import { getUnsubscribeUrl } from '../../notifications/unsubscribe/queries.ts'
import { findWhatsAppConsent } from '../../notifications/whatsapp/queries.ts'
import { createReminderToken } from '../reminder-reply/queries.ts'
import { findReminderRecipient, type ReminderRecipient } from './queries.ts'
import { describeReminder, isReminderTimely, type ReminderKind } from './rules.ts'
import { renderReminderEmail, renderReminderMessage } from './render-reminder.ts'

type Payload = { appointmentId: string; kind: ReminderKind; channel: Channel; startsAt: string }

type Deps = { db: Database; clock: Clock; mail: Mailer; whatsapp: WhatsApp; site: string }
type ReminderTime = { kind: ReminderKind; now: Date }

/** Silent when the appointment does not stand as planned any more, when its time has passed, and to whom does not want it. */
export async function sendReminder(deps: Deps, { appointmentId, kind, channel, startsAt }: Payload): Promise<void> {
  const now = deps.clock.now()
  if (!isReminderTimely(kind, new Date(startsAt), now)) return
  const facts = await findReminderRecipient(deps.db, { appointmentId, startsAt: new Date(startsAt) })
  if (!facts || !(await isTopicEnabled(deps.db, { userId: facts.customerId, topic: 'reminders', channel }))) return
  await senders[channel](deps, facts, { kind, now })
}

const senders: Record<Channel, (deps: Deps, facts: ReminderRecipient, occasion: ReminderTime) => Promise<void>> = {
  'in-app': notify,
  email: sendEmail,
  whatsapp: sendMessage,
}

async function notify({ db }: Deps, facts: ReminderRecipient, { kind, now }: ReminderTime) {
  const { title, message } = describeReminder(facts, now)
  const fact = `appointment:${facts.id}:reminder-${kind}:${facts.version}`
  const path = '/customer/appointments'
  const words = { type: 'booking_reminder', topic: 'reminders', fact, title, message, path } as const
  await insertNotification(db, { ...words, userId: facts.customerId }, now)
}

async function sendEmail({ db, mail, site }: Deps, facts: ReminderRecipient, { now }: ReminderTime) {
  const unsubscribeUrl = await getUnsubscribeUrl(db, { userId: facts.customerId, topic: 'reminders', site })
  const token = await createReminderToken(db, facts)
  await mail.send(facts.email, renderReminderEmail(facts, { now, token, site, unsubscribeUrl }))
}

/** The consent may have been withdrawn, or the number removed, since it was planned. */
async function sendMessage({ db, whatsapp, site }: Deps, facts: ReminderRecipient, { now }: ReminderTime) {
  const consent = await findWhatsAppConsent(db, facts.customerId)
  if (!facts.phone || !consent?.givenAt) return
  const token = await createReminderToken(db, facts)
  await whatsapp.send(facts.phone, renderReminderMessage(facts, { now, token, site }))
}

export const sendReminderJob = defineJob('send-reminder', { run: sendReminder })
