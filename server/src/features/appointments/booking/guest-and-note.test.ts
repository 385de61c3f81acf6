import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import { NAME_WITH_WEB_ADDRESS } from '@na-regua/contract/names'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'

const world = await createHarness({ environment: { PUBLIC_URL: 'https://naregua.test' } })
const mailbox = createMailbox(world)
afterAll(() => world.close())

const shop = await createBookableBarbershop(world.db, { barberCount: 2 })
const [barber, colleague] = shop.barbers as unknown as [{ id: string }, { id: string }]
const [barberUser] = shop.staff as [SceneCustomer]
await sql`update users set role = 'BARBER' where id = ${barberUser.id}`.execute(world.db)
const serviceId = shop.services[0]?.id as string
const at = (time: string) => new Date(`2026-03-12T${time}:00-03:00`).toISOString()
const createCustomer = async () => (await createCustomers(world.db, 1))[0] as SceneCustomer

type Extras = { guestName?: string; note?: string }

const book = (customer: SceneCustomer, time: string, extras: Extras = {}, more: { key?: string; by?: string } = {}) =>
  world.call(appointmentsApi.create, {
    token: customer.token,
    body: { barberId: more.by ?? barber.id, serviceId, startTime: at(time), ...extras },
    headers: more.key ? { 'idempotency-key': more.key } : {},
  })

describe('a booking for a guest, with a note', () => {
  const extras = { guestName: '  Bento\u200b   Sol ', note: 'Ele tem <b>5 anos</b>,\r\né a primeira vez' }
  const stored = { guestName: 'Bento Sol', note: 'Ele tem <b>5 anos</b>, é a primeira vez' }

  test('is read so by the customer and by the barber, and survives a new time', async () => {
    const customer = await createCustomer()
    const { status, body } = await book(customer, '09:00', extras)
    expect([status, body.appointment]).toEqual([201, expect.objectContaining(stored)])
    const params = { id: body.id }
    const read = await world.call(appointmentsApi.get, { params, token: customer.token })
    expect(read.body.appointment).toEqual(body.appointment)
    const newStartTime = at('09:30')
    await world.call(appointmentsApi.reschedule, { params, token: customer.token, body: { newStartTime } })
    const day = await world.call(agendasApi.dayOfBarber, { token: barberUser.token, query: { date: '2026-03-12' } })
    expect(day.body.chairs[0].appointments).toEqual([
      expect.objectContaining({ ...stored, id: body.id, customer: expect.objectContaining({ name: 'Cliente 0' }) }),
    ])
  })

  test('is written so in emails, notifications and calendars, each side with what it needs', async () => {
    const customer = await createCustomer()
    // Those of the test before.
    await mailbox.deliver()
    mailbox.emails.length = 0
    const { body } = await book(customer, '10:00', extras)
    await mailbox.deliver()
    const emailTo = (id: string) => mailbox.emails.find(({ to }) => to.startsWith(id))
    const toBarber = emailTo(barberUser.id)
    expect(toBarber?.text).toContain('Bento Sol (agendado por Cliente 0) pediu Corte 30,')
    expect(toBarber?.text).toContain(`Recado do cliente: ${stored.note}`)
    expect(toBarber?.html).toContain('Ele tem &lt;b&gt;5 anos&lt;/b&gt;, é a primeira vez')
    const toCustomer = emailTo(customer.id)
    expect(toCustomer?.subject).toMatch(/^Horário reservado: Corte 30 para Bento Sol, /)
    expect(toCustomer?.text).toContain('Para: Bento Sol')
    const { rows } = await sql<{ message: string }>`
      select message from notifications where fact like ${`appointment:${body.id}:%`} order by message`.execute(
      world.db,
    )
    expect(rows.map(({ message }) => message.split(',')[0])).toEqual([
      'Bento Sol (agendado por Cliente 0) pediu Corte 30',
      expect.stringMatching(/^Corte 30 para Bento Sol com Cliente \d/),
    ])
    const file = await world.call(appointmentsApi.calendar, { params: { id: body.id }, token: customer.token })
    expect(file.body).toContain('SUMMARY:Corte 30 para Bento Sol na Navalha de Ouro')
    const feed = await world.call(calendarFeedApi.create, { token: barberUser.token })
    const { payload } = await world.app.inject(new URL(feed.body.url).pathname)
    expect(payload).toContain('SUMMARY:Bento Sol (agendado por Cliente 0): Corte 30')
    expect(payload).not.toContain('5 anos')
  })

  test('without visible characters is one for the customer, without a note', async () => {
    const { body } = await book(await createCustomer(), '11:00', { guestName: ' \u200b', note: ' \n ' })
    expect(body.appointment).toMatchObject({ guestName: null, note: null })
  })

  test.each([
    [{ guestName: 'Compre em www.golpe.test' }, NAME_WITH_WEB_ADDRESS],
    [{ guestName: 'x'.repeat(121) }, expect.any(String)],
    [{ note: 'x'.repeat(201) }, expect.any(String)],
    [{ note: 'nulo \u0000' }, expect.any(String)],
  ])('is refused with %j', async (invalid, message) => {
    const { status, body } = await book(await createCustomer(), '11:30', invalid)
    expect([status, body.code, body.message]).toEqual([400, 'INVALID_INPUT', message])
  })

  test('a hold has neither: what it holds is a slot', async () => {
    const { token } = await createCustomer()
    const body = { barberId: barber.id, serviceId, startTime: at('12:00') }
    expect((await world.call(appointmentsApi.hold, { token, body: { ...body, note: 'oi' } })).status).toBe(400)
    expect((await world.call(appointmentsApi.hold, { token, body })).status).toBe(201)
    const booked = await book({ id: '', token }, '12:00', { note: 'oi' })
    expect([booked.status, booked.body.appointment.note]).toEqual([201, 'oi'])
  })
})

describe('repeating the request', () => {
  test('with the same guest and note returns the same appointment', async () => {
    const customer = await createCustomer()
    const first = await book(customer, '13:00', { guestName: 'Bia', note: 'oi' }, { key: 'chave-um-1' })
    const again = await book(customer, '13:00', { guestName: 'Bia ', note: 'oi' }, { key: 'chave-um-1' })
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id])
    const withoutKey = await book(customer, '13:00', { guestName: 'Bia', note: 'oi' })
    expect([withoutKey.status, withoutKey.body.id]).toEqual([200, first.body.id])
  })

  test.each([{ guestName: 'Caio', note: 'oi' }, { note: 'oi' }, { guestName: 'Bia' }, {}])(
    'with %j instead is another booking, which is not made in silence',
    async (other) => {
      const customer = await createCustomer()
      const key = 'chave-dois-2'
      const first = await book(customer, '14:00', { guestName: 'Bia', note: 'oi' }, { key })
      const { status, body } = await book(customer, '14:00', other, { key })
      expect([status, body.code]).toEqual([422, 'IDEMPOTENCY_CONFLICT'])
      const withoutKey = await book(customer, '14:00', other)
      expect([withoutKey.status, withoutKey.body.code]).toEqual([409, 'CUSTOMER_BUSY'])
      await world.call(appointmentsApi.cancel, { params: { id: first.body.id }, token: customer.token })
    },
  )

  test('a guest does not lift the rules of the customer: no overlap, and the same limits', async () => {
    const customer = await createCustomer()
    await book(customer, '15:00')
    const atOnce = await book(customer, '15:00', { guestName: 'Bia' }, { by: colleague.id })
    expect([atOnce.status, atOnce.body.code]).toEqual([409, 'CUSTOMER_BUSY'])
    for (const time of ['15:30', '16:00']) expect((await book(customer, time, { guestName: 'Bia' })).status).toBe(201)
    const fourth = await book(customer, '16:30', { guestName: 'Caio' })
    expect([fourth.status, fourth.body.code]).toEqual([422, 'TOO_MANY_OPEN_APPOINTMENTS'])
  })
})
