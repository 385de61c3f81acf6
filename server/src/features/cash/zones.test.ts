import { afterAll, describe, expect, test } from 'vitest'
import { createCashScene } from '../../../test/cash-scene.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

/** Local instants of a session that ends on the next day, with the day that it belongs to. */
const nights = [
  { zone: 'America/Sao_Paulo', opens: '2026-03-11T21:00-03:00', closes: '2026-03-12T01:30-03:00', day: '2026-03-11' },
  { zone: 'America/Manaus', opens: '2026-03-11T21:00-04:00', closes: '2026-03-12T00:10-04:00', day: '2026-03-11' },
  { zone: 'America/Noronha', opens: '2026-03-11T22:30-02:00', closes: '2026-03-12T02:00-02:00', day: '2026-03-11' },
  { zone: 'America/Rio_Branco', opens: '2026-03-11T19:30-05:00', closes: '2026-03-12T00:30-05:00', day: '2026-03-11' },
  // After midnight it is the new day, also where it is still the old one in the west and in UTC's past.
  { zone: 'America/Noronha', opens: '2026-03-12T00:05-02:00', closes: '2026-03-12T04:00-02:00', day: '2026-03-12' },
  { zone: 'America/Rio_Branco', opens: '2026-03-12T00:05-05:00', closes: '2026-03-12T04:00-05:00', day: '2026-03-12' },
  // The last day of a month, which in UTC is over, and the first.
  { zone: 'America/Sao_Paulo', opens: '2026-01-31T21:00-03:00', closes: '2026-02-01T01:00-03:00', day: '2026-01-31' },
  { zone: 'America/Manaus', opens: '2026-02-28T20:30-04:00', closes: '2026-03-01T00:30-04:00', day: '2026-02-28' },
  { zone: 'America/Sao_Paulo', opens: '2026-04-01T00:00-03:00', closes: '2026-04-01T12:00-03:00', day: '2026-04-01' },
]

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

describe('a session belongs to the local day on which it was opened, with all that was paid until it was closed', () => {
  test.each(nights)('$zone $opens', async ({ zone, opens, closes, day }) => {
    world.clock.set(new Date(opens))
    const scene = await createCashScene(world, { timeZone: zone })
    const { session } = (await scene.open(10_000)).body
    await scene.pay('cash', 4500)
    await scene.pay('debit', 5000)
    const last = new Date(new Date(closes).getTime() - 60_000)
    world.clock.set(last)
    expect(await scene.current()).toMatchObject({ session: { id: session.id, day } })
    await scene.pay('debit', 1000)
    await scene.move(session.id, { kind: 'drop', amountCents: 500, account: 'equity', reason: 'Cofre' })
    world.clock.set(new Date(closes))
    await scene.close(session.id, { cash: 14_000, debit: 6000 })
    const { sessions, outside } = await scene.day(day)
    expect(sessions).toMatchObject([
      {
        counts: [
          { method: 'cash', expectedCents: 14_000, countedCents: 14_000 },
          { method: 'debit', expectedCents: 6000, countedCents: 6000 },
        ],
      },
    ])
    expect(outside).toEqual([])
    expect(await scene.day(dayAfter(day))).toMatchObject({ sessions: [], outside: [] })
  })
})

test('what is paid while no session is open is of its own local day', async () => {
  world.clock.set(new Date('2026-01-31T23:59-03:00'))
  const scene = await createCashScene(world, { timeZone: 'America/Sao_Paulo' })
  await scene.pay('pix', 4500)
  world.clock.set(new Date('2026-02-01T00:00-03:00'))
  await scene.pay('pix', 3000)
  expect((await scene.day('2026-01-31')).outside).toEqual([{ method: 'pix', cents: 4500 }])
  expect((await scene.day('2026-02-01')).outside).toEqual([{ method: 'pix', cents: 3000 }])
})
