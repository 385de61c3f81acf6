import { commissionsApi } from '@na-regua/contract/commissions'
import { Value } from 'typebox/value'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarber, createService } from '../../../../test/barbershop-factories.ts'
import { halfTerms } from '../../../../test/commission-rows.ts'
import { createSessionToken } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createOutsiders, createOwner } from '../../../../test/owner-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
// Quinta, 12/03/2026, 23h30 em São Paulo: in UTC it is Friday.
world.clock.set('2026-03-13T02:30:00Z')

async function createScene() {
  const owner = await createOwner(world)
  const barber = await createBarber(world, owner.shop.id)
  const service = await createService(world, owner.shop.id, { name: 'Degradê', priceCents: 6000 })
  const params = { id: owner.shop.id }
  const list = async (token: string | undefined = owner.token) =>
    world.call(commissionsApi.listPlans, { token, params })
  const add = (body: object, token: string | undefined = owner.token) =>
    world.call(commissionsApi.addPlan, {
      token,
      params,
      body: { barberId: null, seenVersion: 0, startsOn: '2026-03-12', terms: halfTerms, ...body },
    })
  return { owner, barber, service, list, add }
}

describe('a plan', () => {
  test('is a list of versions with a date, of the barbershop and of each barber', async () => {
    const { barber, service, list, add } = await createScene()
    const first = await add({})
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const terms = {
      ...halfTerms,
      services: [{ serviceId: service.id, share: { kind: 'fixed', cents: 1800 }, costCents: 0 }],
    }
    expect((await add({ seenVersion: 1, startsOn: '2026-04-01', terms })).body).toMatchObject({ version: 2, terms })
    expect((await add({ barberId: barber.id, terms: { ...halfTerms, rentCents: 80_000 } })).body.version).toBe(1)
    expect((await add({ barberId: barber.id, seenVersion: 1, terms: null })).body).toMatchObject({
      version: 2,
      terms: null,
    })
    const { body } = await list()
    expect(Value.Check(commissionsApi.listPlans.schema.response[200], body)).toBe(true)
    expect(body).toMatchObject({
      today: '2026-03-12',
      barbershop: {
        versions: [
          { version: 2, startsOn: '2026-04-01' },
          { version: 1, startsOn: '2026-03-12', createdAt: '2026-03-13T02:30:00.000Z' },
        ],
      },
      barbers: [{ id: barber.id, versions: [{ version: 2, terms: null }, { version: 1 }] }],
    })
    expect(body.services).toContainEqual({ id: service.id, name: 'Degradê', priceCents: 6000 })
  })

  test('of two who saved from the same version, one is stored', async () => {
    const { list, add } = await createScene()
    const saved = await Promise.all([add({}), add({ terms: { ...halfTerms, rentCents: 100 } })])
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await list()).body.barbershop.versions).toHaveLength(1)
  })

  test('begins today or later, and is whole', async () => {
    const { add, list } = await createScene()
    const tiers = (...fromCents: number[]) => ({
      ...halfTerms,
      service: {
        kind: 'tiers',
        counts: 'whole',
        tiers: fromCents.map((from) => ({ fromCents: from, basisPoints: 4000 })),
      },
    })
    const refused = await Promise.all([
      add({ startsOn: '2026-03-11' }),
      add({ terms: null }),
      add({ terms: tiers(100) }),
      add({ terms: tiers(0, 500, 500) }),
    ])
    expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('INVALID_INPUT'))
    expect((await list()).body.barbershop.versions).toEqual([])
  })

  test('is for who may see the money, and for barbers of the barbershop', async () => {
    const { barber, add, list } = await createScene()
    const { barber: stranger, other, customer } = await createOutsiders(world)
    const token = await createSessionToken(world, barber.user_id)
    for (const by of [stranger, customer, token])
      expect([(await list(by)).status, (await add({}, by)).status]).toEqual([403, 403])
    expect([(await list(other)).status, (await add({}, other)).status]).toEqual([404, 404])
    const foreign = await createScene()
    expect((await add({ barberId: foreign.barber.id })).body.code).toBe('BARBER_NOT_FOUND')
    expect((await world.call(commissionsApi.listPlans, { params: { id: barber.barbershop_id } })).status).toBe(401)
  })
})
