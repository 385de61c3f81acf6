import { isBrazilianPhone } from '@na-regua/contract/phones'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { formatInstantTime } from '../../../lib/format-time.ts'
import { defineJob, type JobRow, toJobRow } from '../../../lib/jobs.ts'
import type { TemplateMessage, WhatsApp } from '../../../lib/whatsapp.ts'
import { signLinkToken } from '../../booking/link/rules.ts'
import { sendWithinQuota } from '../../notifications/message-quota/queries.ts'
import { findEntry } from '../entries/queries.ts'
import { getQueueLinkSecret } from '../queries.ts'

type CallDeps = { db: Database; clock: Clock; whatsapp: WhatsApp; site: string }
type CallPayload = { entryId: string; version: number }

/**
 * To a customer without an account who left a phone for it. Skips a call that was undone, followed by a start, or is over, and numbers abroad.
 */
export async function sendQueueCall(
  { db, clock, whatsapp, site }: CallDeps,
  { entryId, version }: CallPayload,
): Promise<void> {
  const entry = await findEntry(db, entryId)
  if (entry?.version !== version || entry.status !== 'CALLED' || !entry.comeBy || entry.comeBy <= clock.now()) return
  if (entry.userId || !isBrazilianPhone(entry.phone)) return
  const token = signLinkToken(await getQueueLinkSecret(db), entryId)
  const until = formatInstantTime(entry.comeBy, entry.timeZone)
  const shopName = entry.barbershop.name
  const message: TemplateMessage = {
    template: 'queue',
    parameters: [entry.name, shopName, until],
    linkToken: token,
    preview: {
      title: 'É a sua vez',
      text: `${entry.name}, é a sua vez na ${shopName}. Chegue até ${until}: ${site}/f/${token}`,
    },
  }
  const sender = { barbershopId: entry.barbershop.id, senderId: entry.addedBy }
  await sendWithinQuota(db, sender, () => whatsapp.send(String(entry.phone), message))
}

export const sendQueueCallJob = defineJob('send-queue-call', { isUrgent: true, run: sendQueueCall })

export function queueCallJob(entryId: string, version: number): JobRow {
  return toJobRow(sendQueueCallJob, { entryId, version }, `queue-call:${entryId}:${version}`)
}
