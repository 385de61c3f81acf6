import type { AddressInfo } from 'node:net'
import { type Command, type CommandResult, commandsApi, MAX_COMMANDS } from '@na-regua/contract/commands'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { SceneCustomer } from '../../../test/booking-scene.ts'
import { createCommandScene, issueAt } from '../../../test/command-scene.ts'
import { createHarness } from '../../../test/harness.ts'

/** Only the proof `commands` limits it: another test may use the machine at the same time. */
const maxMs = Number(process.env.REPLAY_MAX_MS ?? Number.POSITIVE_INFINITY)

const world = await createHarness({ environment: { RATE_LIMIT: 'on' } })
afterAll(() => world.close())
await world.app.listen({ port: 0, host: '127.0.0.1' })
const issue = issueAt(world.clock)

async function send(user: SceneCustomer, deviceId: string, commands: readonly Command[]): Promise<CommandResult[]> {
  const response = await fetch(
    `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/api${commandsApi.send.url}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ deviceId, commands }),
    },
  )
  expect(response.status).toBe(200)
  return ((await response.json()) as { results: CommandResult[] }).results
}

/** As the queue of a device does: what was left is sent again. */
async function sendAll(user: SceneCustomer, deviceId: string, commands: readonly Command[]) {
  const results: CommandResult[] = []
  let requests = 0
  const started = performance.now()
  while (results.length < commands.length) {
    const batch = commands.slice(results.length, results.length + MAX_COMMANDS)
    results.push(...(await send(user, deviceId, batch)))
    requests++
  }
  return { results, requests, milliseconds: Math.round(performance.now() - started) }
}

const atMinute = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000).toISOString()

/** Eight hours of an owner with four barbers: 60 walk-ins that are finished, 25 bookings by phone, moves, and more. */
async function createDay(scene: Awaited<ReturnType<typeof createCommandScene>>): Promise<Command[]> {
  const { shop, service } = scene
  const barberOf = (index: number) => shop.barbers[index % 4]?.id as string
  const serve = Array.from({ length: 60 }, (_, index) => {
    const startTime = atMinute(-480 + Math.floor(index / 4) * 30)
    const input = { barberId: barberOf(index), serviceId: service.id, startTime, customerName: `Chegou ${index}` }
    const walkIn = issue({ type: 'walkIn', input })
    return [walkIn, issue({ type: 'complete', target: { commandId: walkIn.id } })]
  }).flat()
  const booked = Array.from({ length: 25 }, (_, index) => {
    const startTime = atMinute(1440 + Math.floor(index / 4) * 60)
    const newCustomer = { name: `Ligou ${index}`, phone: `629${10_000_000 + index}` }
    const input = { barberId: barberOf(index), serviceIds: [service.id], startTime, newCustomer }
    const book = issue({ type: 'book', barbershopId: shop.id, input })
    const move = issue({
      type: 'move',
      target: { commandId: book.id },
      input: { startTime: atMinute(1470 + Math.floor(index / 4) * 60) },
    })
    return [book, move, issue({ type: 'cancel', target: { commandId: book.id }, after: move.id })]
  }).flat()
  const pauses = [1, 2, 3, 4, 5].map((day) => {
    const date = `2026-04-0${day}`
    const input = { startDate: date, endDate: date, startTime: '12:00', endTime: '13:00' }
    return issue({ type: 'break', barberId: barberOf(day), input })
  })
  return [...serve, ...booked, ...pauses]
}

describe('a day of 200 commands that were issued without a network', () => {
  test('is executed over HTTP within the rate limits, and repeated without an effect', async () => {
    const scene = await createCommandScene(world, { barberCount: 4 })
    const commands = await createDay(scene)
    expect(commands).toHaveLength(200)
    const deviceId = crypto.randomUUID()
    const first = await sendAll(scene.owner, deviceId, commands)
    expect(first.results.filter(({ outcome }) => outcome !== 'applied')).toEqual([])
    const again = await sendAll(scene.owner, deviceId, commands)
    expect(again.results.map(({ id, outcome }) => [id, outcome])).toEqual(commands.map(({ id }) => [id, 'applied']))
    const rows = await world.db.selectFrom('appointments').select('status').execute()
    expect(rows).toHaveLength(85)
    console.info(
      `200 commands: ${first.milliseconds} ms in ${first.requests} requests, repeated ${again.milliseconds} ms in ${again.requests}`,
    )
    expect(first.milliseconds).toBeLessThanOrEqual(maxMs)
    expect(again.milliseconds).toBeLessThanOrEqual(maxMs)
  })

  test('new ones are limited to 2,000 a day, without a stored result; repeated ones are not', async () => {
    const scene = await createCommandScene(world)
    const create = () => issue({ type: 'confirm', target: { appointmentId: crypto.randomUUID(), version: 1 } })
    const known = create()
    const next = create()
    const call = (...commands: Command[]) =>
      world.call(commandsApi.send, { token: scene.owner.token, body: { deviceId: crypto.randomUUID(), commands } })
    expect((await call(known)).body.results).toHaveLength(1)
    await sql`update attempts set count = 2000 where key like 'new-command:%'`.execute(world.db)
    expect((await call(known, next)).body.results.map(({ id }: CommandResult) => id)).toEqual([known.id])
    expect((await call(next, known)).status).toBe(429)
    const stored = world.db.selectFrom('client_commands').select('id').where('user_id', '=', scene.owner.id)
    expect(await stored.execute()).toEqual([{ id: known.id }])
    world.clock.advance({ minutes: 1440 })
    expect((await call(next)).body.results).toHaveLength(1)
  })

  test('a limit of a day refuses one command, and the others go on', async () => {
    const { shop, owner, service } = await createCommandScene(world)
    const newCustomer = { name: 'Caio Melo', phone: '62955554444' }
    const commands = Array.from({ length: 22 }, (_, index) => {
      const startTime = atMinute(1440 + index * 30)
      const input = { barberId: shop.barbers[0]?.id as string, serviceIds: [service.id], startTime, newCustomer }
      return issue({ type: 'book', barbershopId: shop.id, input })
    })
    const pause = { startDate: '2026-04-01', endDate: '2026-04-01' }
    commands.push(issue({ type: 'break', barberId: shop.barbers[0]?.id as string, input: pause }))
    const { results } = await sendAll(owner, crypto.randomUUID(), commands)
    const codes = results.map(({ error }) => error?.code)
    expect(codes).toEqual([...Array(20).fill(undefined), ...Array(2).fill('TOO_MANY_REQUESTS'), undefined])
  })
})
