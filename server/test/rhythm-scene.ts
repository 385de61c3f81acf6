import { RHYTHM_CONSENT_TEXT, rhythmApi } from '@na-regua/contract/rhythm'
import type { SceneCustomer } from './booking-scene.ts'
import type { Harness } from './harness.ts'
import { createStatusScene } from './status-scene.ts'

/** A barbershop, and customers who come at noon every so many days. */
export async function createRhythmScene(world: Harness, options: Parameters<typeof createStatusScene>[1] = {}) {
  const scene = await createStatusScene(world, options)

  /** Completed visits so many days ago, at the hour of the clock. */
  async function visit(daysAgo: readonly number[], customer: SceneCustomer = scene.customer) {
    for (const days of daysAgo) await scene.put({ status: 'COMPLETED', minutes: -days * 1440, customer })
  }

  const consent = (isOn: boolean, customer: SceneCustomer = scene.customer) =>
    world.call(rhythmApi.set, {
      token: customer.token,
      body: { isOn, ...(isOn && { consentText: RHYTHM_CONSENT_TEXT }) },
    })

  const listNudges = (customer: SceneCustomer = scene.customer) =>
    world.db
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', '=', customer.id)
      .where('type', '=', 'visit_due')
      .orderBy('created_at')
      .execute()

  return { ...scene, visit, consent, listNudges }
}
