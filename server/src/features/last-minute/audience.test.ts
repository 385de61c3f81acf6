import { favoritesApi } from '@na-regua/contract/favorites'
import { LAST_MINUTE_CONSENT_TEXT, lastMinuteApi } from '@na-regua/contract/last-minute'
import { waitlistApi } from '@na-regua/contract/waitlist'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createLastMinuteScene } from '../../../test/last-minute-scene.ts'
import { claimMessages, listConsenting } from './claim-messages.ts'
import { listDiscountedStarts } from './list-starts.ts'

const world = await createHarness()
const { db, clock } = world
afterAll(() => world.close())
beforeEach(async () => {
  clock.set(noonInSaoPaulo)
  await sql`delete from waitlist_requests`.execute(db)
})

type Scene = Awaited<ReturnType<typeof createLastMinuteScene>>
/** Every thirty days, the next visit on the day of the harness. */
const MONTHLY = [30, 60, 90, 120]
const at = (time: string, date = '2026-03-11') => `${date}T${time}:00.000Z`
/** From 13:00 to 15:00 in São Paulo. */
const makeSlot = (scene: Scene) => scene.make(at('16:00'), at('18:00'))

async function createConsenting(): Promise<SceneCustomer> {
  const [customer] = (await createCustomers(db, 1)) as [SceneCustomer]
  await setConsent(customer, true)
  return customer
}

const setConsent = async ({ token }: SceneCustomer, isOn: boolean) =>
  (await world.call(lastMinuteApi.setConsent, { token, body: { isOn, consentText: LAST_MINUTE_CONSENT_TEXT } })).body

/** As an earlier version of the text was stored. */
const ageConsent = ({ id }: SceneCustomer) =>
  sql`update last_minute_consents set consent_text = 'Favoritas.' where user_id = ${id} and withdrawn_at is null`.execute(
    db,
  )

const setFavorite = ({ shop }: Scene, { token }: SceneCustomer, isFavorite = true) =>
  world.call(favoritesApi.toggle, { token, body: { barbershopId: shop.id, isFavorite } })

async function visit({ shop, barber, service }: Scene, { id }: SceneCustomer, days: readonly number[]) {
  const startsAt = (day: number) => new Date(clock.now().getTime() - day * 86_400_000)
  await sql`insert into appointments (barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min,
      price_cents, starts_at, ends_at, status, requested_at, created_at, updated_at)
    select ${shop.id}, ${barber.id}, ${barber.userId}, ${id}, ${service.id}, 'Corte', 30, 5000, start, start + interval '30 minutes',
           'COMPLETED', start, start, start from unnest(${days.map(startsAt)}::timestamptz[]) as start`.execute(db)
}

const area = { name: 'Centro', latitude: -23.55, longitude: -46.64, radiusInKm: 5, service: 'corte' }
const today = { date: '2026-03-11', fromMin: 540, untilMin: 1080 }

/** A request of the waitlist around the barbershop. */
async function request(
  { token }: SceneCustomer,
  { area: changes = {}, ...body }: Record<string, object | number> = {},
) {
  const response = await world.call(waitlistApi.create, {
    token,
    body: { area: { ...area, ...(changes as object) }, wanted: [today], ...body },
  })
  expect(response.status).toBe(201)
  return response.body.request
}

async function listTexts({ id }: SceneCustomer): Promise<string[]> {
  const { rows } = await sql<{ message: string }>`
    select message from notifications where user_id = ${id} and type = 'last_minute' order by created_at`.execute(db)
  return rows.map(({ message }) => message.replaceAll('\u00a0', ' '))
}

const DUE =
  /^Navalha de Ouro: hoje às 13h com .* Corte 30 por R\$ 40,00 em vez de R\$ 50,00\. Está na sua hora de voltar\.$/
const NEAR = /^Navalha de Ouro: hoje às 13h com .* Fica perto e combina com o seu pedido “Avise-me se abrir”\.$/

describe('who is due', () => {
  test('for the next visit is notified, without a favorite', async () => {
    const scene = await createLastMinuteScene(world)
    const customer = await createConsenting()
    await visit(scene, customer, MONTHLY)
    await makeSlot(scene)
    await scene.notify()
    expect(await listTexts(customer)).toEqual([expect.stringMatching(DUE)])
  })

  type Case = [name: string, (scene: Scene, customer: SceneCustomer) => Promise<unknown>]
  test.each<Case>([
    ['is due tomorrow', (scene, customer) => visit(scene, customer, [29, 59, 89, 119])],
    ['has no rhythm', (scene, customer) => visit(scene, customer, [30, 60, 90])],
    ['has been away for too long', (scene, customer) => visit(scene, customer, [91, 121, 151, 181])],
    [
      'comes to another barbershop',
      async (_, customer) => visit(await createLastMinuteScene(world), customer, MONTHLY),
    ],
    [
      'has an appointment there in more than a week',
      async (scene, customer) => {
        await visit(scene, customer, MONTHLY)
        await scene.book(customer.token, at('14:00', '2026-03-25'), { priceCents: 5000 })
      },
    ],
    [
      'agreed to the earlier text',
      async (scene, customer) => {
        await visit(scene, customer, MONTHLY)
        await ageConsent(customer)
      },
    ],
    [
      'agrees no more',
      async (scene, customer) => {
        await visit(scene, customer, MONTHLY)
        await setConsent(customer, false)
      },
    ],
  ])('but not who %s', async (_, change) => {
    const scene = await createLastMinuteScene(world)
    const customer = await createConsenting()
    const due = await createConsenting()
    await change(scene, customer)
    await visit(scene, due, MONTHLY)
    await makeSlot(scene)
    await scene.notify()
    expect(await listTexts(due)).toHaveLength(1)
    expect(await listTexts(customer)).toEqual([])
  })

  test.each(['America/Sao_Paulo', 'America/Manaus'])(
    'by the local day: at 21:00 in %s it is today',
    async (timeZone) => {
      const scene = await createLastMinuteScene(world, { timeZone, hours: [540, 1440] })
      const customer = await createConsenting()
      const early = await createConsenting()
      await visit(scene, customer, MONTHLY)
      await visit(scene, early, [29, 59, 89, 119])
      const hour = timeZone === 'America/Manaus' ? 1 : 0
      clock.set(at(`0${hour}:00`, '2026-03-12'))
      await scene.make(at(`0${hour}:30`, '2026-03-12'), at('02:30', '2026-03-12'))
      await scene.notify()
      expect(await listTexts(customer)).toEqual([expect.stringMatching(/hoje às 21h30.*hora de voltar/)])
      expect(await listTexts(early)).toEqual([])
    },
  )
})

describe('who has a request around the barbershop', () => {
  test('is notified of the first start and the service that fit', async () => {
    const scene = await createLastMinuteScene(world, { durations: [30, 45] })
    const any = await createConsenting()
    const later = await createConsenting()
    await request(any, { maxPriceCents: 4000 })
    await request(later, { wanted: [{ ...today, fromMin: 850 }], area: { service: 'corte 45' } })
    await makeSlot(scene)
    await scene.notify()
    expect(await listTexts(any)).toEqual([expect.stringMatching(NEAR)])
    expect(await listTexts(later)).toEqual([
      expect.stringMatching(/hoje às 14h15 com .* Corte 45 por R\$ 40,00 .*“Avise-me se abrir”\.$/),
    ])
  })

  type Case = [name: string, (customer: SceneCustomer, scene: Scene) => Promise<unknown>]
  test.each<Case>([
    ['is too far', (customer) => request(customer, { area: { latitude: -23.5, radiusInKm: 5 } })],
    ['wants an earlier hour', (customer) => request(customer, { wanted: [{ ...today, untilMin: 780 }] })],
    ['wants a later hour', (customer) => request(customer, { wanted: [{ ...today, fromMin: 900 }] })],
    ['wants another day', (customer) => request(customer, { wanted: [{ ...today, date: '2026-03-12' }] })],
    ['pays less', (customer) => request(customer, { maxPriceCents: 3999 })],
    ['wants another service', (customer) => request(customer, { area: { service: 'barba' } })],
    [
      'has paused it',
      async (customer) => {
        const { id, version } = await request(customer)
        const body = { version, status: 'PAUSED' as const }
        const paused = await world.call(waitlistApi.setStatus, { token: customer.token, params: { id }, body })
        expect(paused.status).toBe(200)
      },
    ],
    [
      'agreed to the earlier text',
      async (customer) => {
        await request(customer)
        await ageConsent(customer)
      },
    ],
    [
      'agrees no more',
      async (customer) => {
        await request(customer)
        await setConsent(customer, false)
      },
    ],
    [
      'is blocked there',
      async (customer, { shop }) => {
        await request(customer)
        await sql`insert into customer_profiles (barbershop_id, user_id, blocked_at) values (${shop.id}, ${customer.id}, now())`.execute(
          db,
        )
      },
    ],
  ])('but not who %s', async (_, change) => {
    const scene = await createLastMinuteScene(world)
    const customer = await createConsenting()
    const fitting = await createConsenting()
    await change(customer, scene)
    await request(fitting)
    await makeSlot(scene)
    await scene.notify()
    expect(await listTexts(fitting)).toHaveLength(1)
    expect(await listTexts(customer)).toEqual([])
  })

  test('nor of a service that takes longer than the barber is free', async () => {
    const scene = await createLastMinuteScene(world, { durations: [30, 90] })
    const short = await createConsenting()
    const long = await createConsenting()
    await request(short)
    await request(long, { area: { service: 'corte 90' } })
    const [booker] = (await createCustomers(db, 1)) as [SceneCustomer]
    expect((await scene.book(booker.token, at('17:00'), { priceCents: 5000 })).status).toBe(201)
    expect((await scene.make(at('16:00'), at('17:00'))).status).toBe(201)
    await scene.notify()
    expect(await listTexts(short)).toHaveLength(1)
    expect(await listTexts(long)).toEqual([])
  })
})

describe('several reasons', () => {
  test('are one message, which names the first of them', async () => {
    const scene = await createLastMinuteScene(world)
    const all = await createConsenting()
    const two = await createConsenting()
    await setFavorite(scene, all)
    for (const customer of [all, two]) {
      await visit(scene, customer, customer === all ? MONTHLY : MONTHLY.map((day) => day + 1))
      await request(customer, { wanted: [{ ...today, fromMin: 840 }] })
    }
    await makeSlot(scene)
    await Promise.all([1, 2, 3].map(() => scene.notify()))
    expect(await listTexts(all)).toEqual([expect.stringMatching(/hoje às 13h .*50,00\.$/)])
    expect(await listTexts(two)).toEqual([expect.stringMatching(DUE)])
  })

  test('count against the same caps: once a day and three times in seven days over all barbershops', async () => {
    const one = await createLastMinuteScene(world)
    const other = await createLastMinuteScene(world)
    const customer = await createConsenting()
    await setFavorite(one, customer)
    const days = [11, 12, 13, 14, 15, 16, 17, 18]
    await request(customer, { wanted: days.map((day) => ({ ...today, date: `2026-03-${day}` })) })
    const counts: number[] = []
    for (const day of days) {
      clock.set(at('15:00', `2026-03-${day}`))
      for (const scene of day % 2 ? [other, one] : [one, other]) {
        await scene.make(at('16:00', `2026-03-${day}`), at('17:00', `2026-03-${day}`))
        await scene.notify()
      }
      counts.push((await listTexts(customer)).length)
    }
    expect(counts).toEqual([1, 2, 3, 3, 3, 3, 3, 4])
    expect((await listTexts(customer)).filter((text) => text.includes('Fica perto'))).toHaveLength(2)
  })
})

describe('what changes between the list and the claim', () => {
  type Case = [
    name: string,
    (scene: Scene, customers: Record<'fan' | 'due' | 'near', SceneCustomer>) => Promise<unknown>,
  ]
  test.each<Case>([
    ['nothing: all are notified', async () => {}],
    ['the slot is withdrawn', (scene) => scene.list().then(([slot]) => scene.withdraw(String(slot?.id)))],
    [
      'the favorite, the consent and the request end',
      async (scene, { fan, due, near }) => {
        await setFavorite(scene, fan, false)
        await ageConsent(due)
        await sql`update waitlist_requests set status = 'CANCELLED' where user_id = ${near.id}`.execute(db)
      },
    ],
  ])('%s', async (name, change) => {
    const scene = await createLastMinuteScene(world)
    const fan = await createConsenting()
    const due = await createConsenting()
    const near = await createConsenting()
    await setFavorite(scene, fan)
    await visit(scene, due, MONTHLY)
    await request(near)
    await makeSlot(scene)
    const { id: barbershopId } = scene.shop
    const starts = await listDiscountedStarts(db, barbershopId, clock.now())
    const userIds = await listConsenting(db, { barbershopId, starts })
    expect(userIds).toEqual([fan, due, near].map(({ id }) => id).toSorted())
    await change(scene, { fan, due, near })
    const claimed = await claimMessages(db, { barbershopId, today: '2026-03-11', starts, userIds }, clock.now())
    expect(claimed.map(({ reason }) => reason).toSorted()).toEqual(
      name.startsWith('nothing') ? ['due', 'favorite', 'near'] : [],
    )
  })
})

test('a consent to the earlier text is for favorites, until the person agrees to the present one', async () => {
  const scene = await createLastMinuteScene(world)
  const fan = await createConsenting()
  const customer = await createConsenting()
  const other = await createConsenting()
  await setFavorite(scene, fan)
  for (const one of [fan, customer, other]) await ageConsent(one)
  await visit(scene, customer, MONTHLY)
  expect((await world.call(lastMinuteApi.consent, { token: customer.token })).body).toEqual({
    givenAt: noonInSaoPaulo,
    isCurrent: false,
    consentText: LAST_MINUTE_CONSENT_TEXT,
  })
  await makeSlot(scene)
  await scene.notify()
  expect(await listTexts(fan)).toHaveLength(1)
  expect(await listTexts(customer)).toEqual([])
  clock.advance({ minutes: 5 })
  const givenAt = clock.now().toISOString()
  expect(await setConsent(other, true)).toMatchObject({ givenAt, isCurrent: true })
  const both = await Promise.all([setConsent(customer, true), setConsent(customer, true)])
  expect(both).toEqual(Array(2).fill({ givenAt, isCurrent: true, consentText: LAST_MINUTE_CONSENT_TEXT }))
  const { rows } = await sql`select consent_text, given_at, withdrawn_at from last_minute_consents
    where user_id = ${customer.id} order by given_at`.execute(db)
  expect(rows).toEqual([
    { consent_text: 'Favoritas.', given_at: new Date(noonInSaoPaulo), withdrawn_at: new Date(givenAt) },
    { consent_text: LAST_MINUTE_CONSENT_TEXT, given_at: new Date(givenAt), withdrawn_at: null },
  ])
  await scene.notify()
  expect(await listTexts(customer)).toEqual([expect.stringContaining('hora de voltar')])
})
