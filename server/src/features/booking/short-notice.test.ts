import { appointmentsApi } from '@na-regua/contract/appointments'
import { confirmationDeadline, isConfirmedAtOnce } from '@na-regua/contract/confirmation'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createSubscription } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createStatusScene } from '../../../test/status-scene.ts'
import { expireRequests } from '../appointments/status/expire-requests.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => sql`delete from appointments; delete from notifications`.execute(world.db))

const MINUTE = 60_000

/** Open day and night, and it responds to each request itself. */
async function createScene(timeZone: string) {
  const scene = await createStatusScene(world, { timeZone, hours: [0, 1440] })
  const { shop, owner, customer, membership, service } = scene
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', owner.id).execute()
  await createSubscription(world, owner.id)
  const set = (body: { autoConfirmsShortNotice: boolean }) =>
    world.call(ownBarbershopsApi.updateBarbershop, { token: owner.token, params: { id: shop.id }, body })
  const startIn = (minutes: number) => new Date(world.clock.now().getTime() + minutes * MINUTE).toISOString()
  const book = async (minutes: number) => {
    const body = { barberId: membership.id, serviceId: service.id, startTime: startIn(minutes) }
    const { status, body: created } = await world.call(appointmentsApi.create, { token: customer.token, body })
    expect(status).toBe(201)
    return created.appointment
  }
  const move = (id: string, minutes: number) =>
    world.call(appointmentsApi.reschedule, {
      token: customer.token,
      params: { id },
      body: { newStartTime: startIn(minutes) },
    })
  const read = (id: string) => world.call(appointmentsApi.get, { token: customer.token, params: { id } })
  return { ...scene, set, book, move, read }
}

const scenes = {
  'São Paulo': await createScene('America/Sao_Paulo'),
  Manaus: await createScene('America/Manaus'),
}

/** Minutes that the barbershop has to respond; null: it is confirmed at once. */
const responses = [
  [60, null],
  [105, null],
  [120, 60],
  [150, 60],
  [180, 60],
  [240, 120],
] as const

describe.each([
  ['São Paulo', 'in the evening, which is the next day in UTC', '2026-03-12T21:00:00-03:00'],
  ['São Paulo', 'before midnight', '2026-03-12T23:15:00-03:00'],
  ['São Paulo', 'after midnight', '2026-03-13T00:15:00-03:00'],
  ['São Paulo', 'in the last hour of a month', '2026-04-30T23:00:00-03:00'],
  ['São Paulo', 'in the first hour of a month', '2026-05-01T00:00:00-03:00'],
  ['Manaus', 'in the evening', '2026-03-12T21:00:00-04:00'],
  ['Manaus', 'after midnight', '2026-03-13T00:15:00-04:00'],
  ['Manaus', 'in the last hour of a year', '2026-12-31T23:00:00-04:00'],
  ['Manaus', 'in the first hour of a year', '2027-01-01T00:00:00-04:00'],
] as const)('in %s %s', (place, _, now) => {
  const scene = scenes[place]
  beforeEach(async () => {
    world.clock.set(now)
    await scene.set({ autoConfirmsShortNotice: true })
  })

  test.each(responses)('a booking %i minutes ahead leaves %o minutes to respond', async (minutes, response) => {
    const { id, status, startTime, confirmBy } = await scene.book(minutes)
    if (response === null) return expect([status, confirmBy]).toEqual(['CONFIRMED', null])
    const at = world.clock.now().getTime()
    expect([status, confirmBy]).toEqual(['SCHEDULED', new Date(at + response * MINUTE).toISOString()])
    expect(Date.parse(startTime) - Date.parse(String(confirmBy))).toBeGreaterThanOrEqual(60 * MINUTE)
    world.clock.advance({ minutes: response - 1 })
    await expireRequests(world)
    expect((await scene.read(id)).body.appointment.status).toBe('SCHEDULED')
    world.clock.advance({ minutes: 1 })
    await expireRequests(world)
    expect((await scene.read(id)).body.appointment.status).toBe('CANCELLED')
  })

  test('what was said about a new time before it was chosen is what becomes of it', async () => {
    const { id } = await scene.book(600)
    const { automaticConfirmation } = (await scene.read(id)).body
    expect(automaticConfirmation).toEqual({ isAlways: false, withinMin: 120 })
    for (const minutes of [300, 135]) {
      const startsAt = new Date(world.clock.now().getTime() + minutes * MINUTE)
      expect(isConfirmedAtOnce(automaticConfirmation, startsAt, world.clock.now())).toBe(false)
      const { body } = await scene.move(id, minutes)
      const deadline = confirmationDeadline({ startsAt, requestedAt: world.clock.now() }).toISOString()
      expect(body.appointment).toMatchObject({ status: 'SCHEDULED', confirmBy: deadline })
    }
    const soon = new Date(world.clock.now().getTime() + 90 * MINUTE)
    expect(isConfirmedAtOnce(automaticConfirmation, soon, world.clock.now())).toBe(true)
    expect((await scene.move(id, 90)).body.appointment).toMatchObject({ status: 'CONFIRMED', confirmBy: null })
  })
})

test('a barbershop that responds also at short notice has until an hour before the start, if that leaves time', async () => {
  const scene = scenes['São Paulo']
  world.clock.set('2026-03-12T12:00:00-03:00')
  const { status, body } = await scene.set({ autoConfirmsShortNotice: false })
  expect([status, body.barbershop.autoConfirmsShortNotice]).toEqual([200, false])
  const early = await scene.book(105)
  expect(early).toMatchObject({ status: 'SCHEDULED', confirmBy: '2026-03-12T15:45:00.000Z' })
  expect((await scene.book(60)).status).toBe('CONFIRMED')
  expect((await scene.read(early.id)).body.automaticConfirmation).toEqual({ isAlways: false, withinMin: 75 })
})

test('a customer who missed two appointments there waits for the response, as far as there is time for one', async () => {
  const scene = scenes['São Paulo']
  world.clock.set('2026-03-12T12:00:00-03:00')
  await scene.set({ autoConfirmsShortNotice: true })
  for (const minutes of [-1440, -2880]) await scene.put({ status: 'NO_SHOW', minutes })
  expect((await scene.book(105)).status).toBe('SCHEDULED')
  expect((await scene.book(60)).status).toBe('CONFIRMED')
})

test('whatever is not confirmed at once has a deadline an hour before the start, and at least 15 minutes', () => {
  const requestedAt = new Date('2026-03-12T12:00:00-03:00')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5000 }), fc.constantFrom(75, 120), (minutes, withinMin) => {
      const startsAt = new Date(requestedAt.getTime() + minutes * MINUTE)
      if (isConfirmedAtOnce({ isAlways: false, withinMin }, startsAt, requestedAt)) return minutes < withinMin
      const deadline = confirmationDeadline({ startsAt, requestedAt }).getTime()
      const response = (deadline - requestedAt.getTime()) / MINUTE
      return startsAt.getTime() - deadline >= 60 * MINUTE && response >= 15 && response <= 1440
    }),
  )
})
