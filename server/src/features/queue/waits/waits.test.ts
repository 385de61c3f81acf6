import {
  asPriorOfBarber,
  chanceToCome,
  estimateTimes,
  learnServiceDuration,
  plannedServiceDuration,
  type WaitState,
} from '@na-regua/wait'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '../../../../test/harness.ts'
import { createWaitScene } from '../../../../test/wait-scene.ts'
import { createWaits } from './create-waits.ts'
import { type QueueEstimate, seedOf, toWaitRange } from './rules.ts'

/** 12:00 and 11:00; 21:00 in each of the zones, when it is another day in UTC. */
const moments = [
  {
    name: 'noon in São Paulo',
    timeZone: 'America/Sao_Paulo',
    now: '2026-03-11T15:00:00Z',
    hours: [540, 1080],
    left: 360,
  },
  {
    name: '21:00 in São Paulo',
    timeZone: 'America/Sao_Paulo',
    now: '2026-03-12T00:00:00Z',
    hours: [1020, 1560],
    left: 300,
  },
  { name: '21:00 in Manaus', timeZone: 'America/Manaus', now: '2026-03-12T01:00:00Z', hours: [840, 1400], left: 140 },
] as const

let world: Harness
beforeAll(async () => {
  world = await createHarness()
})
afterAll(() => world.close())

async function estimate(barbershopId: string): Promise<QueueEstimate> {
  const found = await createWaits(world).estimateQueue(barbershopId)
  if (!found) throw new Error(`barbershop ${barbershopId} has no estimate`)
  return found
}

const planned = plannedServiceDuration(30)
/** What is expected of a barbershop without observations. */
const expected = { forgottenTaps: 0.1, leavingPerMin: 0.002 }
const SHOW_SHARE = 0.92

describe.each(moments)('at $name', ({ timeZone, now, hours, left }) => {
  /** A day with a break, an appointment that is served, two ahead, and three customers in the queue. */
  async function openShop() {
    world.clock.set(now)
    const scene = await createWaitScene(world, { timeZone, hours, barberCount: 2, durations: [30, 20] })
    const weekday = new Date(scene.at(-60 * (timeZone === 'America/Manaus' ? 4 : 3))).getUTCDay()
    const minute = hours[1] - left
    await world.db
      .insertInto('breaks')
      .values({
        barber_id: scene.barberAt(0).id,
        day_of_week: weekday,
        starts_minute: minute + 80,
        ends_minute: minute + 110,
      })
      .execute()
    await scene.putAppointment({ start: -12, serving: -10 })
    await scene.putAppointment({ barber: 1, start: 25, minutes: 30 })
    const last = await scene.putAppointment({
      barber: 1,
      start: 70,
      minutes: 20,
      serviceId: scene.shop.services[1]?.id ?? null,
      arrived: -1,
    })
    const entryIds = [await scene.putEntry(), await scene.putEntry({ barber: 1, service: 1 }), await scene.putEntry()]
    await scene.tap(-10)
    return { scene, last, entryIds, shown: await estimate(scene.shop.id) }
  }

  /** The same day by hand. The queue ends with one who joins now for any barber, and for each of the two. */
  function estimateByHand(shopId: string) {
    const short = plannedServiceDuration(20)
    const any = { times: [planned, planned] }
    const shortOne = { times: [short, short] }
    const state: WaitState = {
      ...expected,
      barbers: [
        {
          fromMin: 0,
          untilMin: left,
          serving: { elapsedMin: 10, time: planned },
          fixed: [{ startMin: 80, time: { medianMin: 30, spread: 0, medianError: 0 }, comes: 1 }],
        },
        {
          fromMin: 0,
          untilMin: left,
          fixed: [
            { startMin: 25, time: planned, comes: chanceToCome(SHOW_SHARE, 25) },
            { startMin: 70, time: short, comes: 1 },
          ],
        },
      ],
      queue: [
        ...[any, { ...shortOne, barber: 1 }, any],
        ...[undefined, 0, 1].map((barber) => ({ ...any, ...(barber !== undefined && { barber }), isProbe: true })),
      ],
    }
    return estimateTimes(state, { seed: seedOf(shopId), horizonMin: 180 })
  }

  it('the waits from the database equal those of a queue built by hand', async () => {
    const { scene, entryIds, shown } = await openShop()
    const times = estimateByHand(scene.shop.id)
    expect([...shown.entries]).toEqual(entryIds.map((id, index) => [id, toWaitRange(times.waits[index])]))
    const ofProbes = times.waits.slice(3).map(toWaitRange)
    // One who joins now comes after the customers who wait for the same.
    const atLeast = toWaitRange(times.waits[2])
    expect([shown.wait, ...shown.barbers.map(({ wait }) => wait)]).toEqual([
      {
        fromMin: Math.max(ofProbes[0]?.fromMin ?? 0, atLeast?.fromMin ?? 0),
        toMin: Math.max(ofProbes[0]?.toMin ?? 0, atLeast?.toMin ?? 0),
      },
      ...ofProbes.slice(1),
    ])
    expect(shown).toMatchObject({ isSilent: false, timeZone, usualServiceId: scene.shop.services[0]?.id })
  })

  it('the delays from the database equal those of a queue built by hand', async () => {
    const { scene, last, shown } = await openShop()
    const times = estimateByHand(scene.shop.id)
    expect(shown.barbers.map(({ freeAt }) => freeAt)).toEqual(
      times.freeAt.map((minutes) => scene.at(Math.round(minutes))),
    )
    const [first, second] = times.readyAt[1] as [number, number]
    expect(shown.barbers[1]?.upcoming.map(({ delayMin }) => delayMin)).toEqual([
      Math.round(first - 25),
      Math.round(second - 70),
    ])
    expect(shown.barbers[1]?.upcoming.at(-1)).toMatchObject({
      appointmentId: last,
      isArrived: true,
      startsAt: scene.at(70),
    })
    expect(shown.barbers[0]?.upcoming).toEqual([])
  })
})

describe('what is learned', () => {
  it('is how long each barber really takes, in relation to the plan', async () => {
    world.clock.set(moments[0].now)
    const scene = await createWaitScene(world, { barberCount: 2 })
    for (let day = 1; day <= 12; day++) {
      const start = -day * 1440
      await scene.putAppointment({ start, serving: start + 2, until: start + 42 + (day % 3), status: 'COMPLETED' })
      // An end without a tap, and one service of twice the plan.
      await scene.putAppointment({
        start: start - 60,
        serving: start - 60,
        until: start + 90,
        isEndSettled: true,
        status: 'CONFIRMED',
      })
      await scene.putAppointment({
        start: start + 90,
        minutes: 60,
        serving: start + 90,
        until: start + 180,
        status: 'COMPLETED',
      })
    }
    await scene.putAppointment({ start: -1, serving: 0 })
    await scene.putAppointment({ barber: 1, start: -1, serving: 0 })
    const observe = (minutes: number) => ({ minutes, isExact: true })
    const taps = Array.from({ length: 12 }, (_, day) => [observe(40 + ((day + 1) % 3)), observe(45)]).flat()
    const ofBarbershop = asPriorOfBarber(learnServiceDuration(taps, planned))
    const times = [learnServiceDuration(taps, ofBarbershop), ofBarbershop]
    const state = {
      leavingPerMin: expected.leavingPerMin,
      forgottenTaps: (12 + 0.1 * 20) / (36 + 20),
      queue: [],
      barbers: times.map((time) => ({ fromMin: 0, untilMin: 360, fixed: [], serving: { elapsedMin: 0, time } })),
    }
    // The probes are drawn too.
    const queue = [undefined, 0, 1].map((barber) => ({ times, isProbe: true, ...(barber !== undefined && { barber }) }))
    const { freeAt } = estimateTimes({ ...state, queue }, { seed: seedOf(scene.shop.id), horizonMin: 180 })
    const shown = await estimate(scene.shop.id)
    expect(shown.barbers.map((barber) => barber.freeAt)).toEqual(freeAt.map((minutes) => scene.at(Math.round(minutes))))
    expect(freeAt[0]).toBeGreaterThan(36)
  })
})
