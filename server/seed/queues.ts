import { randomBytes } from 'node:crypto'
import type { Database } from '../src/lib/database.ts'
import { localNow } from './agenda.ts'
import type { SeedBarbershop } from './barbershop.ts'
import { insertRows } from './insert-rows.ts'
import { fullName } from './people/names.ts'
import { createRandom, uuidOf } from './random.ts'

const createKey = () => randomBytes(18).toString('base64url')

/** Queues that are on, with customers who wait where the barbershop is open. */
export async function insertQueues(tx: Database, shops: readonly SeedBarbershop[], now: Date) {
  const queues = shops.map(({ id }) => ({
    barbershop_id: id,
    is_on: true,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    max_length: 20,
    call_minutes: 5,
    slide_positions: 1,
    max_slides: 2,
    walk_in_share: 0,
    door_key: createKey(),
    screen_key: createKey(),
    tapped_at: now,
    updated_at: now,
  }))
  await tx.insertInto('barbershop_queues').values(queues).execute()
  const entries = shops.filter((shop) => isOpen(shop, now)).flatMap((shop) => listEntries(shop, now))
  await insertRows(tx, 'queue_entries', entries)
}

function isOpen({ openings, time_zone }: SeedBarbershop, now: Date) {
  const { date, minute } = localNow(now, time_zone)
  return openings.some(
    ({ day_of_week, opens_minute, closes_minute }) =>
      day_of_week === date.dayOfWeek % 7 && opens_minute <= minute && minute < closes_minute,
  )
}

/** For how many minutes each has waited. */
const waits = [27, 16, 4]

function listEntries({ id, services }: SeedBarbershop, now: Date) {
  return waits.map((waited, index) => {
    const random = createRandom(`${id} queue ${index}`)
    const joinedAt = new Date(now.getTime() - waited * 60_000)
    return {
      id: uuidOf(`${id} queue ${index}`),
      barbershop_id: id,
      name: fullName(random, 0.2),
      service_id: random.pick(services).id,
      source: 'door',
      status: 'WAITING',
      rank: index + 1,
      joined_at: joinedAt,
      changed_at: joinedAt,
    }
  })
}
