import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { formatInstant } from '../../../lib/format-time.ts'
import { defineJob, PermanentFailure } from '../../../lib/jobs.ts'
import { NoResponse, type SentMessage, type TemplateMessage, type WhatsApp } from '../../../lib/whatsapp.ts'
import { sendWithinQuota } from '../../notifications/message-quota/queries.ts'
import { getLinkSecrets } from '../queries.ts'
import { linkPathOf } from '../rules.ts'
import {
  claimMessage,
  deleteUnsentMessage,
  findQueuedMessage,
  type MessageToSend,
  type QueuedMessage,
  saveSentMessage,
  saveUnsentMessage,
} from './queries.ts'
import { renderAutomaticMessage } from './rules.ts'

type SendDeps = { db: DatabasePool; clock: Clock; whatsapp: WhatsApp; site: string }

/**
 * Sends a planned message at most once. It is skipped, as if it had never been planned, when the appointment was cancelled, moved or
 * confirmed, the customer refused messages, the barbershop turned them off, or has none left.
 */
export async function sendOutreach(deps: SendDeps, { messageId }: { messageId: string }): Promise<void> {
  const { db, clock, whatsapp } = deps
  const now = clock.now()
  const queued = await findQueuedMessage(db, messageId, now)
  const claimed = queued && (await claimMessage(db, queued, now))
  if (!claimed) return
  const { phone } = claimed
  if (!claimed.isDue || !phone) return deleteUnsentMessage(db, messageId)
  const sender = { barbershopId: queued.barbershopId, senderId: null }
  try {
    const message = await renderMessage(deps, queued, claimed)
    let sent: SentMessage | undefined
    await sendWithinQuota(db, sender, async () => {
      sent = await whatsapp.send(phone, message)
    })
    await (sent ? saveSentMessage(db, messageId, sent) : deleteUnsentMessage(db, messageId))
  } catch (error) {
    // WhatsApp may have accepted it: its next status says so.
    if (error instanceof NoResponse) return
    await saveUnsentMessage(db, messageId, error instanceof PermanentFailure ? 'FAILED' : 'QUEUED')
    throw error
  }
}

async function renderMessage(
  { db, site }: SendDeps,
  { id, barbershopId, purpose, shopName, timeZone }: QueuedMessage,
  { name, appointment }: MessageToSend,
): Promise<TemplateMessage> {
  const secrets = await getLinkSecrets(db)
  return renderAutomaticMessage({
    purpose,
    reference: id,
    customerName: name,
    shopName,
    site,
    linkPath: linkPathOf({ barbershopId, appointment }, secrets),
    visit: appointment && {
      when: formatInstant(appointment.startsAt, timeZone),
      barberName: appointment.barberName,
    },
  })
}

export const sendOutreachJob = defineJob('send-outreach', { run: sendOutreach })
