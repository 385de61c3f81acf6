import { accountsApi } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import { profileApi } from '@na-regua/contract/profile'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SceneCustomer } from '../../../../test/booking-scene.ts'
import { createCaller } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { hashToken } from '../../../lib/auth.ts'
import { takeOverUnverifiedUser } from '../../accounts/google/queries.ts'
import { saveCalendarFeed } from './queries.ts'

const logLines: string[] = []
const world = await createHarness({
  environment: { PUBLIC_URL: 'https://naregua.test', LOG_LEVEL: 'trace' },
  deps: { logStream: { write: (line) => void logLines.push(line) } },
})
const mailbox = createMailbox(world)
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440] })
const { customer, barber, owner, stranger } = scene

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  for (const table of ['appointments', 'calendar_feeds']) await sql`delete from ${sql.table(table)}`.execute(world.db)
})

async function createFeed({ token }: SceneCustomer) {
  const { status, body } = await world.call(calendarFeedApi.create, { token })
  expect(status).toBe(201)
  return String(body.url)
}

const fetchFeed = (url: string, headers = {}) => world.app.inject({ url: new URL(url).pathname, headers })

/** The events, unfolded, as objects. */
async function readEvents(url: string) {
  const { payload } = await fetchFeed(url)
  const [, ...events] = payload.replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n')
  return events.map((text) => Object.fromEntries(text.split('\r\n').map((line) => line.split(/:(.*)/s).slice(0, 2))))
}

describe('the link of a calendar ends with the password', () => {
  const password = 'segredo-antigo-7'
  const next = { newPassword: 'outro-segredo-9', confirmPassword: 'outro-segredo-9' }
  const statusOf = async (url: string) => (await fetchFeed(url)).statusCode

  test.each<[string, (user: Awaited<ReturnType<typeof createCaller>>) => Promise<unknown>]>([
    [
      'that is changed',
      ({ token }) => world.call(profileApi.changePassword, { token, body: { currentPassword: password, ...next } }),
    ],
    [
      'that is reset',
      async ({ user: { email } }) => {
        await world.call(accountsApi.forgotPassword, { body: { email } })
        await mailbox.deliver()
        const code = mailbox.codeFor(email)
        return world.call(accountsApi.resetPassword, { body: { email, code, ...next } })
      },
    ],
    [
      'that another owner of the address takes away',
      ({ user: { id, email } }) => {
        const identity = {
          issuer: 'https://accounts.google.com',
          subject: id,
          email,
          isEmailVerified: true,
          name: 'Rita',
        }
        return takeOverUnverifiedUser(world.db, id, identity, world.clock.now())
      },
    ],
  ])('%s', async (_, change) => {
    const caller = await createCaller(world, { password })
    const url = await createFeed({ id: caller.user.id, token: caller.token })
    const other = await createFeed(customer)
    expect(await statusOf(url)).toBe(200)
    await world.db.updateTable('users').set({ name: 'Outro Nome' }).where('id', '=', caller.user.id).execute()
    expect(await statusOf(url)).toBe(200)
    await change(caller)
    expect([await statusOf(url), await statusOf(other)]).toEqual([404, 200])
  })

  test('and a session that ends with it makes no new one', async () => {
    const { user, token } = await createCaller(world, { password })
    const stale = { userId: user.id, sessionHash: hashToken(token), tokenHash: hashToken('x'), now: world.clock.now() }
    await world.call(profileApi.changePassword, { token, body: { currentPassword: password, ...next } })
    expect(await saveCalendarFeed(world.db, stale)).toBe(false)
  })
})

describe('a calendar feed', () => {
  test('has the user’s appointments as customer and barber, including cancelled ones, from thirty days ago', async () => {
    const day = 1440
    await scene.put({ minutes: -30 * day - 1, status: 'COMPLETED' })
    const ids = [
      await scene.put({ minutes: -30 * day, status: 'COMPLETED' }),
      await scene.put({ minutes: day }),
      await scene.put({ minutes: 2 * day, status: 'CONFIRMED' }),
      await scene.put({ minutes: 3 * day, status: 'CANCELLED' }),
      await scene.put({ minutes: 4 * day, status: 'CONFIRMED', customer: barber }),
    ]
    const ofCustomer = await readEvents(await createFeed(customer))
    expect(ofCustomer.map(({ UID, STATUS }) => [UID, STATUS])).toEqual([
      [`${ids[0]}@naregua`, 'CONFIRMED'],
      [`${ids[1]}@naregua`, 'TENTATIVE'],
      [`${ids[2]}@naregua`, 'CONFIRMED'],
      [`${ids[3]}@naregua`, 'CANCELLED'],
    ])
    expect(ofCustomer[1]).toMatchObject({
      DTSTART: '20260312T150000Z',
      DTEND: '20260312T153000Z',
      SEQUENCE: '1',
      SUMMARY: 'Corte na Navalha de Ouro',
      LOCATION: 'Navalha de Ouro\\, Rua 9\\, 100',
      URL: `https://naregua.test/barbershop/${scene.shop.id}`,
    })
    const ofBarber = await readEvents(await createFeed(barber))
    expect(ofBarber).toHaveLength(5)
    expect(ofBarber[1]).toMatchObject({ SUMMARY: 'Cliente 1: Corte', URL: 'https://naregua.test/barber/appointments' })
    expect(ofBarber[4]).toMatchObject({ SUMMARY: 'Corte na Navalha de Ouro' })
    expect(await readEvents(await createFeed(stranger))).toEqual([])
    expect(await readEvents(await createFeed(owner))).toEqual([])
  })

  test('keeps the uid of an event and increases its sequence with each change', async () => {
    const id = await scene.put({ status: 'CONFIRMED' })
    const url = await createFeed(customer)
    await sql`update appointments set status = 'CANCELLED', version = 4, starts_at = starts_at + interval '1 hour',
      ends_at = ends_at + interval '1 hour' where id = ${id}`.execute(world.db)
    expect(await readEvents(url)).toMatchObject([
      { UID: `${id}@naregua`, SEQUENCE: '4', STATUS: 'CANCELLED', DTSTART: '20260312T160000Z' },
    ])
  })

  test('keeps what was cancelled for thirty days after its cancellation', async () => {
    const id = await scene.put({ minutes: 100 * 1440, status: 'CANCELLED' })
    const url = await createFeed(customer)
    const after = (days: number) => new Date(Date.parse(noonInSaoPaulo) + days * 86_400_000).toISOString()
    world.clock.set(after(30))
    expect(await readEvents(url)).toMatchObject([{ UID: `${id}@naregua`, STATUS: 'CANCELLED' }])
    world.clock.set(after(31))
    expect(await readEvents(url)).toEqual([])
  })

  test.each([
    ['SCHEDULED', 'TENTATIVE'],
    ['CONFIRMED', 'CONFIRMED'],
    ['CANCELLED', 'CANCELLED'],
    ['NO_SHOW', 'CANCELLED'],
  ] as const)('has the same event as the single download of a %s appointment', async (status, expected) => {
    const id = await scene.put({ status })
    await sql`update appointments set version = 3 where id = ${id}`.execute(world.db)
    const { payload } = await fetchFeed(await createFeed(customer))
    const single = await world.call(appointmentsApi.calendar, { params: { id }, token: customer.token })
    const eventOf = (text: unknown) => /BEGIN:VEVENT[\s\S]*END:VEVENT/.exec(String(text))?.[0]
    expect(eventOf(single.body)).toBe(eventOf(payload))
    expect(single.body).toContain(`SEQUENCE:3\r\nSTATUS:${expected}\r\n`)
    const other = await world.call(appointmentsApi.calendar, { params: { id }, token: stranger.token })
    expect(other.status).toBe(404)
  })

  test('is valid iCalendar: lines of at most 75 octets, and no user text can end one', async () => {
    const name = `Zé\r\nBEGIN:VEVENT\rX:1;,\\ ${'ação '.repeat(20)}`.slice(0, 120)
    await sql`update users set name = ${name} where id = ${stranger.id}`.execute(world.db)
    await sql`update users set phone = '62999991234' where id = ${stranger.id}`.execute(world.db)
    await scene.put({ customer: stranger })
    const { payload, headers } = await fetchFeed(await createFeed(barber))
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    for (const line of payload.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(payload.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(1)
    expect(payload.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(payload.replaceAll('\r\n ', '')).toContain('SUMMARY:Zé\\nBEGIN:VEVENT\\nX:1\\;\\,\\\\ ação')
    expect(payload).not.toContain('62999991234')
    expect(payload).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[\s\S]+END:VCALENDAR\r\n$/)
  })

  test('responds with 304 until something changes', async () => {
    await scene.put()
    const url = await createFeed(customer)
    const { headers } = await fetchFeed(url)
    const again = await fetchFeed(url, { 'if-none-match': headers.etag })
    expect([again.statusCode, again.payload, again.headers['cache-control']]).toEqual([304, '', 'private, no-cache'])
    await scene.put({ minutes: 2880 })
    expect((await fetchFeed(url, { 'if-none-match': headers.etag })).statusCode).toBe(200)
  })
})

describe('its URL', () => {
  test('is returned once, needs no session, and is not stored or logged', async () => {
    const url = await createFeed(customer)
    expect(url).toMatch(/^https:\/\/naregua\.test\/api\/calendar\/[\w-]{43}\.ics$/)
    const { body } = await world.call(calendarFeedApi.get, { token: customer.token })
    expect(body).toEqual({ createdAt: noonInSaoPaulo })
    const token = url.slice(-47, -4)
    await sql`alter table appointments rename to away`.execute(world.db)
    expect((await fetchFeed(url)).statusCode).toBe(500)
    await sql`alter table away rename to appointments`.execute(world.db)
    world.app.log.error({ url: new URL(url).pathname, req: { url } }, 'page failed')
    expect(logLines.join()).toContain('/api/calendar/[token].ics')
    expect(logLines.join()).not.toContain(token)
    const { rows } = await sql<{ row: string }>`select calendar_feeds::text as row from calendar_feeds`.execute(
      world.db,
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
  })

  test('is invalid after it is replaced or removed', async () => {
    const first = await createFeed(customer)
    const second = await createFeed(customer)
    expect([(await fetchFeed(first)).statusCode, (await fetchFeed(second)).statusCode]).toEqual([404, 200])
    for (const removed of [true, false])
      expect((await world.call(calendarFeedApi.remove, { token: customer.token })).body).toEqual({ removed })
    expect((await fetchFeed(second)).json()).toMatchObject({ message: 'Este link de calendário não vale mais.' })
    expect((await world.call(calendarFeedApi.get, { token: customer.token })).body).toEqual({ createdAt: null })
  })

  test('is invalid while the account is being deleted', async () => {
    const url = await createFeed(customer)
    const at = world.clock.now()
    await world.db
      .insertInto('account_deletions')
      .values({ user_id: customer.id, requested_at: at, due_at: at })
      .execute()
    expect((await fetchFeed(url)).statusCode).toBe(404)
    await sql`delete from account_deletions`.execute(world.db)
  })

  test('of a barber who left every barbershop is gone, without a name; a new one is of their own appointments', async () => {
    await scene.put({ status: 'CONFIRMED' })
    const url = await createFeed(barber)
    expect((await fetchFeed(url)).payload).toContain('Cliente 1')
    const setRemoved = (at: Date | null) =>
      world.db.updateTable('barbers').set({ removed_at: at }).where('id', '=', scene.membership.id).execute()
    world.clock.set(new Date(Date.parse(noonInSaoPaulo) + 60_000).toISOString())
    await setRemoved(world.clock.now())
    const gone = await fetchFeed(url, { 'if-none-match': '*' })
    expect([gone.statusCode, gone.json().code]).toEqual([410, 'CALENDAR_FEED_ENDED'])
    expect(gone.payload).not.toContain('Cliente')
    world.clock.set(new Date(Date.parse(noonInSaoPaulo) + 120_000).toISOString())
    const own = await scene.put({ customer: barber, minutes: 2880 })
    expect(await readEvents(await createFeed(barber))).toMatchObject([{ UID: `${own}@naregua` }])
    await setRemoved(null)
  })

  test('of a barber who left one of two barbershops has nothing more of that one', async () => {
    const other = await createStatusScene(world, { hours: [0, 1440] })
    await world.db.insertInto('barbers').values({ barbershop_id: other.shop.id, user_id: barber.id }).execute()
    await scene.put({ status: 'CONFIRMED' })
    const url = await createFeed(barber)
    expect(await readEvents(url)).toHaveLength(1)
    await sql`update barbers set removed_at = ${world.clock.now()} where id = ${scene.membership.id}`.execute(world.db)
    expect(await readEvents(url)).toEqual([])
    await sql`update barbers set removed_at = null where id = ${scene.membership.id}`.execute(world.db)
  })

  test.each(['x'.repeat(43), 'x', `${'x'.repeat(43)}.ics`, '%00', '..%2f..', ''])('%j is not found', async (token) => {
    const { statusCode } = await fetchFeed(`https://naregua.test/api/calendar/${token}.ics`)
    expect([400, 404]).toContain(statusCode)
  })
})
