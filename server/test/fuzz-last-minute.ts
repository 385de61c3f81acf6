import { randomUUID } from 'node:crypto'
import { LAST_MINUTE_CONSENT_TEXT } from '@na-regua/contract/last-minute'
import type { Route } from '@na-regua/contract/route'
import { sql } from 'kysely'
import { createBarber } from './barbershop-factories.ts'
import type { FuzzSamples } from './fuzz-requests.ts'
import type { Harness } from './harness.ts'

type Row = { id: string }
type LastMinuteShops = { shop: Row; tenant: { shop: Row } }
const SLOTS = 6
const HOUR = 3_600_000

/** Open last-minute slots of a barber of their own, one for each success of withdrawing. */
export async function createFuzzLastMinute(world: Harness, { shop }: Pick<LastMinuteShops, 'shop'>) {
  const { db, clock } = world
  const lastMinuteBarber = await createBarber(world, shop.id, { position: 8 })
  const lastMinuteIds = Array.from({ length: SLOTS }, () => randomUUID())
  for (const [index, id] of lastMinuteIds.entries()) {
    const start = clock.now().getTime() + (24 + index) * HOUR
    await sql`insert into last_minute_slots (id, barbershop_id, barber_id, starts_at, ends_at, percent, prices, status, is_by_rule, made_at)
      values (${id}, ${shop.id}, ${lastMinuteBarber.id}, ${new Date(start)}, ${new Date(start + HOUR)}, 20, '{}', 'OPEN', false, ${clock.now()})`.execute(
      db,
    )
  }
  return { lastMinuteIds, lastMinuteBarber }
}

export type FuzzLastMinute = Awaited<ReturnType<typeof createFuzzLastMinute>>

/** Samples of the endpoints of last-minute slots; none for others. */
export function lastMinuteSamplesOf(
  { method, url }: Route,
  { shop, tenant, lastMinuteIds, lastMinuteBarber }: FuzzLastMinute & LastMinuteShops,
): FuzzSamples {
  // Absent where another value would refuse every request.
  if (url === '/appointments') {
    return {
      lastMinuteId: [undefined, undefined, undefined, lastMinuteIds[0], randomUUID()],
      customerId: [undefined, undefined, undefined, randomUUID()],
      endTime: [undefined, undefined, undefined, '2026-03-12T12:30:00Z'],
      priceCents: [undefined, undefined, undefined, 5000, 1],
    }
  }
  if (!url.includes('last-minute')) return {}
  const barbershopId = url.endsWith('rule') ? tenant.shop.id : shop.id
  return {
    id: method === 'DELETE' ? [...lastMinuteIds, randomUUID()] : [barbershopId, barbershopId, randomUUID()],
    barberId: [lastMinuteBarber.id, lastMinuteBarber.id, lastMinuteBarber.id, randomUUID()],
    consentText: [LAST_MINUTE_CONSENT_TEXT, LAST_MINUTE_CONSENT_TEXT, 'Sim', ''],
    percent: [20, 5, 50, 51, 4],
    hoursBefore: [3, 1, 24, 25],
    weekdays: [[0, 1, 2, 3, 4, 5, 6], [1], [], [7], [1, 1]],
    startsAt: ['2026-03-11T16:00:00Z', '2026-03-11T17:00:00Z', '2026-03-11T18:30:00Z', '2020-01-01T00:00:00Z'],
    endsAt: ['2026-03-11T20:00:00Z', '2026-03-11T21:00:00Z', '2020-01-01T00:00:00Z'],
  }
}
