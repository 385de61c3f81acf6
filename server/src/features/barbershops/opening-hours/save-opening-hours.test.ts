import { availabilityApi } from '@na-regua/contract/availability'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { afterAll, describe, expect, test } from 'vitest'
import { createAppointmentRow, createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createSessionToken, createSubscription } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'

/** Wednesday 2026-03-11, 12:00 in São Paulo. */
const world = await createHarness()
afterAll(() => world.close())

const daily = (openTime: string, closeTime: string) =>
  [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, openTime, closeTime, isClosed: false }))
const day = (
  date: string,
  openTime: string | null = null,
  closeTime: string | null = null,
  reason: string | null = null,
) => ({
  date,
  openTime,
  closeTime,
  isClosed: openTime === null,
  reason,
})

async function openShop() {
  const shop = await createBarbershopRow(world)
  const barber = await createBarber(world, shop.id)
  await createSubscription(world, shop.owner_id, {})
  const token = await createSessionToken(world, shop.owner_id)
  const save = (body: object) =>
    world.call(ownBarbershopsApi.setOperatingHours, { token, params: { id: shop.id }, body })
  const slots = async (date: string) =>
    (await world.call(availabilityApi.get, { params: { id: barber.id }, query: { date } })).body.slots as string[]
  const getBarbershop = async () => (await world.call(barbershopsApi.get, { params: { id: shop.id } })).body.barbershop
  return { shop, barber, save, slots, getBarbershop }
}

describe('the weekly hours', () => {
  test('have several openings a day, closed days and nights [7.25]', async () => {
    const { save, slots, getBarbershop } = await openShop()
    const operatingHours = [
      { dayOfWeek: 4, openTime: '09:00', closeTime: '12:00', isClosed: false },
      { dayOfWeek: 4, openTime: '14:00', closeTime: '15:00', isClosed: false },
      { dayOfWeek: 5, openTime: '22:00', closeTime: '02:00', isClosed: false },
      { dayOfWeek: 0, openTime: '09:00', closeTime: '18:00', isClosed: true },
    ]
    const { status, body } = await save({ operatingHours })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.barbershop.version).toBe(2)
    expect(await slots('2026-03-12')).toEqual(expect.arrayContaining(['09:00', '11:30', '14:00', '14:30']))
    expect(await slots('2026-03-12')).not.toEqual(expect.arrayContaining(['12:00']))
    expect(await slots('2026-03-13')).toEqual(['22:00', '22:15', '22:30', '22:45', '23:00', '23:15', '23:30', '23:45'])
    expect(await slots('2026-03-14')).toEqual(['00:00', '00:15', '00:30', '00:45', '01:00', '01:15', '01:30'])
    expect(await slots('2026-03-15')).toEqual([])
    expect(
      (await getBarbershop()).workingHours.filter(({ isClosed }: { isClosed: boolean }) => !isClosed),
    ).toHaveLength(3)
    world.clock.set('2026-03-14T04:30:00Z')
    expect(await getBarbershop()).toMatchObject({ is_open: true, openUntil: '02:00' })
    world.clock.set('2026-03-11T15:00:00Z')
  })

  test.each([
    [
      'two openings of a day',
      [
        [1, '09:00', '13:00'],
        [1, '12:00', '18:00'],
      ],
      'segunda-feira',
    ],
    [
      'a night and the next morning',
      [
        [5, '20:00', '03:00'],
        [6, '02:00', '10:00'],
      ],
      'sexta-feira',
    ],
    [
      'Saturday’s night and Sunday',
      [
        [6, '20:00', '03:00'],
        [0, '02:59', '10:00'],
      ],
      'sábado',
    ],
  ] as const)('reject overlapping openings of %s, and name the day', async (_, rows, name) => {
    const { save, getBarbershop } = await openShop()
    const before = (await getBarbershop()).workingHours
    const operatingHours = rows.map(([dayOfWeek, openTime, closeTime]) => ({
      dayOfWeek,
      openTime,
      closeTime,
      isClosed: false,
    }))
    const { status, body } = await save({ operatingHours })
    expect([status, body]).toEqual([422, { code: 'SCHEDULE_INVALID', message: `Os horários de ${name} se sobrepõem.` }])
    expect((await getBarbershop()).workingHours).toEqual(before)
  })
})

describe('special dates', () => {
  test('replace the weekday for slots, lists and the page of the barbershop', async () => {
    const { shop, save, slots, getBarbershop } = await openShop()
    const specialDates = [
      day('2026-03-12', null, null, 'Feriado'),
      day('2026-03-13', '10:00', '11:00'),
      day('2026-03-13', '20:00', '01:00'),
      day('2026-03-15', '09:00', '10:00', 'Mutirão'),
      day('2020-01-01'),
    ]
    const { status, body } = await save({ operatingHours: daily('09:00', '18:00').slice(1), specialDates })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.barbershop.specialDates).toEqual(specialDates.slice(0, 4))
    expect((await getBarbershop()).specialDates).toEqual(specialDates.slice(0, 4))
    expect(await slots('2026-03-12')).toEqual([])
    expect(await slots('2026-03-13')).toEqual([
      '10:00',
      '10:15',
      '10:30',
      ...'20:00 20:15 20:30 20:45 21:00 21:15 21:30 21:45 22:00 22:15 22:30 22:45 23:00 23:15 23:30 23:45'.split(' '),
    ])
    expect((await slots('2026-03-14')).slice(0, 4)).toEqual(['00:00', '00:15', '00:30', '09:00'])
    expect(await slots('2026-03-15')).toEqual(['09:00', '09:15', '09:30'])
    const getSlotsToday = async (date: string) =>
      (await world.call(availabilityApi.slotsToday, { query: { ids: shop.id, date } })).body.freeTimes[0]
    expect(await getSlotsToday('2026-03-12')).toMatchObject({ opens: null, free: [] })
    expect(await getSlotsToday('2026-03-13')).toMatchObject({ opens: 600, closes: 1500 })
    for (const [instant, isOpen, openUntil] of [
      ['2026-03-12T15:00:00Z', false, null],
      ['2026-03-13T13:30:00Z', true, '11:00'],
      ['2026-03-13T15:00:00Z', false, null],
      ['2026-03-14T03:30:00Z', true, '01:00'],
      ['2026-03-15T12:30:00Z', true, '10:00'],
    ] as const) {
      world.clock.set(instant)
      const query = { latitude: shop.latitude, longitude: shop.longitude, openNow: true, perPage: 50 }
      const { body: near } = await world.call(barbershopsApi.nearby, { query })
      expect([instant, near.barbershops.some(({ id }: { id: string }) => id === shop.id)]).toEqual([instant, isOpen])
      expect(await getBarbershop()).toMatchObject({ is_open: isOpen, openUntil })
    }
    world.clock.set('2026-03-11T15:00:00Z')
  })

  test('stay when they are absent, and are deleted when the list is empty', async () => {
    const { save } = await openShop()
    const operatingHours = daily('09:00', '18:00')
    const specialDates = [day('2026-12-25', null, null, 'Natal')]
    await save({ operatingHours, specialDates })
    expect((await save({ operatingHours })).body.barbershop.specialDates).toEqual(specialDates)
    expect((await save({ operatingHours, specialDates: [] })).body.barbershop.specialDates).toEqual([])
  })

  test.each([
    [
      'overlap',
      [day('2026-12-24', '09:00', '13:00'), day('2026-12-24', '12:00', '14:00')],
      'Os horários de 24/12/2026 se sobrepõem.',
    ],
    [
      'are closed and open',
      [day('2026-12-24'), day('2026-12-24', '12:00', '14:00')],
      'Os horários de 24/12/2026 se sobrepõem.',
    ],
    ['are closed twice', [day('2026-12-24'), day('2026-12-24')], 'Os horários de 24/12/2026 se sobrepõem.'],
    [
      'are open without an hour',
      [{ ...day('2026-12-24'), isClosed: false }],
      'Informe quando a barbearia abre e fecha em 24/12/2026.',
    ],
  ])('that %s are rejected', async (_, specialDates, message) => {
    const { save } = await openShop()
    const { status, body } = await save({ operatingHours: daily('09:00', '18:00'), specialDates })
    expect([status, body.code, body.message]).toEqual([422, 'SCHEDULE_INVALID', message])
  })
})

describe('appointments', () => {
  test('outside the new hours are returned, and stay when the owner keeps them [2.92]', async () => {
    const { shop, save } = await openShop()
    const appointment = await createAppointmentRow(world, shop.id, {
      startsAt: new Date('2026-03-12T20:00:00Z'),
      status: 'CONFIRMED',
    })
    const operatingHours = daily('09:00', '16:00')
    const rejected = await save({ operatingHours })
    expect([rejected.status, rejected.body.code]).toEqual([409, 'SCHEDULE_CONFLICT'])
    expect(rejected.body.message).toBe('Há 1 agendamento marcado nesse tempo.')
    expect(rejected.body.conflicts).toMatchObject([{ id: appointment.id, startTime: '2026-03-12T20:00:00.000Z' }])
    expect((await save({ operatingHours, keepConflicts: true })).status).toBe(200)
    // A conflict that the owner accepted is not reported again.
    expect((await save({ operatingHours: daily('08:00', '16:00') })).status).toBe(200)
    const { status } = await world.db
      .selectFrom('appointments')
      .select('status')
      .where('id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('CONFIRMED')
  })

  test('outside a special date too', async () => {
    const { shop, save } = await openShop()
    await createAppointmentRow(world, shop.id, { startsAt: new Date('2026-03-13T15:00:00Z'), status: 'SCHEDULED' })
    const input = { operatingHours: daily('09:00', '18:00'), specialDates: [day('2026-03-13')] }
    expect((await save(input)).body.code).toBe('SCHEDULE_CONFLICT')
    expect((await save({ ...input, keepConflicts: true })).status).toBe(200)
  })
})
