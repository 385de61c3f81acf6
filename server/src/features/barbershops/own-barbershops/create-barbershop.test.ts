import { barbershopsApi } from '@na-regua/contract/barbershops'
import { notificationsApi } from '@na-regua/contract/notifications'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { phoneProblems } from '@na-regua/contract/phones'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller, createSubscription } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const goiania = { latitude: -16.6869, longitude: -49.2648 }
const validBody = { name: 'Dom Bigode', address: 'Rua T-55, 100 - Setor Bueno', ...goiania }

async function createOwner(tier: 'basic' | 'professional' | 'premium' = 'premium') {
  const owner = await createCaller(world, { role: 'OWNER', name: 'Rita' })
  await createSubscription(world, owner.user.id, { tier })
  return owner
}

const create = (token: string | undefined, body: object = validBody) =>
  world.call(ownBarbershopsApi.createBarbershop, { token, body })

describe('a new barbershop', () => {
  test('is found at once, in the time zone of its position, and its owner is notified [7.24]', async () => {
    const { user, token } = await createOwner()
    const manaus = { latitude: -3.119, longitude: -60.0217 }
    const body = { ...validBody, ...manaus, ownerId: user.id, name: '  Navalha \n do Norte ', phone: '9232320000' }
    const { status, body: made } = await create(token, body)
    expect(status, JSON.stringify(made)).toBe(201)
    expect(made).toMatchObject({
      id: made.barbershop.id,
      barbershop: {
        name: 'Navalha do Norte',
        timeZone: 'America/Manaus',
        street: 'Rua T-55',
        number: '100',
        complement: '',
        address: validBody.address,
        city: 'Manaus',
        state: 'AM',
        phone: '9232320000',
        is_active: true,
        isBlocked: false,
        version: 1,
        services: [],
        specialDates: [],
        barberCount: 0,
      },
    })
    const nearby = await world.call(barbershopsApi.nearby, { query: manaus })
    expect(nearby.body.barbershops.map(({ id }: { id: string }) => id)).toEqual([made.id])
    const found = await world.call(barbershopsApi.search, { query: { ...manaus, query: 'navalha norte' } })
    expect(found.body.barbershops).toHaveLength(1)
    const bell = await world.call(notificationsApi.list, { token })
    expect(bell.body.notifications).toMatchObject([{ type: 'barbershop_approved', path: `/barbershop/${made.id}` }])
  })

  test.each([
    [
      'given parts',
      { street: 'Rua 9', number: '7', complement: 'Loja 2', neighborhood: 'Centro' },
      ['Rua 9', '7', 'Loja 2'],
    ],
    ['a street with its number', { street: 'Rua 9, 7' }, ['Rua 9', '7', '']],
    ['the line alone', {}, ['Rua T-55', '100', '']],
  ])('has its parts from %s, and the line as it was written', async (_, parts, expected) => {
    const { token } = await createOwner()
    const { barbershop } = (await create(token, { ...validBody, ...parts })).body
    expect([barbershop.street, barbershop.number, barbershop.complement]).toEqual(expected)
    expect(barbershop).toMatchObject({ address: validBody.address, city: 'Goiânia', state: 'GO' })
  })

  test('is listed with the plan for its owner only [7.23]', async () => {
    const mine = await createOwner('professional')
    const other = await createOwner()
    const { body: made } = await create(mine.token)
    const { body } = await world.call(ownBarbershopsApi.listBarbershops, { token: mine.token })
    expect(body.barbershops).toEqual([made.barbershop])
    expect(body.ownPlan).toMatchObject({ canEdit: true, plan: { tier: 'professional', max_barbershops: 3 } })
    expect((await world.call(ownBarbershopsApi.listBarbershops, { token: other.token })).body.barbershops).toEqual([])
  })

  test('is created once when the response was lost and the request is repeated', async () => {
    const { token } = await createOwner('basic')
    const answers = await Promise.all([create(token), create(token)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await world.call(ownBarbershopsApi.listBarbershops, { token })).body.barbershops).toHaveLength(1)
  })
})

describe('the limit of the plan', () => {
  test.each([
    ['basic', 1, 'Você atingiu o limite de 1 barbearia ativa do seu plano.'],
    ['professional', 3, 'Você atingiu o limite de 3 barbearias ativas do seu plano.'],
  ] as const)('of %s lets %i through, also when many are created concurrently', async (tier, most, message) => {
    const { token } = await createOwner(tier)
    const answers = await Promise.all(
      Array.from({ length: most + 3 }, (_, n) => create(token, { ...validBody, name: `Loja ${n}` })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(most)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const { status, body } of refused)
      expect([status, body]).toEqual([409, { code: 'PLAN_LIMIT', limit: most, message }])
  })

  test('is none with Premium', async () => {
    const { token } = await createOwner()
    for (let n = 0; n < 5; n++) expect((await create(token, { ...validBody, name: `Loja ${n}` })).status).toBe(201)
  })

  test('is refused without a plan, and nothing is created', async () => {
    const { user, token } = await createCaller(world, { role: 'OWNER' })
    for (const days of [undefined, -1]) {
      if (days) await createSubscription(world, user.id, { days })
      const { status, body } = await create(token)
      expect([status, body.code]).toEqual([403, 'PLAN_LAPSED'])
    }
  })
})

describe('is rejected', () => {
  const message = 'Preencha nome e endereço'
  const missing = [undefined, null, '', '\u200b'].flatMap((blank) => [
    { name: blank },
    { address: blank },
    { name: blank, address: blank },
  ])
  test.each<[string, object, number, string, string | undefined]>([
    ...missing.map(
      (fields) =>
        [`without ${Object.keys(fields)}`, { ...validBody, ...fields }, 400, 'INVALID_INPUT', message] as [
          string,
          object,
          number,
          string,
          string,
        ],
    ),
    ['without a name', { ...validBody, name: ' \n ' }, 400, 'INVALID_INPUT', 'Preencha nome e endereço'],
    [
      'with a web address in the name',
      { ...validBody, name: 'WWW.golpe.test' },
      400,
      'INVALID_INPUT',
      'O nome não pode ter o endereço de um site.',
    ],
    ['without an address', { ...validBody, address: ' ' }, 400, 'INVALID_INPUT', 'Preencha nome e endereço'],
    [
      'abroad',
      { ...validBody, latitude: 48.85, longitude: 2.35 },
      422,
      'PLACE_ABROAD',
      'Marque no mapa um lugar no Brasil.',
    ],
    [
      'in another city than its position',
      { ...validBody, city: 'Manaus', state: 'AM' },
      422,
      'PLACE_MISMATCH',
      'O ponto no mapa fica em Goiânia - GO, e não em Manaus - AM. Corrija o ponto ou a cidade.',
    ],
    [
      'with a phone that does not exist',
      { ...validBody, phone: '(62) 1232-0000' },
      400,
      'INVALID_INPUT',
      phoneProblems.invalid,
    ],
    [
      'with an image that was never issued',
      { ...validBody, coverImageUrl: '/uploads/shops/x.webp' },
      422,
      'IMAGE_UNKNOWN',
      undefined,
    ],
    ['with a field that is not ours', { ...validBody, is_featured: true }, 400, 'INVALID_INPUT', undefined],
  ])('%s', async (_, body, status, code, message) => {
    const { token } = await createOwner()
    const answer = await create(token, body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    if (message) expect(answer.body.message).toBe(message)
    expect((await world.call(ownBarbershopsApi.listBarbershops, { token })).body.barbershops).toEqual([])
  })

  test('in the name of another owner', async () => {
    const mine = await createOwner()
    const other = await createOwner()
    const { status, body } = await create(mine.token, { ...validBody, ownerId: other.user.id })
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
  })

  test('to anonymous users, customers and barbers [2.95]', async () => {
    expect((await create(undefined)).status).toBe(401)
    for (const role of ['CUSTOMER', 'BARBER'] as const) {
      const { token } = await createCaller(world, { role })
      expect((await create(token)).body.code).toBe('FORBIDDEN')
    }
  })
})
