import { appointmentsApi } from '@na-regua/contract/appointments'
import { lastMinuteApi } from '@na-regua/contract/last-minute'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createLastMinuteScene } from '../../../test/last-minute-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'

const ROUNDS = 48

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
let customers: [SceneCustomer, SceneCustomer]

beforeAll(async () => {
  customers = (await createCustomers(harness.db, 2)) as typeof customers
  await second.warmUp()
})
afterAll(async () => {
  await second.close()
  await harness.close()
})

type Scene = Awaited<ReturnType<typeof createLastMinuteScene>>
type Slot = Awaited<ReturnType<Scene['list']>>[number]
type OwnersAct = 'withdraws' | 'changes the rule' | 'does nothing'

const rules = [
  { percent: 30, priceCents: 3500 },
  { percent: 20, priceCents: 4000 },
]
const acts = ['withdraws', 'changes the rule', 'does nothing'] as const

function book({ barber, service }: Scene, slot: Slot, index: number) {
  return second.send(index, appointmentsApi.create, {
    token: (customers[index] as SceneCustomer).token,
    body: {
      barberId: barber.id,
      serviceId: service.id,
      startTime: slot.startsAt,
      priceCents: slot.prices[0].priceCents,
      lastMinuteId: slot.id,
    },
  })
}

async function actAsOwner(
  { shop, owner: { token } }: Scene,
  slot: Slot,
  act: OwnersAct,
  round: number,
  version: number,
) {
  if (act === 'withdraws') return second.send(round, lastMinuteApi.withdraw, { token, params: { id: slot.id } })
  if (act === 'does nothing') return undefined
  const body = { isOn: true, percent: 50, hoursBefore: 2, weekdays: [0, 1, 2, 3, 4, 5, 6], version }
  return second.send(round, lastMinuteApi.saveRule, { token, params: { id: shop.id }, body })
}

/** Who did not win was too late, or gets the price that holds now. */
function expectOutcomes(outcomes: readonly { status: number; body: unknown }[]) {
  for (const { status, body } of outcomes) {
    expect([201, 409, 422], JSON.stringify(body)).toContain(status)
    if (status === 422) expect(body).toMatchObject({ code: 'LAST_MINUTE_ENDED', priceCents: 5000 })
  }
}

async function expectStored({ shop }: Scene, slot: Slot, isWon: boolean) {
  const { rows: booked } = await sql<{ price: number }>`
    select price_cents as price from appointments where barbershop_id = ${shop.id}`.execute(harness.db)
  expect(booked).toEqual(isWon ? [{ price: slot.prices[0].priceCents }] : [])
  const { rows: ends } = await sql<{ status: string; isLinked: boolean }>`
    select status, appointment_id is not null as "isLinked" from last_minute_slots where id = ${slot.id}`.execute(
    harness.db,
  )
  expect(ends).toEqual([isWon ? { status: 'BOOKED', isLinked: true } : { status: 'WITHDRAWN', isLinked: false }])
}

it(`two customers, the withdrawal and a new percentage, ${ROUNDS} rounds on two processes: one winner, never another price`, async () => {
  const scene = await createLastMinuteScene(harness)
  const before = await harness.countDeadlocks()
  const seen = { won: 0, withdrawn: 0 }
  let version = 1
  for (let round = 0; round < ROUNDS; round++) {
    const { percent, priceCents } = rules[round % 2] as (typeof rules)[number]
    expect((await scene.saveRule({ percent, version: version++ })).status).toBe(200)
    await scene.runRules()
    const [slot] = await scene.list()
    expect(slot.prices[0].priceCents).toBe(priceCents)
    const act = acts[round % 3] as OwnersAct
    const [first, other, ended] = await Promise.all([
      book(scene, slot, 0),
      book(scene, slot, 1),
      actAsOwner(scene, slot, act, round, version),
    ])
    if (act === 'changes the rule') version++
    expectOutcomes([first, other])
    const won = [first, other].filter(({ status }) => status === 201)
    expect(won.length).toBeLessThanOrEqual(1)
    const isWon = won.length === 1
    await expectStored(scene, slot, isWon)
    if (act === 'withdraws') expect(ended?.status).toBe(isWon ? 422 : 200)
    if (act === 'does nothing') expect(isWon).toBe(true)
    seen[isWon ? 'won' : 'withdrawn']++
    await harness.clear()
  }
  console.info(`last-minute slots: ${seen.won} booked, ${seen.withdrawn} withdrawn before`)
  expect(seen.won).toBeGreaterThan(ROUNDS / 3)
  expect(await harness.countDeadlocks()).toBe(before)
})
