import type { Channel } from '@na-regua/contract/notifications'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { AddressRefused, type Mailer } from '../../../lib/mail.ts'
import type { WhatsApp } from '../../../lib/whatsapp.ts'
import { notifyRefusal } from '../../notifications/delivery/queries.ts'
import { insertNotification } from '../../notifications/events/queries.ts'
import { type Holdable, holdEmail } from '../../notifications/held-emails/queries.ts'
import { isTopicEnabled } from '../../notifications/queries.ts'
import { getUnsubscribeUrl } from '../../notifications/unsubscribe/queries.ts'
import { findWhatsAppConsent } from '../../notifications/whatsapp/queries.ts'
import { createReminderToken } from '../reminder-reply/queries.ts'
import { findReminderRecipient, type ReminderRecipient } from './queries.ts'
import { renderReminderEmail, renderReminderMessage } from './render-reminder.ts'
import { describeReminder, isReminderTimely, type ReminderKind } from './rules.ts'

/** A push follows from the notification in the product. */
type ReminderChannel = Exclude<Channel, 'push'>
type ReminderPayload = Holdable & {
  appointmentId: string
  kind: ReminderKind
  channel: ReminderChannel
}

type ReminderDeps = { db: DatabasePool; clock: Clock; mail: Mailer; whatsapp: WhatsApp; site: string }
type ReminderTime = { kind: ReminderKind; now: Date }

/**
 * Reminds of the appointment as it is when the reminder is sent: one that was moved since has its present time, if that is still near enough.
 * Skips reminders that are too late or too early for it, and disabled topics.
 */
async function sendReminder(deps: ReminderDeps, payload: ReminderPayload): Promise<void> {
  const { appointmentId, kind, channel } = payload
  const now = deps.clock.now()
  const recipient = await findReminderRecipient(deps.db, appointmentId)
  if (!recipient || !isReminderTimely(kind, recipient.startsAt, now)) return
  // A customer without notifications in the product may want pushes: the statement that inserts it decides.
  const preference = { userId: recipient.customerId, topic: 'reminders', channel } as const
  if (channel !== 'in-app' && !(await isTopicEnabled(deps.db, preference))) return
  if (channel === 'email' && (await isEmailHeld(deps, recipient, payload))) return
  await senders[channel](deps, recipient, { kind, now })
}

const reminderDedupeKey = ({ id, version }: ReminderRecipient, kind: ReminderKind) =>
  `appointment:${id}:reminder-${kind}:${version}`

function isEmailHeld({ db }: ReminderDeps, recipient: ReminderRecipient, payload: ReminderPayload) {
  const emailed = {
    userId: recipient.customerId,
    dedupeKey: reminderDedupeKey(recipient, payload.kind),
    topic: 'reminders',
  } as const
  return holdEmail(db, emailed, { job: sendReminderJob, payload })
}

const senders: Record<
  ReminderChannel,
  (deps: ReminderDeps, recipient: ReminderRecipient, time: ReminderTime) => Promise<void>
> = {
  'in-app': notify,
  email: sendEmail,
  whatsapp: sendMessage,
}

async function notify({ db }: ReminderDeps, recipient: ReminderRecipient, { kind, now }: ReminderTime) {
  const { title, message } = describeReminder(recipient, now)
  const dedupeKey = reminderDedupeKey(recipient, kind)
  const path = '/customer/appointments'
  const { startsAt } = recipient
  const notification = {
    type: 'booking_reminder',
    topic: 'reminders',
    dedupeKey,
    title,
    message,
    path,
    startsAt,
  } as const
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
