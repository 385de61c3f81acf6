import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import { NAME_WITH_WEB_ADDRESS } from '@na-regua/contract/names'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'

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

/** So that both barbers are free for the next test. */
async function cancelAll({ id }: SceneCustomer) {
  await sql`update appointments set status = 'CANCELLED', cancelled_by = 'system' where customer_id = ${id}`.execute(
    world.db,
  )
}

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
    expect(day.body.barbers[0].appointments).toEqual([
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
      select message from notifications where dedupe_key like ${`appointment:${body.id}:%`} order by message`.execute(
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
})

describe('a father and a son at the same hour', () => {
  const son = { guestName: 'Bento' }

  test('are served by two barbers, in any order', async () => {
    const father = await createCustomer()
    expect((await book(father, '15:00')).status).toBe(201)
    const ofSon = await book(father, '15:00', son, { by: colleague.id })
    expect([ofSon.status, ofSon.body.appointment?.guestName]).toEqual([201, 'Bento'])
    await cancelAll(father)
    expect((await book(father, '15:00', son, { by: colleague.id })).status).toBe(201)
    expect((await book(father, '15:00')).status).toBe(201)
    await cancelAll(father)
  })

  test('by any barber: the second is a booking of its own, and a repetition of it is not', async () => {
    const father = await createCustomer()
    const bookAny = (extras: Extras = {}) =>
      world.call(appointmentsApi.create, {
        token: father.token,
        body: { barberId: 'any', barbershopId: shop.id, serviceId, startTime: at('15:00'), ...extras },
      })
    const first = await bookAny()
    const second = await bookAny(son)
    const again = await bookAny(son)
    expect([first.status, second.status, again.status, again.body.id]).toEqual([201, 201, 200, second.body.id])
    expect(second.body.appointment.barber.id).not.toBe(first.body.appointment.barber.id)
    await cancelAll(father)
  })

  test.each(['Bento', 'BENTO', ' bento '])('the son, as %j, is served once at a time', async (guestName) => {
    const father = await createCustomer()
    await book(father, '15:00', son)
    const { status, body } = await book(father, '15:00', { guestName }, { by: colleague.id })
    expect([status, body.code]).toEqual([409, 'CUSTOMER_BUSY'])
    await cancelAll(father)
  })

  test('may be moved to the hour of the other, but not to their own', async () => {
    const father = await createCustomer()
    await book(father, '15:00')
    const ofSon = await book(father, '15:30', son, { by: colleague.id })
    const move = (id: string, time: string) =>
      world.call(appointmentsApi.reschedule, { params: { id }, token: father.token, body: { newStartTime: at(time) } })
    expect((await move(ofSon.body.id, '15:00')).status).toBe(200)
    const own = await book(father, '16:00', {}, { by: colleague.id })
    const moved = await move(own.body.id, '15:00')
    expect([moved.status, moved.body.code]).toEqual([409, 'CUSTOMER_BUSY'])
    await cancelAll(father)
  })

  test('count together for the limits of the account', async () => {
    const father = await createCustomer()
    await book(father, '15:00')
    for (const time of ['15:30', '16:00']) expect((await book(father, time, son)).status).toBe(201)
    const fourth = await book(father, '16:30', { guestName: 'Caio' })
    expect([fourth.status, fourth.body.code]).toEqual([422, 'TOO_MANY_OPEN_APPOINTMENTS'])
    await cancelAll(father)
  })

  test('the database refuses a second row of one person, also without our checks', async () => {
    const father = await createCustomer()
    const { body } = await book(father, '15:00', son)
    const copy = sql`
      insert into appointments (barbershop_id, barber_id, barber_user_id, customer_id, service_name, duration_min, price_cents,
                                starts_at, ends_at, status, guest_name)
      select barbershop_id, ${colleague.id}, (select user_id from barbers where id = ${colleague.id}), customer_id, service_name,
             duration_min, price_cents, starts_at, ends_at, status, upper(guest_name) from appointments where id = ${body.id}`
    await expect(copy.execute(world.db)).rejects.toThrow('appointments_customer_no_overlap')
    await cancelAll(father)
  })
})
