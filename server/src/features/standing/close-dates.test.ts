import { appointmentsApi } from '@na-regua/contract/appointments'
import { type DisplacingChange, displacementsApi } from '@na-regua/contract/displacements'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { type Series, seriesApi } from '@na-regua/contract/series'
import { staffApi } from '@na-regua/contract/staff'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { displace, listDisplaced } from '../../../test/displacement-scene.ts'
import { createHarness } from '../../../test/harness.ts'
import { createSeriesScene } from '../../../test/series-scene.ts'
import { planSeries } from './fill-series.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createSeriesScene(world)
const { customer, owner, barber, shop, membership, mailbox, at, put, start, get, fill, notified, forgetNotifications } =
  scene
const [rival] = (await createCustomers(world.db, 1)) as [SceneCustomer]
beforeEach(scene.clear)

const dateOf = ({ dates }: Series, date: string) => dates.find((one) => one.date === date)
const change = (series: Series, status: 'PAUSED' | 'ACTIVE' | 'ENDED') =>
  world.call(seriesApi.change, {
    params: { id: series.id },
    token: customer.token,
    body: { version: series.version, status },
  })
const reply = ({ id }: Series, date: string, choice: { barberId: string; startTime: string } | null) =>
  world.call(seriesApi.reply, {
    params: { id, date },
    token: customer.token,
    body: { choice: choice && { barberId: choice.barberId, startTime: choice.startTime } },
  })

const daily = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
  dayOfWeek,
  openTime: '09:00',
  closeTime: '18:00',
  isClosed: false,
}))
const holiday = (date: string) => ({ date, openTime: null, closeTime: null, isClosed: true, reason: 'Feriado' })
const saveHours = (body: object) =>
  world.call(ownBarbershopsApi.setOperatingHours, { token: owner.token, params: { id: shop.id }, body: body as never })
const send = (body: object, token = owner.token) =>
  world.call(displacementsApi.make, { token, params: { id: shop.id }, body: body as never })
const closing = (date: string): DisplacingChange => ({
  type: 'opening-hours',
  operatingHours: daily,
  specialDates: [holiday(date)],
})
/** The customers of standing appointments get other times; all others keep theirs. */
const closeOn = (date: string) => displace(send, closing(date), ({ isOfSeries }) => (isOfSeries ? 'propose' : 'retain'))

const statusOf = async (id: string) =>
  (
    await world.db
      .selectFrom('appointments')
      .select(['status', 'cancelled_by', 'cancel_reason'])
      .where('id', '=', id)
      .execute()
  )[0]

describe('a holiday that is entered after its date was booked', () => {
  test('is shown with the dates of series marked, and changes nothing before staff choose', async () => {
    const series = await start()
    const other = await put('2026-03-20', '10:00', rival)
    const displaced = await listDisplaced(send, closing('2026-03-20'))
    expect(displaced.map(({ id, isOfSeries }) => [id, isOfSeries])).toEqual([
      [other, false],
      [dateOf(series, '2026-03-20')?.appointment?.id, true],
    ])
    expect(await get(series.id)).toEqual(series)
  })

  test('offers the customer three other times, with one message; others stay booked', async () => {
    const series = await start()
    const other = await put('2026-03-20', '10:00', rival)
    const { status, settled } = await closeOn('2026-03-20')
    expect([status, settled.map(({ action }) => action)]).toEqual([201, ['retain', 'propose']])
    await fill(series.id)
    await fill(series.id)
    const after = await get(series.id)
    const date = dateOf(after, '2026-03-20')
    expect(date).toMatchObject({ status: 'ALTERNATIVES', reason: 'closed', appointment: null })
    expect(date?.alternatives.map(({ startTime }) => startTime)).toEqual([
      at('15:00', '2026-03-21'),
      at('15:00', '2026-03-19'),
      at('15:00', '2026-03-22'),
    ])
    expect(after.dates.filter(({ status }) => status === 'BOOKED')).toHaveLength(7)
    expect(await statusOf(dateOf(series, '2026-03-20')?.appointment?.id ?? '')).toEqual({
      status: 'CANCELLED',
      cancelled_by: 'owner',
      cancel_reason: 'Não há mais atendimento nesse dia e horário.',
    })
    expect(await statusOf(other)).toMatchObject({ status: 'CONFIRMED' })
    expect(await notified()).toEqual([
      'Horário fixo: escolha outro horário: Sexta, 20/03/2026: a barbearia desmarcou, não há atendimento nesse dia e horário. Escolha outro horário até sexta, 13/03/2026 às 12h.',
    ])
    expect(await notified(barber.id)).toEqual([
      expect.stringMatching(/^A barbearia mudou o horário: .*: 1 agendamento cancelado\.$/),
    ])
    await mailbox.deliver()
    expect(mailbox.emails.map(({ to }) => to)).toEqual([`${customer.id}@cliente.test`])
    expect(mailbox.emails[0]?.text).toContain('escolha outro até')
  })

  test('is chosen for; the slot itself, too, when the holiday was a mistake', async () => {
    const series = await start()
    await closeOn('2026-03-20')
    await saveHours({ operatingHours: daily, specialDates: [] })
    await fill(series.id)
    const date = dateOf(await get(series.id), '2026-03-20')
    expect(date?.reason).toBe('closed')
    const [same] = date?.alternatives ?? []
    expect(same?.startTime).toBe(at('15:00', '2026-03-20'))
    const { status, body } = await reply(series, '2026-03-20', same ?? null)
    expect([status, body.code]).toEqual([200, undefined])
    expect(dateOf(body.series, '2026-03-20')).toMatchObject({
      status: 'BOOKED',
      appointment: { startTime: at('15:00', '2026-03-20'), status: 'CONFIRMED' },
    })
  })

  test('without time to choose is skipped, and the customer notified', async () => {
    const series = await start()
    world.clock.set(at('20:00', '2026-03-12'))
    expect((await closeOn('2026-03-13')).status).toBe(201)
    // Tomorrow: what is free is less than a day away, or before today.
    await sql`insert into time_off (barber_id, starts_at, ends_at) values (${membership.id}, '2026-03-14T03:00:00Z', '2026-03-21T03:00:00Z')`.execute(
      world.db,
    )
    await fill(series.id)
    expect(dateOf(await get(series.id), '2026-03-13')).toMatchObject({ status: 'SKIPPED', reason: 'closed' })
    expect((await notified()).filter((text) => text.includes('13/03/2026'))).toEqual([
      'Horário fixo: uma data mudou: Sexta, 13/03/2026: a barbearia desmarcou, não há atendimento nesse dia e horário. Essa data fica sem horário.',
    ])
  })

  test('kept by staff stays booked, now and in every later change of the hours', async () => {
    const series = await start()
    expect(
      (await saveHours({ operatingHours: daily, specialDates: [holiday('2026-03-20')], keepConflicts: true })).status,
    ).toBe(200)
    expect((await closeOn('2026-03-20')).status).toBe(201)
    world.clock.set(at('11:00', '2026-03-16'))
    await fill(series.id)
    expect(dateOf(await get(series.id), '2026-03-20')).toEqual(dateOf(series, '2026-03-20'))
    expect((await notified()).some((text) => text.includes('20/03/2026'))).toBe(false)
  })

  test('leaves what the customer moved alone, and what is being served', async () => {
    const series = await start()
    const id = dateOf(series, '2026-03-20')?.appointment?.id ?? ''
    const moved = { params: { id }, token: customer.token, body: { newStartTime: at('16:00', '2026-03-20') } }
    expect((await world.call(appointmentsApi.reschedule, moved)).status).toBe(200)
    await forgetNotifications()
    const displaced = await listDisplaced(send, closing('2026-03-20'))
    expect(displaced.map(({ isOfSeries }) => isOfSeries)).toEqual([false])
    expect((await closeOn('2026-03-20')).status).toBe(201)
    await fill(series.id)
    expect(dateOf(await get(series.id), '2026-03-20')?.appointment).toMatchObject({ id, status: 'CONFIRMED' })
    world.clock.set(at('15:05', '2026-03-13'))
    expect((await closeOn('2026-03-13')).status).toBe(201)
    expect(dateOf(await get(series.id), '2026-03-13')?.appointment?.status).toBe('CONFIRMED')
    expect(await notified()).toEqual([])
  })

  test('a process that dies in between: the plan of series finds the date', async () => {
    const series = await start()
    await closeOn('2026-03-20')
    await sql`delete from pending_events; delete from graphile_worker._private_jobs`.execute(world.db)
    // Neither hidden nor booked meanwhile.
    expect(dateOf(await get(series.id), '2026-03-20')).toMatchObject({ status: 'SKIPPED', reason: 'closed' })
    await planSeries(world)
    await mailbox.deliver()
    expect(dateOf(await get(series.id), '2026-03-20')?.status).toBe('ALTERNATIVES')
    expect(await notified()).toHaveLength(1)
  })

  test('a pause before the job leaves nothing to choose, and the date is notified of', async () => {
    const series = await start()
    await closeOn('2026-03-20')
    expect((await change(series, 'PAUSED')).status).toBe(200)
    await fill(series.id)
    expect(dateOf(await get(series.id), '2026-03-20')).toMatchObject({ status: 'SKIPPED', reason: 'closed' })
    expect((await notified()).filter((text) => text.includes('20/03/2026'))).toHaveLength(1)
  })
})

test('shorter hours of the barber: each date is offered, and one message names them', async () => {
  const series = await start()
  const params = { id: membership.id }
  const { body: schedule } = await world.call(staffApi.getSchedule, { token: barber.token, params })
  const fridays = [{ dayOfWeek: 5, start: 540, end: 720 }]
  const week = { version: schedule.version, hours: [...schedule.shopHours.slice(0, 5), ...fridays], breaks: [] }
  const refused = await world.call(staffApi.saveSchedule, { token: barber.token, params, body: week })
  expect([refused.status, refused.body.conflicts?.length]).toEqual([409, 8])
  const change = { type: 'schedule' as const, barberId: membership.id, ...week }
  const saved = await displace((body) => send(body, barber.token), change, 'propose')
  expect([saved.status, saved.settled.length]).toEqual([201, 8])
  await fill(series.id)
  const { dates } = await get(series.id)
  // The first is tomorrow, without a day to choose in.
  expect(dates.every(({ status, reason }) => status !== 'BOOKED' && reason === 'closed')).toBe(true)
  expect(dates.filter(({ status }) => status === 'ALTERNATIVES').length).toBeGreaterThanOrEqual(7)
  expect(await notified()).toHaveLength(1)
  expect(await notified(barber.id)).toEqual([])
})

describe('time off', () => {
  const absence = () =>
    displace(
      send,
      { type: 'time-off', barberId: membership.id, startDate: '2026-03-20', endDate: '2026-03-20' },
      'cancel',
    )

  test('that cancels a date offers other times instead of the notification of a cancellation', async () => {
    const series = await start()
    await put('2026-03-20', '10:00', rival)
    const { status, settled } = await absence()
    expect([status, settled.length]).toEqual([201, 2])
    await fill(series.id)
    expect(dateOf(await get(series.id), '2026-03-20')).toMatchObject({ status: 'ALTERNATIVES', reason: 'time-off' })
    expect(await notified()).toEqual([
      'Horário fixo: escolha outro horário: Sexta, 20/03/2026: a barbearia desmarcou, Beto está de folga. Escolha outro horário até sexta, 13/03/2026 às 12h.',
    ])
    expect((await notified(rival.id))[0]).toContain('não vai poder atender')
    expect((await notified(barber.id))[0]).toContain('2 agendamentos cancelados')
    await mailbox.deliver()
    expect(mailbox.emails.filter(({ to }) => to.startsWith(customer.id))).toHaveLength(1)
  })

  test('of a series that has ended is an ordinary cancellation', async () => {
    const series = await start()
    await sql`update appointment_series set status = 'ENDED', ended_because = 'unanswered'`.execute(world.db)
    expect((await absence()).status).toBe(201)
    await fill(series.id)
    expect(await notified()).toHaveLength(1)
    expect((await notified())[0]).toContain('não vai poder atender')
  })
})
