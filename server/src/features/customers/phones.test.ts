import { agendasApi } from '@na-regua/contract/agendas'
import { type Customer, customersApi } from '@na-regua/contract/customers'
import { type Permission, presetPermissions } from '@na-regua/contract/permissions'
import { queueTodayApi } from '@na-regua/contract/queue-today'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createQueueScene } from '../../../test/queue-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

const PHONES = { own: '62977770001', other: '62977770002', waiting: '62977770003' }

type Reader = { id: string; token: string }

/** A customer of each of two barbers, one who waits, and every reader of them. */
async function createScene() {
  const scene = await createQueueScene(world)
  const [barber, colleague] = scene.barbers as unknown as [Member, Member]
  const staff = [barber.userId, colleague.userId]
  await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', 'in', staff).execute()
  const own = await addCustomer('Nilo', PHONES.own)
  const other = await addCustomer('Otto', PHONES.other)
  await addVisit(barber, own)
  await addVisit(colleague, other)
  const receptionist = await addRole('RECEPTIONIST')
  const manager = await addRole('MANAGER')
  const entryId = crypto.randomUUID()
  const added = await world.call(queueTodayApi.add, {
    token: scene.owner.token,
    params: { id: scene.shop.id },
    body: { entryId, name: 'Vera', phone: PHONES.waiting },
  })
  expect(added.status).toBe(201)

  async function addCustomer(name: string, phone: string) {
    const row = { barbershop_id: scene.shop.id, name, phone: `+55${phone}` }
    return world.db.insertInto('customer_profiles').values(row).returning('id').executeTakeFirstOrThrow()
  }

  async function addVisit(by: Member, { id }: { id: string }) {
    const start = world.clock.now()
    const row = {
      barbershop_id: scene.shop.id,
      barber_id: by.id,
      barber_user_id: by.userId,
      profile_id: id,
      customer_name: 'Cliente',
      service_name: 'Corte',
      duration_min: 30,
      price_cents: 5000,
      starts_at: start,
      ends_at: new Date(start.getTime() + 30 * 60_000),
      status: 'CONFIRMED',
    }
    await world.db.insertInto('appointments').values(row).execute()
  }

  async function addRole(role: 'RECEPTIONIST' | 'MANAGER'): Promise<Reader> {
    const { user, token } = await createCaller(world)
    const row = {
      barbershop_id: scene.shop.id,
      user_id: user.id,
      role,
      permissions: [...presetPermissions[role]],
      created_at: world.clock.now(),
    }
    await world.db.insertInto('barbershop_roles').values(row).execute()
    return { id: user.id, token }
  }

  const reader = { ...barber, id: barber.userId }
  return { ...scene, readers: { owner: scene.owner, manager, receptionist, barber: reader }, own, other }
}

type Member = { id: string; userId: string; token: string }
type Scene = Awaited<ReturnType<typeof createScene>>

/** Gives or takes the permission to read all phones. */
async function setReader(table: 'barbers' | 'barbershop_roles', userId: string, reads: boolean) {
  const permissions: Permission[] = reads ? ['agenda', 'customers', 'phones'] : ['agenda', 'customers']
  await world.db.updateTable(table).set({ permissions }).where('user_id', '=', userId).execute()
}

/** The phones in everything that the reader may load. */
async function readPhones({ shop, own, other }: Scene, { token }: Reader) {
  const params = { id: shop.id }
  const ofShop = { barbershopId: shop.id }
  const responses = await Promise.all([
    world.call(customersApi.list, { token, params, query: {} }),
    world.call(customersApi.list, { token, params, query: { q: '6297777' } }),
    world.call(customersApi.get, { token, params: { id: own.id } }),
    world.call(customersApi.get, { token, params: { id: other.id } }),
    world.call(customersApi.exportCsv, { token, params }),
    world.call(queueTodayApi.get, { token, params }),
    world.call(agendasApi.dayOfBarber, { token, query: {} }),
    world.call(agendasApi.listOfBarber, { token, query: {} }),
    world.call(agendasApi.listOfOwner, { token, query: ofShop }),
    world.call(agendasApi.dayOfOwner, { token, query: ofShop }),
  ])
  const text = responses.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body))
  return Object.keys(PHONES).filter((name) => text.join().includes(PHONES[name as keyof typeof PHONES]))
}

describe('the phones of customers, in every response', () => {
  const all = ['own', 'other', 'waiting']

  test('are read by owner, manager and reception; by a barber those of their own customers', async () => {
    const scene = await createScene()
    const { owner, manager, receptionist, barber } = scene.readers
    for (const reader of [owner, manager, receptionist]) expect(await readPhones(scene, reader)).toEqual(all)
    expect(await readPhones(scene, barber)).toEqual(['own'])
  })

  test.each([
    { receptionist: false, barber: false, reads: { manager: all, receptionist: [], barber: ['own'] } },
    { receptionist: false, barber: true, reads: { manager: all, receptionist: [], barber: all } },
    { receptionist: true, barber: true, reads: { manager: all, receptionist: all, barber: all } },
  ])('are read as the owner permits each person: %j', async ({ reads, ...choice }) => {
    const scene = await createScene()
    await setReader('barbershop_roles', scene.readers.receptionist.id, choice.receptionist)
    await setReader('barbers', scene.readers.barber.id, choice.barber)
    for (const [name, phones] of Object.entries(reads))
      expect([name, await readPhones(scene, scene.readers[name as keyof typeof reads])]).toEqual([name, phones])
  })

  test('are not found digit by digit by who may not read them, but by the whole number', async () => {
    const scene = await createScene()
    const find = async (q: string) => {
      const query = { token: scene.readers.barber.token, params: { id: scene.shop.id }, query: { q } }
      return (await world.call(customersApi.list, query)).body.customers.map(({ name }: { name: string }) => name)
    }
    expect(await find('629777')).toEqual(['Nilo'])
    expect(await find('6297777000')).toEqual(['Nilo'])
    expect(await find(PHONES.other)).toEqual(['Otto'])
    expect(await find('ott')).toEqual(['Otto'])
  })

  test('that are not read are said to be hidden, and not to be missing', async () => {
    const scene = await createScene()
    const { token } = scene.readers.barber
    const { body } = await world.call(customersApi.list, { token, params: { id: scene.shop.id }, query: {} })
    const hidden = body.customers.map(({ name, isPhoneHidden }: Customer) => [name, isPhoneHidden])
    expect(hidden).toEqual([
      ['Nilo', false],
      ['Otto', true],
    ])
  })
})

test('the email of a customer is read by who reads the phone, and said to be hidden from the others', async () => {
  const scene = await createScene()
  const emails = { own: 'nilo@exemplo.com.br', other: 'otto@exemplo.com.br' }
  for (const [name, email] of Object.entries(emails)) {
    const body = { version: 1, email: ` ${email} ` }
    const params = { id: scene[name as keyof typeof emails].id }
    expect((await world.call(customersApi.update, { token: scene.owner.token, params, body })).status).toBe(200)
  }
  const read = async ({ token }: Reader, { id }: { id: string }) => {
    const { email, isEmailHidden } = (await world.call(customersApi.get, { token, params: { id } })).body.customer
    return [email, isEmailHidden]
  }
  expect(await read(scene.readers.receptionist, scene.other)).toEqual([emails.other, false])
  expect(await read(scene.readers.barber, scene.own)).toEqual([emails.own, false])
  expect(await read(scene.readers.barber, scene.other)).toEqual([null, true])
  const removal = { token: scene.owner.token, params: { id: scene.own.id }, body: { version: 2, email: null } }
  expect((await world.call(customersApi.update, removal)).body.customer.email).toBeNull()
  const invalid = { ...removal, body: { version: 3, email: 'nilo' } }
  expect((await world.call(customersApi.update, invalid)).status).toBe(400)
})

test('the export of customers is for owner and manager, as in the panel', async () => {
  const scene = await createScene()
  const exportBy = async ({ token }: Reader) =>
    (await world.call(customersApi.exportCsv, { token, params: { id: scene.shop.id } })).status
  const { owner, manager, receptionist, barber } = scene.readers
  expect(await Promise.all([owner, manager, receptionist, barber].map(exportBy))).toEqual([200, 200, 403, 403])
})
