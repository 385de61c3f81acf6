import { queueTodayApi } from '@na-regua/contract/queue-today'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCustomers } from '../../../../test/booking-scene.ts'
import { createHarness, type Harness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { countStatements } from '../../../../test/statement-counter.ts'
import { createWaitScene } from '../../../../test/wait-scene.ts'
import { createWaits } from './create-waits.ts'
import type { BarberEstimate, QueueEstimate } from './rules.ts'

let world: Harness
beforeAll(async () => {
  world = await createHarness()
})
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

async function estimate(barbershopId: string): Promise<QueueEstimate> {
  return (await createWaits(world).estimateQueue(barbershopId)) as QueueEstimate
}

async function estimateBarber(barbershopId: string, index = 0): Promise<BarberEstimate> {
  return (await estimate(barbershopId)).barbers[index] as BarberEstimate
}

describe('a number is shown', () => {
  it('of nothing while every barber is free, without any tap', async () => {
    const { shop } = await createWaitScene(world)
    expect(await estimate(shop.id)).toMatchObject({ isSilent: false, wait: { fromMin: 0, toMin: 0 } })
  })

  it('while the last tap is at most 45 minutes old', async () => {
    const scene = await createWaitScene(world)
    const id = await scene.putEntry()
    await scene.tap(-45)
    expect((await estimate(scene.shop.id)).entries.get(id)).toEqual({ fromMin: 0, toMin: 0 })
    await scene.tap(-46)
    const silent = await estimate(scene.shop.id)
    expect(silent).toMatchObject({ isSilent: true, wait: null })
    expect([silent.entries.get(id), silent.barbers[0]?.wait]).toEqual([null, null])
    expect(await createWaits(world).estimateAtJoin(scene.shop.id, {})).toBeNull()
  })

  it('not while an appointment should be in progress and no tap says so', async () => {
    const scene = await createWaitScene(world)
    await scene.putAppointment({ start: -15 })
    expect((await estimate(scene.shop.id)).isSilent).toBe(true)
    await scene.tap(-5)
    // It counts as begun at its time, but the next call is not kept waiting.
    const { wait, barbers } = await estimate(scene.shop.id)
    expect(wait?.toMin).toBeGreaterThanOrEqual(15)
    expect(barbers[0]).toMatchObject({ serving: null, upcoming: [] })
  })

  it('by the service and the barber of one who joins, and not where no barber provides it', async () => {
    const scene = await createWaitScene(world, { barberCount: 2, durations: [30, 90] })
    await scene.putAppointment({ start: -10, serving: -10 })
    await scene.putAppointment({ barber: 1, start: 40, isPresenceConfirmed: true })
    const waits = createWaits(world)
    const [short, long] = scene.shop.services
    const join = (barber?: number, serviceId?: string) =>
      waits.estimateAtJoin(scene.shop.id, {
        barberId: barber === undefined ? null : scene.barberAt(barber).id,
        serviceId: serviceId ?? null,
      })
    expect(await join()).toEqual({ fromMin: 0, toMin: 0 })
    expect(await join(1, short?.id)).toEqual({ fromMin: 0, toMin: 0 })
    expect((await join(0))?.fromMin).toBeGreaterThan(5)
    expect((await join(1, long?.id))?.fromMin).toBeGreaterThanOrEqual(60)
    await world.db
      .insertInto('barber_services')
      .values(
        scene.shop.barbers.map(({ id }) => ({
          barbershop_id: scene.shop.id,
          barber_id: id,
          service_id: long?.id ?? '',
          is_provided: false,
        })),
      )
      .execute()
    expect(await join(undefined, long?.id)).toBeNull()
  })

  it('never earlier for a later one with the same choice', async () => {
    const scene = await createWaitScene(world, { barberCount: 2 })
    await scene.putAppointment({ start: -10, serving: -10 })
    await scene.putAppointment({ barber: 1, start: 20 })
    const ids: string[] = []
    for (let entry = 0; entry < 14; entry++) ids.push(await scene.putEntry())
    await scene.tap(0)
    const { entries, wait } = await estimate(scene.shop.id)
    const shown = [...ids.map((id) => entries.get(id)), wait].filter((range) => range !== null && range !== undefined)
    expect(shown.length).toBeGreaterThan(8)
    for (const side of ['fromMin', 'toMin'] as const) {
      const minutes = shown.map((range) => range[side])
      expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
      expect(minutes.every((minute) => minute % 5 === 0)).toBe(true)
    }
  })
})

describe('a barber', () => {
  it('is busy in another barbershop, by a hold, and by time off', async () => {
    const scene = await createWaitScene(world, { barberCount: 3 })
    const other = await createWaitScene(world)
    const [barber, held, away] = [0, 1, 2].map((index) => scene.barberAt(index)) as [
      { id: string; userId: string },
      { id: string },
      { id: string },
    ]
    const { id: membership } = other.barberAt(0)
    await world.db.updateTable('barbers').set({ user_id: barber.userId }).where('id', '=', membership).execute()
    other.barberAt(0).userId = barber.userId
    await other.putAppointment({ start: -5, serving: -5 })
    await scene.tap(-20)
    await scene.putAppointment({ barber: 1, start: 20, status: 'HELD', heldUntil: 3 })
    await world.db
      .insertInto('time_off')
      .values({ barber_id: away.id, starts_at: scene.at(-60), ends_at: scene.at(90) })
      .execute()
    const { barbers } = await estimate(scene.shop.id)
    expect(barbers[0]?.wait?.fromMin).toBeGreaterThan(10)
    expect(barbers[1]).toMatchObject({ barberId: held.id, isAtWork: true, upcoming: [] })
    expect(barbers[1]?.wait?.fromMin).toBeGreaterThanOrEqual(20)
    expect(barbers[2]).toMatchObject({
      isAtWork: false,
      freeAt: null,
      suggestedEntryId: null,
      wait: { fromMin: 90, toMin: 90 },
    })
  })

  it('is at work in the break, and free after it', async () => {
    const scene = await createWaitScene(world)
    await world.db
      .insertInto('breaks')
      .values({ barber_id: scene.barberAt(0).id, day_of_week: 3, starts_minute: 700, ends_minute: 740 })
      .execute()
    expect(await estimateBarber(scene.shop.id)).toMatchObject({ isAtWork: true, freeAt: scene.at(20) })
  })

  it('is doubtful when the service takes far longer than usual', async () => {
    const scene = await createWaitScene(world)
    const id = await scene.putAppointment({ start: -30, serving: -30 })
    expect(await estimateBarber(scene.shop.id)).toMatchObject({
      isDoubtful: false,
      serving: { appointmentId: id, since: scene.at(-30) },
    })
    world.clock.advance({ minutes: 60 })
    const late = await estimateBarber(scene.shop.id)
    expect(late).toMatchObject({ isDoubtful: true, freeAt: scene.at(0), serving: { customerName: 'Bruno Dias' } })
  })

  it('is late for the next appointment by the present service, and early when nothing is to do', async () => {
    const scene = await createWaitScene(world, { barberCount: 2 })
    await scene.putAppointment({ start: -20, serving: -5 })
    const next = await scene.putAppointment({ start: 10, arrived: -2 })
    await scene.putAppointment({ barber: 1, start: 25 })
    await scene.putAppointment({ barber: 1, start: 200 })
    const [late, early] = (await estimate(scene.shop.id)).barbers
    expect(late?.upcoming).toHaveLength(1)
    expect(late?.upcoming[0]).toMatchObject({ appointmentId: next, isArrived: true, startsAt: scene.at(10) })
    expect(late?.upcoming[0]?.delayMin).toBeGreaterThan(10)
    expect(late?.upcoming[0]?.delayMin).toBeLessThan(22)
    expect(early?.upcoming).toMatchObject([{ delayMin: -25, expectedStart: scene.at(0) }])
  })
})

describe('who is suggested', () => {
  it('is the first one who fits and wants this barber, and none while a customer is called', async () => {
    const scene = await createWaitScene(world, { barberCount: 2, durations: [30, 15] })
    await scene.putAppointment({ start: 20 })
    const [, short, wanted] = [
      await scene.putEntry(),
      await scene.putEntry({ service: 1 }),
      await scene.putEntry({ barber: 1 }),
    ]
    const first = [...(await estimate(scene.shop.id)).entries.keys()][0]
    expect((await estimate(scene.shop.id)).barbers.map((barber) => barber.suggestedEntryId)).toEqual([short, first])
    await world.db
      .updateTable('queue_entries')
      .set({ barber_id: scene.barberAt(1).id })
      .where('id', '=', short)
      .execute()
    expect((await estimateBarber(scene.shop.id)).suggestedEntryId).toBeNull()
    await scene.putEntry({ calledBy: 1 })
    expect((await estimateBarber(scene.shop.id, 1)).suggestedEntryId).toBeNull()
    expect(wanted).toBeDefined()
  })

  it('waits for a booked customer until staff say that they missed it, or its time is over', async () => {
    const scene = await createWaitScene(world)
    const id = await scene.putEntry()
    const booked = await scene.putAppointment({ start: -3 })
    const suggest = async () => (await estimateBarber(scene.shop.id)).suggestedEntryId
    const change = (set: object) => world.db.updateTable('appointments').set(set).where('id', '=', booked).execute()
    expect(await suggest()).toBeNull()
    world.clock.advance({ minutes: 13 })
    // A start would be refused: the booking keeps its time.
    expect(await suggest()).toBeNull()
    await change({ status: 'NO_SHOW' })
    expect(await suggest()).toBe(id)
    await change({ status: 'CONFIRMED', buffer_min: 5 })
    world.clock.advance({ minutes: 14 })
    expect((await estimateBarber(scene.shop.id)).upcoming).toEqual([])
    expect(await suggest()).toBeNull()
    world.clock.advance({ minutes: 5 })
    expect(await suggest()).toBe(id)
    await change({ arrived_at: scene.at(-30) })
    expect(await suggest()).toBeNull()
  })

  it('is none in the time of a booking whose service was earlier and ended by the clock', async () => {
    const scene = await createWaitScene(world)
    const id = await scene.putEntry()
    await scene.putAppointment({ start: 10, serving: -180, until: -150, isEndSettled: true })
    const expected = { suggestedEntryId: null, serving: null, upcoming: [] }
    expect(await estimateBarber(scene.shop.id)).toMatchObject(expected)
    world.clock.advance({ minutes: 15 })
    expect(await estimateBarber(scene.shop.id)).toMatchObject(expected)
    world.clock.advance({ minutes: 25 })
    expect(await estimateBarber(scene.shop.id)).toMatchObject({ ...expected, suggestedEntryId: id })
  })
})

describe('the queue of staff', () => {
  it('has the entries in order with their waits, and each barber', async () => {
    const scene = await createWaitScene(world, { barberCount: 2 })
    const serving = await scene.putAppointment({ start: -10, serving: -10 })
    const next = await scene.putAppointment({ start: 60 })
    const called = await scene.putEntry({ calledBy: 1 })
    const waiting = await scene.putEntry()
    await scene.tap(0)
    const [staff] = scene.shop.staff
    const [outsider] = await createCustomers(world.db, 1)
    const users = [staff?.id ?? '', outsider?.id ?? '']
    await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', 'in', users).execute()
    const { status, body } = await world.call(queueTodayApi.get, {
      params: { id: scene.shop.id },
      token: staff?.token ?? '',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      closure: null,
      slidePositions: 2,
      entries: [
        { id: called, status: 'CALLED', wait: null },
        { id: waiting, status: 'WAITING' },
      ],
    })
    expect(body.entries[1].wait.toMin).toBeGreaterThan(0)
    expect(body.barbers).toMatchObject([
      {
        isAtWork: true,
        serving: { appointmentId: serving, customerName: 'Bruno Dias' },
        suggestedEntryId: waiting,
        next: { appointmentId: next },
      },
      { isAtWork: true, serving: null, suggestedEntryId: null, next: null },
    ])
    const refused = await world.call(queueTodayApi.get, { params: { id: scene.shop.id }, token: outsider?.token ?? '' })
    expect(refused.body).toMatchObject({ code: 'BARBERSHOP_NOT_FOUND' })
  })

  it('is one estimate for many pages, until something changes', async () => {
    const scene = await createWaitScene(world)
    const { db, during } = countStatements(world.db)
    const waits = createWaits({ ...world, db })
    const first = await waits.estimateQueue(scene.shop.id)
    const many = async () => {
      const all = await Promise.all(Array.from({ length: 50 }, () => waits.estimateQueue(scene.shop.id)))
      expect(all.every((one) => one === first)).toBe(true)
    }
    expect(await during(many)).toBe(50)
    const id = await scene.putEntry()
    const changed = await waits.estimateQueue(scene.shop.id)
    expect([first?.entries.size, [...(changed?.entries.keys() ?? [])]]).toEqual([0, [id]])
    world.clock.advance({ minutes: 1 })
    expect(await waits.estimateQueue(scene.shop.id)).not.toBe(changed)
    expect(await waits.estimateQueue(crypto.randomUUID())).toBeUndefined()
  })
})

describe('the waits of many barbershops', () => {
  it('are two statements, and a third one for those not learned yet', async () => {
    const scenes = [await createWaitScene(world), await createWaitScene(world), await createWaitScene(world)] as const
    const ids = scenes.map(({ shop }) => shop.id)
    const { db, during } = countStatements(world.db)
    const waits = createWaits({ ...world, db })
    const load = () => waits.loadBarbershopWaits(db, [...ids, crypto.randomUUID()], world.clock.now())
    expect(await during(load)).toBe(3)
    expect(await during(load)).toBe(2)
    expect((await load()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  })

  it('say until when they hold', async () => {
    const [idle, busy, silent, closed] = [
      await createWaitScene(world),
      await createWaitScene(world),
      await createWaitScene(world),
      await createWaitScene(world, { hours: [540, 700] }),
    ] as const
    await idle.putAppointment({ start: 45 })
    await busy.putAppointment({ start: -10, serving: -10 })
    await busy.putEntry()
    await silent.putEntry()
    const waits = createWaits(world)
    const load = async ({ shop }: typeof idle) =>
      (await waits.loadBarbershopWaits(world.db, [shop.id], world.clock.now()))[0]
    // 30 minutes that begin by then end at most three after the start of the appointment, as a call allows.
    expect(await load(idle)).toEqual({ id: idle.shop.id, fromMin: 0, toMin: 0, validUntil: idle.at(18) })
    const full = await load(busy)
    expect(full?.validUntil).toEqual(busy.at(2))
    expect(full?.fromMin).toBe((await estimate(busy.shop.id)).wait?.fromMin)
    expect(await load(silent)).toMatchObject({ fromMin: null, toMin: null, validUntil: silent.at(5) })
    // It closed at 11:40; the day ends at midnight.
    expect(await load(closed)).toMatchObject({ fromMin: null, validUntil: closed.at(720) })
  })

  it('have a number that holds, although staff did not tap, until the next appointment begins', async () => {
    const waits = createWaits(world)
    for (const [start, holdsFor] of [
      [10, 2],
      [1, 1],
    ] as const) {
      const scene = await createWaitScene(world)
      await scene.putAppointment({ start })
      const [wait] = await waits.loadBarbershopWaits(world.db, [scene.shop.id], world.clock.now())
      expect(wait).toMatchObject({ fromMin: expect.any(Number), validUntil: scene.at(holdsFor) })
    }
  })
})
