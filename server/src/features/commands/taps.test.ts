import type { CommandResult } from '@na-regua/contract/commands'
import { queueTodayApi } from '@na-regua/contract/queue-today'
import { servingApi } from '@na-regua/contract/serving'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCommandScene, issueAt, sendBatch } from '../../../test/command-scene.ts'
import { createCaller } from '../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createQueueScene } from '../../../test/queue-scene.ts'
import { applyLateRule } from '../queue/late/apply-late-rule.ts'
import { expireQueues } from '../queue/late/expire-entries.ts'

const world = await createHarness()
afterAll(() => world.close())
const issue = issueAt(world.clock)
const at = (minutes: number) => new Date(Date.parse(noonInSaoPaulo) + minutes * 60_000).toISOString()
beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  await sql`delete from queue_entries; delete from appointments; delete from client_commands`.execute(world.db)
})

const outcomes = (results: readonly CommandResult[]) => results.map(({ outcome, error }) => error?.code ?? outcome)
const rowOf = (id: string) =>
  world.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const entryOf = (id: string) =>
  world.db.selectFrom('queue_entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
type SceneBarber = { id: string; userId: string; token: string }

describe('taps of a day without a network', () => {
  test('count at the time of the tap, once', async () => {
    const scene = await createCommandScene(world, { hours: [0, 1440] })
    const id = await scene.put({ status: 'CONFIRMED', minutes: 15 })
    const next = await scene.put({ status: 'SCHEDULED', minutes: 60, customer: null })
    const target = { appointmentId: id, version: 1 }
    const arrive = issue({ type: 'arrive', target, isArrived: true, issuedAt: at(5) })
    const serve = issue({ type: 'serve', target, isServing: true, issuedAt: at(10), after: arrive.id })
    const complete = issue({ type: 'complete', target, issuedAt: at(38), after: serve.id })
    const second = issue({
      type: 'serve',
      target: { appointmentId: next, version: 1 },
      isServing: true,
      issuedAt: at(40),
    })
    const commands = [arrive, serve, complete, second]
    world.clock.advance({ minutes: 180 })
    const results = await sendBatch(world, scene.barber, commands)
    expect(outcomes(results)).toEqual(Array(4).fill('applied'))
    expect(await rowOf(id)).toMatchObject({
      status: 'COMPLETED',
      version: 4,
      is_end_settled: false,
      arrived_at: new Date(at(5)),
      serving_from: new Date(at(10)),
      serving_until: new Date(at(38)),
    })
    expect(await rowOf(next)).toMatchObject({ status: 'CONFIRMED', serving_from: new Date(at(40)) })
    const again = await sendBatch(world, scene.barber, commands)
    expect(outcomes(again)).toEqual(outcomes(results))
    expect((await rowOf(id)).version).toBe(4)
  })

  test('a service that began elsewhere meanwhile is refused, and what depends on it', async () => {
    const scene = await createCommandScene(world, { hours: [0, 1440] })
    const id = await scene.put({ status: 'CONFIRMED', minutes: 15 })
    const other = await scene.put({ status: 'CONFIRMED', minutes: 60 })
    const by = { token: scene.owner.token, params: { id: other } }
    await world.call(servingApi.serve, { ...by, body: { version: 1, isServing: true } })
    const target = { appointmentId: id, version: 1 }
    const serve = issue({ type: 'serve', target, isServing: true })
    const complete = issue({ type: 'complete', target, after: serve.id })
    const results = await sendBatch(world, scene.barber, [serve, complete])
    expect(outcomes(results)).toEqual(['BARBER_SERVING', 'COMMAND_DEPENDENT'])
    expect(results[0]?.error?.message).toContain('Ainda com Cliente')
  })
})

describe('the queue without a network', () => {
  test('a walk-in is added, called, started and completed, once', async () => {
    const scene = await createQueueScene(world)
    const [barber] = scene.barbers
    const input = { entryId: crypto.randomUUID(), name: 'Ana' }
    const entryId = input.entryId
    const add = issue({ type: 'queueAdd', barbershopId: scene.shop.id, input, issuedAt: at(1) })
    const tap = { entryId, input: { barberId: barber.id, version: 1 } }
    const call = issue({ type: 'queueCall', ...tap, after: add.id, issuedAt: at(2) })
    const start = issue({ type: 'queueStart', ...tap, after: call.id, issuedAt: at(4) })
    const complete = issue({ type: 'complete', target: { commandId: start.id }, after: start.id, issuedAt: at(31) })
    const commands = [add, call, start, complete]
    world.clock.advance({ minutes: 90 })
    const results = await sendBatch(world, barber, commands)
    expect(outcomes(results)).toEqual(Array(4).fill('applied'))
    expect(results.map(({ entry }) => entry?.version)).toEqual([1, 2, 3, undefined])
    const appointmentId = String(results[2]?.appointment?.id)
    expect(await rowOf(appointmentId)).toMatchObject({
      status: 'COMPLETED',
      starts_at: new Date(at(4)),
      is_walk_in: true,
      customer_name: 'Ana',
      serving_from: new Date(at(4)),
      serving_until: new Date(at(31)),
    })
    const again = await sendBatch(world, barber, commands)
    expect(outcomes(again)).toEqual(outcomes(results))
    expect(again[2]).toMatchObject({ entry: { id: entryId, version: 3 }, appointment: { id: appointmentId } })
    const rows = await world.db.selectFrom('appointments').select('id').execute()
    expect(rows).toHaveLength(1)
  })

  test('a service that began before the late rule or the end of the day is started', async () => {
    const scene = await createQueueScene(world, { settings: { maxSlides: 0 } })
    const [barber, other] = scene.barbers as [SceneBarber, SceneBarber]
    const missed = await scene.add({ name: 'Caio' })
    const expired = await scene.add({ name: 'Davi' })
    const caio = missed.body.entry.id as string
    const davi = expired.body.entry.id as string
    await scene.tap(queueTodayApi.call, caio, { barberId: barber.id })
    const begin = (entryId: string, { id }: SceneBarber, version: number, minutes: number) =>
      issue({ type: 'queueStart', entryId, input: { barberId: id, version }, issuedAt: at(minutes) })
    const start = begin(caio, barber, 2, 3)
    const complete = issue({ type: 'complete', target: { commandId: start.id }, issuedAt: at(30), after: start.id })
    world.clock.advance({ minutes: 6 })
    await applyLateRule(world)
    world.clock.advance({ minutes: 34 })
    const late = begin(caio, barber, 2, 7)
    expect(outcomes(await sendBatch(world, barber, [start, complete]))).toEqual(['applied', 'applied'])
    expect(await entryOf(caio)).toMatchObject({ status: 'SERVED', version: 4, changed_at: new Date(at(3)) })
    expect(outcomes(await sendBatch(world, barber, [late]))).toEqual(['QUEUE_ENTRY_CHANGED'])
    world.clock.set('2026-03-12T03:00:00Z')
    await expireQueues(world)
    expect((await entryOf(davi)).status).toBe('EXPIRED')
    const early = begin(davi, other, 1, 500)
    const afterwards = begin(davi, other, 1, 720)
    expect(outcomes(await sendBatch(world, other, [afterwards, early]))).toEqual(['QUEUE_ENTRY_CHANGED', 'applied'])
  })

  test('counts when it was tapped: for the hours and the length of the queue, and for the waits', async () => {
    const hours = [0, 1, 2, 3, 4, 5, 6].map((day) => [day, 540, 750] as const)
    const scene = await createQueueScene(world, { shop: { hours }, settings: { maxLength: 1 } })
    const [barber] = scene.barbers
    const entryId = crypto.randomUUID()
    const joined = await scene.add({ name: 'Ana' })
    const add = issue({ type: 'queueAdd', barbershopId: scene.shop.id, input: { entryId }, issuedAt: at(5) })
    const tap = { entryId, input: { barberId: barber.id, version: 1 } }
    const start = issue({ type: 'queueStart', ...tap, after: add.id, issuedAt: at(13) })
    const complete = issue({ type: 'complete', target: { commandId: start.id }, after: start.id, issuedAt: at(29) })
    const tooLate = { entryId: crypto.randomUUID() }
    const closed = issue({ type: 'queueAdd', barbershopId: scene.shop.id, input: tooLate, issuedAt: at(31) })
    world.clock.advance({ minutes: 45 })
    const results = await sendBatch(world, barber, [add, start, complete, closed])
    expect(outcomes(results)).toEqual(['applied', 'applied', 'applied', 'QUEUE_CLOSED'])
    expect(await entryOf(entryId)).toMatchObject({ joined_at: new Date(at(5)), changed_at: new Date(at(13)) })
    const { tapped_at } = await world.db
      .selectFrom('barbershop_queues')
      .select('tapped_at')
      .where('barbershop_id', '=', scene.shop.id)
      .executeTakeFirstOrThrow()
    expect(tapped_at).toEqual(new Date(at(29)))
    expect((await entryOf(joined.body.entry.id)).status).toBe('WAITING')
  })

  test('notifies no one of a call or a turn that has passed', async () => {
    const scene = await createQueueScene(world)
    const [barber] = scene.barbers
    const ana = await scene.joinAsCustomer()
    const bia = await scene.joinAsCustomer()
    const tap = { entryId: ana.entry.id as string, input: { barberId: barber.id, version: 1 } }
    const call = issue({ type: 'queueCall', ...tap, issuedAt: at(5) })
    const start = issue({ type: 'queueStart', ...tap, issuedAt: at(8), after: call.id })
    const remove = issue({ type: 'queueRemove', entryId: bia.entry.id, input: { version: 1 }, issuedAt: at(20) })
    world.clock.advance({ minutes: 180 })
    expect(outcomes(await sendBatch(world, barber, [call]))).toEqual(['applied'])
    const called = await entryOf(ana.entry.id)
    expect(called).toMatchObject({ called_at: new Date(at(5)), come_by: new Date(at(181)) })
    expect(outcomes(await sendBatch(world, barber, [start, remove]))).toEqual(['applied', 'applied'])
    expect((await entryOf(bia.entry.id)).changed_at).toEqual(new Date(at(20)))
    expect(
      await world.db.selectFrom('notifications').select('type').where('type', 'like', 'queue_%').execute(),
    ).toEqual([])
  })

  test('what another one did with the entry meanwhile is not done again', async () => {
    const scene = await createQueueScene(world)
    const [barber] = scene.barbers
    const { body } = await scene.add({ name: 'Caio' })
    const entryId = body.entry.id as string
    await scene.tap(queueTodayApi.remove, entryId)
    const input = { barberId: barber.id, version: 1 }
    const call = issue({ type: 'queueCall', entryId, input })
    const remove = issue({ type: 'queueRemove', entryId, input: { version: 1 }, after: call.id })
    const results = await sendBatch(world, barber, [call, remove])
    expect(outcomes(results)).toEqual(['QUEUE_ENTRY_CHANGED', 'COMMAND_DEPENDENT'])
  })

  test('a service that does not fit before the next appointment is refused with when it does', async () => {
    const scene = await createQueueScene(world)
    const [barber] = scene.barbers
    const { body } = await scene.add({ name: 'Caio' })
    const starts_at = at(10)
    await world.db
      .insertInto('appointments')
      .values({
        barbershop_id: scene.shop.id,
        barber_id: barber.id,
        barber_user_id: barber.userId,
        status: 'CONFIRMED',
        service_name: 'Corte',
        duration_min: 30,
        price_cents: 5000,
        starts_at,
        ends_at: at(40),
      })
      .execute()
    const input = { barberId: barber.id, version: 1 }
    const [result] = await sendBatch(world, barber, [issue({ type: 'queueStart', entryId: body.entry.id, input })])
    expect(result).toMatchObject({ outcome: 'refused', error: { code: 'SLOT_TAKEN' } })
    expect(result?.error?.message).toBe('Horário ocupado: começar às 12h40?')
  })

  test('is for staff of the barbershop', async () => {
    const scene = await createQueueScene(world)
    const { body } = await scene.add({ name: 'Caio' })
    const commands = () => [
      issue({ type: 'queueAdd', barbershopId: scene.shop.id, input: { entryId: crypto.randomUUID() } }),
      issue({ type: 'queueRemove', entryId: body.entry.id, input: { version: 1 } }),
    ]
    const stranger = await createQueueScene(world)
    const refused = await sendBatch(world, stranger.barbers[0], commands())
    expect(outcomes(refused)).toEqual(['BARBERSHOP_NOT_FOUND', 'QUEUE_ENTRY_NOT_FOUND'])
    const customer = await createCaller(world)
    expect(outcomes(await sendBatch(world, { id: customer.user.id, token: customer.token }, commands()))).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ])
    const removed = await sendBatch(world, scene.barbers[0], commands())
    expect(outcomes(removed)).toEqual(['applied', 'applied'])
  })
})
