import { appointmentsApi } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller } from '../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createLastMinuteScene } from '../../../test/last-minute-scene.ts'
import { pauseAtLock } from '../../../test/pause-at-lock.ts'

const world = await createHarness()
const { db } = world
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

/** Noon is 15:00 in UTC. */
const at = (time: string, date = '2026-03-11') => `${date}T${time}:00.000Z`

async function createOpenSlot() {
  const scene = await createLastMinuteScene(world, { barberCount: 2 })
  await sql`update barbershops set cancel_notice_minutes = 0 where id = ${scene.shop.id}`.execute(db)
  const [slot] = (await scene.make(at('16:00'), at('18:00'))).body.slots
  const { token, user } = await createCaller(world)
  const other = await createCaller(world)
  return { ...scene, slot, token, customer: user, other }
}

describe('a start that was taken when the booking began and is free when it is decided', () => {
  test.each([
    [
      'at the price of the slot',
      4000,
      { status: 201, body: { appointment: { priceCents: 4000 } } },
      { status: 'BOOKED' },
    ],
    ['at any other price', 1, { status: 422, body: { code: 'LAST_MINUTE_ENDED' } }, { status: 'OPEN' }],
  ])('%s is not booked at the list price', async (_, priceCents, outcome, slotAfter) => {
    const { slot, barber, book, token, customer, other } = await createOpenSlot()
    expect((await book(other.token, at('16:30'), { priceCents: 5000 })).status).toBe(201)
    const paused = await pauseAtLock(world, { userId: barber.userId, kind: 'barber' })
    const booking = book(token, at('16:30'), { lastMinuteId: slot.id, priceCents })
    await paused.untilWaiting()
    await sql`update appointments set status = 'CANCELLED' where customer_id = ${other.user.id}`.execute(db)
    await paused.release()
    expect(await booking).toMatchObject(outcome)
    const { rows } =
      await sql`select price_cents from appointments where customer_id = ${customer.id} and price_cents <> 4000`.execute(
        db,
      )
    expect(rows).toEqual([])
    const { rows: slots } = await sql`select status from last_minute_slots where id = ${slot.id}`.execute(db)
    expect(slots).toEqual([slotAfter])
  })
})

describe('a customer who booked in a slot', () => {
  test('reschedules within it only', async () => {
    const { slot, book, token } = await createOpenSlot()
    const { appointment } = (await book(token, at('16:30'), { lastMinuteId: slot.id })).body
    const reschedule = (newStartTime: string) =>
      world.call(appointmentsApi.reschedule, { token, params: { id: appointment.id }, body: { newStartTime } })
    const refusal = {
      status: 422,
      body: {
        code: 'SLOT_UNAVAILABLE',
        message:
          'O preço deste agendamento é de um horário relâmpago e só vale de 13h a 15h. Para outra hora, cancele e agende de novo.',
      },
    }
    expect(await reschedule(at('14:00', '2026-03-14'))).toMatchObject(refusal)
    expect(await reschedule(at('18:00'))).toMatchObject(refusal)
    expect(await reschedule(at('17:30'))).toMatchObject({
      status: 200,
      body: { appointment: { startTime: at('17:30'), priceCents: 4000 } },
    })
    expect(await reschedule(at('14:00', '2026-03-14'))).toMatchObject(refusal)
  })

  test('keeps the barber, whose slot it is', async () => {
    const { shop, slot, book, token } = await createOpenSlot()
    const { appointment } = (await book(token, at('16:30'), { lastMinuteId: slot.id })).body
    const params = { id: appointment.id }
    const body = { newStartTime: at('17:30'), barberId: shop.barbers[1]?.id }
    const refused = await world.call(appointmentsApi.reschedule, { token, params, body })
    expect(refused).toMatchObject({ status: 422, body: { code: 'SLOT_UNAVAILABLE' } })
    expect(refused.body.message).toContain(`só vale com ${appointment.barber.name}`)
    expect((await world.call(appointmentsApi.get, { token, params })).body.otherBarbers).toEqual([])
  })

  test('at the list price reschedules as ever', async () => {
    const { book, token } = await createOpenSlot()
    const { appointment } = (await book(token, at('19:00'), { priceCents: 5000 })).body
    const body = { newStartTime: at('14:00', '2026-03-14') }
    const moved = await world.call(appointmentsApi.reschedule, { token, params: { id: appointment.id }, body })
    expect(moved.status).toBe(200)
  })
})
