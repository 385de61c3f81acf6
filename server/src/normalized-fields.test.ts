import { accountsApi, TERMS_VERSION } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { commandsApi } from '@na-regua/contract/commands'
import { customersApi } from '@na-regua/contract/customers'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { phoneProblems } from '@na-regua/contract/phones'
import { profileApi } from '@na-regua/contract/profile'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCaller } from '../test/factories.ts'
import { createHarness } from '../test/harness.ts'
import { listEndpoints } from '../test/list-endpoints.ts'
import { createQueueScene } from '../test/queue-scene.ts'
import { createStatusScene } from '../test/status-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

type Part = {
  properties?: Record<string, Part>
  anyOf?: Part[]
  items?: Part
  type?: string
  'x-normalize'?: string
}

/** The text fields of a body whose name matches, with the path to them. */
function findFields(name: RegExp, part: Part | undefined, path: string): [string, Part][] {
  const own = Object.entries(part?.properties ?? {}).flatMap(([key, field]) => {
    const texts = [field, ...(field.anyOf ?? [])].filter(({ type }) => type === 'string')
    const found = name.test(key) ? texts.map((text): [string, Part] => [`${path}.${key}`, text]) : []
    return [...found, ...findFields(name, field, `${path}.${key}`)]
  })
  const nested = [...(part?.anyOf ?? []), ...(part?.items ? [part.items] : [])]
  return [...own, ...nested.flatMap((other) => findFields(name, other, path))]
}

function normalizersOf(name: RegExp): [string, string | undefined][] {
  return listEndpoints(world.app).flatMap(({ operation, schema: { body } }) => {
    return findFields(name, body as Part | undefined, operation.id).map(
      ([path, field]): [string, string | undefined] => [path, field['x-normalize']],
    )
  })
}

test('every phone, every email and every Instagram account of a request is normalized', () => {
  const phones = normalizersOf(/^(phone|whatsapp)$/i)
  expect(phones.length).toBeGreaterThan(10)
  for (const [path, normalizer] of phones) expect([path, normalizer]).toEqual([path, expect.stringMatching(/-phone$/)])
  const emails = normalizersOf(/email$/i)
  expect(emails.length).toBeGreaterThan(9)
  for (const [path, normalizer] of emails) expect([path, normalizer]).toEqual([path, 'email'])
  const accounts = normalizersOf(/^instagram$/)
  expect(accounts).toHaveLength(3)
  for (const [path, normalizer] of accounts) expect([path, normalizer]).toEqual([path, 'instagram'])
})

const stranger = {
  name: 'Ana',
  password: 'navalha-azul-7',
  acceptedTerms: TERMS_VERSION,
}

describe('a phone', () => {
  let scene: Awaited<ReturnType<typeof createStatusScene>>
  let queue: Awaited<ReturnType<typeof createQueueScene>>
  let caller: Awaited<ReturnType<typeof createCaller>>
  let profileId: string
  let emails = 0

  beforeAll(async () => {
    scene = await createStatusScene(world)
    queue = await createQueueScene(world)
    caller = await createCaller(world)
    await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', scene.barber.id).execute()
    const row = { barbershop_id: scene.shop.id, name: 'Rui', phone: '+5562977776666' }
    profileId = (await world.db.insertInto('customer_profiles').values(row).returning('id').executeTakeFirstOrThrow())
      .id
  })

  const startTime = '2026-03-12T12:00:00.000Z'
  const ofOwner = () => ({ token: scene.barber.token, params: { id: scene.shop.id } })
  const requests = {
    register: (phone: string) => {
      emails++
      return world.call(accountsApi.register, { body: { ...stranger, phone, email: `fone${emails}@naregua.test` } })
    },
    profile: (phone: string) =>
      world.call(profileApi.update, {
        token: caller.token,
        params: { id: caller.user.id },
        body: { name: 'Ana', phone },
      }),
    create: (phone: string) =>
      world.call(ownBarbershopsApi.createBarbershop, {
        token: queue.owner.token,
        body: { name: 'Nova', address: 'Rua A', latitude: -16.68, longitude: -49.26, phone },
      }),
    barbershop: (phone: string) =>
      world.call(ownBarbershopsApi.updateBarbershop, {
        token: queue.owner.token,
        params: { id: queue.shop.id },
        body: { phone },
      }),
    whatsapp: (whatsapp: string) =>
      world.call(ownBarbershopsApi.updateBarbershop, {
        token: queue.owner.token,
        params: { id: queue.shop.id },
        body: { whatsapp },
      }),
    customer: (phone: string) =>
      world.call(customersApi.update, {
        token: scene.barber.token,
        params: { id: profileId },
        body: { version: 1, phone },
      }),
    booking: (phone: string) =>
      world.call(staffBookingsApi.book, {
        ...ofOwner(),
        body: { startTime, barberId: 'any', serviceIds: [scene.service.id], newCustomer: { name: 'Rui', phone } },
      }),
    queue: (phone: string) => queue.add({ name: 'Rui', phone }),
    command: (phone: string) =>
      world.call(commandsApi.send, {
        token: scene.barber.token,
        body: {
          deviceId: crypto.randomUUID(),
          commands: [
            {
              id: crypto.randomUUID(),
              type: 'book',
              issuedAt: world.clock.now().toISOString(),
              barbershopId: scene.shop.id,
              input: {
                startTime,
                barberId: 'any',
                serviceIds: [scene.service.id],
                newCustomer: { name: 'Rui', phone },
              },
            },
          ],
        },
      }),
  }

  test.each([
    ['55629876543', phoneProblems.invalid],
    ['01198765432', phoneProblems.ninthDigit],
    ['00000000000', phoneProblems.invalid],
    ['10987654321', phoneProblems.unknownAreaCode],
    ['6287654321', phoneProblems.ninthDigit],
    ['629876543210', phoneProblems.tooLong],
    ['987654321', phoneProblems.incomplete],
    ['+999123456789', expect.stringMatching(/país|Brasil/)],
  ])('that is none is refused everywhere: %s', async (phone, message) => {
    for (const [name, send] of Object.entries(requests)) {
      const { status, body } = await send(phone)
      expect({ name, status, message: body.message }).toEqual({ name, status: 400, message })
    }
  })

  test('is stored without what people write around it; a foreign one as it is, but not of a barbershop', async () => {
    expect((await requests.register('+55 62 98765-4321')).body.user.phone).toBe('62987654321')
    expect((await requests.profile('0 15 62 98765-4321')).body.user.phone).toBe('62987654321')
    expect((await requests.profile('+351 912 345 678')).body.user.phone).toBe('+351912345678')
    expect((await requests.barbershop('5562 3232-1234')).body.barbershop.phone).toBe('6232321234')
    expect((await requests.barbershop('+351 912 345 678')).body.message).toBe(phoneProblems.foreign)
    expect((await requests.booking('00 351 912 345 678')).body).toMatchObject({
      appointment: { customer: { phone: '+351912345678' } },
      link: { whatsAppUrl: expect.stringContaining('https://wa.me/351912345678?') },
    })
    expect((await requests.customer('+55 (62) 98765-0000')).status).toBe(200)
    const stored = await world.db
      .selectFrom('customer_profiles')
      .select('phone')
      .where('id', '=', profileId)
      .executeTakeFirstOrThrow()
    expect(stored.phone).toBe('+5562987650000')
  })

  test('of an account abroad is the customer that the barbershop knows by it', async () => {
    const abroad = await createCaller(world, { phone: '+351912000111' })
    const row = {
      barbershop_id: scene.shop.id,
      name: 'Rui',
      phone: '+351912000111',
      blocked_at: world.clock.now(),
    }
    await world.db.insertInto('customer_profiles').values(row).execute()
    const { body } = await world.call(appointmentsApi.create, {
      token: abroad.token,
      body: {
        barbershopId: scene.shop.id,
        barberId: 'any',
        serviceId: scene.service.id,
        startTime: '2026-03-12T13:00:00.000Z',
      },
    })
    expect(body.code).toBe('CUSTOMER_BLOCKED')
  })
})

describe('an email', () => {
  test.each([
    'ana.souza@naregua.test',
    ' ana.souza@naregua.test ',
    'ana.\u200bsouza@naregua.test\ufeff',
    '\u202aana.souza@nare\u00adgua.test\u202c',
    'Ana.Souza@NaRegua.test',
  ])('is one account however it was pasted: %j', async (email) => {
    const registered = await world.call(accountsApi.register, { body: { ...stranger, email } })
    expect([201, 409]).toContain(registered.status)
    const { password } = stranger
    const { status, body } = await world.call(accountsApi.login, { body: { email, password } })
    expect([status, body.user?.email]).toEqual([200, 'ana.souza@naregua.test'])
  })

  test('has no space inside', async () => {
    const { status } = await world.call(accountsApi.login, { body: { email: 'ana souza@naregua.test', password: 'x' } })
    expect(status).toBe(400)
  })
})
