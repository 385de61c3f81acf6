import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { type Customer, customersApi } from '@na-regua/contract/customers'
import { presetPermissions } from '@na-regua/contract/permissions'
import { privacyApi } from '@na-regua/contract/privacy'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { staffSearchApi } from '@na-regua/contract/staff-search'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCaller, createUser } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'
import { pauseAtLock } from '../../../test/pause-at-lock.ts'
import { createStatusScene } from '../../../test/status-scene.ts'
import { deleteUnusedUploads } from '../uploads/queries.ts'

const folder = await mkdtemp(join(tmpdir(), 'na-regua-customers-'))
const world = await createHarness({ environment: { DATA_DIR: folder } })
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

type Scene = Awaited<ReturnType<typeof createStatusScene>>

async function createScene(): Promise<Scene> {
  const scene = await createStatusScene(world)
  const staff = [scene.barber.id, scene.owner.id]
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', 'in', staff).execute()
  // Who reads phones otherwise: phones.test.ts.
  const permissions = [...presetPermissions.BARBER, 'phones']
  await world.db.updateTable('barbers').set({ permissions }).where('barbershop_id', '=', scene.shop.id).execute()
  return scene
}

let scene: Scene
beforeAll(async () => {
  scene = await createScene()
})

async function list({ shop, barber }: Scene, query: object = {}) {
  const { status, body } = await world.call(customersApi.list, {
    token: barber.token,
    params: { id: shop.id },
    query: { ...query },
  })
  expect(status).toBe(200)
  return body.customers as Customer[]
}

const namesOf = async (query: object) => (await list(scene, query)).map(({ name }) => name)

async function addByPhone({ shop }: Scene, name: string, phone: string) {
  const row = { barbershop_id: shop.id, name, phone: `+55${phone}` }
  return world.db.insertInto('customer_profiles').values(row).returning('id').executeTakeFirstOrThrow()
}

const visit = (days: number, customer = scene.customer, status: 'COMPLETED' | 'NO_SHOW' = 'COMPLETED') =>
  scene.put({ status, minutes: -days * 1440, customer })

test('an account becomes a customer with its first appointment, with visits, no-shows, spend and favourites', async () => {
  expect(await list(scene)).toEqual([])
  for (const days of [70, 40, 10]) await visit(days)
  await visit(5, scene.customer, 'NO_SHOW')
  const [customer] = await list(scene)
  expect(customer).toMatchObject({ hasAccount: true, visits: 3, missed: 1, spentCents: 15_000, nextAt: null })
  expect(customer?.lastVisits).toHaveLength(3)
  const { body } = await world.call(customersApi.get, { token: scene.owner.token, params: { id: customer?.id ?? '' } })
  expect(body.customer).toMatchObject({ averageGapDays: 30, favoriteService: 'Corte', version: 1, notes: '', tags: [] })
  expect(body.customer.favoriteBarber).toMatch(/^Cliente/)
})

test('the profile has the next appointment, for who may open it', async () => {
  const two = await createStatusScene(world, { barberCount: 2 })
  const [, colleague] = two.shop.staff
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', two.owner.id).execute()
  await world.db
    .updateTable('users')
    .set({ role: 'BARBER' })
    .where(
      'id',
      'in',
      two.shop.staff.map(({ id }) => id),
    )
    .execute()
  await two.put({ status: 'CONFIRMED', minutes: 5000 })
  const id = await two.put({ status: 'CONFIRMED', minutes: 2880 })
  const profile = await world.db
    .selectFrom('customer_profiles')
    .select('id')
    .where('barbershop_id', '=', two.shop.id)
    .executeTakeFirstOrThrow()
  const next = async (token = '') => (await world.call(customersApi.get, { token, params: profile })).body.customer.next
  expect(await next(two.owner.token)).toEqual({ id, barberId: two.membership.id, isOnBoard: true })
  expect(await next(two.barber.token)).toEqual({ id, barberId: two.membership.id, isOnBoard: false })
  expect(await next(colleague?.token)).toBeNull()
})

test('search by the beginnings of words and by the phone, with and without area code, only in this barbershop', async () => {
  await addByPhone(scene, 'João Álvares', '62977770001')
  await addByPhone(scene, 'Joana Dias', '62977770002')
  const other = await createScene()
  await addByPhone(other, 'João de Outra', '62977770001')
  expect(await namesOf({ q: 'joa' })).toEqual(['Joana Dias', 'João Álvares'])
  expect(await namesOf({ q: 'alv jo' })).toEqual(['João Álvares'])
  expect(await namesOf({ q: '(62) 97777-0001' })).toEqual(['João Álvares'])
  expect(await namesOf({ q: '977770002' })).toEqual(['Joana Dias'])
  expect(await namesOf({ q: 'jo%s' })).toEqual([])
  expect((await list(other, { q: 'joao' })).map(({ name }) => name)).toEqual(['João de Outra'])
})

test('the stored form of a name follows the name, of a customer with an account and of one without', async () => {
  const zoe = { id: (await createUser(world, { name: 'Zoé Núñez' })).id, token: '' }
  await visit(3, zoe)
  const { id } = await addByPhone(scene, 'Yuri Só', '62977770007')
  expect(await namesOf({ q: 'zoe nun' })).toEqual(['Zoé Núñez'])
  expect(await namesOf({ q: 'yuri so' })).toEqual(['Yuri Só'])
  await world.db.updateTable('users').set({ name: 'Zilda Çelik' }).where('id', '=', zoe.id).execute()
  await world.db.updateTable('customer_profiles').set({ name: 'Xande Ávila' }).where('id', '=', id).execute()
  expect(await namesOf({ q: 'zoe' })).toEqual([])
  expect(await namesOf({ q: 'celik' })).toEqual(['Zilda Çelik'])
  expect(await namesOf({ q: 'yuri' })).toEqual([])
  expect(await namesOf({ q: 'avi xa' })).toEqual(['Xande Ávila'])
})

test('a new customer is registered once, and a known phone is the known customer', async () => {
  const shop = await createScene()
  const create = (body: { name: string; phone: string }, token = shop.barber.token) =>
    world.call(customersApi.create, { token, params: { id: shop.shop.id }, body })
  const first = await create({ name: '  Rita   Nova ', phone: '(62) 97777-0055' })
  expect([first.status, first.body.customer]).toMatchObject([
    200,
    { name: 'Rita Nova', phone: '62977770055', hasAccount: false, visits: 0 },
  ])
  const again = await create({ name: 'Outra', phone: '62977770055' })
  expect(again.body.customer).toMatchObject({ id: first.body.customer.id, name: 'Rita Nova' })
  expect((await create({ name: 'Rui', phone: '62977770056' }, scene.owner.token)).status).toBe(404)
  expect((await create({ name: ' ', phone: '62977770056' })).status).toBe(400)
  expect((await create({ name: 'Rui', phone: '123' })).status).toBe(400)
  expect((await list(shop)).map(({ name }) => name)).toEqual(['Rita Nova'])
})

describe('the order and the tags of the list', () => {
  let shop: Scene

  beforeAll(async () => {
    shop = await createScene()
    const { db } = world
    const first = shop.customer
    const second = shop.stranger
    await db.updateTable('users').set({ name: 'Abel' }).where('id', '=', first.id).execute()
    await db.updateTable('users').set({ name: 'Bento' }).where('id', '=', second.id).execute()
    for (const days of [50, 40]) await shop.put({ status: 'COMPLETED', minutes: -days * 1440, customer: first })
    const costly = await shop.put({ status: 'COMPLETED', minutes: -10 * 1440, customer: second })
    await db.updateTable('appointments').set({ price_cents: 90_000 }).where('id', '=', costly).execute()
    const { id } = await addByPhone(shop, 'Caio Telefone', '62977770003')
    await db
      .updateTable('appointments')
      .set({ customer_id: null, profile_id: id, is_walk_in: false })
      .where('id', 'in', [
        await shop.put({ status: 'COMPLETED', minutes: -30 * 1440, customer: first }),
        await shop.put({ status: 'COMPLETED', minutes: -29 * 1440, customer: first }),
        await shop.put({ status: 'COMPLETED', minutes: -28 * 1440, customer: first }),
      ])
      .execute()
    await addByPhone(shop, 'Aaron Novo', '62977770004')
    await db
      .updateTable('customer_profiles')
      .set({ tags: ['VIP', 'Barba'] })
      .where('id', '=', id)
      .execute()
    await db
      .updateTable('customer_profiles')
      .set({ tags: ['VIP'] })
      .where('barbershop_id', '=', shop.shop.id)
      .where('user_id', '=', second.id)
      .execute()
  })

  const ordered = async (query: object) => (await list(shop, query)).map(({ name }) => name)

  test.each([
    ['name', ['Aaron Novo', 'Abel', 'Bento', 'Caio Telefone']],
    ['lastVisit', ['Bento', 'Caio Telefone', 'Abel', 'Aaron Novo']],
    ['visits', ['Caio Telefone', 'Abel', 'Bento', 'Aaron Novo']],
    ['spent', ['Bento', 'Caio Telefone', 'Abel', 'Aaron Novo']],
  ])('by %s', async (sort, names) => {
    expect(await ordered({ sort })).toEqual(names)
    expect(await ordered({ sort, perPage: 1, page: 2 })).toEqual(names.slice(1, 2))
  })

  test('a tag filters, and the tags in use are listed', async () => {
    expect(await ordered({ tag: 'VIP' })).toEqual(['Bento', 'Caio Telefone'])
    expect(await ordered({ tag: 'Barba', sort: 'visits' })).toEqual(['Caio Telefone'])
    expect(await ordered({ tag: 'V%' })).toEqual([])
    const { body } = await world.call(customersApi.list, {
      token: shop.owner.token,
      params: { id: shop.shop.id },
      query: { q: 'aaron' },
    })
    expect(body.tags).toEqual(['VIP', 'Barba'])
  })

  test('who sees no money has no order by it', async () => {
    const { user, token } = await createCaller(world)
    const role = {
      barbershop_id: shop.shop.id,
      user_id: user.id,
      role: 'RECEPTIONIST',
      permissions: [...presetPermissions.RECEPTIONIST],
      created_at: new Date(),
    }
    await world.db.insertInto('barbershop_roles').values(role).execute()
    const { body } = await world.call(customersApi.list, {
      token,
      params: { id: shop.shop.id },
      query: { sort: 'spent' },
    })
    expect(body.customers.map(({ name }: Customer) => name)).toEqual(['Aaron Novo', 'Abel', 'Bento', 'Caio Telefone'])
  })
})

test.each(['money', 'cash', 'prices'] as const)(
  'who may only do "%s" finds the barbershop, and no customer of it',
  async (permission) => {
    const { user, token } = await createCaller(world)
    const { shop } = scene
    const role = { user_id: user.id, role: 'RECEPTIONIST', permissions: [permission], created_at: new Date() }
    await world.db
      .insertInto('barbershop_roles')
      .values({ ...role, barbershop_id: shop.id })
      .execute()
    const { body } = await world.call(customersApi.barbershops, { token })
    expect(body.barbershops).toMatchObject([{ id: shop.id }])
    expect((await world.call(customersApi.list, { token, params: { id: shop.id } })).status).toBe(403)
    const found = await world.call(staffSearchApi.search, { token, query: { q: 'Ana' } })
    expect(found.body).toMatchObject({ customers: [], appointments: [] })
  },
)

test.each([
  ['7788', ['Mil Sete']],
  ['0077', ['Mil Zero']],
  ['5562', ['Cinco Meia']],
  ['98811-7788', ['Mil Sete']],
  ['881177', ['Mil Sete']],
  ['+55 62 98811', ['Mil Sete']],
  ['55 62 98811-7788', ['Mil Sete']],
  ['5562988117788', ['Mil Sete']],
  ['062 98811-7788', ['Mil Sete']],
  ['0 15 62 98811-7788', ['Mil Sete']],
  ['(62)\u00a098811\u20117788', ['Mil Sete']],
  ['912345678', ['Lia de Lisboa']],
  ['+351 912', ['Lia de Lisboa']],
  ['00351 912 345 678', ['Lia de Lisboa']],
  ['0000', []],
])('search by any part of the phone: %s', async (q, names) => {
  const shop = await phoneScene()
  expect((await list(shop, { q })).map(({ name }) => name)).toEqual(names)
})

let withPhones: Promise<Scene> | undefined

function phoneScene(): Promise<Scene> {
  withPhones ??= createScene().then(async (created) => {
    await addByPhone(created, 'Mil Sete', '62988117788')
    await addByPhone(created, 'Mil Zero', '62988220077')
    await addByPhone(created, 'Cinco Meia', '11933335562')
    const row = { barbershop_id: created.shop.id, name: 'Lia de Lisboa', phone: '+351912345678' }
    await world.db.insertInto('customer_profiles').values(row).execute()
    return created
  })
  return withPhones
}

test('absent: no completed appointment for so many days, and no upcoming one', async () => {
  const rare = { id: (await createUser(world, { name: 'Zeca Raro' })).id, token: '' }
  const back = { id: (await createUser(world, { name: 'Vera Volta' })).id, token: '' }
  await visit(90, rare)
  await visit(90, back)
  await scene.put({ minutes: 1440, customer: back })
  expect(await namesOf({ absentDays: 60 })).toEqual(['Zeca Raro'])
  expect(await namesOf({ absentDays: 91 })).toEqual([])
})

test('notes are edited once per version; name and phone only of a customer without an account', async () => {
  const { id } = await addByPhone(scene, 'Nota Lima', '62977770009')
  const put = (body: object, on = id) =>
    world.call(customersApi.update, { token: scene.barber.token, params: { id: on }, body })
  const saved = await put({
    version: 1,
    notes: 'Máquina 2',
    allergies: 'Lâmina',
    tags: ['VIP', ' vip ', ''].slice(0, 2),
  })
  expect(saved.body.customer).toMatchObject({ notes: 'Máquina 2', allergies: 'Lâmina', tags: ['vip'], version: 2 })
  expect((await put({ version: 1, notes: 'Outra' })).body.code).toBe('EDIT_CONFLICT')
  expect((await put({ version: 2, phone: '62977770001' })).body.code).toBe('CUSTOMER_PHONE_TAKEN')
  expect((await put({ version: 2, phone: '62977770010', name: 'Nota Silva' })).body.customer).toMatchObject({
    name: 'Nota Silva',
    phone: '62977770010',
    notes: 'Máquina 2',
  })
  const account = (await list(scene)).find(({ hasAccount }) => hasAccount)
  expect((await put({ version: 1, name: 'Outro' }, account?.id)).body.code).toBe('CUSTOMER_HAS_ACCOUNT')
})

describe('photos of haircuts', () => {
  const upload = async (userId: string) => {
    const url = `/uploads/shops/${crypto.randomUUID()}-203040-960.webp`
    const row = { user_id: userId, url, bytes: 1, created_at: world.clock.now() }
    await world.db.insertInto('uploads').values(row).execute()
    return url
  }
  const put = (id: string, body: object) =>
    world.call(customersApi.update, { token: scene.barber.token, params: { id }, body })

  test('are stored with consent only, and removed when it is withdrawn', async () => {
    const { id } = await addByPhone(scene, 'Foto Lima', '62977770031')
    const one = await upload(scene.barber.id)
    const other = await upload(scene.barber.id)
    expect((await put(id, { version: 1, photos: [one] })).body.code).toBe('PHOTO_CONSENT_MISSING')
    const saved = await put(id, { version: 1, hasPhotoConsent: true, photos: [one, other] })
    const consentedAt = world.clock.now().toISOString()
    expect(saved.body.customer).toMatchObject({ photos: [one, other], photosConsentedAt: consentedAt, version: 2 })
    world.clock.advance({ minutes: 1 })
    const edited = await put(id, { version: 2, notes: 'Degradê baixo', hasPhotoConsent: true })
    expect(edited.body.customer).toMatchObject({ photos: [one, other], photosConsentedAt: consentedAt })
    expect((await put(id, { version: 3, photos: [other] })).body.customer.photos).toEqual([other])
    const withdrawn = await put(id, { version: 4, hasPhotoConsent: false })
    expect(withdrawn.body.customer).toMatchObject({ photos: [], photosConsentedAt: null })
  })

  test('are only those that were issued to the user, or are stored already', async () => {
    const { id } = await addByPhone(scene, 'Foto Alheia', '62977770032')
    const shown = await upload(scene.barber.id)
    await put(id, { version: 1, hasPhotoConsent: true, photos: [shown] })
    const foreign = await upload(scene.customer.id)
    const ofOwner = world.call(customersApi.update, {
      token: scene.owner.token,
      params: { id },
      body: { version: 2, photos: [shown] },
    })
    expect((await ofOwner).body.customer.photos).toEqual([shown])
    expect((await put(id, { version: 3, photos: [shown, foreign] })).body.code).toBe('IMAGE_UNKNOWN')
    const tooMany = Array.from({ length: 13 }, (_, index) => `/uploads/shops/${index}.webp`)
    expect((await put(id, { version: 3, photos: tooMany })).body.code).toBe('INVALID_INPUT')
  })

  test('are gone with the consent, the photo or the profile: from the server at once, from browsers within a minute', async () => {
    const store = async (isShown = false) => {
      const url = await upload(scene.barber.id)
      const path = join(world.config.dataDir, url)
      await mkdir(dirname(path), { recursive: true })
      for (const file of [path, path.replace('.webp', '.avif'), path.replace('-960.', '-480.')])
        await writeFile(file, 'x')
      if (isShown)
        await world.db.insertInto('images').values({ barbershop_id: scene.shop.id, url, position: 0 }).execute()
      return url
    }
    const fetchFiles = async (url: string) => {
      const files = [url, url.replace('.webp', '.avif'), url.replace('-960.', '-480.')]
      const responses = await Promise.all(files.map((file) => world.app.inject(file)))
      return responses.map(({ statusCode, headers }) => [statusCode, headers['cache-control']])
    }
    const all = (statusCode: number, cacheControl: string) => Array(3).fill([statusCode, cacheControl])
    const seen = all(200, 'private, max-age=60')
    const gone = all(404, 'no-store')
    const open = all(200, 'public, max-age=31536000, immutable')

    const { id } = await addByPhone(scene, 'Foto Retirada', '62977770041')
    const other = await addByPhone(scene, 'Foto Apagada', '62977770042')
    const one = await store()
    const two = await store()
    const shown = await store(true)
    const ofOther = await store()
    expect(await fetchFiles(one)).toEqual(seen)
    await put(id, { version: 1, hasPhotoConsent: true, photos: [one, two, shown] })
    await put(other.id, { version: 1, hasPhotoConsent: true, photos: [ofOther] })
    for (const url of [one, two, ofOther]) expect(await fetchFiles(url)).toEqual(seen)
    expect(await fetchFiles(shown)).toEqual(open)
    await put(id, { version: 2, photos: [two, shown] })
    expect([await fetchFiles(one), await fetchFiles(two)]).toEqual([gone, seen])
    await put(id, { version: 3, hasPhotoConsent: false })
    // What the barbershop shows to everyone is another use of its own.
    expect([await fetchFiles(two), await fetchFiles(shown)]).toEqual([gone, open])
    await world.call(customersApi.remove, { token: scene.barber.token, params: { id: other.id } })
    expect(await fetchFiles(ofOther)).toEqual(gone)
    await createMailbox(world).deliver()
    expect(await readdir(join(world.config.dataDir, dirname(shown)))).toHaveLength(3)
  })

  test('stay in the storage while a profile shows them', async () => {
    const { id } = await addByPhone(scene, 'Foto Guardada', '62977770033')
    const shown = await upload(scene.barber.id)
    const removed = await upload(scene.barber.id)
    await put(id, { version: 1, hasPhotoConsent: true, photos: [shown, removed] })
    await put(id, { version: 2, photos: [shown] })
    const uploads = world.db.selectFrom('uploads').select('id').where('url', 'in', [shown, removed])
    const ids = (await uploads.execute()).map((row) => row.id)
    expect(ids).toHaveLength(1)
    expect(await deleteUnusedUploads(world.db, ids)).toEqual([])
  })
})

test('a blocked customer books nothing here, also by the phone of an account, and reads why', async () => {
  const blocked = await createScene()
  const { customer, shop, service, membership, barber } = blocked
  await blocked.put({ status: 'COMPLETED', minutes: -1440 })
  const [profile] = await list(blocked)
  const setBlocked = (isBlocked: boolean, id = profile?.id ?? '') =>
    world.call(customersApi.block, { token: barber.token, params: { id }, body: { isBlocked } })
  const body = { barberId: membership.id, serviceId: service.id, startTime: '2026-03-12T12:00:00Z' }
  const book = () => world.call(appointmentsApi.create, { token: customer.token, body })
  const standing = async () =>
    (await world.call(availabilityApi.standing, { token: customer.token, params: { id: shop.id } })).body.isBlocked
  expect((await setBlocked(true)).body.customer.isBlocked).toBe(true)
  expect(await standing()).toBe(true)
  expect((await book()).body.code).toBe('CUSTOMER_BLOCKED')
  expect((await world.call(appointmentsApi.hold, { token: customer.token, body })).body.code).toBe('CUSTOMER_BLOCKED')
  expect((await setBlocked(false)).body.customer.isBlocked).toBe(false)
  // A booking and a block take turns: the one that comes second sees what the first did.
  const paused = await pauseAtLock(world, { userId: barber.id, kind: 'barber' })
  const booking = book()
  await paused.untilWaiting()
  const blocking = setBlocked(true)
  await paused.release()
  expect((await booking).status).toBe(201)
  expect((await blocking).body.customer.isBlocked).toBe(true)
  const later = { ...body, startTime: '2026-03-12T14:00:00Z' }
  const bookLater = () => world.call(appointmentsApi.create, { token: customer.token, body: later })
  expect((await bookLater()).body.code).toBe('CUSTOMER_BLOCKED')
  await setBlocked(false)
  const byPhone = await addByPhone(blocked, 'Já Foi', '62955554444')
  await setBlocked(true, byPhone.id)
  await world.db.updateTable('users').set({ phone: '62955554444' }).where('id', '=', customer.id).execute()
  expect(await standing()).toBe(true)
  expect((await bookLater()).body.code).toBe('CUSTOMER_BLOCKED')
  await setBlocked(false, byPhone.id)
  expect((await bookLater()).status).toBe(201)
})

test('CSV of one barbershop; no name becomes a formula', async () => {
  const other = await createScene()
  await addByPhone(other, '=1+1', '62977770011')
  const { body } = await world.call(customersApi.exportCsv, { token: other.owner.token, params: { id: other.shop.id } })
  expect(body.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFNome;Telefone;Atendimentos;Total (R$);Último atendimento;Faltas;Cancelados;Marcadores;Bloqueado',
    "'=1+1;62977770011;0;0,00;;0;0;;",
  ])
  // Half past ten in the evening of the day before.
  const minutes = (Date.parse('2026-03-01T01:30:00Z') - world.clock.now().getTime()) / 60_000
  await other.put({ status: 'COMPLETED', minutes })
  const visited = await world.call(customersApi.exportCsv, { token: other.owner.token, params: { id: other.shop.id } })
  expect(visited.body).toContain(';1;50,00;28/02/2026;0;0;;')
})

test('the CSV is given ten times an hour to each caller', async () => {
  const limited = await createHarness({ environment: { RATE_LIMIT: 'on' } })
  const { shop, owner, barber } = await createStatusScene(limited)
  const staff = [barber.id, owner.id]
  await limited.db.updateTable('users').set({ role: 'OWNER' }).where('id', 'in', staff).execute()
  const role = {
    barbershop_id: shop.id,
    user_id: barber.id,
    role: 'MANAGER',
    permissions: [...presetPermissions.MANAGER],
    created_at: limited.clock.now(),
  }
  await limited.db.insertInto('barbershop_roles').values(role).execute()
  const load = async ({ token }: { token: string }) =>
    (await limited.call(customersApi.exportCsv, { token, params: { id: shop.id } })).status
  for (let count = 0; count < 10; count++) expect(await load(owner)).toBe(200)
  expect(await load(owner)).toBe(429)
  expect(await load(barber)).toBe(200)
  await limited.close()
})

test('a customer without an account is erased on request: the appointment stays, without name and notes', async () => {
  const own = await createScene()
  const { token } = own.barber
  const booking = { barberId: own.membership.id, serviceIds: [own.service.id], startTime: '2026-03-12T12:00:00Z' }
  const booked = await world.call(staffBookingsApi.book, {
    token: own.owner.token,
    params: { id: own.shop.id },
    body: { ...booking, newCustomer: { name: 'Apaga Eu', phone: '62933332222' }, note: 'Barba' },
  })
  const id = booked.body.customerId
  const remove = () => world.call(customersApi.remove, { token, params: { id } })
  expect((await remove()).body.code).toBe('CUSTOMER_HAS_APPOINTMENTS')
  await world.call(appointmentsApi.cancel, { token, params: { id: booked.body.appointment.id }, body: { reason: 'x' } })
  expect((await remove()).body).toEqual({ ok: true })
  const row = await world.db
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', booked.body.appointment.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ profile_id: null, customer_name: null, note: null, cancel_reason: null })
  const { rows } = await sql`select 1 from notifications where title || message like '%Apaga%'`.execute(world.db)
  expect(rows).toEqual([])
})

/** Resolves when a statement of this database waits for a row. */
async function untilWaiting() {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
    if (rows.length > 0) return
  }
}

test('barbers from whom the appointment was moved keep no notification of an erased customer', async () => {
  const own = await createStatusScene(world, { barberCount: 2 })
  const token = own.owner.token
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', own.owner.id).execute()
  const booking = { barberId: own.membership.id, serviceIds: [own.service.id], startTime: '2026-03-12T12:00:00Z' }
  const newCustomer = { name: 'Some Daqui', phone: '62933332221' }
  const booked = await world.call(staffBookingsApi.book, {
    token,
    params: { id: own.shop.id },
    body: { ...booking, newCustomer },
  })
  const params = { id: booked.body.appointment.id }
  const body = { barberId: own.shop.barbers[1]?.id as string, startTime: booking.startTime, version: 1 }
  expect((await world.call(staffBookingsApi.move, { token, params, body })).status).toBe(200)
  await world.call(appointmentsApi.cancel, { token, params, body: { reason: 'x' } })
  const listNamed = async () =>
    (await sql`select distinct user_id from notifications where message like '%Some Daqui%'`.execute(world.db)).rows
  expect(await listNamed()).toHaveLength(2)
  const removed = await world.call(customersApi.remove, { token, params: { id: booked.body.customerId } })
  expect(removed.body).toEqual({ ok: true })
  expect(await listNamed()).toEqual([])
})

test('a customer who is being booked for is not erased', async () => {
  const own = await createScene()
  const { id } = await addByPhone(own, 'Na Linha', '62933331111')
  const removing = await world.db.transaction().execute(async (tx) => {
    // As the statement that books does.
    await sql`select from customer_profiles where id = ${id} for key share`.execute(tx)
    const response = world.call(customersApi.remove, { token: own.barber.token, params: { id } })
    await untilWaiting()
    await own.put({ minutes: 1440, status: 'CONFIRMED' })
    const ofShop = tx.updateTable('appointments').where('barbershop_id', '=', own.shop.id)
    await ofShop.set({ profile_id: id }).execute()
    return { response }
  })
  expect((await removing.response).body.code).toBe('CUSTOMER_HAS_APPOINTMENTS')
})

test('a barber who is removed while the block waits for the account blocks no one', async () => {
  const own = await createScene()
  await own.put({ status: 'COMPLETED', minutes: -1440 })
  const id = (await list(own))[0]?.id ?? ''
  const paused = await pauseAtLock(world, { userId: own.customer.id, kind: 'customer' })
  const blocking = world.call(customersApi.block, {
    token: own.barber.token,
    params: { id },
    body: { isBlocked: true },
  })
  await paused.untilWaiting()
  await sql`update barbers set removed_at = now() where id = ${own.membership.id}`.execute(world.db)
  await paused.release()
  expect((await blocking).body.code).toBe('CUSTOMER_NOT_FOUND')
  const row = world.db.selectFrom('customer_profiles').select('blocked_at').where('id', '=', id)
  expect(await row.executeTakeFirst()).toEqual({ blocked_at: null })
})

test('a phone that two requests give to different customers is taken for the second', async () => {
  const own = await createScene()
  const first = await addByPhone(own, 'Ana Um', '62933330001')
  const second = await addByPhone(own, 'Bia Dois', '62933330002')
  const phone = '62933330003'
  const changing = await world.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('customer_profiles')
      .set({ phone: `+55${phone}` })
      .where('id', '=', first.id)
      .execute()
    const body = { version: 1, phone }
    const response = world.call(customersApi.update, { token: own.barber.token, params: { id: second.id }, body })
    await untilWaiting()
    return { response }
  })
  expect(await changing.response).toMatchObject({ status: 409, body: { code: 'CUSTOMER_PHONE_TAKEN' } })
})

test('the export of personal data has what barbershops noted; only staff of the barbershop reads it', async () => {
  const profile = (await list(scene)).find(({ hasAccount }) => hasAccount)
  const id = profile?.id ?? ''
  await world.call(customersApi.update, {
    token: scene.barber.token,
    params: { id },
    body: { version: 1, allergies: 'Amônia', email: 'cliente@exemplo.com.br', birthday: '08-24' },
  })
  const { body } = await world.call(privacyApi.export, { token: scene.customer.token })
  expect(body.data.fichasNasBarbearias).toMatchObject([
    { allergies: 'Amônia', email: 'cliente@exemplo.com.br', birthday: '08-24' },
  ])
  const other = await createScene()
  for (const token of [other.owner.token, other.barber.token])
    expect((await world.call(customersApi.get, { token, params: { id } })).body.code).toBe('CUSTOMER_NOT_FOUND')
  expect((await world.call(customersApi.get, { token: scene.customer.token, params: { id } })).status).toBe(403)
})
