import { favoritesApi } from '@na-regua/contract/favorites'
import { LAST_MINUTE_CONSENT_TEXT, lastMinuteApi } from '@na-regua/contract/last-minute'
import { waitlistApi } from '@na-regua/contract/waitlist'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createLastMinuteScene } from '../../../test/last-minute-scene.ts'
import { createRaceHarness } from '../../../test/race-harness.ts'
import { openDatabase } from '../../lib/database.ts'
import { notifyOfLastMinute } from './notify-customers.ts'

const ROUNDS = 40

const harness = await createRaceHarness()
const { db, clock } = harness
// Stands for a second process.
const second = openDatabase(harness.url, { max: 5 })
afterAll(async () => {
  await second.close()
  await harness.close()
})

const setConsent = ({ token }: SceneCustomer, isOn: boolean) =>
  harness.call(lastMinuteApi.setConsent, { token, body: { isOn, consentText: LAST_MINUTE_CONSENT_TEXT } })

async function countMessages(): Promise<Record<string, { messages: number; notifications: number }>> {
  const { rows } = await sql<{ id: string; messages: number; notifications: number }>`
    select users.id, (select count(*)::int from last_minute_messages where user_id = users.id) as messages,
           (select count(*)::int from notifications where user_id = users.id and type = 'last_minute') as notifications
      from users`.execute(db)
  return Object.fromEntries(rows.map(({ id, ...counts }) => [id, counts]))
}

it(`two barbershops notify on two processes while a consent ends, ${ROUNDS} rounds: one message each, none after the end`, async () => {
  const scenes = [await createLastMinuteScene(harness), await createLastMinuteScene(harness)] as const
  const people = (await createCustomers(db, 6)) as [SceneCustomer, ...SceneCustomer[]]
  const [leaving, ...others] = people
  for (const [index, { token }] of people.entries()) {
    // Some have a favorite, all have a request around both.
    const body = { barbershopId: scenes[index % 2]?.shop.id, isFavorite: true }
    if (index % 3 > 0) await harness.call(favoritesApi.toggle, { token, body })
    const area = { name: 'Centro', latitude: -23.55, longitude: -46.64, radiusInKm: 5, service: 'corte' }
    const wanted = [{ date: '2026-03-11', fromMin: 540, untilMin: 1080 }]
    expect((await harness.call(waitlistApi.create, { token, body: { area, wanted } })).status).toBe(201)
  }
  for (const scene of scenes) await scene.make('2026-03-11T16:00:00.000Z', '2026-03-11T18:00:00.000Z')
  await Promise.all(others.map((customer) => setConsent(customer, true)))
  const notify = (on: typeof db, { shop }: (typeof scenes)[number]) =>
    notifyOfLastMinute({ db: on, clock }, { barbershopId: shop.id }, { batch: 2 })
  // A run has read whom to notify after some statements; the consent ends before, while or after it is used.
  async function endConsentAfter(statements: number) {
    for (let count = 0; count < statements; count++) await sql`select 1`.execute(db)
    await setConsent(leaving, false)
  }
  const before = await harness.countDeadlocks()
  let endedFirst = 0
  for (let round = 0; round < ROUNDS; round++) {
    await setConsent(leaving, true)
    // By construction each side is the first one in some rounds.
    if (round % 20 === 0) await endConsentAfter(0)
    const runs = Promise.all(scenes.flatMap((scene) => [notify(db, scene), notify(second.db, scene)]))
    if (round % 20 === 1) await runs
    await Promise.all([runs, endConsentAfter((round % 10) * 4)])
    const counts = await countMessages()
    for (const { id } of others) expect(counts[id]).toEqual({ messages: 1, notifications: 1 })
    const sent = counts[leaving.id]?.messages as number
    expect(counts[leaving.id]).toEqual({ messages: sent, notifications: sent })
    expect(sent).toBeLessThanOrEqual(1)
    if (sent === 0) endedFirst++
    await sql`delete from last_minute_messages where user_id = ${leaving.id}`.execute(db)
    await notify(db, scenes[(round % 2) as 0 | 1])
    expect((await countMessages())[leaving.id]?.messages).toBe(0)
    await sql`delete from last_minute_messages; delete from notifications`.execute(db)
  }
  console.info(`last-minute messages: the consent ended first in ${endedFirst} of ${ROUNDS}`)
  expect(endedFirst).toBeGreaterThan(0)
  expect(endedFirst).toBeLessThan(ROUNDS)
  expect(await harness.countDeadlocks()).toBe(before)
})
