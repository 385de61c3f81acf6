import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountsApi } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { favoritesApi } from '@na-regua/contract/favorites'
import { privacyApi } from '@na-regua/contract/privacy'
import { reviewsApi } from '@na-regua/contract/reviews'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarber, createBarbershopRow, createService } from '../../../test/barbershop-factories.ts'
import { createSessionToken, createUser } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'
import { createOutbox } from '../../dev/outbox.ts'
import { createStorage } from '../../lib/storage.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'na-regua-privacy-'))
const logs: string[] = []
const world = await createHarness({
  environment: { DATA_DIR: dataDir, LOG_LEVEL: 'trace' },
  deps: { logStream: { write: (line) => void logs.push(line) } },
})
afterAll(() => world.close())
const mailbox = createMailbox(world)

const shop = await createBarbershopRow(world, { hours: [0, 1, 2, 3, 4, 5, 6].map((day) => [day, 540, 1080] as const) })
const barber = await createBarber(world, shop.id, { name: 'Beto Lima' })
const service = await createService(world, shop.id)
const password = 'navalha-azul-7'
let created = 0

async function createCustomer() {
  // No name is a prefix of another one.
  const mark = `q${randomUUID().slice(0, 8)}`
  const fields = { name: `Zulmira ${mark}`, phone: `6298765${1000 + ++created}`, password }
  const user = await createUser(world, { ...fields, email: `${mark}@correio.test` })
  return { user, token: await createSessionToken(world, user.id) }
}

const book = (token: string, startTime: string, barberId = barber.id, extras: object = {}) =>
  world.call(appointmentsApi.create, { token, body: { barberId, serviceId: service.id, startTime, ...extras } })
const move = async (token: string, id: string, to: { startTime: string; barberId: string }, version = 1) => {
  const { status, body } = await world.call(staffBookingsApi.move, { token, params: { id }, body: { ...to, version } })
  expect(status, JSON.stringify(body)).toBe(200)
}
const requestDeletion = (token: string, body: object = {}) => world.call(privacyApi.requestDeletion, { token, body })
const undo = (token: string) => world.call(privacyApi.undoDeletion, { body: { token } })
/** 9:00 local time at the barbershop, `count` days from now. */
const nineIn = (count: number) => {
  const day = new Date(world.clock.now().getTime() + count * 86_400_000).toISOString().slice(0, 10)
  return `${day}T12:00:00Z`
}
const logIn = (email: string) => world.call(accountsApi.login, { body: { email, password } })
const days = (count: number) => world.clock.advance({ minutes: count * 1440 })

/** The whole database as text, including the job queue. */
async function dump() {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker')`.execute(world.db)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(row::text, E'\n') as text from ${sql.raw(name)} as row`.execute(world.db)
    texts.push(`${name}\n${rows[0]?.text ?? ''}`)
  }
  return texts.join('\n')
}

const filesOf = (folder: string) => (existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [])

/** A user with data everywhere: past and upcoming appointments, a review, a favorite, an avatar, emails. */
async function createActiveUser() {
  const { user, token } = await createCustomer()
  const own = await createBarber(world, shop.id, { name: 'Beto Lima' })
  const past = await book(token, nineIn(1), own.id, { guestName: `Filho ${user.name}`, note: `Recado de ${user.name}` })
  await world.db
    .updateTable('appointments')
    .set({ status: 'COMPLETED', cancel_reason: null })
    .where('id', '=', past.body.id)
    .execute()
  await world.call(reviewsApi.create, {
    token,
    body: { barbershopId: shop.id, appointmentId: past.body.id, rating: 4, comment: `Assinado: ${user.name}` },
  })
  const coming = await book(token, nineIn(20), own.id)
  await world.call(favoritesApi.toggle, { token, body: { barbershopId: shop.id } })
  const storage = createStorage(world.config)
  for (const width of [96, 320]) await storage.put(`avatars/${user.id}-${width}.webp`, Buffer.from('webp'))
  const avatar_url = storage.urlOf(`avatars/${user.id}-320.webp`)
  await world.db.updateTable('users').set({ avatar_url }).where('id', '=', user.id).execute()
  await world.db.insertInto('consents').values({ user_id: user.id, document: 'terms', version: '1' }).execute()
  await world.db
    .insertInto('identities')
    .values({ user_id: user.id, issuer: 'https://accounts.google.com', subject: randomUUID() })
    .execute()
  const message = { to: user.email, subject: 'Olá', text: `Olá, ${user.name}!` }
  const addToOutbox = createOutbox(world)
  await addToOutbox(message)
  await addToOutbox({ ...message, to: own.user.email, text: `${user.name} marcou para as 9h.` })
  return { user, token, barberId: own.user_id, past: past.body.id as string, coming: coming.body.id as string }
}

describe('the data export', () => {
  test('contains all data of the user, no secrets and no data of others', async () => {
    const { user, token } = await createActiveUser()
    const other = await createCustomer()
    await book(other.token, nineIn(1))
    const { status, body } = await world.call(privacyApi.export, { token })
    expect(status).toBe(200)
    expect(body.data.conta).toMatchObject([{ id: user.id, name: user.name, email: user.email, phone: user.phone }])
    expect(body.data.agendamentos).toHaveLength(2)
    const guestAndNote = { guest_name: `Filho ${user.name}`, note: `Recado de ${user.name}` }
    expect(body.data.agendamentos).toContainEqual(expect.objectContaining(guestAndNote))
    expect(body.data.avaliacoes).toMatchObject([{ rating: 4, comment: `Assinado: ${user.name}` }])
    expect(body.data.favoritos).toMatchObject([{ barbershop_id: shop.id }])
    expect(body.data.consentimentos).toMatchObject([{ document: 'terms', version: '1' }])
    expect(body.data.contasLigadas).toHaveLength(1)
    expect(body.data.sessoes).toHaveLength(1)
    const text = JSON.stringify(body)
    expect(text).not.toMatch(/hash|argon2/)
    for (const foreign of [other.user.name, other.user.email, barber.user.email]) expect(text).not.toContain(foreign)
  })

  test('of a barber contains the services without the customers', async () => {
    const { token, user } = await createCustomer()
    const own = await createBarber(world, shop.id)
    await book(token, nineIn(2), own.id, { guestName: `Filha ${user.name}`, note: `Recado de ${user.name}` })
    const { body } = await world.call(privacyApi.export, { token: await createSessionToken(world, own.user_id) })
    expect(body.data.cadeiras).toHaveLength(1)
    expect(body.data.portfolio).toEqual([])
    expect(body.data.atendimentos).toMatchObject([{ service_name: 'Corte masculino' }])
    const text = JSON.stringify(body.data.atendimentos)
    for (const foreign of [user.id, user.name]) expect(text).not.toContain(foreign)
  })
})

describe('requesting deletion', () => {
  test('requires the password or a recent login', async () => {
    const { user, token } = await createCustomer()
    expect((await requestDeletion(token, { password: 'errada' })).body.code).toBe('WRONG_PASSWORD')
    world.clock.advance({ minutes: 20 })
    expect((await requestDeletion(token)).body.code).toBe('RECENT_LOGIN_REQUIRED')
    const wrong = await requestDeletion(token, { password: 'errada' })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'WRONG_PASSWORD'])
    expect((await world.call(accountsApi.me, { token })).status).toBe(200)
    expect((await requestDeletion(token, { password })).status).toBe(200)
    const fresh = await createCustomer()
    await world.db.updateTable('users').set({ password_hash: null }).where('id', '=', fresh.user.id).execute()
    expect((await requestDeletion(fresh.token)).status).toBe(200)
    expect((await requestDeletion(await createSessionToken(world, user.id))).status).toBe(200)
  })

  test('closes the account at once, cancels upcoming appointments and notifies the barber', async () => {
    const { user, token, barberId, past, coming } = await createActiveUser()
    const { body } = await requestDeletion(token, { password })
    expect(new Date(body.dueAt).getTime() - world.clock.now().getTime()).toBe(7 * 86_400_000)
    expect((await world.call(accountsApi.me, { token })).status).toBe(401)
    const rows = await world.db.selectFrom('appointments').where('customer_id', '=', user.id).selectAll().execute()
    const of = (id: string) => rows.find((row) => row.id === id)
    expect(of(past)?.status).toBe('COMPLETED')
    expect(of(coming)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'customer' })
    const notifications = await world.db
      .selectFrom('notifications')
      .where('user_id', '=', barberId)
      .selectAll()
      .execute()
    expect(notifications.map(({ dedupe_key, type }) => `${type} ${dedupe_key}`)).toContainEqual(
      expect.stringMatching(`^booking_cancelled appointment:${coming}:cancelled`),
    )
  })

  test("ends a barber's memberships and notifies customers and the owner", async () => {
    const { user, token } = await createCustomer()
    const leaving = await createBarber(world, shop.id)
    const made = await book(token, nineIn(10), leaving.id)
    expect((await requestDeletion(await createSessionToken(world, leaving.user_id))).status).toBe(200)
    const barber = await world.db
      .selectFrom('barbers')
      .where('id', '=', leaving.id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(barber.removed_at).toEqual(world.clock.now())
    const readers = await world.db.selectFrom('notifications').select(['user_id', 'dedupe_key', 'type']).execute()
    expect(readers).toContainEqual({
      user_id: user.id,
      dedupe_key: expect.stringContaining(made.body.id),
      type: 'booking_rejected',
    })
    expect(readers).toContainEqual({
      user_id: shop.owner_id,
      dedupe_key: expect.stringContaining(['barber', leaving.id, 'left'].join(':')),
      type: 'staff_changed',
    })
  })

  test('is rejected for an owner with an active business', async () => {
    const busy = await createBarbershopRow(world)
    const token = await createSessionToken(world, busy.owner_id)
    const response = await requestDeletion(token)
    expect([response.status, response.body.code]).toEqual([409, 'ACCOUNT_HAS_SHOPS'])
    expect(response.body.message).toContain('Desative as barbearias')
    expect((await world.call(accountsApi.me, { token })).status).toBe(200)
    await world.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', busy.id).execute()
    expect((await requestDeletion(token)).status).toBe(200)
  })
})

describe('undoing the request', () => {
  async function requestAndReadEmail() {
    const { user, token } = await createCustomer()
    await requestDeletion(token, { password })
    await mailbox.deliver()
    const message = mailbox.emails.findLast(({ to }) => to === user.email)
    const link = /desfazer-exclusao#(\S+)/.exec(message?.text ?? '')?.[1] ?? ''
    return { user, token, link, message }
  }

  test('works with the link in the email', async () => {
    const { user, link, message } = await requestAndReadEmail()
    expect(message?.subject).toBe('Sua conta será excluída')
    expect((await undo(link)).body).toEqual({ ok: true })
    expect((await logIn(user.email)).status).toBe(200)
    expect((await undo(link)).body.code).toBe('LINK_INVALID')
    days(8)
    await world.db.updateTable('sessions').set({ last_used_at: world.clock.now() }).execute()
    await runErasure()
    expect((await logIn(user.email)).status).toBe(200)
  })

  test('is offered at login, only with the right password', async () => {
    const { user } = await requestAndReadEmail()
    expect((await world.call(accountsApi.login, { body: { email: user.email, password: 'errada' } })).body.code).toBe(
      'INVALID_CREDENTIALS',
    )
    const refused = await logIn(user.email)
    expect([refused.status, refused.body.code]).toEqual([403, 'ACCOUNT_LEAVING'])
    expect((await undo(refused.body.undoToken)).status).toBe(200)
    expect((await logIn(user.email)).status).toBe(200)
  })

  test('rejects forged tokens and creates no session', async () => {
    const { link, user } = await requestAndReadEmail()
    const [id, seal] = link.split('.')
    const other = await requestAndReadEmail()
    for (const token of [
      `${id}.${'A'.repeat(43)}`,
      `${other.user.id}.${seal}`,
      `${randomUUID()}.${seal}`,
      'x',
      link.slice(1),
    ]) {
      expect((await undo(token)).body.code).toBe('LINK_INVALID')
    }
    expect((await world.call(accountsApi.me, { token: link })).status).toBe(401)
    await undo(link)
    world.clock.advance({ minutes: 1 })
    await requestDeletion(await createSessionToken(world, user.id))
    expect((await undo(link)).body.code).toBe('LINK_INVALID')
  })
})

async function runErasure() {
  await sql`select graphile_worker.add_job('erase-accounts')`.execute(world.db)
  await mailbox.deliver()
  await mailbox.deliver()
}

describe('after seven days', () => {
  test('database, queue, files and logs no longer contain the user; statistics stay', async () => {
    const { user, token, past, coming } = await createActiveUser()
    await requestDeletion(token, { password })
    await mailbox.deliver()
    days(6)
    await runErasure()
    expect(await dump()).toContain(user.name)
    days(1)
    await runErasure()

    const database = await dump()
    const rest = [database, filesOf(dataDir).join('\n'), logs.join('')].join('\n').toLowerCase()
    for (const value of [user.name, user.email, user.phone as string]) expect(rest).not.toContain(value.toLowerCase())
    expect(filesOf(join(dataDir, 'uploads/avatars')).filter((name) => name.startsWith(user.id))).toEqual([])
    for (const id of [past, coming]) expect(database).toContain(id)
    const left = await world.db.selectFrom('users').where('id', '=', user.id).selectAll().executeTakeFirstOrThrow()
    expect(left).toMatchObject({ name: 'Cliente removido', phone: null, avatar_url: null, password_hash: null })
    const review = await world.db.selectFrom('reviews').where('customer_id', '=', user.id).selectAll().execute()
    expect(review).toMatchObject([{ rating: 4, comment: null }])
    expect((await logIn(user.email)).body.code).toBe('INVALID_CREDENTIALS')
    const again = await createUser(world, { email: user.email })
    expect(again.id).not.toBe(user.id)
  })

  test('what was booked by phone for a linked customer is exported, cancelled and erased', async () => {
    const { user, token } = await createCustomer()
    const own = await createBarber(world, shop.id)
    await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', own.user_id).execute()
    const staffToken = await createSessionToken(world, own.user_id)
    const bookByPhone = (startTime: string) => {
      const newCustomer = { name: 'Zuzu Telefonema', phone: '62911223344' }
      const body = { barberId: own.id, serviceIds: [service.id], startTime, newCustomer, note: 'Recado da Zuzu' }
      return world.call(staffBookingsApi.book, { token: staffToken, params: { id: shop.id }, body })
    }
    const past = await bookByPhone(nineIn(3))
    const coming = await bookByPhone(nineIn(20))
    const rows = () =>
      world.db.selectFrom('appointments').selectAll().where('barber_id', '=', own.id).orderBy('starts_at').execute()
    await world.db
      .updateTable('appointments')
      .set({ status: 'COMPLETED', cancel_reason: 'Zuzu pediu' })
      .where('id', '=', past.body.appointment.id)
      .execute()
    await world.db
      .updateTable('customer_profiles')
      .set({ user_id: user.id })
      .where('id', '=', coming.body.customerId)
      .execute()
    const { body } = await world.call(privacyApi.export, { token })
    const exported = { customer_name: 'Zuzu Telefonema', note: 'Recado da Zuzu' }
    expect(body.data.agendamentosPorTelefone).toMatchObject([exported, exported])
    expect(JSON.stringify(body.data)).not.toContain(own.user.name)

    await requestDeletion(token, { password })
    expect(await rows()).toMatchObject([{ status: 'COMPLETED' }, { status: 'CANCELLED', cancelled_by: 'customer' }])
    days(7)
    await runErasure()
    const erased = { profile_id: null, customer_name: null, note: null, cancel_reason: null }
    expect(await rows()).toMatchObject([erased, erased])
    expect(await dump()).not.toContain('Zuzu')
  })

  test('the images of a barber’s work are exported, and no longer shown after the erasure', async () => {
    const leaving = await createBarber(world, shop.id)
    const image = {
      barber_id: leaving.id,
      barber_user_id: leaving.user_id,
      url: '/uploads/shops/obra-960.webp',
      position: 1,
    }
    await world.db
      .insertInto('portfolio_images')
      .values({ ...image, created_at: world.clock.now() })
      .execute()
    const token = await createSessionToken(world, leaving.user_id)
    const { body } = await world.call(privacyApi.export, { token })
    expect(body.data.portfolio).toMatchObject([image])
    await requestDeletion(token)
    days(7)
    await runErasure()
    const left = world.db.selectFrom('portfolio_images').select('url').where('barber_id', '=', leaving.id)
    expect(await left.execute()).toEqual([])
  })

  test('barbers from whom an appointment was moved keep no notification of an erased customer', async () => {
    const owner = await createSessionToken(world, shop.owner_id)
    const first = await createBarber(world, shop.id)
    const gone = await createBarber(world, shop.id)
    const { user, token } = await createCustomer()
    const other = await createCustomer()
    const booked = await book(token, nineIn(12), first.id)
    const newCustomer = { name: 'Zezé Telefonema', phone: '62911225566' }
    const body = { barberId: first.id, serviceIds: [service.id], startTime: nineIn(13), newCustomer }
    const phoned = await world.call(staffBookingsApi.book, { token: owner, params: { id: shop.id }, body })
    const profile = world.db.updateTable('customer_profiles').where('id', '=', phoned.body.customerId)
    await profile.set({ user_id: other.user.id }).execute()
    for (const [version, barberId] of [gone.id, barber.id].entries()) {
      await move(owner, booked.body.id, { startTime: nineIn(12), barberId }, version + 1)
      await move(owner, phoned.body.appointment.id, { startTime: nineIn(13), barberId }, version + 1)
    }
    await world.db.updateTable('barbers').set({ removed_at: new Date() }).where('id', '=', gone.id).execute()
    const listNamed = async (name: string) => {
      const { rows } = await sql<{ id: string }>`
        select distinct user_id as id from notifications where strpos(message, ${name}) > 0 order by 1`.execute(
        world.db,
      )
      return rows.map(({ id }) => id)
    }
    for (const name of [user.name, 'Zezé']) expect(await listNamed(name)).toHaveLength(3)
    for (const each of [token, other.token]) await requestDeletion(each, { password })
    days(7)
    await runErasure()
    for (const name of [user.name, 'Zezé']) expect(await listNamed(name)).toEqual([])
  })

  test('notifications of others no longer name an erased barber', async () => {
    const { token } = await createCustomer()
    const leaving = await createBarber(world, shop.id, { name: 'Deoclécio Peçanha', bio: 'Deoclécio desde 1999' })
    await book(token, nineIn(12), leaving.id)
    const { id } = (await book(token, nineIn(14), leaving.id)).body
    await move(await createSessionToken(world, shop.owner_id), id, { startTime: nineIn(14), barberId: barber.id })
    await mailbox.deliver(new Date(Date.now() + 60_000))
    await requestDeletion(await createSessionToken(world, leaving.user_id))
    days(7)
    await runErasure()
    const database = await dump()
    for (const value of ['Deoclécio', leaving.user.email]) expect(database).not.toContain(value)
    expect(database).toContain('Barbeiro removido')
  })
})
