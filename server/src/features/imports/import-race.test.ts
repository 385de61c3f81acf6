import { appointmentsApi } from '@na-regua/contract/appointments'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createImportScene } from '../../../test/import-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'
import { openDatabase } from '../../lib/database.ts'
import { runImport } from './run-import.ts'
import { runUndo, undoImport } from './undo-import.ts'

const ROUNDS = 40
const SLOTS = 6

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
/** The worker of the second process. */
const pool = openDatabase(harness.url, { max: 4, connectMs: 15_000 })
const worker = { ...harness, db: pool.db }
let customers: SceneCustomer[]

beforeAll(async () => {
  customers = await createCustomers(harness.db, SLOTS)
  await second.warmUp()
})
afterAll(async () => {
  await second.close()
  await pool.close()
  await harness.close()
})

const at = (round: number, slot: number) =>
  new Date(Date.parse('2026-03-12T12:00:00Z') + (round % 30) * 86_400_000 + slot * 1_800_000)
/** The barbershop's local time, three hours behind UTC. */
const local = (start: Date) => new Date(start.getTime() - 3 * 3_600_000).toISOString().slice(0, 16)

type Scene = Awaited<ReturnType<typeof createImportScene>>

const phoneOf = (round: number, slot: number) => `629${88_000_000 + round * 10 + slot}`

function listLines(round: number, durationMin: number): string[] {
  return Array.from({ length: SLOTS }, (_, slot) =>
    [local(at(round, slot)), `Cliente ${slot}`, phoneOf(round, slot), durationMin].join(';'),
  )
}

/** Uploads the appointments, all of them new, and commits them: the worker is what imports them. */
async function startImport(scene: Scene, lines: readonly string[]): Promise<string> {
  const file = ['Data e hora;Cliente;Celular;Duração', ...lines].join('\n')
  const draft = (await scene.upload('appointments', file)).body
  const report = await scene.check(draft, { serviceId: scene.service.id })
  expect(report.counts.new).toBe(SLOTS)
  await scene.commit(draft.import.id, report.version)
  return draft.import.id
}

/** Books every time of a round: a customer every second one, staff by phone the others. */
function bookAll({ shop, owner, membership, service }: Scene, round: number) {
  return Array.from({ length: SLOTS }, (_, slot) => {
    const startTime = at(round, slot).toISOString()
    if (slot % 2)
      return second.call(slot, appointmentsApi.create, {
        token: (customers[slot] as SceneCustomer).token,
        body: { barberId: membership.id, serviceId: service.id, startTime },
      })
    return second.call(slot, staffBookingsApi.book, {
      token: owner.token,
      params: { id: shop.id },
      body: {
        barberId: membership.id,
        serviceIds: [service.id],
        startTime,
        newCustomer: { name: 'Ligou', phone: phoneOf(round, slot) },
      },
    })
  })
}

describe(`imports while others book, ${ROUNDS} rounds on two processes`, () => {
  it('two imports, bookings by customers and by staff for the same times: each time has one appointment', async () => {
    const scene = await createImportScene(harness)
    const { service } = scene
    const before = await harness.countDeadlocks()
    const won = { imports: 0, others: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      // The same phones in both, in opposite orders.
      const lines = listLines(round, service.durationMin)
      const started = await Promise.all([startImport(scene, lines), startImport(scene, lines.toReversed())])
      const [, , ...outcomes] = await Promise.all([
        runImport(harness, { importId: started[0] }),
        runImport(worker, { importId: started[1] }),
        ...bookAll(scene, round),
      ])
      const refused = (outcomes as { status: number; code?: string }[]).filter(({ status }) => status !== 201)
      // 200: what staff book for the customer is what the import has just written.
      expect(refused.filter(({ status, code }) => code !== 'SLOT_TAKEN' && status !== 200)).toEqual([])
      const done = await Promise.all(started.map(scene.get))
      const imported = done.reduce((sum, { counts }) => sum + counts.new, 0)
      const booked = outcomes.length - refused.length
      // None is lost and none displaces another: what is not in the agenda was reported.
      expect(imported + booked).toBe(SLOTS)
      expect(done.map(({ counts }) => counts.new + counts.wrong + counts.known)).toEqual([SLOTS, SLOTS])
      const { rows } = await sql<{ count: number }>`select count(*) from appointments`.execute(harness.db)
      expect(rows[0]?.count).toBe(SLOTS)
      expect(await harness.countOverlaps()).toBe(0)
      won.imports += imported
      won.others += booked
      await harness.clear()
    }
    console.info(`imports: ${JSON.stringify(won)} of ${ROUNDS * SLOTS}`)
    // Both must win sometimes, or this is no race.
    expect(Math.min(won.imports, won.others)).toBeGreaterThan(0)
    expect(await harness.countDeadlocks()).toBe(before)
  }, 240_000)

  it('an undo while staff book for the imported customers: no booking loses its customer', async () => {
    const scene = await createImportScene(harness)
    const { shop, owner, membership, service } = scene
    const before = await harness.countDeadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      const phones = Array.from({ length: SLOTS }, (_, slot) => `629${77_000_000 + round * 10 + slot}`)
      const { done } = await scene.runImport(
        'customers',
        `Nome;Celular\n${phones.map((phone) => `Ana;${phone}`).join('\n')}`,
      )
      expect(done.counts.new).toBe(SLOTS)
      await undoImport(harness, { id: done.id, userId: owner.id })
      const bookings = phones.map((phone, slot) =>
        second.call(slot, staffBookingsApi.book, {
          token: owner.token,
          params: { id: shop.id },
          body: {
            barberId: membership.id,
            serviceIds: [service.id],
            startTime: at(round, slot).toISOString(),
            newCustomer: { name: 'Ana', phone },
          },
        }),
      )
      const [, ...outcomes] = await Promise.all([runUndo(worker, { importId: done.id }), ...bookings])
      // The profile may be gone between the two statements of a booking, which then is refused as for one that was erased.
      const unexpected = (outcomes as { status: number; code?: string }[]).filter(
        ({ status, code }) => status !== 201 && code !== 'CUSTOMER_NOT_FOUND',
      )
      expect(unexpected).toEqual([])
      const { rows } = await sql`select from appointments where profile_id is null`.execute(harness.db)
      expect(rows).toEqual([])
      await harness.clear()
    }
    expect(await harness.countDeadlocks()).toBe(before)
  }, 240_000)
})
