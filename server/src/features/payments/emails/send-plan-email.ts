import type { Database } from '../../../lib/database.ts'
import { greet, renderEmail } from '../../../lib/email.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { findSubscriptionOwner } from './queries.ts'
import { describePlanEvent, type PlanEvent } from './rules.ts'

/** `tiding` is the event; queued jobs use this name. */
type PlanEmailPayload = { subscriptionId: string; tiding: PlanEvent; blocked: number; days?: number }

const expectedStatuses: Record<PlanEvent, readonly string[]> = {
  opened: ['active', 'past_due'],
  changed: ['active', 'past_due'],
  ending: ['active', 'past_due'],
  ends_with_period: ['active', 'past_due'],
  past_due: ['past_due'],
  cancelled: ['cancelled'],
  // The provider may have reported the cancellation first.
  expired: ['expired', 'cancelled'],
}

/** Sends nothing when the subscription has changed since, or the user was deleted. */
async function sendPlanEmail(
  { db, mail, site }: { db: Database; mail: Mailer; site: string },
  { subscriptionId, tiding: event, blocked, days }: PlanEmailPayload,
): Promise<void> {
  const owner = await findSubscriptionOwner(db, { id: subscriptionId })
  if (!owner || !expectedStatuses[event].includes(owner.status) || owner.email.endsWith('.invalid')) return
  const { title, message, next } = describePlanEvent(event, { ...owner, blocked, days })
  const isOver = event === 'cancelled' || event === 'expired' || event === 'ends_with_period'
  const email = renderEmail({
    subject: title,
    greeting: greet(owner.name),
    paragraphs: [message, 'Recibos de todos os pagamentos ficam no seu painel.'],
    action: { label: next, url: `${site}${isOver ? '/become-owner' : '/admin'}` },
  })
  await mail.send(owner.email, email)
}

export const sendPlanEmailJob = defineJob('send-plan-email', { run: sendPlanEmail })
