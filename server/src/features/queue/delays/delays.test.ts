import { appointmentsApi } from '@na-regua/contract/appointments'
import { delaysApi, servingApi } from '@na-regua/contract/serving'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness } from '../../../../test/harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import type { TemplateMessage } from '../../../lib/whatsapp.ts'
import { createWaits } from '../waits/create-waits.ts'
import { notifyOfDelays, planDelays } from './notify-of-delays.ts'
import { sendDelayMessage } from './send-delay-message.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440] })
/** 12:00 in São Paulo. */
const NOW = '2026-03-11T15:00:00.000Z'
beforeEach(async () => {
  world.clock.set(NOW)
  await sql`delete from queue_entries; delete from appointments; delete from notifications; delete from pending_events`.execute(
    world.db,
  )
})

/** In a process that has estimated nothing yet. */
const run = () => notifyOfDelays({ ...world, waits: createWaits(world) }, { barbershopId: scene.shop.id })
const tap = (id: string, version: number, isServing = true) =>
  world.call(servingApi.serve, { params: { id }, token: scene.barber.token, body: { version, isServing } })
const complete = (id: string) => world.call(appointmentsApi.complete, { params: { id }, token: scene.barber.token })
const messages = async () =>
  (await world.db.selectFrom('notifications').select(['message', 'user_id']).orderBy('created_at').execute()).map(
    ({ message, user_id }) => {
      expect(user_id).toBe(scene.customer.id)
      return message
    },
  )
const rowOf = (id: string) =>
  world.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A service of half an hour that began `late` minutes after its time, and the next appointment at its end. */
async function startLate(late: number) {
  const served = await scene.put({ status: 'CONFIRMED', minutes: -late, customer: null })
  const next = await scene.put({ status: 'CONFIRMED', minutes: 30 - late })
  expect((await tap(served, 1)).status).toBe(200)
  return { served, next }
}

describe('the next customer', () => {
  test('is notified of a delay once, of each change of ten minutes, and when it is over', async () => {
    const { served, next } = await startLate(20)
    await run()
    await run()
    expect(await messages()).toEqual([expect.stringMatching(/^Cliente 1 está uns 20 min atrasado: venha às 12h30\.$/)])
    expect(await rowOf(next)).toMatchObject({ told_delay_min: 20, version: 1 })
    world.clock.advance({ minutes: 8 })
    await complete(served)
    await run()
    expect(await messages()).toHaveLength(2)
    expect((await messages())[1]).toBe('Cliente 1 não está mais atrasado: venha às 12h10, como marcado.')
    await run()
    expect(await messages()).toHaveLength(2)
  })

  test('is not notified any more from their own start on', async () => {
    const { served, next } = await startLate(20)
    world.clock.advance({ minutes: 10 })
    for (const _ of [1, 2]) await run()
    world.clock.advance({ minutes: 25 })
    await run()
    await complete(served)
    await run()
    expect(await messages()).toEqual([])
    expect((await rowOf(next)).told_delay_min).toBeNull()
  })

  test('is not notified of a delay that only a missing tap makes', async () => {
    const served = await scene.put({ status: 'CONFIRMED', minutes: -30, customer: null })
    await tap(served, 1)
    await scene.put({ status: 'CONFIRMED', minutes: 2, customer: null })
    const next = await scene.put({ status: 'CONFIRMED', minutes: 32 })
    await complete(served)
    // The one in between could have begun: its tap is missing, or its customer.
    for (const minutes of [5, 10, 10]) {
      world.clock.advance({ minutes })
      await run()
    }
    expect(await messages()).toEqual([])
    expect((await rowOf(next)).told_delay_min).toBeNull()
  })

  test('is not notified below ten minutes', async () => {
    await startLate(7)
    await run()
    expect(await messages()).toEqual([])
  })

  test('is not notified after they arrived, nor when the appointment was cancelled', async () => {
    const { next } = await startLate(20)
    const input = { params: { id: next }, token: scene.barber.token }
    await world.call(servingApi.arrive, { ...input, body: { version: 1, isArrived: true } })
    await run()
    expect(await messages()).toEqual([])
    await world.db
      .updateTable('appointments')
      .set({ arrived_at: null, status: 'CANCELLED' })
      .where('id', '=', next)
      .execute()
    await run()
    expect(await messages()).toEqual([])
  })

  test('is not notified where no staff tap', async () => {
    await scene.put({ status: 'CONFIRMED', minutes: -20, customer: null })
    await scene.put({ status: 'CONFIRMED', minutes: 10 })
    await run()
    expect(await messages()).toEqual([])
  })

  test('is invited to come earlier, once, unless a customer waits in the queue', async () => {
    const served = await scene.put({ status: 'CONFIRMED', minutes: -30, customer: null })
    const next = await scene.put({ status: 'CONFIRMED', minutes: 40 })
    await tap(served, 1)
    world.clock.advance({ minutes: 2 })
    await complete(served)
    const entry = { barbershop_id: scene.shop.id, name: 'Zé', source: 'door', status: 'WAITING', rank: 1 }
    const at = { joined_at: world.clock.now(), changed_at: world.clock.now() }
    await world.db
      .insertInto('queue_entries')
      .values({ id: crypto.randomUUID(), ...entry, ...at })
      .execute()
    await run()
    expect(await messages()).toEqual([])
    await sql`delete from queue_entries`.execute(world.db)
    world.clock.advance({ minutes: 1 })
    for (const _ of [1, 2]) await run()
    expect(await messages()).toEqual(['Pode vir antes? Cliente 1 está livre às 12h15.'])
    expect(await rowOf(next)).toMatchObject({ told_delay_min: -25 })
  })
})

describe('jobs', () => {
  const jobs = async () => {
    const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs where key like 'delays:%'`.execute(
      world.db,
    )
    await sql`delete from graphile_worker._private_jobs where key like 'delays:%'`.execute(world.db)
    return rows.map(({ key }) => key)
  }

  test('each minute for a barbershop that taps and has customers to come', async () => {
    await scene.put({ status: 'CONFIRMED', minutes: 120 })
    await planDelays(world)
    expect(await jobs()).toEqual([])
    const { served, next } = await startLate(20)
    await planDelays(world)
    expect(await jobs()).toEqual([`delays:${scene.shop.id}`])
    await complete(served)
    world.clock.advance({ minutes: 44 })
    await planDelays(world)
    expect(await jobs()).toEqual([`delays:${scene.shop.id}`])
    world.clock.advance({ minutes: 2 })
    await planDelays(world)
    expect(await jobs()).toEqual([])
    expect((await rowOf(next)).told_delay_min).toBeNull()
  })

  test('after each tap, with its commit', async () => {
    await startLate(20)
    const { rows } = await sql<{ jobs: { name: string }[] }>`select jobs from pending_events`.execute(world.db)
    expect(rows.flatMap((row) => row.jobs).filter(({ name }) => name === 'notify-of-delays')).toHaveLength(1)
  })
})

describe('a customer who booked by phone', () => {
  async function notifyByPhone(phone: string) {
    const { next } = await startLate(20)
    const profile = { id: crypto.randomUUID(), barbershop_id: scene.shop.id, name: 'Rui Lima', phone }
    await world.db.insertInto('customer_profiles').values(profile).execute()
    const booked = { customer_id: null, profile_id: profile.id, customer_name: 'Rui Lima' }
    await world.db.updateTable('appointments').set(booked).where('id', '=', next).execute()
    await run()
    const { rows } = await sql<{ jobs: { name: string; payload: never }[] }>`select jobs from pending_events`.execute(
      world.db,
    )
    const [job] = rows.flatMap((row) => row.jobs).filter(({ name }) => name === 'send-delay-message')
    return { next, payload: job?.payload as unknown as Parameters<typeof sendDelayMessage>[1] }
  }

  /** What a provider of messages would have received. */
  async function send(payload: Parameters<typeof sendDelayMessage>[1]) {
    const sent: [phone: string, message: TemplateMessage][] = []
    const whatsapp = {
      async send(...message: [string, TemplateMessage]) {
        sent.push(message)
        return { id: null, waId: message[0] }
      },
      sendText: async () => {},
    }
    await sendDelayMessage({ ...world, whatsapp, site: 'https://naregua.test' }, payload)
    return sent
  }

  test('is sent a message with the link of the booking', async () => {
    const { payload } = await notifyByPhone('+5562977776666')
    expect(await messages()).toEqual([])
    const [[phone, { parameters, preview }]] = (await send(payload)) as [[string, TemplateMessage]]
    expect([phone, parameters]).toEqual([
      '62977776666',
      ['Rui Lima', 'Corte com Cliente 1', 'Navalha de Ouro', 'com atraso, hoje às 12h30'],
    ])
    expect(preview.text).toMatch(
      /^Olá, Rui\. Navalha de Ouro: Cliente 1 está uns 20 min atrasado: venha às 12h30\. .*\/a\/[\w-]{48}$/,
    )
  })

  test('is not sent what has changed or is over since', async () => {
    const { next, payload } = await notifyByPhone('+5562977776667')
    const update = (fields: object) => world.db.updateTable('appointments').set(fields).where('id', '=', next).execute()
    await update({ told_delay_at: new Date(Date.parse(NOW) + 60_000) })
    expect(await send(payload)).toEqual([])
    await update({ told_delay_at: NOW, arrived_at: NOW })
    expect(await send(payload)).toEqual([])
    await update({ arrived_at: null })
    world.clock.advance({ minutes: 31 })
    expect(await send(payload)).toEqual([])
  })

  test('abroad is not sent any', async () => {
    const { payload } = await notifyByPhone('+351912345678')
    expect(await send(payload)).toEqual([])
  })
})

test('GET /appointments/:id/delay has the delay of which the customer was notified', async () => {
  const { next } = await startLate(20)
  const read = (token: string) => world.call(delaysApi.get, { params: { id: next }, token })
  expect((await read(scene.customer.token)).body).toEqual({ delay: null })
  await run()
  expect((await read(scene.customer.token)).body.delay).toMatchObject({
    appointmentId: next,
    version: 1,
    delayMin: 20,
    expectedStart: '2026-03-11T15:30:00.000Z',
    toldAt: NOW,
    reply: null,
    freeBarbers: [],
  })
  for (const { token } of [scene.barber, scene.owner, scene.stranger])
    expect((await read(token)).body.code).toBe('APPOINTMENT_NOT_FOUND')
})
