import { agendasApi, MAX_FORGOTTEN } from '@na-regua/contract/agendas'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createStatusScene(world)
const other = await createStatusScene(world)
const { owner, barber, customer, shop } = scene
await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', barber.id).execute()
await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', 'in', [owner.id, other.owner.id]).execute()

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  await sql`delete from appointments`.execute(world.db)
})

const ofBarber = () => world.call(agendasApi.forgottenOfBarber, { token: barber.token })
const ofOwner = (barbershopId = shop.id, by = owner) =>
  world.call(agendasApi.forgottenOfOwner, { token: by.token, query: { barbershopId } })
const idsOf = ({ body }: { body: { appointments: { id: string }[] } }) => body.appointments.map(({ id }) => id)
const put = (days: number, status: 'CONFIRMED' | 'COMPLETED' | 'NO_SHOW' | 'CANCELLED' = 'CONFIRMED') =>
  scene.put({ status, minutes: -60 - days * 1440 })

test('visits that are over without an outcome, also of earlier days, the newest first', async () => {
  const [today, lastWeek, yesterday] = [await put(0), await put(7), await put(1)]
  for (const status of ['COMPLETED', 'NO_SHOW', 'CANCELLED'] as const) await put(2, status)
  await put(61)
  // They are not over.
  await scene.put({ status: 'CONFIRMED', minutes: -20 })
  await scene.put({ status: 'CONFIRMED', minutes: 60 })
  for (const response of [await ofBarber(), await ofOwner()]) {
    expect(response.body.total).toBe(3)
    expect(idsOf(response)).toEqual([today, yesterday, lastWeek])
  }
})

test('not who is still served; who was served to an end that was not tapped is', async () => {
  const served = await put(0)
  const ended = await put(1)
  const [from, until] = ['2026-03-11T14:00:00Z', '2026-03-11T14:30:00Z']
  await world.db.updateTable('appointments').set({ serving_from: from }).where('id', '=', served).execute()
  const settled = { serving_from: from, serving_until: until, is_end_settled: true }
  await world.db.updateTable('appointments').set(settled).where('id', '=', ended).execute()
  expect(idsOf(await ofBarber())).toEqual([ended])
})

test('of a long list the newest, and how many there are', async () => {
  const ids: string[] = []
  for (let days = 0; days < MAX_FORGOTTEN + 2; days++) ids.push(await put(days))
  const response = await ofBarber()
  expect([response.body.total, idsOf(response)]).toEqual([MAX_FORGOTTEN + 2, ids.slice(0, MAX_FORGOTTEN)])
})

test('a barber who left has no such list any more, the barbershop has', async () => {
  const id = await put(0)
  const membership = world.db.updateTable('barbers').where('id', '=', scene.membership.id)
  await membership.set({ removed_at: noonInSaoPaulo }).execute()
  expect(idsOf(await ofOwner())).toEqual([id])
  const left = await ofBarber()
  expect(left.status === 200 ? idsOf(left) : left.body.code).toEqual([])
  await membership.set({ removed_at: null }).execute()
})

test('another barbershop does not exist, and customers have no such list', async () => {
  await put(0)
  expect((await ofOwner(shop.id, other.owner)).body.code).toBe('BARBERSHOP_NOT_FOUND')
  expect((await world.call(agendasApi.forgottenOfBarber, { token: customer.token })).status).toBe(403)
})
