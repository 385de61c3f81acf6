import { appointmentsApi } from '@na-regua/contract/appointments'
import { type Command, type CommandResult, commandsApi } from '@na-regua/contract/commands'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { issueAt } from '../../../test/command-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'

const ROUNDS = 40
const MINUTE = 60_000
/** Of one page, each of another customer. */
const REQUESTS = 6

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
const issue = issueAt(harness.clock)
let customers: SceneCustomer[]

beforeAll(async () => {
  customers = await createCustomers(harness.db, REQUESTS)
  await second.warmUp()
})
// Of a test that failed.
beforeEach(clearRound)
afterAll(async () => {
  await second.close()
  await harness.close()
})

type Shop = Awaited<ReturnType<typeof createBookableBarbershop>>

/** A slot of the round: days ahead, so that nothing is over. */
const slotOf = (round: number, minutes: number) =>
  new Date(Date.parse('2026-03-13T12:00:00Z') + (round * 1440 + minutes) * MINUTE)

async function putAppointments(shop: Shop, round: number) {
  const rows = [
    { status: 'SCHEDULED', start: slotOf(round, 0) },
    { status: 'CONFIRMED', start: slotOf(round, 60) },
    { status: 'CONFIRMED', start: slotOf(round, 120) },
  ].map(({ status, start }, index) => ({
    id: crypto.randomUUID(),
    barbershop_id: shop.id,
    barber_id: shop.barbers[0]?.id as string,
    status,
    barber_user_id: shop.barbers[0]?.userId as string,
    customer_id: customers[index]?.id as string,
    service_id: shop.services[0]?.id as string,
    service_name: 'Corte',
    duration_min: 30,
    price_cents: 5000,
    starts_at: start,
    ends_at: new Date(start.getTime() + 30 * MINUTE),
  }))
  await harness.db.insertInto('appointments').values(rows).execute()
  return rows.map(({ id }) => id) as [string, string, string]
}

/** What a barber did without a network: about all three appointments, two new ones and a pause. */
function createBatch(shop: Shop, round: number, [asked, agreed, other]: readonly [string, string, string]): Command[] {
  const barberId = shop.barbers[0]?.id as string
  const serviceId = shop.services[0]?.id as string
  const seen = (appointmentId: string) => ({ appointmentId, version: 1 })
  const at = (minutes: number) => slotOf(round, minutes).toISOString()
  const confirm = issue({ type: 'confirm', target: seen(asked) })
  const walkIn = issue({ type: 'walkIn', input: { barberId, serviceId, startTime: at(180) } })
  const newCustomer = { name: 'Caio Melo', phone: `629${10_000_000 + round}` }
  const booking = { barberId, serviceIds: [serviceId], startTime: at(240), newCustomer }
  const date = at(0).slice(0, 10)
  const pause = { startDate: date, endDate: date, startTime: '17:00', endTime: '18:00' }
  const acts = [
    [confirm, issue({ type: 'move', target: seen(asked), after: confirm.id, input: { startTime: at(30) } })],
    [walkIn, issue({ type: 'cancel', target: { commandId: walkIn.id } })],
    [issue({ type: 'cancel', target: seen(other) })],
    [issue({ type: 'move', target: seen(agreed), input: { startTime: at(90) } })],
    [issue({ type: 'book', barbershopId: shop.id, input: booking }), issue({ type: 'break', barberId, input: pause })],
  ]
  // What comes first meets the customers most often.
  const first = round % (acts.length - 1)
  return [...acts.slice(first), ...acts.slice(0, first)].flat()
}

/** Without the appointment, which another request may have changed in between. */
const outcomesOf = (results: readonly CommandResult[]) =>
  results.map(({ id, outcome, error, alternatives, timeOff }) => ({ id, outcome, error, alternatives, timeOff }))

async function count(table: 'client_commands' | 'pending_events' | 'time_off', condition = sql`true`): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) from ${sql.table(table)} where ${condition}`.execute(harness.db)
  return rows[0]?.count ?? 0
}

/** The others say that notifications were marked as read. */
const isAboutAppointments = sql`published::jsonb ? 'appointments'`

/** Each change of an appointment is one version with one event; the first three were inserted without. */
async function countChanges(): Promise<number> {
  const rows = await harness.db.selectFrom('appointments').select('version').where('status', '<>', 'HELD').execute()
  return rows.reduce((sum, { version }) => sum + version, 0) - 3
}

/** What customers do meanwhile. In each fourth round nothing, so that every command is applied there. */
function actOfCustomers(shop: Shop, round: number, ids: readonly string[]) {
  if (round % 4 === 0) return []
  const act = (index: number, route: 'cancel' | 'reschedule', body: object) =>
    second.send(round + index, appointmentsApi[route], {
      token: (customers[index] as SceneCustomer).token,
      params: { id: ids[index] as string },
      body,
    })
  const booking = { barberId: shop.barbers[0]?.id, serviceId: shop.services[0]?.id }
  return [
    act(0, 'cancel', {}),
    act(1, 'reschedule', { newStartTime: slotOf(round, 90 + (round % 3) * 30).toISOString() }),
    act(2, 'cancel', {}),
    second.send(round, appointmentsApi.create, {
      token: (customers[3] as SceneCustomer).token,
      body: { ...booking, startTime: slotOf(round, 180).toISOString() },
    }),
  ]
}

async function clearRound() {
  await harness.clear()
  for (const table of ['client_commands', 'pending_events', 'time_off', 'notifications'] as const)
    await harness.db.deleteFrom(table).execute()
}

describe(`a batch that arrives twice while customers change their minds, ${ROUNDS} rounds on two processes`, () => {
  test('each command is executed once, with one result, and no change goes unnoticed', async () => {
    const shop = await createBookableBarbershop(harness.db)
    const barber = shop.staff[0] as SceneCustomer
    await harness.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', barber.id).execute()
    const before = await harness.countDeadlocks()
    const applied: Record<string, number> = {}
    let refused = 0
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await putAppointments(shop, round)
      const commands = createBatch(shop, round, ids)
      const others = createBatch(shop, round, ids)
      const deviceId = crypto.randomUUID()
      const otherId = crypto.randomUUID()
      const send = (number: number, device: string, batch: Command[]) =>
        second.send(number, commandsApi.send, { token: barber.token, body: { deviceId: device, commands: batch } })
      const [first, twin, other] = await Promise.all([
        send(round, deviceId, commands),
        send(round + 1, deviceId, commands),
        // Another device of the same barber, in a part of the rounds.
        round % 2 ? send(round, otherId, others) : undefined,
        ...actOfCustomers(shop, round, ids),
      ])
      const results: CommandResult[] = first.body.results
      expect(results.map(({ id }) => id)).toEqual(commands.map(({ id }) => id))
      expect(outcomesOf(twin.body.results)).toEqual(outcomesOf(results))
      const again = await send(round, deviceId, commands)
      expect(outcomesOf(again.body.results)).toEqual(outcomesOf(results))
      expect(await count('client_commands')).toBe(commands.length + (other ? others.length : 0))
      expect(await count('time_off')).toBe(1)
      // Each device adds the same time off: it is one row, and one event for each.
      const timeOffEvents = other ? 2 : 1
      expect(await count('pending_events', isAboutAppointments)).toBe((await countChanges()) + timeOffEvents)
      expect(await harness.countOverlaps()).toBe(0)
      const isApplied = results.map(({ outcome }) => outcome === 'applied')
      for (const { type } of commands.filter((_, index) => isApplied[index])) applied[type] = (applied[type] ?? 0) + 1
      refused += isApplied.filter((applied) => !applied).length
      await clearRound()
    }
    console.info(`commands: applied ${JSON.stringify(applied)}, refused ${refused}, of ${ROUNDS} batches`)
    // Both sides must win sometimes, or this is no race.
    expect(Object.keys(applied).toSorted()).toEqual(['book', 'break', 'cancel', 'confirm', 'move', 'walkIn'])
    expect(refused).toBeGreaterThan(0)
    expect(await harness.countDeadlocks()).toBe(before)
  }, 180_000)
})

/** All on one day. */
async function putRequests(shop: Shop, round: number) {
  const rows = Array.from({ length: REQUESTS }, (_, index) => {
    const start = slotOf(round, index * 60)
    return {
      id: crypto.randomUUID(),
      barbershop_id: shop.id,
      barber_id: shop.barbers[0]?.id as string,
      status: 'SCHEDULED',
      barber_user_id: shop.barbers[0]?.userId as string,
      customer_id: customers[index]?.id as string,
      service_id: shop.services[0]?.id as string,
      service_name: 'Corte',
      duration_min: 30,
      price_cents: 5000,
      starts_at: start,
      ends_at: new Date(start.getTime() + 30 * MINUTE),
    }
  })
  await harness.db.insertInto('appointments').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** The customers cancel one after the other, the last one first: both sides are first somewhere. */
async function cancelBackwards(ids: readonly string[], round: number): Promise<boolean[]> {
  const isCancelled: boolean[] = []
  for (const [index, id] of [...ids.entries()].toReversed()) {
    const { token } = customers[index] as SceneCustomer
    const { status } = await second.send(round + 1, appointmentsApi.cancel, { token, params: { id }, body: {} })
    isCancelled.unshift(status === 200)
  }
  return isCancelled
}

describe(`all requests of a page are accepted or refused while their customers cancel, ${ROUNDS} rounds on two processes`, () => {
  test('each has one outcome, which its result reports', async () => {
    const shop = await createBookableBarbershop(harness.db)
    const barber = shop.staff[0] as SceneCustomer
    await harness.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', barber.id).execute()
    const before = await harness.countDeadlocks()
    let appliedCount = 0
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await putRequests(shop, round)
      const type = round % 2 ? 'confirm' : 'cancel'
      const commands = ids.map((appointmentId) => issue({ type, target: { appointmentId, version: 1 } }))
      const body = { deviceId: crypto.randomUUID(), commands }
      const [batch, isCancelled] = await Promise.all([
        second.send(round, commandsApi.send, { token: barber.token, body }),
        cancelBackwards(ids, round),
      ])
      const isApplied = (batch.body.results as CommandResult[]).map(({ outcome }) => outcome === 'applied')
      const rows = await harness.db.selectFrom('appointments').select(['id', 'cancelled_by', 'version']).execute()
      const stored = ids.map((id) => rows.find((row) => row.id === id))
      // What was confirmed may be cancelled afterwards, what was refused may not.
      const changes = ids.map((_, index) => Number(isApplied[index]) + Number(isCancelled[index]))
      expect(changes.every((count) => count === 1 || (count === 2 && type === 'confirm'))).toBe(true)
      expect(stored.map((row) => row?.version)).toEqual(changes.map((count) => 1 + count))
      expect(stored.map((row) => row?.cancelled_by === 'customer')).toEqual(isCancelled)
      appliedCount += isApplied.filter(Boolean).length
      await clearRound()
    }
    console.info(`bulk decisions: applied ${appliedCount} of ${ROUNDS * REQUESTS}`)
    // Both sides must win sometimes, or this is no race.
    expect(appliedCount).toBeGreaterThan(0)
    expect(appliedCount).toBeLessThan(ROUNDS * REQUESTS)
    expect(await harness.countDeadlocks()).toBe(before)
  }, 180_000)
})
