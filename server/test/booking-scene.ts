import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken } from '../src/lib/auth.ts'
import type { DatabasePool } from '../src/lib/database.ts'
import type { Interval } from '../src/lib/intervals.ts'

export type SceneCustomer = { id: string; token: string }

type BarbershopOptions = {
  timeZone?: string
  hours?: Interval
  barberCount?: number
  durations?: number[]
  buffers?: number[]
}

/** Customers with a session, and by default a verified email. */
export async function createCustomers(
  db: DatabasePool,
  count: number,
  { isVerified = true } = {},
): Promise<SceneCustomer[]> {
  const customers = Array.from({ length: count }, () => ({
    id: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }))
  const verified = isVerified ? new Date('2026-01-01T00:00:00Z') : null
  await db
    .insertInto('users')
    .values(
      customers.map(({ id }, index) => ({
        id,
        name: `Cliente ${index}`,
        email: `${id}@cliente.test`,
        email_verified_at: verified,
      })),
    )
    .execute()
  const created_at = new Date('2026-01-01T00:00:00Z')
  const expires_at = new Date('2036-01-01T00:00:00Z')
  await db
    .insertInto('sessions')
    .values(
      customers.map(({ id, token }) => ({
        token_hash: hashToken(token),
        user_id: id,
        created_at,
        expires_at,
        last_used_at: expires_at,
      })),
    )
    .execute()
  return customers
}

/** Switches the queue of the barbershop on every day, with this share of the day for walk-ins. Locks as the settings of the queue do. */
export async function setWalkInShare(db: DatabasePool, barbershopId: string, percent: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select from barbershops where id = ${barbershopId} for no key update`.execute(tx)
    await sql`insert into barbershop_queues (barbershop_id, is_on, weekdays, max_length, call_minutes, slide_positions, max_slides,
                                             walk_in_share, door_key, screen_key, updated_at)
      values (${barbershopId}, true, '{0,1,2,3,4,5,6}', 30, 5, 2, 2, ${percent}, ${randomUUID()}, ${randomUUID()}, now())
      on conflict (barbershop_id) do update set walk_in_share = excluded.walk_in_share`.execute(tx)
    await sql`update barbershops set version = version + 1 where id = ${barbershopId}`.execute(tx)
  })
}

/** A barbershop in São Paulo; by default open daily 09:00–18:00 with one service of 30 minutes and one barber. */
export async function createBookableBarbershop(db: DatabasePool, options: BarbershopOptions = {}) {
  const {
    timeZone = 'America/Sao_Paulo',
    hours = [540, 1080],
    barberCount = 1,
    durations = [30],
    buffers = [],
  } = options
  const [owner, ...staff] = await createCustomers(db, barberCount + 1)
  const shop = await db
    .insertInto('barbershops')
    .values({
      owner_id: (owner as SceneCustomer).id,
      name: 'Navalha de Ouro',
      address: 'Rua 9, 100',
      street: 'Rua 9',
      neighborhood: 'Centro',
      city: 'São Paulo',
      state: 'SP',
      latitude: -23.55,
      longitude: -46.63,
      time_zone: timeZone,
      minimum_notice_minutes: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('working_hours')
    .values(
      Array.from({ length: 7 }, (_, day_of_week) => ({
        barbershop_id: shop.id,
        day_of_week,
        opens_minute: hours[0],
        closes_minute: hours[1],
      })),
    )
    .execute()
  const services = await db
    .insertInto('services')
    .values(
      durations.map((duration_min, position) => ({
        barbershop_id: shop.id,
        name: `Corte ${duration_min}`,
        duration_min,
        buffer_min: buffers[position] ?? 0,
        price_cents: 5000,
        position,
      })),
    )
    .returning(['id', 'duration_min as durationMin'])
    .execute()
  const barbers =
    barberCount === 0
      ? []
      : await db
          .insertInto('barbers')
          .values(staff.map(({ id }, position) => ({ user_id: id, barbershop_id: shop.id, position })))
          .returning(['id', 'user_id as userId'])
          .execute()
  return { id: shop.id, services, barbers, staff }
}
