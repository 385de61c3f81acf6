import { presetPermissions } from '@na-regua/contract/permissions'
import { type StaffSearchResult, staffSearchApi } from '@na-regua/contract/staff-search'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCaller } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'

/** A Wednesday, 12:00 in São Paulo. */
const world = await createHarness()
afterAll(() => world.close())

type Member = { id: string; userId: string; token: string }
type BarbershopRole = 'RECEPTIONIST' | 'MANAGER'

/** A barbershop with an owner, a manager, a receptionist and two barbers. */
async function createScene() {
  const scene = await createStatusScene(world, { barberCount: 2 })
  const { shop } = scene
  const members = shop.barbers.map(({ id, userId }, index): Member => {
    const { token } = shop.staff[index] as { token: string }
    return { id, userId, token }
  })
  const [barber, colleague] = members as [Member, Member]
  const staff = members.map(({ userId }) => userId)
  await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', 'in', staff).execute()
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', scene.owner.id).execute()
  await rename(barber.userId, 'Beto Navalha')
  await rename(colleague.userId, 'Caio Tesoura')

  async function addRole(role: BarbershopRole) {
    const { user, token } = await createCaller(world)
    const row = {
      barbershop_id: shop.id,
      user_id: user.id,
      role,
      permissions: [...presetPermissions[role]],
      created_at: world.clock.now(),
    }
    await world.db.insertInto('barbershop_roles').values(row).execute()
    return token
  }

  async function addCustomer(name: string, phone: string, tags: string[] = []) {
    const row = { barbershop_id: shop.id, name, phone: `+55${phone}`, tags }
    const { id } = await world.db.insertInto('customer_profiles').values(row).returning('id').executeTakeFirstOrThrow()
    return id
  }

  type Visit = { profileId?: string; customerId?: string; name?: string; guest?: string; at: string; status?: string }

  async function addVisit(by: Member, { profileId, customerId, name, guest, at, status = 'CONFIRMED' }: Visit) {
    const start = new Date(at)
    const row = {
      barbershop_id: shop.id,
      barber_id: by.id,
      barber_user_id: by.userId,
      profile_id: profileId ?? null,
      customer_id: customerId ?? null,
      is_walk_in: !profileId && !customerId,
      customer_name: name ?? null,
      guest_name: guest ?? null,
      service_name: 'Corte na régua',
      duration_min: 30,
      price_cents: 5000,
      starts_at: start,
      ends_at: new Date(start.getTime() + 30 * 60_000),
      status,
    }
    const { id } = await world.db.insertInto('appointments').values(row).returning('id').executeTakeFirstOrThrow()
    return id
  }

  const tokens = {
    owner: scene.owner.token,
    manager: await addRole('MANAGER'),
    receptionist: await addRole('RECEPTIONIST'),
    barber: barber.token,
    colleague: colleague.token,
  }
  return { ...scene, barber, colleague, tokens, addCustomer, addVisit }
}

const rename = (id: string, name: string) => world.db.updateTable('users').set({ name }).where('id', '=', id).execute()

type Scene = Awaited<ReturnType<typeof createScene>>

async function search(token: string, q: string, barbershopId?: string): Promise<StaffSearchResult> {
  const { status, body } = await world.call(staffSearchApi.search, { token, query: { q, barbershopId } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

describe('what is found', () => {
  let scene: Scene
  let ana: string
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    scene = await createScene()
    ana = await scene.addCustomer('Ana Álvares', '62977771234', ['VIP', 'Só sábado'])
    const { barber, colleague } = scene
    const bruno = await scene.addCustomer('Bruno Ananias', '62977775678')
    await scene.addCustomer('Carla Dias', '11988881234')
    ids.later = await scene.addVisit(barber, { profileId: ana, at: '2026-03-20T13:00:00Z' })
    ids.next = await scene.addVisit(colleague, { profileId: ana, at: '2026-03-13T13:00:00Z' })
    ids.cancelled = await scene.addVisit(barber, {
      profileId: ana,
      at: '2026-03-12T13:00:00Z',
      status: 'CANCELLED',
    })
    ids.last = await scene.addVisit(barber, { profileId: ana, at: '2026-03-01T13:00:00Z', status: 'COMPLETED' })
    ids.ofBruno = await scene.addVisit(barber, { profileId: bruno, at: '2026-03-12T15:00:00Z' })
    ids.walkIn = await scene.addVisit(barber, { name: 'Seu Zé Anão', at: '2026-03-11T14:50:00Z' })
    await rename(scene.customer.id, 'Davi Conta')
    await world.db.updateTable('users').set({ phone: '62966669999' }).where('id', '=', scene.customer.id).execute()
    ids.guest = await scene.addVisit(colleague, {
      customerId: scene.customer.id,
      guest: 'Ânia Filha',
      at: '2026-03-14T13:00:00Z',
    })
  })

  test('a customer by the beginnings of words, without accents, with the next appointment', async () => {
    const { customers } = await search(scene.tokens.owner, 'alv ana')
    expect(customers).toEqual([
      {
        id: ana,
        name: 'Ana Álvares',
        phone: '62977771234',
        tags: ['VIP', 'Só sábado'],
        isBlocked: false,
        barbershop: { id: scene.shop.id, name: 'Navalha de Ouro' },
        next: {
          id: ids.next,
          status: 'CONFIRMED',
          startTime: '2026-03-13T13:00:00.000Z',
          timeZone: 'America/Sao_Paulo',
          customerName: 'Cliente',
          guestName: null,
          serviceName: 'Corte na régua',
          barber: { id: scene.colleague.id, name: 'Caio Tesoura' },
          barbershop: { id: scene.shop.id, name: 'Navalha de Ouro' },
          isOnBoard: true,
        },
      },
    ])
  })

  test('who comes next is first, and appointments by nearness: upcoming, then the newest', async () => {
    const { customers, appointments } = await search(scene.tokens.owner, 'an')
    expect(namesOf(customers)).toEqual(['Bruno Ananias', 'Ana Álvares'])
    const { walkIn, ofBruno, next, guest, later, cancelled } = ids
    expect(idsOf(appointments)).toEqual([walkIn, ofBruno, next, guest, later, cancelled])
  })

  test.each([
    ['1234', ['Ana Álvares', 'Carla Dias']],
    ['7777-1234', ['Ana Álvares']],
    ['62977771234', ['Ana Álvares']],
    ['carla 1234', ['Carla Dias']],
    ['9999', ['Davi Conta']],
    ['vip', ['Ana Álvares']],
    ['vip alvares', ['Ana Álvares']],
    ['nia', []],
    ['xyz', []],
  ])('customers by %j', async (q, names) => {
    expect(namesOf((await search(scene.tokens.owner, q)).customers).toSorted()).toEqual(names)
  })

  test('a day, alone and with a name', async () => {
    const friday = await search(scene.tokens.owner, 'sexta')
    expect(friday.day).toEqual({ date: '2026-03-13', appointments: 1, isOnBoard: true })
    expect(idsOf(friday.appointments)).toEqual([ids.next])
    expect(friday.customers).toEqual([])
    const tomorrow = await search(scene.tokens.owner, '12/03')
    expect(tomorrow.day).toMatchObject({ date: '2026-03-12', appointments: 1 })
    expect(idsOf(tomorrow.appointments)).toEqual([ids.ofBruno])
    const ofAna = await search(scene.tokens.owner, 'ana 20/03/2026')
    expect(idsOf(ofAna.appointments)).toEqual([ids.later])
    expect(ofAna.customers).toEqual([])
    const past = await search(scene.tokens.owner, 'ana 01/03')
    expect(idsOf(past.appointments)).toEqual([ids.last])
  })

  test('barbers and services by name', async () => {
    const { barbers, services } = await search(scene.tokens.owner, 'tesou')
    expect(barbers).toEqual([
      {
        id: scene.colleague.id,
        name: 'Caio Tesoura',
        avatarUrl: null,
        barbershop: { id: scene.shop.id, name: 'Navalha de Ouro' },
        isOnBoard: true,
      },
    ])
    expect(services).toEqual([])
    const found = await search(scene.tokens.owner, 'corte 30')
    expect(found.services).toMatchObject([{ id: scene.service.id, priceCents: 5000, durationMin: 30, isActive: true }])
  })

  test('a blocked customer is found, as one', async () => {
    const id = await scene.addCustomer('Quincas Barrado', '62977770009')
    const { db, clock } = world
    await db.updateTable('customer_profiles').set({ blocked_at: clock.now() }).where('id', '=', id).execute()
    expect((await search(scene.tokens.barber, 'quincas')).customers).toMatchObject([{ id, isBlocked: true }])
  })

  test.each(['%%', '__', '\\\\', "'; drop table users; --", '💈💈', '  ', '(())', '.*', 'ſſ', '½½'])(
    'finds nothing for %j',
    async (q) => {
      const { customers, appointments, barbers, services } = await search(scene.tokens.owner, q)
      expect([...customers, ...appointments, ...barbers, ...services]).toEqual([])
    },
  )

  test.each(['a', '', 'a'.repeat(61), 'an\u0000'])('refuses %j', async (q) => {
    const { status, body } = await world.call(staffSearchApi.search, { token: scene.tokens.owner, query: { q } })
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
  })
})

describe('who sees what', () => {
  let scene: Scene
  let other: Scene
  let own: string
  let ofColleague: string

  beforeAll(async () => {
    scene = await createScene()
    other = await createScene()
    const profileId = await scene.addCustomer('Rui Barbosa', '62977771111')
    own = await scene.addVisit(scene.barber, { profileId, at: '2026-03-13T13:00:00Z' })
    ofColleague = await scene.addVisit(scene.colleague, { profileId, at: '2026-03-12T13:00:00Z' })
    const foreign = await other.addCustomer('Rui Alheio', '62977771111')
    await other.addVisit(other.barber, { profileId: foreign, at: '2026-03-12T13:00:00Z' })
  })

  test.each(['owner', 'manager', 'receptionist'] as const)('the %s sees everyone’s', async (name) => {
    const { customers, appointments } = await search(scene.tokens[name], 'rui')
    expect(namesOf(customers)).toEqual(['Rui Barbosa'])
    expect(customers[0]?.next?.id).toBe(ofColleague)
    expect(idsOf(appointments)).toEqual([ofColleague, own])
    expect(appointments.map(({ isOnBoard }) => isOnBoard)).toEqual([true, true])
    expect((await search(scene.tokens[name], '12/03')).day?.appointments).toBe(1)
  })

  test('a barber sees their own appointments, the customers, and only themselves among the barbers', async () => {
    const { customers, appointments } = await search(scene.tokens.barber, 'rui')
    expect(namesOf(customers)).toEqual(['Rui Barbosa'])
    expect(customers[0]?.next?.id).toBe(own)
    expect(idsOf(appointments)).toEqual([own])
    expect(appointments[0]?.isOnBoard).toBe(false)
    expect((await search(scene.tokens.barber, '12/03')).day).toEqual({
      date: '2026-03-12',
      appointments: 0,
      isOnBoard: false,
    })
    expect(idsOf((await search(scene.tokens.barber, 'beto')).barbers)).toEqual([scene.barber.id])
    expect((await search(scene.tokens.barber, 'caio')).barbers).toEqual([])
  })

  test('services are for who may edit them', async () => {
    const counts = async (token: string) => (await search(token, 'corte')).services.length
    expect(await counts(scene.tokens.owner)).toBe(1)
    expect(await counts(scene.tokens.manager)).toBe(1)
    expect(await counts(scene.tokens.receptionist)).toBe(0)
    expect(await counts(scene.tokens.barber)).toBe(0)
  })

  test('a hidden phone is found by the whole number only, and is not shown', async () => {
    const { shop, tokens } = await createScene()
    const row = { barbershop_id: shop.id, name: 'Nilo Secreto', phone: '+5562977772222' }
    await world.db.insertInto('customer_profiles').values(row).execute()
    expect((await search(tokens.barber, '2222')).customers).toEqual([])
    expect((await search(tokens.barber, '62977772222')).customers).toMatchObject([
      { name: 'Nilo Secreto', phone: null },
    ])
    expect((await search(tokens.owner, '2222')).customers).toMatchObject([{ phone: '62977772222' }])
  })

  test('another barbershop does not exist, and one of several can be chosen', async () => {
    const { status, body } = await world.call(staffSearchApi.search, {
      token: scene.tokens.owner,
      query: { q: 'rui', barbershopId: other.shop.id },
    })
    expect([status, body.code]).toEqual([404, 'BARBERSHOP_NOT_FOUND'])
    const { user, token } = await createCaller(world)
    for (const { id } of [scene.shop, other.shop]) {
      const row = {
        barbershop_id: id,
        user_id: user.id,
        role: 'RECEPTIONIST',
        permissions: [...presetPermissions.RECEPTIONIST],
        created_at: world.clock.now(),
      }
      await world.db.insertInto('barbershop_roles').values(row).execute()
    }
    const all = await search(token, 'rui')
    expect(namesOf(all.customers).toSorted()).toEqual(['Rui Alheio', 'Rui Barbosa'])
    expect(namesOf((await search(token, 'rui', scene.shop.id)).customers)).toEqual(['Rui Barbosa'])
  })

  test('who has left sees no more, customers never', async () => {
    const left = await createScene()
    const profileId = await left.addCustomer('Rui Passado', '62977773333')
    await left.addVisit(left.barber, { profileId, at: '2026-03-13T13:00:00Z' })
    expect((await search(left.tokens.barber, 'rui')).appointments).toHaveLength(1)
    const { db, clock } = world
    await db.updateTable('barbers').set({ removed_at: clock.now() }).where('id', '=', left.barber.id).execute()
    await db.deleteFrom('barbershop_roles').where('barbershop_id', '=', left.shop.id).execute()
    const nothing = { day: null, customers: [], appointments: [], barbers: [], services: [] }
    expect(await search(left.tokens.barber, 'rui')).toEqual(nothing)
    const denied = [left.tokens.receptionist, left.tokens.manager, left.customer.token]
    const statuses = await Promise.all(
      denied.map((token) => world.call(staffSearchApi.search, { token, query: { q: 'rui' } })),
    )
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})
