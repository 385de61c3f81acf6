import { appointmentsApi } from '@na-regua/contract/appointments'
import { bookingLinkApi, staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import type { SceneCustomer } from '../../../../test/booking-scene.ts'
import { createRaceHarness } from '../../../../test/race-harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'

const ROUNDS = 40

const harness = await createRaceHarness()
afterAll(() => harness.close())

const scene = await createStatusScene(harness, { barberCount: 3 })
const [own, others, wanted] = scene.shop.barbers.map(({ id }) => id) as [string, string, string]
const [bookedBy] = scene.shop.staff as [SceneCustomer]
await harness.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', bookedBy.id).execute()

const before = '2026-03-13T13:00:00.000Z'
const newStartTime = '2026-03-13T15:00:00.000Z'

async function bookByPhone() {
  const { body } = await harness.call(staffBookingsApi.book, {
    token: bookedBy.token,
    params: { id: scene.shop.id },
    body: {
      barberId: own,
      serviceIds: [scene.service.id],
      startTime: before,
      newCustomer: { name: 'Rui Lima', phone: '62977776666' },
    },
  })
  return { id: body.appointment.id as string, token: body.link.url.split('/').at(-1) as string }
}

async function bookInAccount(): Promise<string> {
  const { body } = await harness.call(appointmentsApi.create, {
    token: scene.customer.token,
    body: { barberId: others, serviceId: scene.service.id, startTime: before },
  })
  return body.appointment.id
}

it(`a link and an account want the same slot of another barber: one gets it, the other keeps theirs, ${ROUNDS} rounds`, async () => {
  const deadlocks = await harness.countDeadlocks()
  const won = { link: 0, account: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const linked = await bookByPhone()
    const id = await bookInAccount()
    const body = { newStartTime, barberId: wanted }
    const byLink = () => harness.call(bookingLinkApi.reschedule, { params: { token: linked.token }, body })
    const byAccount = () =>
      harness.call(appointmentsApi.reschedule, { params: { id }, token: scene.customer.token, body })
    // Each is the first one in some rounds; in the others both are sent at once.
    const early = round % 4 === 0 ? await byLink() : undefined
    const first = round % 4 === 1 ? await byAccount() : undefined
    const [link, account] = await Promise.all([early ?? byLink(), first ?? byAccount()])
    const winner = link.status === 200 ? 'link' : 'account'
    won[winner]++
    expect([link, account].map(({ status, body: { code } }) => code ?? status).sort()).toEqual([200, 'SLOT_TAKEN'])
    const { rows } = await sql<{ id: string; barber: string; version: number }>`
      select id, barber_id as barber, version from appointments`.execute(harness.db)
    const isOfLink = winner === 'link'
    expect(rows.find((row) => row.id === linked.id)).toMatchObject(
      isOfLink ? { barber: wanted, version: 2 } : { barber: own, version: 1 },
    )
    expect(rows.find((row) => row.id === id)).toMatchObject(
      isOfLink ? { barber: others, version: 1 } : { barber: wanted, version: 2 },
    )
    expect(await harness.countOverlaps()).toBe(0)
    await harness.clear()
    await sql`delete from customer_profiles; delete from attempts`.execute(harness.db)
  }
  expect(Math.min(won.link, won.account)).toBeGreaterThan(0)
  expect(await harness.countDeadlocks()).toBe(deadlocks)
})
