import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountsApi } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { favoritesApi } from '@na-regua/contract/favorites'
import { privacyApi } from '@na-regua/contract/privacy'
import { reviewsApi } from '@na-regua/contract/reviews'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarber, createBarbershop, createService } from '../../../test/barbershop-factories.ts'
import { createSession, createUser } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'
import { saveToOutbox } from '../../dev/outbox.ts'
import { createLocalStorage } from '../../lib/storage.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'na-regua-privacy-'))
const logs: string[] = []
const world = await createHarness({
  environment: { DATA_DIR: dataDir, LOG_LEVEL: 'trace' },
  deps: { logStream: { write: (line) => void logs.push(line) } },
})
afterAll(() => world.close())
const mailbox = createMailbox(world)

const shop = await createBarbershop(world, { hours: [0, 1, 2, 3, 4, 5, 6].map((day) => [day, 540, 1080] as const) })
const chair = await createBarber(world, shop.id, { name: 'Beto Lima' })
const service = await createService(world, shop.id)
const password = 'navalha-azul-7'
let people = 0

async function arrive() {
  // No name is the beginning of another's.
  const mark = `q${randomUUID().slice(0, 8)}`
  const person = { name: `Zulmira ${mark}`, phone: `6298765${1000 + ++people}`, password }
  const user = await createUser(world, { ...person, email: `${mark}@correio.test` })
  return { user, token: await createSession(world, user.id) }
}

const book = (token: string, startTime: string, barberId = chair.id) =>
  world.call(appointmentsApi.create, { token, body: { barberId, serviceId: service.id, startTime } })
const leave = (token: string, body: object = {}) => world.call(privacyApi.requestDeletion, { token, body })
const undo = (token: string) => world.call(privacyApi.undoDeletion, { body: { token } })
/** Nine in the morning at the shop, some days from now. */
const nineIn = (count: number) => {
  const day = new Date(world.clock.now().getTime() + count * 86_400_000).toISOString().slice(0, 10)
  return `${day}T12:00:00Z`
}
const logIn = (email: string) => world.call(accountsApi.login, { body: { email, password } })
const days = (count: number) => world.clock.advance({ minutes: count * 1440 })

/** The whole base as text: every row of every table, of the queue too. */
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

/** Somebody who used everything: appointments past and to come, a review, a heart, a picture, letters about him. */
async function liveFully() {
  const { user, token } = await arrive()
  const own = await createBarber(world, shop.id, { name: 'Beto Lima' })
  const past = await book(token, nineIn(1), own.id)
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
  const storage = createLocalStorage(world.config)
  for (const width of [96, 320]) await storage.put(`avatars/${user.id}-${width}.webp`, Buffer.from('webp'))
  const avatar_url = storage.urlOf(`avatars/${user.id}-320.webp`)
  await world.db.updateTable('users').set({ avatar_url }).where('id', '=', user.id).execute()
  await world.db.insertInto('consents').values({ user_id: user.id, document: 'terms', version: '1' }).execute()
  await world.db
    .insertInto('identities')
    .values({ user_id: user.id, issuer: 'https://accounts.google.com', subject: randomUUID() })
    .execute()
  const letter = { to: user.email, subject: 'Olá', text: `Olá, ${user.name}!`, createdAt: world.clock.now() }
  await saveToOutbox(world.db, letter)
  await saveToOutbox(world.db, { ...letter, to: own.user.email, text: `${user.name} marcou para as 9h.` })
  return { user, token, barberId: own.user_id, past: past.body.id as string, coming: coming.body.id as string }
}

describe('the download', () => {
  test('holds everything about the person, no secret and nobody else', async () => {
    const { user, token } = await liveFully()
    const other = await arrive()
    await book(other.token, nineIn(1))
    const { status, body } = await world.call(privacyApi.export, { token })
    expect(status).toBe(200)
    expect(body.data.conta).toMatchObject([{ id: user.id, name: user.name, email: user.email, phone: user.phone }])
    expect(body.data.agendamentos).toHaveLength(2)
    expect(body.data.avaliacoes).toMatchObject([{ rating: 4, comment: `Assinado: ${user.name}` }])
    expect(body.data.favoritos).toMatchObject([{ barbershop_id: shop.id }])
    expect(body.data.consentimentos).toMatchObject([{ document: 'terms', version: '1' }])
    expect(body.data.contasLigadas).toHaveLength(1)
    expect(body.data.sessoes).toHaveLength(1)
    const text = JSON.stringify(body)
    expect(text).not.toMatch(/hash|argon2/)
    for (const foreign of [other.user.name, other.user.email, chair.user.email]) expect(text).not.toContain(foreign)
  })

  test('of a barber tells what he served, and not whom', async () => {
    const { token, user } = await arrive()
    const own = await createBarber(world, shop.id)
    await book(token, nineIn(2), own.id)
    const { body } = await world.call(privacyApi.export, { token: await createSession(world, own.user_id) })
    expect(body.data.cadeiras).toHaveLength(1)
    expect(body.data.atendimentos).toMatchObject([{ service_name: 'Corte masculino' }])
    const text = JSON.stringify(body.data.atendimentos)
    for (const foreign of [user.id, user.name]) expect(text).not.toContain(foreign)
  })
})

describe('asking for the deletion', () => {
  test('needs the password, or a login of the last minutes', async () => {
    const { user, token } = await arrive()
    expect((await leave(token, { password: 'errada' })).body.code).toBe('WRONG_PASSWORD')
    world.clock.advance({ minutes: 20 })
    expect((await leave(token)).body.code).toBe('RECENT_LOGIN_REQUIRED')
    const wrong = await leave(token, { password: 'errada' })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'WRONG_PASSWORD'])
    expect((await world.call(accountsApi.me, { token })).status).toBe(200)
    expect((await leave(token, { password })).status).toBe(200)
    const fresh = await arrive()
    await world.db.updateTable('users').set({ password_hash: null }).where('id', '=', fresh.user.id).execute()
    expect((await leave(fresh.token)).status).toBe(200)
    expect((await leave(await createSession(world, user.id))).status).toBe(200)
  })

  test('shuts the account at once, calls off what was to come and tells the barber', async () => {
    const { user, token, barberId, past, coming } = await liveFully()
    const { body } = await leave(token, { password })
    expect(new Date(body.dueAt).getTime() - world.clock.now().getTime()).toBe(7 * 86_400_000)
    expect((await world.call(accountsApi.me, { token })).status).toBe(401)
    const rows = await world.db.selectFrom('appointments').where('customer_id', '=', user.id).selectAll().execute()
    const of = (id: string) => rows.find((row) => row.id === id)
    expect(of(past)?.status).toBe('COMPLETED')
    expect(of(coming)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'customer' })
    const told = await world.db.selectFrom('notifications').where('user_id', '=', barberId).selectAll().execute()
    expect(told.map(({ fact, type }) => `${type} ${fact}`)).toContainEqual(
      expect.stringMatching(`^booking_cancelled appointment:${coming}:cancelled`),
    )
  })

  test('frees the chairs of a barber and tells customers and the owner', async () => {
    const { user, token } = await arrive()
    const leaving = await createBarber(world, shop.id)
    const made = await book(token, nineIn(10), leaving.id)
    expect((await leave(await createSession(world, leaving.user_id))).status).toBe(200)
    const barber = await world.db
      .selectFrom('barbers')
      .where('id', '=', leaving.id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(barber.removed_at).toEqual(world.clock.now())
    const readers = await world.db.selectFrom('notifications').select(['user_id', 'fact', 'type']).execute()
    expect(readers).toContainEqual({
      user_id: user.id,
      fact: expect.stringContaining(made.body.id),
      type: 'booking_rejected',
    })
    expect(readers).toContainEqual({
      user_id: shop.owner_id,
      fact: expect.stringContaining(`chair:${leaving.id}:left`),
      type: 'staff_changed',
    })
  })

  test('is refused while an owner’s business goes on', async () => {
    const busy = await createBarbershop(world)
    const token = await createSession(world, busy.owner_id)
    const answer = await leave(token)
    expect([answer.status, answer.body.code]).toEqual([409, 'ACCOUNT_HAS_SHOPS'])
    expect(answer.body.message).toContain('Desative as barbearias')
    expect((await world.call(accountsApi.me, { token })).status).toBe(200)
    await world.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', busy.id).execute()
    expect((await leave(token)).status).toBe(200)
  })
})

describe('changing one’s mind', () => {
  async function leaveAndRead() {
    const { user, token } = await arrive()
    await leave(token, { password })
    await mailbox.deliver()
    const letter = mailbox.letters.findLast(({ to }) => to === user.email)
    const link = /desfazer-exclusao#(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
    return { user, token, link, letter }
  }

  test('takes one press on the link of the letter', async () => {
    const { user, link, letter } = await leaveAndRead()
    expect(letter?.subject).toBe('Sua conta será excluída')
    expect((await undo(link)).body).toEqual({ ok: true })
    expect((await logIn(user.email)).status).toBe(200)
    expect((await undo(link)).body.code).toBe('LINK_INVALID')
    days(8)
    await world.db.updateTable('sessions').set({ last_used_at: world.clock.now() }).execute()
    await runErasing()
    expect((await logIn(user.email)).status).toBe(200)
  })

  test('is offered to whoever logs in, and only with the right password', async () => {
    const { user } = await leaveAndRead()
    expect((await world.call(accountsApi.login, { body: { email: user.email, password: 'errada' } })).body.code).toBe(
      'INVALID_CREDENTIALS',
    )
    const refused = await logIn(user.email)
    expect([refused.status, refused.body.code]).toEqual([403, 'ACCOUNT_LEAVING'])
    expect((await undo(refused.body.undoToken)).status).toBe(200)
    expect((await logIn(user.email)).status).toBe(200)
  })

  test('is no way into anything else', async () => {
    const { link, user } = await leaveAndRead()
    const [id, seal] = link.split('.')
    const other = await leaveAndRead()
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
    await leave(await createSession(world, user.id))
    expect((await undo(link)).body.code).toBe('LINK_INVALID')
  })
})

async function runErasing() {
  await sql`select graphile_worker.add_job('erase-accounts')`.execute(world.db)
  await mailbox.deliver()
  await mailbox.deliver()
}

describe('after seven days', () => {
  test('nothing names the person: not the base, not the queue, not the files, not the log; the numbers stay', async () => {
    const { user, token, past, coming } = await liveFully()
    await leave(token, { password })
    await mailbox.deliver()
    days(6)
    await runErasing()
    expect(await dump()).toContain(user.name)
    days(1)
    await runErasing()

    const base = await dump()
    const rest = [base, filesOf(dataDir).join('\n'), logs.join('')].join('\n').toLowerCase()
    for (const trace of [user.name, user.email, user.phone as string]) expect(rest).not.toContain(trace.toLowerCase())
    expect(filesOf(join(dataDir, 'uploads/avatars')).filter((name) => name.startsWith(user.id))).toEqual([])
    for (const id of [past, coming]) expect(base).toContain(id)
    const left = await world.db.selectFrom('users').where('id', '=', user.id).selectAll().executeTakeFirstOrThrow()
    expect(left).toMatchObject({ name: 'Cliente removido', phone: null, avatar_url: null, password_hash: null })
    const review = await world.db.selectFrom('reviews').where('customer_id', '=', user.id).selectAll().execute()
    expect(review).toMatchObject([{ rating: 4, comment: null }])
    expect((await logIn(user.email)).body.code).toBe('INVALID_CREDENTIALS')
    const again = await createUser(world, { email: user.email })
    expect(again.id).not.toBe(user.id)
  })

  test('a barber is gone from what others were told, too', async () => {
    const { token } = await arrive()
    const leaving = await createBarber(world, shop.id, { name: 'Deoclécio Peçanha', bio: 'Deoclécio desde 1999' })
    await book(token, nineIn(12), leaving.id)
    await leave(await createSession(world, leaving.user_id))
    days(7)
    await runErasing()
    const base = await dump()
    for (const trace of ['Deoclécio', leaving.user.email]) expect(base).not.toContain(trace)
    expect(base).toContain('Barbeiro removido')
  })
})
