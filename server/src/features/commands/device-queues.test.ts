import type { AddressInfo } from 'node:net'
import { appointmentsApi } from '@na-regua/contract/appointments'
import type { CommandResult, CommandType } from '@na-regua/contract/commands'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { CommandDraft } from '../../../../offline/src/command-store.ts'
import { createSeededRandom } from '../../../../offline/test/scheduler.ts'
import { createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createCommandScene } from '../../../test/command-scene.ts'
import { createHarness } from '../../../test/harness.ts'
import { FaultyNetwork, QueueDevice } from '../../../test/queue-devices.ts'

/**
 * The queue of a device against the real server and database, over HTTP, on a network that loses, repeats and delays: two devices of
 * one barber, and customers. The proof `commands` plays 400 rounds; others with QUEUE_SEED=7.
 */
const rounds = Number(process.env.QUEUE_ROUNDS ?? 25)
const random = createSeededRandom(Number(process.env.QUEUE_SEED ?? 1))
const maxMs = Number(process.env.REPLAY_MAX_MS ?? Number.POSITIVE_INFINITY)
const HOUR = 3_600_000

const world = await createHarness()
afterAll(() => world.close())
await world.app.listen({ port: 0, host: '127.0.0.1' })
const address = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/api/commands`
const scene = await createCommandScene(world)
await world.db
  .insertInto('barbershop_queues')
  .values({
    barbershop_id: scene.shop.id,
    is_on: true,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    max_length: 60,
    call_minutes: 5,
    slide_positions: 1,
    max_slides: 2,
    walk_in_share: 0,
    door_key: 'door-key-of-it',
    screen_key: 'screen-key-of-it',
    updated_at: world.clock.now(),
  })
  .execute()
const input = { barberId: scene.membership.id, serviceId: scene.service.id }
const customers = await createCustomers(world.db, 3)
const now = () => world.clock.now().getTime()
const at = (minutes: number) => new Date(now() + minutes * 60_000).toISOString()
const pick = (count: number) => Math.floor(random() * count)

async function post(body: unknown) {
  const headers = { authorization: `Bearer ${scene.barber.token}`, 'content-type': 'application/json' }
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json(), serverTime: null, retryAfterMs: 0 }
}

const openDevice = (network: FaultyNetwork, clockError: number) => new QueueDevice(network, () => now() + clockError)

/** Taps of today: on its appointment, and on the queue. */
function chooseTaps({ todayId, entryIds }: Pick<Choices, 'todayId' | 'entryIds'>, name: string): CommandDraft[] {
  const target = { appointmentId: todayId, version: 1 }
  const entryId = entryIds[pick(entryIds.length)] as string
  const tap = { entryId, input: { barberId: input.barberId, version: 1 } }
  const taps: CommandDraft[] = [
    { type: 'queueCall', ...tap },
    { type: 'queueStart', ...tap },
    { type: 'queueRemove', entryId, input: { version: 1 } },
  ]
  return [
    { type: 'arrive', target, isArrived: random() < 0.8 },
    { type: 'serve', target, isServing: random() < 0.8 },
    { type: 'queueAdd', barbershopId: scene.shop.id, input: { entryId, name } },
    taps[pick(taps.length)] as CommandDraft,
  ]
}

/** `customerId`: of a profile. The ids of entries are those that the devices generate. */
type Choices = { ids: string[]; todayId: string; entryIds: string[]; customerId: string }

/** An act of the barber on one of the appointments of the round, or another one of all kinds. */
function chooseDraft({ ids, customerId, ...others }: Choices, step: number, day: number): CommandDraft {
  const label = `${day} ${step}`
  const date = `2026-06-${10 + step}`
  const booking = { barberId: input.barberId, serviceIds: [input.serviceId] }
  const newCustomer = { name: label, phone: `629${10_000_000 + pick(80_000_000)}` }
  const target = { appointmentId: ids[pick(ids.length)] as string, version: 1 }
  const startTime = at(day + 180 + pick(6) * 30)
  const drafts: CommandDraft[] = [
    { type: 'confirm', target },
    { type: 'cancel', target },
    { type: 'move', target, input: { startTime } },
    { type: 'walkIn', input: { ...input, startTime, customerName: label } },
    { type: 'book', barbershopId: scene.shop.id, input: { ...booking, startTime, newCustomer } },
    { type: 'break', barberId: input.barberId, input: { startDate: date, endDate: date } },
    { type: 'note', customerId, input: { version: 1, notes: label } },
    ...chooseTaps(others, label),
  ]
  return drafts[pick(drafts.length)] as CommandDraft
}

async function changeAsCustomer(ids: readonly string[], day: number) {
  const index = pick(ids.length)
  const { token } = customers[index] as SceneCustomer
  const params = { id: ids[index] as string }
  const body = random() < 0.5 ? {} : { newStartTime: at(day + 180 + pick(6) * 30) }
  const route = 'newStartTime' in body ? appointmentsApi.reschedule : appointmentsApi.cancel
  return (await world.call(route, { token, params, body })).status === 200 ? params.id : undefined
}

type Round = Choices & {
  devices: QueueDevice[]
  stored: string[]
  changed: (string | undefined)[]
}

/** Entries that wait already. The devices add the others. */
const PRESENT = 2
function toEntry(id: string, rank: number) {
  const at = { joined_at: world.clock.now(), changed_at: world.clock.now() }
  return { id, rank, barbershop_id: scene.shop.id, name: 'Zé', source: 'staff', status: 'WAITING', ...at }
}

/** Lets others go on, for so many turns of the event loop. */
async function passTurns(turns: number) {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}

async function play(network: FaultyNetwork, day: number): Promise<Round> {
  const ids: string[] = []
  for (const [index, status] of (['SCHEDULED', 'CONFIRMED', 'SCHEDULED'] as const).entries())
    ids.push(await scene.put({ status, minutes: day + index * 60, customer: customers[index] as SceneCustomer }))
  const todayId = await scene.put({ status: 'CONFIRMED', minutes: 60, customer: null })
  const entryIds = Array.from({ length: 4 }, () => crypto.randomUUID())
  await world.db.insertInto('queue_entries').values(entryIds.slice(0, PRESENT).map(toEntry)).execute()
  const profile = { barbershop_id: scene.shop.id, name: 'Rui Lima', phone: '+5562999990001' }
  const inserted = await world.db.insertInto('customer_profiles').values(profile).returning('id').execute()
  const customerId = inserted[0]?.id as string
  const devices = [openDevice(network, 2 * HOUR), openDevice(network, -2 * HOUR)]
  const [stored, changes]: [string[], Promise<string | undefined>[]] = [[], []]
  for (let step = 0; step < 12; step++) {
    const device = devices[pick(2)] as QueueDevice
    const draft = chooseDraft({ ids, todayId, entryIds, customerId }, step, day)
    const added = device.queue.add(draft).then(({ id }) => void stored.push(id))
    if (random() < 0.8) await added
    if (random() < 0.7) void device.queue.send()
    if (random() < 0.3) changes.push(changeAsCustomer(ids, day))
    if (random() < 0.3) await device.report()
    if (random() < 0.3) await passTurns(pick(60))
    if (random() < 0.2) device.restart()
  }
  return { ids, todayId, entryIds, customerId, devices, stored, changed: await Promise.all(changes) }
}

type Settled = CommandResult & { type: CommandType }

/** The network works again: everything is sent and reported. */
async function finish(network: FaultyNetwork, devices: readonly QueueDevice[]): Promise<Settled[]> {
  for (const device of devices) device.restart()
  network.isFaulty = false
  await network.settle()
  const settled: Settled[] = []
  for (const device of devices) {
    expect(await device.queue.send()).toEqual({ state: 'done' })
    await device.report()
    for (const { command, result } of await device.queue.list())
      settled.push({ ...(result as CommandResult), type: command.type })
  }
  // What a tab that ended has still sent arrives before the next round.
  await network.settle()
  return settled
}

async function check(
  { ids, todayId, entryIds, customerId, devices, stored, changed }: Round,
  results: readonly Settled[],
) {
  const known = new Map(results.map((result) => [result.id, result]))
  expect(stored.filter((id) => !known.has(id))).toEqual([])
  const rows = await sql<{ id: string; outcome: string }>`
    select id, result->>'outcome' as outcome from client_commands`.execute(world.db)
  expect(new Map(rows.rows.map(({ id, outcome }) => [id, outcome]))).toEqual(
    new Map(results.map(({ id, outcome }) => [id, outcome])),
  )
  const refused = results.filter(({ outcome }) => outcome === 'refused').map(({ id }) => id)
  expect(devices.flatMap(({ reported }) => reported).toSorted()).toEqual(refused.toSorted())
  // Each applied command and each change by a customer is one version at most; what is so already changes nothing.
  const applied = results.filter(({ outcome }) => outcome === 'applied')
  const count = (...types: CommandType[]) => applied.filter(({ type }) => types.includes(type)).length
  const appointments = await world.db.selectFrom('appointments').select(['id', 'version']).execute()
  for (const { id, version } of appointments) {
    const own = applied.filter(({ appointment }) => appointment?.id === id).length
    const byCustomer = changed.filter((other) => other === id).length
    expect(version, id).toBeLessThanOrEqual(([...ids, todayId].includes(id) ? 1 : 0) + own + byCustomer)
  }
  // Two devices may start the same entry: the second one changes nothing.
  const started = applied.filter(({ type }) => type === 'queueStart')
  const startedEntries = new Map(started.map(({ entry, appointment }) => [entry?.id, appointment?.id]))
  for (const { entry, appointment } of started) expect(appointment?.id).toBe(startedEntries.get(entry?.id))
  expect(appointments).toHaveLength(ids.length + 1 + count('walkIn', 'book') + startedEntries.size)
  const entries = await world.db.selectFrom('queue_entries').select(['id', 'version', 'status']).execute()
  for (const { id, version } of entries)
    expect(version, id).toBeLessThanOrEqual(
      applied.filter(({ entry }) => entry?.id === id).length + (entryIds.indexOf(id) < PRESENT ? 1 : 0),
    )
  expect(entries.filter(({ status }) => status === 'SERVED')).toHaveLength(startedEntries.size)
  expect(await world.db.selectFrom('time_off').select('id').execute()).toHaveLength(count('break'))
  const profiles = world.db.selectFrom('customer_profiles').select('version').where('id', '=', customerId)
  expect(await profiles.executeTakeFirst()).toEqual({ version: 1 + count('note') })
  return { applied: applied.map(({ type }) => type), refused: refused.length }
}

test(`${rounds} rounds of two devices on a faulty network: none lost, none twice, each refusal reported once`, async () => {
  const seen = { applied: [] as CommandType[], refused: 0 }
  const types = ['book', 'break', 'cancel', 'confirm', 'move', 'note', 'walkIn', 'arrive', 'serve']
  const ofQueue = ['queueAdd', 'queueCall', 'queueRemove', 'queueStart']
  const isAnyMissing = () => new Set(seen.applied).size < types.length + ofQueue.length
  // What is applied depends on what arrives first, so that a kind may need more rounds.
  for (let round = 0; round < rounds || (isAnyMissing() && round < 4 * rounds); round++) {
    const network = new FaultyNetwork({ post, random, now })
    const played = await play(network, 1440 * (1 + (round % 20)))
    const { applied, refused } = await check(played, await finish(network, played.devices))
    seen.applied.push(...applied)
    seen.refused += refused
    for (const table of ['queue_entries', 'client_commands', 'appointments', 'time_off', 'customer_profiles'] as const)
      await world.db.deleteFrom(table).execute()
  }
  console.info(`device queues: ${rounds} rounds, ${seen.applied.length} applied, ${seen.refused} refused`)
  expect(seen.refused).toBeGreaterThan(rounds)
  expect([...new Set(seen.applied)].toSorted()).toEqual([...types, ...ofQueue].toSorted())
}, 3_600_000)

test('eight hours with 200 commands: from the queue to the server', async () => {
  const network = new FaultyNetwork({ post, random, now })
  network.isFaulty = false
  const device = openDevice(network, 0)
  for (let index = 0; index < 100; index++) {
    const startTime = at(-470 + index * 4)
    const walkIn = { ...input, startTime, customerName: `Chegou ${index}` }
    const { id } = await device.queue.add({ type: 'walkIn', input: walkIn })
    await device.queue.add({ type: 'cancel', target: { commandId: id } })
  }
  const started = performance.now()
  expect(await device.queue.send()).toEqual({ state: 'done' })
  const milliseconds = Math.round(performance.now() - started)
  const outcomes = (await device.queue.list()).map(({ result }) => result?.error?.code ?? result?.outcome)
  expect(outcomes).toEqual(Array(200).fill('applied'))
  console.info(`200 commands from a queue: ${milliseconds} ms`)
  expect(milliseconds).toBeLessThanOrEqual(maxMs)
})
