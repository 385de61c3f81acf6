import type { Database } from '../../../lib/database.ts'
import { renderEmail } from '../../../lib/email.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { findTold } from './queries.ts'
import { type Tiding, wordsOf } from './rules.ts'

type Payload = { subscriptionId: string; tiding: Tiding; blocked: number; days?: number }

type Deps = { db: Database; mail: Mailer; site: string }

const statuses: Record<Tiding, readonly string[]> = {
  opened: ['active', 'past_due'],
  changed: ['active', 'past_due'],
  ending: ['active', 'past_due'],
  past_due: ['past_due'],
  cancelled: ['cancelled'],
  // The provider may have said first that it gave up.
  expired: ['expired', 'cancelled'],
}

/** Silent when the subscription is no longer what the letter would say, or its person is gone. */
export async function sendPlanEmail({ db, mail, site }: Deps, { subscriptionId, tiding, blocked, days }: Payload) {
  const told = await findTold(db, { id: subscriptionId })
  if (!told || !statuses[tiding].includes(told.status) || told.email.endsWith('.invalid')) return
  const { title, message, next } = wordsOf(tiding, { ...told, blocked, days })
  const isOver = tiding === 'cancelled' || tiding === 'expired'
  const letter = renderEmail({
    subject: title,
    greeting: `Olá, ${told.name}!`,
    paragraphs: [message, 'Recibos de todos os pagamentos ficam no seu painel.'],
    action: { label: next, url: `${site}${isOver ? '/become-owner' : '/admin'}` },
  })
  await mail.send(told.email, letter)
}

export const sendPlanEmailJob = defineJob('send-plan-letter', { run: sendPlanEmail })
