import type { Database } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import { insertNotification } from '../../notifications/events/queries.ts'
import type { OpenPlan } from '../queries.ts'
import { findSubscriptionOwner, type SubscriptionOwner } from './queries.ts'
import { describePlanEvent, type PlanEvent, planEventOf } from './rules.ts'
import { sendPlanEmailJob } from './send-plan-email.ts'

type PlanChange = { userId: string; before: OpenPlan; after: OpenPlan; blocked: number; now: Date }

export async function notifyPlanChange(tx: Database, { userId, before, after, blocked, now }: PlanChange) {
  const owner = await findSubscriptionOwner(tx, { userId })
  if (!owner) return
  const end = owner.graceEndsAt ?? owner.endsAt
  await notifyOwner(tx, { owner, event: planEventOf(before, after, end !== null && end <= now), blocked, now })
}

type OwnerNotification = { owner: SubscriptionOwner; event: PlanEvent; blocked?: number; days?: number; now: Date }

/** One notification and one email. They belong to no topic: users cannot opt out of messages about their payments. */
export async function notifyOwner(tx: Database, { owner, event, blocked = 0, days, now }: OwnerNotification) {
  const { title, message } = describePlanEvent(event, { ...owner, blocked, days })
  const dedupeKey = `subscription:${owner.id}:${event}:${now.getTime()}`
  const path = event === 'expired' || event === 'cancelled' ? '/become-owner' : '/admin'
  await insertNotification(tx, { userId: owner.userId, type: 'plan_changed', dedupeKey, title, message, path }, now)
  const payload = { subscriptionId: owner.id, tiding: event, blocked, days }
  await addJob(tx, sendPlanEmailJob, payload, { key: `${dedupeKey}:email` })
}
