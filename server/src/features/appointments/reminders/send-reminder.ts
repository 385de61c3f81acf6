import type { Channel } from '@na-regua/contract/notifications'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { AddressRefused, type Mailer } from '../../../lib/mail.ts'
import type { WhatsApp } from '../../../lib/whatsapp.ts'
import { notifyRefusal } from '../../notifications/delivery/queries.ts'
import { insertNotification, isTopicEnabled } from '../../notifications/queries.ts'
import { getUnsubscribeUrl } from '../../notifications/unsubscribe/queries.ts'
import { findWhatsAppConsent } from '../../notifications/whatsapp/queries.ts'
import { createReminderToken } from '../reminder-reply/queries.ts'
import { findReminderRecipient, type ReminderRecipient } from './queries.ts'
import { renderReminderEmail, renderReminderMessage } from './render-reminder.ts'
import { describeReminder, isReminderTimely, type ReminderKind } from './rules.ts'

type ReminderPayload = { appointmentId: string; kind: ReminderKind; channel: Channel; startsAt: string }

type ReminderDeps = { db: DatabasePool; clock: Clock; mail: Mailer; whatsapp: WhatsApp; site: string }
type ReminderTime = { kind: ReminderKind; now: Date }

/** Skips appointments that changed since the reminder was planned, reminders that are too late, and disabled topics. */
export async function sendReminder(
  deps: ReminderDeps,
  { appointmentId, kind, channel, startsAt }: ReminderPayload,
): Promise<void> {
  const now = deps.clock.now()
  if (!isReminderTimely(kind, new Date(startsAt), now)) return
  const recipient = await findReminderRecipient(deps.db, { appointmentId, startsAt: new Date(startsAt) })
  if (!recipient || !(await isTopicEnabled(deps.db, { userId: recipient.customerId, topic: 'reminders', channel })))
    return
  await senders[channel](deps, recipient, { kind, now })
}

const senders: Record<
  Channel,
  (deps: ReminderDeps, recipient: ReminderRecipient, time: ReminderTime) => Promise<void>
> = {
  'in-app': notify,
  email: sendEmail,
  whatsapp: sendMessage,
}

async function notify({ db }: ReminderDeps, recipient: ReminderRecipient, { kind, now }: ReminderTime) {
  const { title, message } = describeReminder(recipient, now)
  const fact = `appointment:${recipient.id}:reminder-${kind}:${recipient.version}`
  const path = '/customer/appointments'
  const notification = { type: 'booking_reminder', topic: 'reminders', fact, title, message, path } as const
  await insertNotification(db, { ...notification, userId: recipient.customerId }, now)
}

async function sendEmail({ db, mail, site }: ReminderDeps, recipient: ReminderRecipient, { now }: ReminderTime) {
  const unsubscribeUrl = await getUnsubscribeUrl(db, { userId: recipient.customerId, topic: 'reminders', site })
  const token = await createReminderToken(db, recipient)
  await mail.send(recipient.email, renderReminderEmail(recipient, { now, token, site, unsubscribeUrl }))
}

/** The consent may have been withdrawn, or the phone number removed, since the reminder was planned. */
async function sendMessage({ db, whatsapp, site }: ReminderDeps, recipient: ReminderRecipient, { now }: ReminderTime) {
  const consent = await findWhatsAppConsent(db, recipient.customerId)
  if (!recipient.phone || !consent?.givenAt) return
  const token = await createReminderToken(db, recipient)
  const message = renderReminderMessage(recipient, { now, token, site })
  await whatsapp.send(recipient.phone, message).catch(async (error) => {
    const refused = { channel: 'whatsapp', address: String(recipient.phone) } as const
    if (error instanceof AddressRefused)
      await db.transaction().execute((tx) => notifyRefusal(tx, recipient.customerId, refused, now))
    throw error
  })
}

export const sendReminderJob = defineJob('send-reminder', { run: sendReminder })
