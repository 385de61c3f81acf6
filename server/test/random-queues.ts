import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { createRandom, type Random } from '../seed/random.ts'
import type { DatabasePool } from '../src/lib/database.ts'
import { publish, relayAllEvents } from '../src/lib/worker/relay-events.ts'

type Context = { random: Random; now: Date; barbershopId: string }
type Change = (context: Context) => RawBuilder<unknown>

const someEntry = (status: string, barbershopId: string) =>
  sql`id = (select id from queue_entries where status = ${status} and barbershop_id = ${barbershopId} order by rank limit 1)`

/** Selects one barber of the barbershop, not always the same. */
const someBarber = (barbershopId: string) =>
  sql`(select * from barbers where barbershop_id = ${barbershopId} and removed_at is null order by random() limit 1) as barber`

/** The queue on, mostly. */
const switchQueue: Change = ({ random, now, barbershopId }) => {
  const isOn = random.chance(0.85)
  const weekdays = random.pick(['{0,1,2,3,4,5,6}', '{1,3,5}'])
  const [opens, closes] = random.pick([
    [null, null],
    [null, null],
    [600, 1100],
  ])
  return sql`with renewed as (update barbershops set version = version + 1 where id = ${barbershopId})
    insert into barbershop_queues (barbershop_id, is_on, weekdays, opens_minute, closes_minute, max_length, call_minutes,
      slide_positions, max_slides, walk_in_share, door_key, screen_key, tapped_at, updated_at)
    values (${barbershopId}, ${isOn}, ${weekdays}::smallint[], ${opens}::smallint, ${closes}::smallint, ${random.pick([3, 30])}, 5, 2, 2, 0,
      ${randomUUID()}, ${randomUUID()}, ${now}, ${now})
    on conflict (barbershop_id) do update set (is_on, weekdays, opens_minute, closes_minute, max_length)
      = (excluded.is_on, excluded.weekdays, excluded.opens_minute, excluded.closes_minute, excluded.max_length)`
}

const join: Change = ({ random, now, barbershopId }) => sql`
  insert into queue_entries (id, barbershop_id, barber_id, name, source, status, rank, joined_at, changed_at)
    select gen_random_uuid(), ${barbershopId}, case when ${random.chance(0.3)} then barber.id end, 'Caio Lopes', 'staff', 'WAITING',
           1 + coalesce((select max(rank) from queue_entries), 0), ${now}, ${now} from ${someBarber(barbershopId)}`

/** What changes the wait of a barbershop. */
const changes: readonly Change[] = [
  switchQueue,
  join,
  join,
  join,
  ({ barbershopId, now }) => sql`update barbershop_queues set tapped_at = ${now} where barbershop_id = ${barbershopId}`,
  ({ barbershopId, now }) => sql`update queue_entries set (status, called_by, called_at, come_by)
      = ('CALLED', (select id from ${someBarber(barbershopId)}), ${now}, ${new Date(now.getTime() + 300_000)})
    where ${someEntry('WAITING', barbershopId)} and exists (select from ${someBarber(barbershopId)})`,
  ({ barbershopId }) => sql`update queue_entries set status = 'LEFT' where ${someEntry('WAITING', barbershopId)}`,
  ({ barbershopId }) => sql`update queue_entries set status = 'MISSED' where ${someEntry('CALLED', barbershopId)}`,
  ({ barbershopId, now }) => sql`update appointments set status = 'CONFIRMED', serving_from = ${now}
    where id = (select id from appointments where status = 'SCHEDULED' and barbershop_id = ${barbershopId} order by starts_at limit 1)`,
  ({ barbershopId, now }) => sql`update appointments set serving_until = ${now}, status = 'COMPLETED'
    where barbershop_id = ${barbershopId} and serving_from is not null and serving_until is null`,
]

/** Constraints: the change had no effect. */
const expectedFailures = new Set<string | undefined>(['23P01', '23505', '23514', '40P01'])

/** Switches the queues of these barbershops on, most of them. */
export async function switchRandomQueues(db: DatabasePool, ids: readonly string[], seed: string, now: Date) {
  const random = createRandom(seed)
  for (const barbershopId of ids) await switchQueue({ random, now, barbershopId }).execute(db)
}

/** Changes in `count` transactions; each is published as the ones of staff and customers are. */
export async function changeRandomQueues(
  db: DatabasePool,
  { ids, seed, count, now }: { ids: readonly string[]; seed: string; count: number; now: Date },
) {
  const random = createRandom(seed)
  for (let made = 0; made < count; made++) {
    const change = random.pick(changes)
    const barbershopId = random.pick(ids)
    await db
      .transaction()
      .execute(async (tx) => {
        await change({ random, now, barbershopId }).execute(tx)
        await publish(tx, [barbershopId], 'queue')
      })
      .catch((error: { code?: string }) => {
        if (!expectedFailures.has(error.code)) throw error
      })
    await relayAllEvents(db)
  }
}
