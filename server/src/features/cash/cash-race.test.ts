import { randomUUID } from 'node:crypto'
import { cashApi } from '@na-regua/contract/cash'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCashScene } from '../../../test/cash-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'

const ROUNDS = 40

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
beforeAll(() => second.warmUp())
afterAll(async () => {
  await second.close()
  await harness.close()
})

/** Sends a request by both processes, in either order. */
function sendTwice(round: number, send: (process: number) => Promise<{ status: number }>) {
  const order = round % 2 ? [0, 1] : [1, 0]
  return Promise.all(order.map(send))
}

const statusesOf = (responses: readonly { status: number }[]) => responses.map(({ status }) => status).toSorted()

it(`two devices open and close the register, ${ROUNDS} rounds on two processes: once each, and no cent is posted twice`, async () => {
  const scene = await createCashScene(harness)
  const { token, shop } = scene
  for (const round of Array(ROUNDS).keys()) {
    harness.clock.advance({ minutes: 1 })
    const opened = await sendTwice(round, (process) =>
      second.send(process, cashApi.open, {
        token,
        params: { id: shop.id },
        body: { id: randomUUID(), floatCents: 10_000 + round },
      }),
    )
    expect(statusesOf(opened)).toEqual([201, 409])
    const { id } = (await scene.current()).session
    const closed = await sendTwice(round, (process) =>
      second.send(process, cashApi.close, { token, params: { id }, body: { counted: { cash: 9000 + process } } }),
    )
    expect(statusesOf(closed)).toEqual([200, 409])
  }
  const { rows } = await sql<{ sessions: number; openings: number; closings: number }>`
    select (select count(*)::int from cash_sessions where closed_at is not null) as sessions,
           (select count(*)::int from ledger_transactions where kind = 'cashOpening') as openings,
           (select count(*)::int from ledger_transactions where kind = 'cashClosing') as closings`.execute(harness.db)
  expect(rows).toEqual([{ sessions: ROUNDS, openings: ROUNDS, closings: ROUNDS }])
  expect([9000, 9001]).toContain(await scene.balance('cash', scene.register))
  expect(await harness.countDeadlocks()).toBe(0)
})

it(`two devices open one register while another stops using it, ${ROUNDS} rounds: never open and out of use`, async () => {
  const scene = await createCashScene(harness)
  const { token, shop } = scene
  const outcomes = new Set<string>()
  for (const round of Array(ROUNDS).keys()) {
    harness.clock.advance({ minutes: 1 })
    const { id: registerId } = await scene.addRegister(`Caixa ${round}`)
    const body = { registerId, floatCents: 0 }
    const open = (process: number) =>
      second.send(process, cashApi.open, { token, params: { id: shop.id }, body: { id: randomUUID(), ...body } })
    const stop = (process: number) =>
      second.send(process, cashApi.changeRegister, { token, params: { id: registerId }, body: { isActive: false } })
    const [opened, stopped] = await startInTurn(
      round,
      () => sendTwice(round, open),
      () => stop(round % 2),
    )
    const isStopped = stopped.status === 200
    expect(statusesOf(opened)).toEqual(isStopped ? [404, 404] : [201, 409])
    outcomes.add(isStopped ? 'stopped' : 'opened')
    if (!isStopped) await scene.close((await findSession(registerId)).id, { cash: 0 })
    await scene.changeRegister(registerId, { isActive: false })
    await sql`delete from cash_registers where id = ${registerId} and not exists (
      select from cash_sessions where register_id = ${registerId})`.execute(harness.db)
  }
  expect(outcomes.size).toBe(2)
  expect(await harness.countDeadlocks()).toBe(0)
})

/** Each side wins a quarter of the rounds for certain; the others are decided by chance. */
async function startInTurn<T, U>(round: number, one: () => Promise<T>, other: () => Promise<U>): Promise<[T, U]> {
  if (round % 4 === 0) return [await one(), await other()]
  if (round % 4 === 1) {
    const later = await other()
    return [await one(), later]
  }
  return Promise.all([one(), other()])
}

async function findSession(registerId: string) {
  return harness.db
    .selectFrom('cash_sessions')
    .select('id')
    .where('register_id', '=', registerId)
    .executeTakeFirstOrThrow()
}
