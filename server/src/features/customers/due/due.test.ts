import { type Customer, customersApi } from '@na-regua/contract/customers'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createRhythmScene } from '../../../../test/rhythm-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

async function createScene() {
  const created = await createRhythmScene(world)
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', created.owner.id).execute()
  return created
}

let scene: Awaited<ReturnType<typeof createScene>>
beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  scene = await createScene()
})

async function list(query: Record<string, unknown> = { isDue: true }, { shop, owner } = scene) {
  const { status, body } = await world.call(customersApi.list, { token: owner.token, params: { id: shop.id }, query })
  expect(status).toBe(200)
  return body.customers as Customer[]
}
const names = async (query?: Record<string, unknown>) => (await list(query)).map(({ name }) => name)
const rhythms = async () => (await list({})).map(({ rhythmDays }) => rhythmDays)

describe('the rhythm of a customer', () => {
  test.each<[string, number[], number | null]>([
    ['the median of the gaps', [5, 30, 60, 90, 121], 30],
    ['of an even number the middle of the two, rounded', [0, 20, 41, 62, 90], 21],
    ['an outlier changes nothing', [5, 33, 61, 89, 300], 28],
    ['two gaps make none', [0, 30, 60], null],
    ['three gaps do', [0, 30, 60, 90], 30],
    ['days within a week are none', [0, 3, 6, 9], null],
    ['a week is one', [0, 7, 14, 21], 7],
    ['more than half a year is none', [0, 181, 362, 543], null],
    ['the newest eleven gaps count', [...Array(12).keys()].map((visit) => visit * 10).concat([210, 310, 410, 510]), 10],
  ])('%s', async (_, days, expected) => {
    await scene.visit(days)
    expect(await rhythms()).toEqual([expected])
  })

  test('several visits on one local day count once', async () => {
    await scene.visit([0, 30, 60])
    await scene.put({ status: 'COMPLETED', minutes: -30 * 1440 + 90 })
    expect(await rhythms()).toEqual([null])
  })

  test('a visit at 22:00 in São Paulo is of that day, although it is the next one in UTC', async () => {
    // 22:00 on days 30, 60, 90 and 10:00 on day 0: the days are 30 apart.
    world.clock.set('2026-03-11T13:00:00Z')
    await scene.visit([0])
    for (const days of [30, 60, 90]) await scene.put({ status: 'COMPLETED', minutes: -days * 1440 + 720 })
    expect(await rhythms()).toEqual([30])
  })

  test('no-shows, cancellations and visits of a guest are none', async () => {
    await scene.visit([30, 60, 90])
    await scene.put({ status: 'NO_SHOW', minutes: -120 * 1440 })
    await scene.put({ status: 'CANCELLED', minutes: -121 * 1440 })
    const guest = await scene.put({ status: 'COMPLETED', minutes: -122 * 1440 })
    await world.db.updateTable('appointments').set({ guest_name: 'Filho' }).where('id', '=', guest).execute()
    expect(await rhythms()).toEqual([null])
  })
})

describe('who is due', () => {
  test('by the own rhythm, from the day on which the median has passed', async () => {
    await scene.visit([28, 56, 84, 112])
    await scene.visit([28, 58, 88, 118], scene.stranger)
    expect(await list()).toMatchObject([{ rhythmDays: 28, visits: 4 }])
    world.clock.advance({ minutes: 2 * 1440 })
    expect((await list()).map(({ rhythmDays }) => rhythmDays).toSorted()).toEqual([28, 30])
    expect(await names({ isDue: true, q: 'ninguém' })).toEqual([])
    expect(await names({ isDue: false })).toHaveLength(2)
  })

  test('on the local day: not in the last hours of the day before, which is this one in UTC', async () => {
    await scene.visit([27, 55, 83, 111])
    world.clock.set('2026-03-12T02:59:00Z')
    expect(await names()).toEqual([])
    world.clock.set('2026-03-12T03:01:00Z')
    expect(await names()).toHaveLength(1)
  })

  test('not who has an appointment, or one that was not marked since', async () => {
    await scene.visit([28, 56, 84, 112])
    const id = await scene.put({ status: 'SCHEDULED' })
    expect(await names()).toEqual([])
    await world.db.deleteFrom('appointments').where('id', '=', id).execute()
    await scene.put({ status: 'CONFIRMED', minutes: -1440 })
    expect(await names()).toEqual([])
  })

  test('no customer after three times the usual gap', async () => {
    await scene.visit([84, 112, 140, 168])
    expect(await names()).toHaveLength(1)
    world.clock.advance({ minutes: 1440 })
    expect(await names()).toEqual([])
  })

  test('also who is known by phone only', async () => {
    await scene.visit([28, 56, 84, 112])
    const profile = { barbershop_id: scene.shop.id, name: 'Rui do Telefone', phone: '+5562977770001' }
    const { id } = await world.db
      .insertInto('customer_profiles')
      .values(profile)
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`update appointments set customer_id = null, profile_id = ${id} where customer_id = ${scene.customer.id}`.execute(
      world.db,
    )
    expect(await names()).toEqual(['Rui do Telefone'])
  })

  test('by the visits to this barbershop only, and only for its staff', async () => {
    const other = await createScene()
    await scene.visit([28, 56])
    await scene.visit([28, 56, 84, 112], scene.stranger)
    for (const days of [84, 112])
      await other.put({ status: 'COMPLETED', minutes: -days * 1440, customer: scene.customer })
    expect(await list()).toMatchObject([{ visits: 4 }])
    expect(await list({ isDue: true }, other)).toEqual([])
    const { status } = await world.call(customersApi.list, {
      token: other.owner.token,
      params: { id: scene.shop.id },
      query: { isDue: true },
    })
    expect(status).toBe(404)
  })
})
