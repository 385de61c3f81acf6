import { appointmentsApi } from '@na-regua/contract/appointments'
import { type Series, seriesApi } from '@na-regua/contract/series'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'
import { createStatusScene } from '../../../test/status-scene.ts'
import { fillSeries } from './fill-series.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
const scene = await createStatusScene(world, { barberCount: 2 })
const { customer, owner, barber, shop, membership, service } = scene
const colleague = shop.barbers[1] as { id: string; userId: string }
const names = { Ana: customer, Beto: barber, Caio: { id: colleague.userId } }
for (const [name, { id }] of Object.entries(names))
  await world.db.updateTable('users').set({ name }).where('id', '=', id).execute()
await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', 'in', [owner.id, barber.id]).execute()
await world.db.updateTable('services').set({ name: 'Corte' }).execute()
await world.db.updateTable('barbershops').set({ auto_confirmation: 'everyone' }).where('id', '=', shop.id).execute()

/** Long ago: of a customer who was never served few dates are booked. */
const serve = () => scene.put({ status: 'COMPLETED', minutes: -300 * 1440, customer })

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  mailbox.emails.length = 0
  await sql`delete from appointment_series; delete from appointments; delete from notifications; delete from special_dates;
    delete from time_off; delete from customer_profiles; delete from pending_events;
    update services set price_cents = 5000; delete from graphile_worker._private_jobs`.execute(world.db)
  await serve()
})

/** In São Paulo. Friday the 13th is the first. */
const at = (time: string, date = '2026-03-13') => new Date(`${date}T${time}:00-03:00`).toISOString()
const FRIDAYS = ['03-13', '03-20', '03-27', '04-03', '04-10', '04-17', '04-24', '05-01'].map((day) => `2026-${day}`)
const minutesUntil = (instant: string) => (Date.parse(instant) - world.clock.now().getTime()) / 60_000

const book = (time = '15:00', date = '2026-03-13', who = customer) =>
  scene.put({ status: 'CONFIRMED', minutes: minutesUntil(at(time, date)), customer: who })
const create = (id: string, intervalWeeks = 1, by = customer) =>
  world.call(seriesApi.create, { params: { id }, token: by.token, body: { intervalWeeks } })
async function start(intervalWeeks = 1): Promise<Series> {
  const { status, body } = await create(await book(), intervalWeeks)
  expect([status, body.code]).toEqual([201, undefined])
  return body.series
}
const change = (series: Series, body: object, by = customer) =>
  world.call(seriesApi.change, {
    params: { id: series.id },
    token: by.token,
    body: { version: series.version, ...body } as never,
  })
const reply = (series: Series, date: string, choice: { barberId: string; startTime: string } | null, by = customer) =>
  world.call(seriesApi.reply, { params: { id: series.id, date }, token: by.token, body: { choice } })
const get = async (id: string, by = customer) =>
  (await world.call(seriesApi.get, { params: { id }, token: by.token })).body.series as Series
const fill = (id: string) => fillSeries(world.db, id, world.clock.now())
const close = (date: string) =>
  world.db
    .insertInto('special_dates')
    .values({ barbershop_id: shop.id, date: new Date(`${date}T00:00:00Z`) as never })
    .execute()
async function notified(userId = customer.id) {
  const { rows } = await sql<{ text: string }>`
    select title || ': ' || message as text from notifications where user_id = ${userId} order by created_at, dedupe_key`.execute(
    world.db,
  )
  return rows.map(({ text }) => text)
}
const states = ({ dates }: Series) =>
  dates.map(({ date, status, reason, appointment }) => [date, status, reason ?? appointment?.status].join(' '))

describe('a standing appointment', () => {
  test('is booked for eight weeks, with one notification and one e-mail', async () => {
    const series = await start()
    expect(states(series)).toEqual([...FRIDAYS, '2026-05-06'].slice(0, 8).map((date) => `${date} BOOKED CONFIRMED`))
    expect(series).toMatchObject({ weekday: 5, time: '15:00', intervalWeeks: 1, priceCents: 5000, version: 1 })
    expect(series.dates.map(({ appointment }) => appointment?.startTime)).toEqual(
      FRIDAYS.map((day) => at('15:00', day)),
    )
    expect(await notified()).toEqual([
      'Horário fixo marcado: Corte com Beto, toda sexta às 15h, na Navalha de Ouro: 8 datas marcadas, de sexta, 13/03/2026 a sexta, 01/05/2026.',
    ])
    expect(await notified(barber.id)).toEqual([
      'Horário fixo na sua agenda: Ana vem toda sexta às 15h: 8 datas marcadas.',
    ])
    await mailbox.deliver()
    expect(mailbox.emails.map(({ to }) => to)).toEqual([`${customer.id}@cliente.test`])
    expect(mailbox.emails[0]?.text).toContain('sexta, 01/05/2026 às 15h')
    const [mine] = (await world.call(seriesApi.list, { token: customer.token })).body.series
    expect(mine).toEqual(series)
  })

  test('every third week; appointments say that they are of it', async () => {
    const series = await start(3)
    expect(series.dates.map(({ date }) => date)).toEqual(['2026-03-13', '2026-04-03', '2026-04-24'])
    const id = series.dates[1]?.appointment?.id ?? ''
    const { body } = await world.call(appointmentsApi.get, { params: { id }, token: customer.token })
    expect(body.appointment.seriesId).toBe(series.id)
  })

  test('does not count against the limits of single appointments', async () => {
    await start()
    const body = { barberId: membership.id, serviceId: service.id, startTime: at('10:00', '2026-03-12') }
    expect((await world.call(appointmentsApi.create, { token: customer.token, body })).status).toBe(201)
  })

  test('is created once, and not from what is over, cancelled, or someone else’s', async () => {
    const id = await book()
    const one = await create(id)
    const again = await create(id)
    expect([one.status, again.status, again.body.series.id]).toEqual([201, 200, one.body.series.id])
    expect((await create(id, 2)).body.code).toBe('SERIES_EXISTS')
    expect((await create(one.body.series.dates[3]?.appointment?.id ?? '')).body.code).toBe('SERIES_EXISTS')
    const cancelled = await scene.put({ status: 'CANCELLED', minutes: 3000 })
    expect((await create(cancelled)).body.code).toBe('STATE_CHANGED')
    const begun = await scene.put({ status: 'CONFIRMED', minutes: -10 })
    expect((await create(begun)).body.code).toBe('APPOINTMENT_OVER')
    const own = await book('09:00', '2026-03-16')
    for (const other of [scene.stranger, barber, owner])
      expect((await create(own, 1, other)).body.code).toBe('APPOINTMENT_NOT_FOUND')
    expect(
      (await world.call(seriesApi.get, { params: { id: one.body.series.id }, token: scene.stranger.token })).body.code,
    ).toBe('SERIES_NOT_FOUND')
  })

  test('at most five of one customer', async () => {
    for (const time of ['09:00', '10:00', '11:00', '12:00', '13:00'])
      expect((await create(await book(time), 8)).status).toBe(201)
    expect((await create(await book('14:00'), 8)).body.code).toBe('TOO_MANY_SERIES')
  })

  test('goes on week after week, and the job may be repeated', async () => {
    const series = await start()
    world.clock.set(at('11:00', '2026-03-16'))
    await Promise.all([fill(series.id), fill(series.id), fill(series.id)])
    await fill(series.id)
    const later = await get(series.id)
    expect(later.dates.map(({ date }) => date)).toEqual([...FRIDAYS.slice(1), '2026-05-08'])
    expect((await notified()).slice(1)).toEqual([
      'Horário fixo: mais uma data: Corte com Beto, toda sexta às 15h, na Navalha de Ouro: marcado para sexta, 08/05/2026 às 15h.',
    ])
    const { rows } = await sql`select from appointments where status = 'CONFIRMED'`.execute(world.db)
    expect(rows).toHaveLength(9)
  })

  test('beside the grid of the slots, as staff may book; customers move it to slots only', async () => {
    const { body } = await create(await book('15:07'), 4)
    expect(states(body.series)).toEqual(['2026-03-13 BOOKED CONFIRMED', '2026-04-10 BOOKED CONFIRMED'])
    const moveTo = (time: string, by = customer) =>
      world.call(seriesApi.move, {
        params: { id: body.series.id },
        token: by.token,
        body: { version: 1, from: '2026-04-10', startTime: at(time, '2026-04-10') },
      })
    expect((await moveTo('16:08')).body.code).toBe('SLOT_UNAVAILABLE')
    expect((await moveTo('16:08', owner)).body.series.dates[1].appointment.startTime).toBe(at('16:08', '2026-04-10'))
  })

  test('is a request where the barbershop confirms', async () => {
    await sql`update barbershops set auto_confirmation = 'off'`.execute(world.db)
    const series = await start(4)
    await sql`update barbershops set auto_confirmation = 'everyone'`.execute(world.db)
    expect(states(series)).toEqual(['2026-03-13 BOOKED CONFIRMED', '2026-04-10 BOOKED SCHEDULED'])
    expect((await notified())[0]).toContain('A barbearia ainda confirma cada data.')
    expect((await notified(barber.id)).join()).toContain('Novo pedido')
  })
})

describe('a date that is not free', () => {
  test('on a holiday and in time off it has three alternatives, and the customer is notified', async () => {
    await close('2026-04-03')
    const off = { starts_at: at('00:00', '2026-04-17'), ends_at: at('23:59', '2026-04-17') }
    await world.db
      .insertInto('time_off')
      .values({ barber_id: membership.id, ...off })
      .execute()
    const series = await start()
    const open = series.dates.filter(({ status }) => status === 'ALTERNATIVES')
    expect(open.map(({ date, reason, replyBy, alternatives }) => [date, reason, replyBy, alternatives.length])).toEqual(
      [
        ['2026-04-03', 'closed', at('12:00'), 3],
        ['2026-04-17', 'time-off', at('12:00'), 3],
      ],
    )
    expect(open[0]?.alternatives.map(({ startTime }) => startTime)).toEqual(
      ['2026-04-04', '2026-04-02', '2026-04-05'].map((date) => at('15:00', date)),
    )
    expect(await notified()).toEqual([
      'Horário fixo: escolha outro horário: Corte com Beto, toda sexta às 15h, na Navalha de Ouro: 6 datas marcadas, de sexta, 13/03/2026 a sexta, 01/05/2026. Sexta, 03/04/2026: não há atendimento nesse dia e horário. Escolha outro horário até sexta, 13/03/2026 às 12h. Sexta, 17/04/2026: Beto está de folga. Escolha outro horário até sexta, 13/03/2026 às 12h.',
    ])
  })

  test('the customer chooses one; a choice that is gone has new ones; none skips it', async () => {
    const [rival] = (await createCustomers(world.db, 1)) as [SceneCustomer]
    for (const day of ['2026-03-27', '2026-04-10']) await book('15:00', day, rival)
    const series = await start()
    const [first, second] = series.dates.filter(({ status }) => status === 'ALTERNATIVES')
    expect(first?.alternatives.map(({ kind, barberName, startTime }) => [kind, barberName, startTime])).toEqual([
      ['same-barber', 'Beto', at('14:30', '2026-03-27')],
      ['same-time', 'Caio', at('15:00', '2026-03-27')],
      ['next-day', 'Beto', at('15:00', '2026-03-28')],
    ])
    const [gone, other] = first?.alternatives ?? []
    if (!first || !second || !gone || !other) throw new Error('no alternatives')
    expect(await reply(series, first.date, { ...gone, startTime: at('10:00') }).then(({ body }) => body.code)).toBe(
      'INVALID_INPUT',
    )
    const choose = ({ barberId, startTime }: typeof gone) => reply(series, first.date, { barberId, startTime })
    expect((await choose({ ...gone, startTime: at('10:00', '2026-03-27') })).body.code).toBe('SLOT_UNAVAILABLE')
    await book('14:30', '2026-03-27', rival)
    expect((await choose(gone)).body.code).toBe('SLOT_TAKEN')
    const renewed = (await get(series.id)).dates.find(({ date }) => date === first.date)
    expect(renewed?.alternatives[0]?.startTime).toBe(at('15:30', '2026-03-27'))
    const chosen = await choose(other)
    expect(chosen.status).toBe(200)
    expect(states(chosen.body.series)[2]).toBe('2026-03-27 BOOKED chosen')
    expect((await choose(other)).status).toBe(200)
    const skipped = await reply(series, second.date, null)
    expect(states(skipped.body.series)[4]).toBe('2026-04-10 SKIPPED chosen')
    expect((await reply(series, second.date, null)).status).toBe(200)
    expect((await reply(series, first.date, null)).body.code).toBe('STATE_CHANGED')
  })

  test('too soon to choose, it is skipped, with a notification', async () => {
    const id = await book('15:00', '2026-03-13')
    const { body } = await create(id)
    await sql`delete from series_dates where position = 1; delete from notifications`.execute(world.db)
    await sql`update appointments set starts_at = starts_at + interval '1 minute', ends_at = ends_at + interval '1 minute'
      where starts_at = ${at('15:00', '2026-03-20')}`.execute(world.db)
    await sql`update appointments set customer_id = ${scene.stranger.id} where starts_at = ${at('15:01', '2026-03-20')}`.execute(
      world.db,
    )
    world.clock.set(at('14:00', '2026-03-19'))
    await fill(body.series.id)
    expect(states(await get(body.series.id))[0]).toBe('2026-03-20 SKIPPED taken')
    expect(await notified()).toEqual([
      expect.stringContaining('Sexta, 20/03/2026: o horário já estava ocupado. Essa data fica sem horário.'),
    ])
  })

  test('two in a row without a reply end it, with a notification; the booked dates stay', async () => {
    await close('2026-04-03')
    await close('2026-04-10')
    const series = await start()
    world.clock.set(at('12:01'))
    await fill(series.id)
    const ended = await get(series.id)
    expect([ended.status, ended.endedBecause]).toEqual(['ENDED', 'unanswered'])
    expect(ended.dates.filter(({ appointment }) => appointment?.status === 'CONFIRMED')).toHaveLength(6)
    expect((await notified()).join('\n')).toMatch(
      /Horário fixo encerrado: .* Duas datas seguidas ficaram sem resposta\./,
    )
    expect((await notified()).join('\n')).toContain('ninguém escolheu outro horário a tempo')
    await mailbox.deliver()
    expect(mailbox.emails.map(({ subject }) => subject.split(':').slice(0, 2).join(':')).length).toBeGreaterThan(1)
  })

  test('two no-shows in a row end it, and free the coming dates', async () => {
    const series = await start()
    for (const { date, appointment } of series.dates.slice(0, 2)) {
      world.clock.set(at('18:00', date))
      await world.call(appointmentsApi.noShow, { params: { id: appointment?.id ?? '' }, token: owner.token })
    }
    await fill(series.id)
    const ended = await get(series.id)
    expect([ended.status, ended.endedBecause]).toEqual(['ENDED', 'no-show'])
    expect(ended.dates.map(({ status, reason }) => `${status} ${reason}`)).toEqual(Array(6).fill('SKIPPED ended'))
    const { rows } = await sql`select from appointments where status = 'CONFIRMED'`.execute(world.db)
    expect(rows).toEqual([])
  })
})

describe('changes', () => {
  test('"only this one" is the appointment’s: the others stay', async () => {
    const series = await start()
    const [first, second] = series.dates.map(({ appointment }) => appointment?.id ?? '')
    await world.call(appointmentsApi.cancel, { params: { id: first as string }, token: customer.token })
    const body = { newStartTime: at('10:00', '2026-03-21') }
    await world.call(appointmentsApi.reschedule, { params: { id: second as string }, token: customer.token, body })
    await fill(series.id)
    const later = await get(series.id)
    expect(later.dates.map(({ appointment }) => appointment?.status)).toEqual([
      'CANCELLED',
      ...Array(7).fill('CONFIRMED'),
    ])
    expect(later.dates[1]).toMatchObject({ date: '2026-03-20', appointment: { startTime: at('10:00', '2026-03-21') } })
  })

  test('"this and the next ones" moves weekday and time; one that is taken stays', async () => {
    const [rival] = (await createCustomers(world.db, 1)) as [SceneCustomer]
    await book('11:00', '2026-04-07', rival)
    const series = await start()
    await sql`delete from notifications`.execute(world.db)
    const body = { version: series.version, from: '2026-03-27', startTime: at('11:00', '2026-03-31') }
    const move = () => world.call(seriesApi.move, { params: { id: series.id }, token: customer.token, body })
    const { status, body: moved } = await move()
    expect(status).toBe(200)
    expect(moved.series).toMatchObject({ weekday: 2, time: '11:00', version: 2 })
    expect(
      moved.series.dates.map(({ appointment, reason }: Series['dates'][number]) => [appointment?.startTime, reason]),
    ).toEqual([
      [at('15:00', '2026-03-13'), null],
      [at('15:00', '2026-03-20'), null],
      [at('11:00', '2026-03-31'), null],
      [at('15:00', '2026-04-03'), 'unmoved'],
      ...['2026-04-14', '2026-04-21', '2026-04-28', '2026-05-05'].map((day) => [at('11:00', day), null]),
    ])
    expect((await notified()).join()).toContain(
      'Terça, 07/04/2026: o novo horário já estava ocupado, continua sexta, 03/04/2026 às 15h.',
    )
    expect((await move()).body.code).toBe('STATE_CHANGED')
  })

  test('paused, the coming dates are free; resumed, they are booked again', async () => {
    const series = await start()
    const paused = await change(series, { status: 'PAUSED' })
    expect(
      paused.body.series.dates.map(({ status, reason }: { status: string; reason: string }) => `${status} ${reason}`),
    ).toEqual(Array(8).fill('SKIPPED paused'))
    await fill(series.id)
    expect((await change(series, { status: 'PAUSED' })).status).toBe(200)
    expect((await change(series, { status: 'ACTIVE' })).body.code).toBe('STATE_CHANGED')
    const resumed = await change(paused.body.series, { status: 'ACTIVE' })
    expect(states(resumed.body.series)).toEqual(FRIDAYS.map((date) => `${date} BOOKED CONFIRMED`))
    expect(await notified(barber.id)).toContain(
      'Horário fixo em pausa: O horário fixo de Ana, toda sexta às 15h, foi pausado. 8 datas marcadas foram canceladas.',
    )
  })

  test('ended from a date on, by the customer; within the notice the date stays', async () => {
    const series = await start()
    const ended = await change(series, { status: 'ENDED', from: '2026-04-10' })
    expect(ended.body.series.dates.filter(({ appointment }: Series['dates'][number]) => appointment)).toHaveLength(4)
    expect((await change(ended.body.series, { status: 'ACTIVE' })).body.code).toBe('STATE_CHANGED')
    await sql`delete from appointment_series; delete from appointments`.execute(world.db)
    await serve()
    const other = await start()
    world.clock.set(at('14:00'))
    const late = await change(other, { status: 'ENDED' })
    expect(late.body.series.dates.map(({ status }: { status: string }) => status)).toEqual([
      'BOOKED',
      ...Array(7).fill('SKIPPED'),
    ])
  })

  test('a price change is notified of before a date is booked with it', async () => {
    const series = await start()
    await sql`update services set price_cents = 6000; update barbershops set version = version + 1`.execute(world.db)
    world.clock.set(at('11:00', '2026-03-16'))
    await fill(series.id)
    await fill(series.id)
    const texts = await notified()
    expect(texts.filter((text) => text.startsWith('Horário fixo: o preço mudou'))).toEqual([
      expect.stringMatching(/passa de R\$\s50,00 para R\$\s60,00 nas próximas datas/),
    ])
    const { rows } = await sql<{
      price: number
    }>`select price_cents as price from appointments where status = 'CONFIRMED' order by starts_at`.execute(world.db)
    expect(rows.map(({ price }) => price)).toEqual([...Array(8).fill(5000), 6000])
    expect((await get(series.id)).priceCents).toBe(6000)
  })

  test('it ends, with a notification, when the barber leaves', async () => {
    const series = await start()
    await sql`update barbers set removed_at = now() where id = ${membership.id}`.execute(world.db)
    world.clock.set(at('11:00', '2026-03-16'))
    await fill(series.id)
    await sql`update barbers set removed_at = null`.execute(world.db)
    expect((await get(series.id)).endedBecause).toBe('barber')
    expect((await notified()).at(-1)).toContain('Beto não atende mais na Navalha de Ouro.')
  })
})

test('staff do so for a customer without an account, and reply for them', async () => {
  const booked = await world.call(staffBookingsApi.book, {
    token: barber.token,
    params: { id: shop.id },
    body: {
      barberId: membership.id,
      serviceIds: [service.id],
      startTime: at('15:00'),
      newCustomer: { name: 'Rui Lima', phone: '62977776666' },
    },
  })
  await close('2026-04-03')
  const { status, body } = await create(booked.body.appointment.id, 1, barber)
  expect(status).toBe(201)
  expect(states(body.series).filter((state) => state.endsWith('CONFIRMED'))).toHaveLength(7)
  expect(body.series.customerName).toBe('Rui Lima')
  expect(await notified(barber.id)).toEqual([
    'Horário fixo: combine com o cliente: Rui Lima vem toda sexta às 15h: 7 datas marcadas. sexta, 03/04/2026: não há atendimento nesse dia e horário.',
  ])
  const [option] = body.series.dates[3]?.alternatives ?? []
  const { barberId = '', startTime = '' } = option ?? {}
  expect((await reply(body.series, '2026-04-03', { barberId, startTime }, scene.stranger)).body.code).toBe(
    'SERIES_NOT_FOUND',
  )
  expect((await reply(body.series, '2026-04-03', { barberId, startTime }, owner)).status).toBe(200)
  const ended = await change(body.series, { status: 'ENDED' }, owner)
  expect(ended.body.series.endedBecause).toBe('staff')
  const { rows } = await sql<{
    by: string
  }>`select distinct cancelled_by as by from appointments where status = 'CANCELLED'`.execute(world.db)
  expect(rows).toEqual([{ by: 'owner' }])
})
