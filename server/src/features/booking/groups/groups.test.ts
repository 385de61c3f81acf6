import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { type GroupMember, type GroupOption, groupsApi } from '@na-regua/contract/groups'
import { notificationsApi } from '@na-regua/contract/notifications'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())

const shop = await createBookableBarbershop(world.db, { barberCount: 3 })
const [rafael, bia, caio] = shop.barbers as unknown as [{ id: string }, { id: string }, { id: string }]
for (const [index, name] of ['Rafael', 'Bia', 'Caio'].entries())
  await sql`update users set name = ${name}, role = 'BARBER' where id = ${shop.staff[index]?.id}`.execute(world.db)
const serviceIds = [shop.services[0]?.id as string]
const at = (time: string) => new Date(`2026-03-12T${time}:00-03:00`).toISOString()
const createCustomer = async () => (await createCustomers(world.db, 1))[0] as SceneCustomer

type Member = { by?: { id: string }; time: string; guestName?: string; priceCents?: number }
type Request = { key?: string; joins?: string; barbershopId?: string }

const toMember = ({ by = rafael, time, ...member }: Member): GroupMember => ({
  ...member,
  barberId: by.id,
  serviceIds,
  startTime: at(time),
})

const book = ({ token }: SceneCustomer, members: Member[], { key, joins, barbershopId = shop.id }: Request = {}) =>
  world.call(groupsApi.book, {
    token,
    params: { id: barbershopId },
    body: { members: members.map(toMember), joins },
    headers: key ? { 'idempotency-key': key } : {},
  })

const bookOne = ({ token }: SceneCustomer, { time, by = rafael, guestName }: Member) =>
  world.call(appointmentsApi.create, {
    token,
    body: { barberId: by.id, serviceId: serviceIds[0] as string, startTime: at(time), guestName },
  })

const countRows = async ({ id }: SceneCustomer) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from appointments where customer_id = ${id}`.execute(world.db)
  return rows[0]?.count
}

const cancelAll = () => sql`update appointments set status = 'CANCELLED', cancelled_by = 'system'`.execute(world.db)

describe('a group', () => {
  test('of four is booked in one act, at one hour and one after the other, and read so by customer and barber', async () => {
    const father = await createCustomer()
    const { status, body } = await book(father, [
      { time: '09:00' },
      { time: '09:00', by: bia, guestName: ' Bento ' },
      { time: '09:00', by: caio, guestName: 'Davi' },
      { time: '09:30', guestName: 'Ana' },
    ])
    const names = body.appointments.map(({ guestName }: { guestName: string | null }) => guestName)
    expect([status, names]).toEqual([201, [null, 'Bento', 'Davi', 'Ana']])
    const groupIds = new Set(body.appointments.map(({ groupId }: { groupId: string }) => groupId))
    expect(groupIds.size).toBe(1)

    const [first] = body.appointments
    const read = await world.call(appointmentsApi.get, { params: { id: first.id }, token: father.token })
    expect(read.body.appointment).toEqual(first)
    expect(read.body.others).toHaveLength(3)
    expect(read.body.others).toEqual(expect.arrayContaining(body.appointments.slice(1)))
    const ofBia = await world.call(agendasApi.dayOfBarber, {
      token: shop.staff[1]?.token as string,
      query: { date: '2026-03-12' },
    })
    expect(ofBia.body.barbers[0].appointments).toMatchObject([{ guestName: 'Bento', customer: { name: 'Cliente 0' } }])
    await cancelAll()
  })

  test('has one receipt with everyone, and each barber is notified of their own', async () => {
    await mailbox.deliver()
    mailbox.emails.length = 0
    const father = await createCustomer()
    const { body } = await book(father, [
      { time: '10:00' },
      { time: '10:00', by: bia, guestName: 'Bento' },
      { time: '10:30', guestName: 'Davi' },
    ])
    const inApp = await world.call(notificationsApi.list, { token: father.token })
    expect(inApp.body.notifications).toHaveLength(1)
    expect(inApp.body.notifications[0].message).toMatch(
      /^Corte 30 com Rafael, .* às 10h, na Navalha de Ouro\. Junto: Corte 30 para Bento com Bia, na mesma hora; Corte 30 para Davi com Rafael, às 10h30\. A confirmar até /,
    )
    await mailbox.deliver()
    const receipts = mailbox.emails.filter(({ to }) => to.startsWith(father.id))
    expect(receipts).toHaveLength(1)
    expect(receipts[0]?.text).toContain('Junto: Corte 30 para Bento com Bia, quinta')
    const ofRafael = mailbox.emails.filter(({ to }) => to.startsWith(shop.staff[0]?.id as string))
    expect(ofRafael.map(({ text }) => /Junto/.test(text))).toEqual([false, false])

    const params = { id: body.appointments[1].id }
    const file = await world.call(appointmentsApi.calendar, { params, token: father.token })
    expect(file.body.match(/SUMMARY:.*/g)).toEqual([
      expect.stringContaining('Corte 30'),
      expect.stringContaining('Corte 30'),
      expect.stringContaining('Corte 30 para Davi'),
    ])
    await cancelAll()
  })

  test('the receipt by email is of those that have not changed yet, with the events of all that are confirmed', async () => {
    await sql`update barbershops set auto_confirmation = 'everyone' where id = ${shop.id}`.execute(world.db)
    await mailbox.deliver()
    mailbox.emails.length = 0
    const father = await createCustomer()
    const members = [
      { time: '11:00' },
      { time: '11:00', by: bia, guestName: 'Bento' },
      { time: '11:00', by: caio, guestName: 'Davi' },
    ]
    const { body } = await book(father, members)
    await world.call(appointmentsApi.cancel, {
      params: { id: body.appointments[0].id },
      token: father.token,
      body: {},
    })
    await mailbox.deliver()
    const texts = mailbox.emails.filter(({ to }) => to.startsWith(father.id))
    expect(texts.map(({ subject }) => subject.split(':')[0]).toSorted()).toEqual([
      'Cancelado por você',
      'Horário confirmado',
    ])
    const receipt = texts.find(({ subject }) => subject.startsWith('Horário confirmado'))
    expect(receipt?.text).toContain('Corte 30 para Bento com')
    expect(receipt?.calendar?.content.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    await sql`update barbershops set auto_confirmation = 'off' where id = ${shop.id}`.execute(world.db)
    await cancelAll()
  })

  test('cancelling one leaves the others', async () => {
    const father = await createCustomer()
    const { body } = await book(father, [{ time: '09:00' }, { time: '09:00', by: bia, guestName: 'Bento' }])
    const [own, ofSon] = body.appointments
    await world.call(appointmentsApi.cancel, { params: { id: own.id }, token: father.token, body: {} })
    const read = await world.call(appointmentsApi.get, { params: { id: ofSon.id }, token: father.token })
    expect([read.body.appointment.status, read.body.others]).toEqual(['SCHEDULED', []])
    await cancelAll()
  })
})

describe('cancelling several', () => {
  const cancel = ({ token }: SceneCustomer, groupId: string, appointments: { id: string }[], reason?: string) =>
    world.call(groupsApi.cancel, {
      token,
      params: { id: groupId },
      body: { appointmentIds: appointments.map(({ id }) => id), reason },
    })

  async function bookFamily() {
    const father = await createCustomer()
    const { body } = await book(father, [
      { time: '09:00' },
      { time: '09:00', by: bia, guestName: 'Bento' },
      { time: '09:30', guestName: 'Davi' },
    ])
    return { father, appointments: body.appointments, groupId: body.appointments[0].groupId }
  }

  const readStatuses = async (groupId: string) => {
    const rows = world.db.selectFrom('appointments').select('status').where('group_id', '=', groupId)
    return (await rows.orderBy('starts_at').orderBy('id').execute()).map(({ status }) => status)
  }

  test('is one act with one receipt, also where one was confirmed meanwhile, and repeated it is the same', async () => {
    const { father, appointments, groupId } = await bookFamily()
    await sql`update appointments set status = 'CONFIRMED', version = 2 where id = ${appointments[1].id}`.execute(
      world.db,
    )
    await mailbox.deliver()
    mailbox.emails.length = 0
    for (const _ of [1, 2]) {
      const { status, body } = await cancel(father, groupId, appointments, ' Chuva ')
      expect([status, body.appointments.map((one: { status: string }) => one.status)]).toEqual([
        200,
        ['CANCELLED', 'CANCELLED', 'CANCELLED'],
      ])
    }
    const inApp = await world.call(notificationsApi.list, { token: father.token })
    const receipts = inApp.body.notifications.filter((one: { title: string }) => one.title === 'Cancelado por você')
    expect(receipts.map((one: { message: string }) => one.message)).toEqual([
      expect.stringMatching(/: cancelado, como você pediu\. Junto: .*Bento com Bia.*Davi com Rafael/),
    ])
    await mailbox.deliver()
    const [email, ...more] = mailbox.emails.filter(({ to }) => to.startsWith(father.id))
    expect(more).toEqual([])
    expect(email?.text).toMatch(/Junto: .*Bento com Bia/)
    expect(email?.calendar?.content.match(/BEGIN:VEVENT/g)).toHaveLength(3)
    await cancelAll()
  })

  test('cancels none where one no longer can be, is of another group or of another customer', async () => {
    const { father, appointments, groupId } = await bookFamily()
    await sql`update appointments set status = 'COMPLETED' where id = ${appointments[2].id}`.execute(world.db)
    expect(await cancel(father, groupId, appointments)).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } })
    const notFound = { status: 404, body: { code: 'APPOINTMENT_NOT_FOUND' } }
    const open = appointments.slice(0, 2)
    expect(await cancel(await createCustomer(), groupId, open)).toMatchObject(notFound)
    const { body: alone } = await bookOne(father, { time: '11:00' })
    expect(await cancel(father, groupId, [...open, alone.appointment])).toMatchObject(notFound)
    expect(await readStatuses(groupId)).toEqual(expect.arrayContaining(['SCHEDULED', 'SCHEDULED', 'COMPLETED']))
    expect((await cancel(father, groupId, open)).status).toBe(200)
    await cancelAll()
  })
})

describe('all or none', () => {
  test('a taken place books nothing, and offers times for the whole group', async () => {
    expect((await bookOne(await createCustomer(), { time: '14:00', by: bia })).status).toBe(201)
    const father = await createCustomer()
    const { status, body } = await book(father, [{ time: '14:00' }, { time: '14:00', by: bia, guestName: 'Bento' }])
    expect([status, body.code, await countRows(father)]).toEqual([409, 'SLOT_TAKEN', 0])
    const places = body.options.map(({ kind, places }: GroupOption) => [
      kind,
      ...places.map(({ barberName, startTime }) => `${barberName} ${startTime}`),
    ])
    expect(places).toEqual([
      ['same-time', `Rafael ${at('14:00')}`, `Caio ${at('14:00')}`],
      ['one-after-other', `Rafael ${at('14:00')}`, `Rafael ${at('14:30')}`],
    ])
    const again = await book(father, [{ time: '14:00' }, { time: '14:00', by: caio, guestName: 'Bento' }])
    expect(again.status).toBe(201)
    await cancelAll()
  })

  test.each([
    ['one person twice', [{ time: '15:00' }, { time: '15:00', by: bia }], 400, 'INVALID_INPUT'],
    ['one name twice', ['Bento', 'BENTO '].map((guestName) => ({ time: '15:00', guestName })), 400, 'INVALID_INPUT'],
    ['one barber for two at one hour', [{ time: '15:00' }, { time: '15:00', guestName: 'Bento' }], 409, 'SLOT_TAKEN'],
    [
      'a time beside the grid',
      [{ time: '15:00' }, { time: '15:07', by: bia, guestName: 'B' }],
      422,
      'SLOT_UNAVAILABLE',
    ],
    ['half a day between them', [{ time: '05:00' }, { time: '17:30', guestName: 'Bento' }], 400, 'INVALID_INPUT'],
    ['a price that is another one', [{ time: '15:00', priceCents: 4000 }], 422, 'PRICE_CHANGED'],
    ['a name that is an address', [{ time: '15:00', guestName: 'www.golpe.test' }], 400, 'INVALID_INPUT'],
    ['five persons', Array.from({ length: 5 }, () => ({ time: '15:00' })), 400, 'INVALID_INPUT'],
    ['no person', [], 400, 'INVALID_INPUT'],
  ] as [string, Member[], number, string][])('%s is refused as a whole', async (_, members, status, code) => {
    const father = await createCustomer()
    const response = await book(father, members)
    expect([response.status, response.body.code, await countRows(father)]).toEqual([status, code, 0])
  })

  test('who is blocked, whose email is not verified, and a barber of another barbershop are refused', async () => {
    const [newcomer] = (await createCustomers(world.db, 1, { isVerified: false })) as [SceneCustomer]
    expect((await book(newcomer, [{ time: '15:00' }])).body.code).toBe('EMAIL_NOT_VERIFIED')
    const other = await createBookableBarbershop(world.db)
    const father = await createCustomer()
    const mixed = await book(father, [{ time: '15:00' }, { time: '15:00', by: other.barbers[0], guestName: 'Bento' }])
    expect([mixed.status, mixed.body.code]).toEqual([404, 'BARBER_NOT_FOUND'])
    await bookOne(father, { time: '15:00' })
    await sql`update customer_profiles set blocked_at = now() where user_id = ${father.id}`.execute(world.db)
    expect((await book(father, [{ time: '16:00' }])).body.code).toBe('CUSTOMER_BLOCKED')
    await cancelAll()
  })
})

describe('repeating the request', () => {
  test('with the same key returns the same appointments, and with other members is refused', async () => {
    const father = await createCustomer()
    const members = [{ time: '16:00' }, { time: '16:00', by: bia, guestName: 'Bento' }]
    const first = await book(father, members, { key: 'chave-grupo-1' })
    const again = await book(father, members, { key: 'chave-grupo-1' })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    const other = [members[0] as Member, { time: '16:00', by: bia, guestName: 'Davi' }]
    expect((await book(father, other, { key: 'chave-grupo-1' })).body.code).toBe('IDEMPOTENCY_CONFLICT')
    const more = [...members, { time: '16:30', guestName: 'Davi' }]
    expect((await book(father, more, { key: 'chave-grupo-1' })).body.code).toBe('IDEMPOTENCY_CONFLICT')
    expect(await countRows(father)).toBe(2)
    await cancelAll()
  })
})

describe('adding to an appointment', () => {
  test('makes a group of it, up to four', async () => {
    const father = await createCustomer()
    const { body: own } = await bookOne(father, { time: '09:00' })
    const added = await book(father, [{ time: '09:00', by: bia, guestName: 'Bento' }], { joins: own.id })
    const read = await world.call(appointmentsApi.get, { params: { id: own.id }, token: father.token })
    expect([added.status, read.body.others]).toEqual([201, added.body.appointments])
    const three = ['Ana', 'Davi', 'Eva'].map((guestName, index) => ({ time: `1${index}:00`, guestName }))
    expect((await book(father, three, { joins: own.id })).body.code).toBe('GROUP_FULL')
    expect((await book(father, three.slice(1), { joins: own.id })).status).toBe(201)
    await cancelAll()
  })

  test('only to an open one of the own, in this barbershop', async () => {
    const father = await createCustomer()
    const { body: own } = await bookOne(father, { time: '09:00' })
    const member = [{ time: '09:00', by: bia, guestName: 'Bento' }]
    const byOther = await book(await createCustomer(), member, { joins: own.id })
    expect([byOther.status, byOther.body.code]).toEqual([404, 'APPOINTMENT_NOT_FOUND'])
    await cancelAll()
    expect((await book(father, member, { joins: own.id })).body.code).toBe('APPOINTMENT_NOT_FOUND')
  })

  test('of a person who is served at that hour is refused by name', async () => {
    const father = await createCustomer()
    const { body: son } = await bookOne(father, { time: '09:00', guestName: 'Bento' })
    const { status, body } = await book(father, [{ time: '09:00', by: bia, guestName: 'bento' }], { joins: son.id })
    expect([status, body.code, body.message]).toEqual([
      409,
      'CUSTOMER_BUSY',
      'bento já tem um agendamento neste horário.',
    ])
    await cancelAll()
  })

  test('a refused addition leaves the appointment alone', async () => {
    const father = await createCustomer()
    const { body: own } = await bookOne(father, { time: '09:00' })
    const refused = await book(father, [{ time: '09:00', guestName: 'Bento' }], { joins: own.id })
    const read = await world.call(appointmentsApi.get, { params: { id: own.id }, token: father.token })
    expect([refused.status, read.body.appointment]).toEqual([409, own.appointment])
    await cancelAll()
  })

  test('counts once for the limits, a second act does not', async () => {
    const father = await createCustomer()
    for (const time of ['09:00', '10:00']) expect((await bookOne(father, { time })).status).toBe(201)
    const third = await bookOne(father, { time: '11:00' })
    const family = [
      { time: '11:00', by: bia, guestName: 'Bento' },
      { time: '11:00', by: caio, guestName: 'Davi' },
    ]
    expect((await book(father, family, { joins: third.body.id })).status).toBe(201)
    const fourth = await book(father, [{ time: '12:00' }])
    expect([fourth.status, fourth.body.code]).toEqual([422, 'TOO_MANY_OPEN_APPOINTMENTS'])
    await cancelAll()
    for (const time of ['13:00', '14:00']) expect((await bookOne(father, { time })).status).toBe(201)
    const sixth = await book(father, [{ time: '15:00' }])
    expect([sixth.status, sixth.body.code]).toEqual([422, 'TOO_MANY_NEW_APPOINTMENTS'])
    await cancelAll()
  })
})

describe('the times for a group', () => {
  const listOptions = ({ token }: SceneCustomer, query: object) =>
    world.call(groupsApi.options, { token, params: { id: shop.id }, query: { services: serviceIds[0], ...query } })

  test('beside an appointment are the same hour with another barber, and right after it with the same one', async () => {
    const father = await createCustomer()
    const { body: own } = await bookOne(father, { time: '09:00' })
    const { status, body } = await listOptions(father, { joins: own.id })
    const terms = { durationMin: 30, priceCents: 5000 }
    expect([status, body.options]).toEqual([
      200,
      [
        { kind: 'same-time', places: [{ ...terms, barberId: bia.id, barberName: 'Bia', startTime: at('09:00') }] },
        {
          kind: 'one-after-other',
          places: [{ ...terms, barberId: rafael.id, barberName: 'Rafael', startTime: at('09:30') }],
        },
      ],
    ])
    const stranger = await listOptions(await createCustomer(), { joins: own.id })
    expect([stranger.status, stranger.body.code]).toEqual([404, 'APPOINTMENT_NOT_FOUND'])
    await cancelAll()
  })

  test('before anything is booked begin with the chosen barber, and are booked as they are offered', async () => {
    const father = await createCustomer()
    const query = { services: [serviceIds[0], serviceIds[0]].join(';'), startTime: at('09:00'), barberId: caio.id }
    const { body } = await listOptions(father, query)
    const [{ places }] = body.options
    expect(places.map(({ barberName }: { barberName: string }) => barberName)).toEqual(['Caio', 'Rafael'])
    const members = places.map(({ barberId, startTime, priceCents }: GroupOption['places'][number], index: number) => {
      const guestName = index === 0 ? undefined : 'Bento'
      return { barberId, startTime, priceCents, guestName, serviceIds }
    })
    const booked = await world.call(groupsApi.book, { token: father.token, params: { id: shop.id }, body: { members } })
    expect(booked.status).toBe(201)
    await cancelAll()
  })

  test.each([
    [{}, 400, 'INVALID_INPUT'],
    [{ startTime: at('09:00'), services: 'x' }, 400, 'INVALID_INPUT'],
    [{ startTime: at('09:00'), services: `${serviceIds[0]};` }, 400, 'INVALID_INPUT'],
    [{ startTime: at('09:00'), services: Array(5).fill(serviceIds[0]).join(';') }, 400, 'INVALID_INPUT'],
    [{ startTime: at('09:00'), services: shop.id }, 404, 'SERVICE_NOT_FOUND'],
  ])('with %j are refused', async (query, status, code) => {
    const response = await listOptions(await createCustomer(), query)
    expect([response.status, response.body.code]).toEqual([status, code])
  })
})

test('names of guests are remembered by the account that booked for them, the latest first', async () => {
  const father = await createCustomer()
  const names = async ({ token }: SceneCustomer) => (await world.call(groupsApi.guests, { token })).body.names
  expect(await names(father)).toEqual([])
  world.clock.advance({ minutes: 1 })
  await bookOne(father, { time: '13:00', guestName: 'bento' })
  world.clock.advance({ minutes: 1 })
  await book(father, [{ time: '14:00', guestName: 'Ana' }])
  world.clock.advance({ minutes: 1 })
  await bookOne(father, { time: '15:00', guestName: 'Bento' })
  expect(await names(father)).toEqual(['Bento', 'Ana'])
  expect(await names(await createCustomer())).toEqual([])
})
