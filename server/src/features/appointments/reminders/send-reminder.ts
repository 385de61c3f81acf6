import type { Channel } from '@na-regua/contract/notifications'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { Mailer } from '../../../lib/mail.ts'
import type { WhatsApp } from '../../../lib/whatsapp.ts'
import { insertNotification, isWanted } from '../../notifications/queries.ts'
import { getUnsubscribeUrl } from '../../notifications/unsubscribe/queries.ts'
import { findConsent } from '../../notifications/whatsapp/queries.ts'
import { signLink } from '../reminder-reply/queries.ts'
import { findReminded, type Reminded } from './queries.ts'
import { describeReminder, isTimely, type ReminderKind } from './rules.ts'
import { writeReminderLetter, writeReminderMessage } from './write-reminder.ts'

type Payload = { appointmentId: string; kind: ReminderKind; channel: Channel; startsAt: string }

declare module '../../../lib/jobs.ts' {
  interface JobPayloads {
    'send-reminder': Payload
  }
}

type Deps = { db: Database; clock: Clock; mail: Mailer; whatsapp: WhatsApp; site: string }
type Occasion = { kind: ReminderKind; now: Date }

/** Silent when the appointment does not stand as planned any more, when its time has passed, and to whom does not want it. */
export async function sendReminder(deps: Deps, { appointmentId, kind, channel, startsAt }: Payload): Promise<void> {
  const now = deps.clock.now()
  if (!isTimely(kind, new Date(startsAt), now)) return
  const facts = await findReminded(deps.db, { appointmentId, startsAt: new Date(startsAt) })
  if (!facts || !(await isWanted(deps.db, { userId: facts.customerId, topic: 'reminders', channel }))) return
  await senders[channel](deps, facts, { kind, now })
}

const senders: Record<Channel, (deps: Deps, facts: Reminded, occasion: Occasion) => Promise<void>> = {
  'in-app': notify,
  email: sendLetter,
  whatsapp: sendMessage,
}

async function notify({ db }: Deps, facts: Reminded, { kind, now }: Occasion) {
  const { title, message } = describeReminder(facts, now)
  const fact = `appointment:${facts.id}:reminder-${kind}:${facts.version}`
  const path = '/customer/appointments'
  const words = { type: 'booking_reminder', topic: 'reminders', fact, title, message, path } as const
  await insertNotification(db, { ...words, userId: facts.customerId }, now)
}

async function sendLetter({ db, mail, site }: Deps, facts: Reminded, { now }: Occasion) {
  const unsubscribeUrl = await getUnsubscribeUrl(db, { userId: facts.customerId, topic: 'reminders', site })
  const token = await signLink(db, facts)
  await mail.send(facts.email, writeReminderLetter(facts, { now, token, site, unsubscribeUrl }))
}

/** The consent may have been withdrawn, or the number removed, since it was planned. */
async function sendMessage({ db, whatsapp, site }: Deps, facts: Reminded, { now }: Occasion) {
  const consent = await findConsent(db, facts.customerId)
  if (!facts.phone || !consent?.givenAt) return
  const token = await signLink(db, facts)
  await whatsapp.send(facts.phone, writeReminderMessage(facts, { now, token, site }))
}
