import { privacyApi } from '@na-regua/contract/privacy'
import { waitlistApi } from '@na-regua/contract/waitlist'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { findOfferViolations } from '../../../../test/offer-violations.ts'
import { createWaitlistScene } from '../../../../test/waitlist-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

const AREA = { name: 'Centro', latitude: -23.55, longitude: -46.64, radiusInKm: 5, service: 'corte' }

async function create() {
  const scene = await createWaitlistScene(world)
  const [customer] = (await scene.customers(1)) as [SceneCustomer]
  const post = (body: object) =>
    world.call(waitlistApi.create, {
      token: customer.token,
      body: { targets: [scene.target()], wanted: [scene.today], ...body },
    })
  return { scene, customer, post }
}

describe('a request', () => {
  test('shows the barbershop, the barber, the services and the spans', async () => {
    const { scene, customer } = await create()
    const tomorrow = { date: '2026-03-12', fromMin: 600, untilMin: 1440 }
    const request = await scene.request(customer, {
      targets: [scene.target({ barberId: scene.barber.id })],
      wanted: [tomorrow, scene.today],
      maxPriceCents: 6000,
    })
    expect(request).toEqual({
      id: expect.any(String),
      status: 'ACTIVE',
      version: 1,
      targets: [
        {
          barbershop: { id: scene.shop.id, name: 'Navalha de Ouro', slug: null },
          barber: { id: scene.barber.id, name: 'Cliente 1' },
          services: [{ id: scene.service.id, name: 'Corte 30' }],
        },
      ],
      area: null,
      timeZone: 'America/Sao_Paulo',
      wanted: [scene.today, tomorrow],
      maxPriceCents: 6000,
      offerCount: 0,
      openOffer: null,
      createdAt: noonInSaoPaulo,
    })
    expect(await scene.requestsOf(customer)).toEqual([request])
  })

  test('for an area has the zone of the place', async () => {
    const { scene, customer } = await create()
    const manaus = { ...AREA, name: '  Manaus ', latitude: -3.12, longitude: -60.02 }
    const request = await scene.request(customer, { targets: undefined, area: manaus })
    expect(request).toMatchObject({ timeZone: 'America/Manaus', area: { ...manaus, name: 'Manaus' }, targets: [] })
    const { rows } = await sql`select wanted::text from waitlist_requests where id = ${request.id}`.execute(world.db)
    expect(rows).toEqual([{ wanted: expect.stringContaining('2026-03-11 13:00:00+00') }])
  })

  test('is of at most five at once', async () => {
    const { scene, customer, post } = await create()
    for (let count = 0; count < 5; count++) await scene.request(customer, { maxPriceCents: 6000 + count })
    expect((await post({})).body.code).toBe('TOO_MANY_WAITLIST_REQUESTS')
    const [request] = await scene.requestsOf(customer)
    const cancelled = { status: 'CANCELLED', version: 1 }
    await world.call(waitlistApi.setStatus, {
      token: customer.token,
      params: { id: String(request?.id) },
      body: cancelled,
    })
    expect((await post({})).status).toBe(201)
  })

  test.each([
    ['no place', { targets: undefined }, 'WAITLIST_INVALID'],
    ['both places', { area: AREA }, 'WAITLIST_INVALID'],
    ['no word of a service', { targets: undefined, area: { ...AREA, service: '!!' } }, 'WAITLIST_INVALID'],
    ['a place abroad', { targets: undefined, area: { ...AREA, latitude: 48.85, longitude: 2.35 } }, 'PLACE_ABROAD'],
    ['a day that is over', { wanted: [{ date: '2026-03-10', fromMin: 540, untilMin: 1080 }] }, 'WAITLIST_INVALID'],
    ['hours that are over', { wanted: [{ date: '2026-03-11', fromMin: 540, untilMin: 720 }] }, 'WAITLIST_INVALID'],
    ['a day too far ahead', { wanted: [{ date: '2026-05-11', fromMin: 540, untilMin: 1080 }] }, 'WAITLIST_INVALID'],
    [
      'hours that end before they begin',
      { wanted: [{ date: '2026-03-12', fromMin: 900, untilMin: 900 }] },
      'WAITLIST_INVALID',
    ],
    ['a day that does not exist', { wanted: [{ date: '2026-02-30', fromMin: 540, untilMin: 1080 }] }, 'INVALID_INPUT'],
  ])('with %s is refused', async (_, body, code) => {
    const { post } = await create()
    expect((await post(body)).body.code).toBe(code)
  })

  test('names a barbershop, a barber and services that belong together', async () => {
    const { scene, post, customer } = await create()
    const other = await createWaitlistScene(world)
    const codeOf = async (fields: object) => (await post({ targets: [scene.target(fields)] })).body.code
    expect(await codeOf({ barberId: other.barber.id })).toBe('BARBER_NOT_FOUND')
    expect(await codeOf({ serviceIds: [other.service.id] })).toBe('SERVICE_NOT_FOUND')
    expect(await codeOf({ barbershopId: other.barber.id })).toBe('BARBERSHOP_NOT_FOUND')
    await sql`insert into customer_profiles (barbershop_id, user_id, blocked_at, created_at)
      values (${scene.shop.id}, ${customer.id}, now(), now())`.execute(world.db)
    expect(await codeOf({})).toBe('CUSTOMER_BLOCKED')
  })

  test('needs a verified email', async () => {
    const { scene } = await create()
    const [newcomer] = await createCustomers(world.db, 1, { isVerified: false })
    const body = { targets: [scene.target()], wanted: [scene.today] }
    expect((await world.call(waitlistApi.create, { token: newcomer?.token, body })).body.code).toBe(
      'EMAIL_NOT_VERIFIED',
    )
  })
})

describe('a change', () => {
  test('keeps the position in the order, and is refused for an old version', async () => {
    const { scene, customer } = await create()
    const { id } = await scene.request(customer)
    world.clock.advance({ minutes: 5 })
    const other = await createWaitlistScene(world)
    const edit = (version: number) =>
      world.call(waitlistApi.edit, {
        token: customer.token,
        params: { id },
        body: { targets: [other.target(), scene.target()], wanted: [{ ...scene.today, date: '2026-03-13' }], version },
      })
    const { body } = await edit(1)
    expect(body.request).toMatchObject({
      version: 2,
      createdAt: noonInSaoPaulo,
      wanted: [{ date: '2026-03-13' }],
      maxPriceCents: null,
    })
    expect(body.request.targets.map((target: { barbershop: { id: string } }) => target.barbershop.id)).toEqual([
      other.shop.id,
      scene.shop.id,
    ])
    expect((await edit(1)).body.code).toBe('WAITLIST_REQUEST_CHANGED')
  })

  test.each([
    ['a barbershop', {}],
    ['an area', { targets: undefined, area: AREA }],
  ])('pauses and resumes a request for %s; a paused one gets no offers', async (_, place) => {
    const { scene, customer } = await create()
    const { id } = await scene.request(customer, place)
    const set = (status: string, version: number) =>
      world.call(waitlistApi.setStatus, { token: customer.token, params: { id }, body: { status, version } })
    expect((await set('ACTIVE', 1)).body.code).toBe('WAITLIST_REQUEST_CHANGED')
    expect((await set('PAUSED', 1)).body.request).toMatchObject({ status: 'PAUSED', version: 2 })
    await scene.free('2026-03-11T19:00:00.000Z')
    expect(await scene.offersOf(customer)).toEqual([])
    expect((await set('ACTIVE', 2)).body.request).toMatchObject({ status: 'ACTIVE', version: 3 })
    await scene.free('2026-03-11T19:00:00.000Z')
    expect(await scene.offersOf(customer)).toHaveLength(1)
    expect((await set('CANCELLED', 3)).body.request).toMatchObject({ status: 'CANCELLED' })
    expect((await set('ACTIVE', 4)).body.code).toBe('WAITLIST_REQUEST_CHANGED')
  })

  test('of the times and the place of an area is matched from then on', async () => {
    const { scene, customer } = await create()
    const { id } = await scene.request(customer, { targets: undefined, area: AREA })
    const edit = (version: number, body: object) =>
      world.call(waitlistApi.edit, { token: customer.token, params: { id }, body: { ...body, version } })
    const tomorrow = { ...scene.today, date: '2026-03-12' }
    const far = { ...AREA, name: 'Campinas', latitude: -22.9, longitude: -47.06 }
    const matched = []
    for (const [index, body] of [
      { area: AREA, wanted: [tomorrow] },
      { area: far, wanted: [scene.today, tomorrow] },
      { area: AREA, wanted: [scene.today, tomorrow] },
    ].entries()) {
      expect((await edit(index + 1, body)).status).toBe(200)
      await scene.free('2026-03-11T19:00:00.000Z')
      matched.push((await scene.offersOf(customer)).length)
      expect(await findOfferViolations(world.db)).toEqual([])
    }
    expect(matched).toEqual([0, 0, 1])
  })

  test('of another customer’s request finds nothing', async () => {
    const { scene, customer } = await create()
    const { id } = await scene.request(customer)
    const [stranger] = (await scene.customers(1)) as [SceneCustomer]
    const body = { status: 'CANCELLED', version: 1 }
    expect((await world.call(waitlistApi.setStatus, { token: stranger.token, params: { id }, body })).status).toBe(404)
    expect(await scene.requestsOf(customer)).toMatchObject([{ status: 'ACTIVE' }])
  })

  test('an ended request is listed for a week', async () => {
    const { scene, customer } = await create()
    const { id } = await scene.request(customer)
    const body = { status: 'CANCELLED', version: 1 }
    await world.call(waitlistApi.setStatus, { token: customer.token, params: { id }, body })
    world.clock.advance({ minutes: 7 * 1440 - 1 })
    expect(await scene.requestsOf(customer)).toHaveLength(1)
    world.clock.advance({ minutes: 1 })
    expect(await scene.requestsOf(customer)).toEqual([])
  })
})

test('the export of personal data has the request with its barbershops', async () => {
  const { scene, customer } = await create()
  const { id } = await scene.request(customer)
  const { body } = await world.call(privacyApi.export, { token: customer.token })
  expect(body.data.pedidosDeAviso).toMatchObject([{ id, status: 'ACTIVE' }])
  expect(body.data.lugaresDosPedidosDeAviso).toMatchObject([
    { request_id: id, barbershop_id: scene.shop.id, service_ids: [scene.service.id] },
  ])
})

test('a request that is repeated with its key is made once, also as the last of those that one may have', async () => {
  const { scene, customer } = await create()
  const post = (key: string, maxPriceCents: number, { token }: SceneCustomer = customer) =>
    world.call(waitlistApi.create, {
      token,
      headers: { 'idempotency-key': key },
      body: { targets: [scene.target()], wanted: [scene.today], maxPriceCents },
    })
  for (const price of [6500, 7000, 8000, 9000]) await post('chave-0001', price)
  const both = await Promise.all([post('chave-0002', 6000), post('chave-0002', 6000)])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect((await post('chave-0002', 6000)).body.request).toEqual(both[0]?.body.request)
  expect(await scene.requestsOf(customer)).toHaveLength(5)
  expect((await post('chave-0002', 5500)).body.code).toBe('TOO_MANY_WAITLIST_REQUESTS')
  const [other] = (await scene.customers(1)) as [SceneCustomer]
  expect((await post('chave-0002', 6000, other)).body.request.id).not.toBe(both[0]?.body.request.id)
})

test('a request for what an active one of the customer wants is that one, whatever its key', async () => {
  const { scene, customer, post } = await create()
  const area = { targets: undefined, area: AREA }
  const tomorrow = { ...scene.today, date: '2026-03-12' }
  const kinds = [
    {},
    { maxPriceCents: 6000 },
    { wanted: [tomorrow] },
    area,
    { ...area, area: { ...AREA, radiusInKm: 6 } },
  ]
  const first = await Promise.all(kinds.map(async (kind) => (await post(kind)).body.request))
  expect(new Set(first.map(({ id }) => id)).size).toBe(kinds.length)
  expect(await Promise.all(kinds.map(async (kind) => (await post(kind)).body.request))).toEqual(first)
  expect(await scene.requestsOf(customer)).toHaveLength(kinds.length)
  const paused = { params: { id: first[0].id }, body: { status: 'PAUSED', version: 1 } }
  await world.call(waitlistApi.setStatus, { token: customer.token, ...paused })
  expect((await post({})).body.code).toBe('TOO_MANY_WAITLIST_REQUESTS')
})
