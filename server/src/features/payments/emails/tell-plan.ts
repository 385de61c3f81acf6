import type { Database } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import { insertNotification } from '../../notifications/queries.ts'
import type { Standing } from '../events/queries.ts'
import { findTold, type Told } from './queries.ts'
import { type Tiding, tidingOf, wordsOf } from './rules.ts'
import { sendPlanEmailJob } from './send-plan-letter.ts'

type Change = { userId: string; before: Standing; after: Standing; blocked: number; now: Date }

/** Once per change, inside the product and by letter. It belongs to no topic: nobody switches off what he pays. */
export async function tellPlan(tx: Database, { userId, before, after, blocked, now }: Change): Promise<void> {
  const told = await findTold(tx, { userId })
  if (!told) return
  const end = told.graceEndsAt ?? told.endsAt
  await tell(tx, { told, tiding: tidingOf(before, after, end !== null && end <= now), blocked, now })
}

type Telling = { told: Told; tiding: Tiding; blocked?: number; days?: number; now: Date }

export async function tell(tx: Database, { told, tiding, blocked = 0, days, now }: Telling): Promise<void> {
  const { title, message } = wordsOf(tiding, { ...told, blocked, days })
  const fact = `subscription:${told.id}:${tiding}:${now.getTime()}`
  const path = tiding === 'expired' || tiding === 'cancelled' ? '/become-owner' : '/admin'
  await insertNotification(tx, { userId: told.userId, type: 'plan_changed', fact, title, message, path }, now)
  await addJob(tx, sendPlanEmailJob, { subscriptionId: told.id, tiding, blocked, days }, { key: `${fact}:email` })
}
