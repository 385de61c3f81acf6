import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { createRandom, type Random } from '../seed/random.ts'
import { refreshBarbershops } from '../src/features/barbershops/queries.ts'
import type { Database, DatabasePool } from '../src/lib/database.ts'

/** Opening and closing minute of each weekday: regular, with a lunch break, nights past midnight, round the clock, never. */
const weeks: readonly (readonly (readonly [opens: number, closes: number])[])[] = [
  [[540, 1080]],
  [
    [540, 720],
    [780, 1140],
  ],
  [[1080, 1620]],
  [[0, 1440]],
  [],
]
const zones = ['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco', 'America/Noronha']

/**
 * Barbershops on few positions, with random hours, services, grids, notices and booking windows. Some have no barbers or no services,
 * and some barbers work in two of them.
 */
export async function insertRandomBarbershops(db: DatabasePool, seed: string, count: number): Promise<string[]> {
  const random = createRandom(seed)
  const users = Array.from({ length: count * 2 }, () => ({
    id: randomUUID(),
    name: 'Beto Lima',
    email: `${randomUUID()}@agenda.test`,
  }))
  await db.insertInto('users').values(users).execute()
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    const id = randomUUID()
    ids.push(id)
    await db
      .insertInto('barbershops')
      .values(generateBarbershop(random, id, users[0]?.id as string))
      .execute()
    const week = random.pick(weeks)
    const hours = [0, 1, 2, 3, 4, 5, 6].flatMap((day_of_week) =>
      random.chance(0.8)
        ? week.map(([opens_minute, closes_minute]) => ({ barbershop_id: id, day_of_week, opens_minute, closes_minute }))
        : [],
    )
    // A night that reaches into the next opening is an overlap only within one weekday.
    if (hours.length > 0) await db.insertInto('working_hours').values(hours).execute()
    for (let service = random.pick([0, 1, 1, 2]); service > 0; service--) await insertService(random, id).execute(db)
    const barbers = random.shuffle(users).slice(0, random.pick([0, 1, 1, 1, 2, 3]))
    for (const user of barbers) await db.insertInto('barbers').values({ user_id: user.id, barbershop_id: id }).execute()
    if (random.chance(0.4))
      await setTerms(random, sql`(select * from barbers where barbershop_id = ${id}) as barber`).execute(db)
  }
  await refreshBarbershops(db, ids)
  return ids
}

function generateBarbershop(random: Random, id: string, ownerId: string) {
  return {
    id,
    owner_id: ownerId,
    name: 'Navalha de Ouro',
    address: 'Rua T-55, 100',
    street: 'Rua T-55',
    neighborhood: 'Setor Bueno',
    city: 'Goiânia',
    state: 'GO',
    latitude: -16.68 + random.int(0, 2) / 100,
    longitude: -49.26,
    time_zone: random.pick(zones),
    is_featured: random.chance(0.2),
    grid_minutes: random.pick([5, 15, 20, 30, 60]),
    minimum_notice_minutes: random.pick([0, 0, 30, 120, 2000]),
    booking_window_days: random.pick([1, 7, 29]),
  }
}

function insertService(random: Random, barbershopId: string) {
  const duration = random.pick([20, 30, 45, 90])
  const buffer = random.pick([0, 0, 10])
  const name = random.pick(['Corte', 'Corte infantil', 'Barba', 'Corte e barba', 'Degradê'])
  return sql`insert into services (barbershop_id, name, duration_min, buffer_min) values (${barbershopId}, ${name}, ${duration}, ${buffer})`
}

/** Barbers who do not provide a service, or have another duration and price. */
function setTerms(random: Random, barber: RawBuilder<unknown>) {
  const isProvided = random.chance(0.6)
  const durationMin = random.pick([15, 40, 60, 120])
  return sql`insert into barber_services (barber_id, service_id, barbershop_id, is_provided, duration_min, price_cents)
    select barber.id, services.id, barber.barbershop_id, ${isProvided}::boolean, ${durationMin}::int, ${random.pick([3000, 8000])}::int
      from ${barber} join services on services.barbershop_id = barber.barbershop_id where random() < 0.6
    on conflict (barber_id, service_id) do update
       set (is_provided, duration_min, price_cents) = (excluded.is_provided, excluded.duration_min, excluded.price_cents)`
}

type Change = (context: Context) => RawBuilder<unknown>
type Context = { tx: Database; random: Random; now: Date; barbershopId: string; barber: RawBuilder<unknown> }

/** Changes of appointments and holds, in the hours that decide about the next free start. `barber` is one of the barbershop's. */
const appointmentChanges: readonly Change[] = [
  insertAppointment('SCHEDULED'),
  insertAppointment('SCHEDULED'),
  insertAppointment('SCHEDULED'),
  insertAppointment('HELD'),
  insertAppointment('HELD'),
  () => sql`update appointments set status = 'CANCELLED' where ${someAppointment('SCHEDULED')}`,
  () => sql`update appointments set starts_at = starts_at + interval '45 minutes', ends_at = ends_at + interval '45 minutes'
    where ${someAppointment('SCHEDULED')}`,
  () => sql`update appointments set (barber_id, barber_user_id, barbershop_id) = (
      select id, user_id, barbershop_id from barbers where id <> barber_id order by random() limit 1)
    where ${someAppointment('SCHEDULED')}`,
  () => sql`delete from appointments where ${someAppointment('HELD')}`,
  () => sql`delete from appointments where ${someAppointment('SCHEDULED')}`,
]

/** Every other kind of change that affects when a barbershop can be booked. */
const scheduleChanges: readonly Change[] = [
  ({ barber, random, now }) => sql`insert into time_off (barber_id, starts_at, ends_at)
    select id, ${addMinutes(now, random.int(-100, 2000))}, ${addMinutes(now, random.int(2001, 6000))} from ${barber}`,
  ({ barber }) => sql`delete from time_off where barber_id in (select id from ${barber})`,
  ({ barber, random }) => sql`insert into breaks (barber_id, day_of_week, starts_minute, ends_minute)
    select id, day, start, start + 500 from ${barber}, (select ${random.int(0, 1400)}::int as start) as pause, generate_series(0, 6) as day
    on conflict do nothing`,
  ({ barber }) =>
    sql`update breaks set ends_minute = ends_minute - 10 where ends_minute > starts_minute + 10 and barber_id in (select id from ${barber})`,
  ({ barber, random }) => sql`insert into barber_hours (barber_id, day_of_week, starts_minute, ends_minute)
    select id, day, ${random.int(60, 700)}, ${random.int(800, 1500)} from ${barber}, generate_series(0, 6) as day on conflict do nothing`,
  ({ barber }) => sql`delete from barber_hours where barber_id in (select id from ${barber})`,
  ({ barbershopId, random }) => sql`update working_hours set closes_minute = closes_minute - 60
    where barbershop_id = ${barbershopId} and day_of_week = ${random.int(0, 6)} and closes_minute > opens_minute + 60`,
  ({ barbershopId, now, random }) => sql`insert into special_dates (barbershop_id, date, opens_minute, closes_minute)
    select ${barbershopId}::uuid, (${addMinutes(now, 1440 * random.int(-1, 5))}::timestamptz at time zone 'America/Sao_Paulo')::date, opens,
           opens + ${random.pick([300, 1000])}::int
      from (select (array[null, 600, 1080])[${random.int(1, 3)}::int] as opens) as special on conflict do nothing`,
  ({ barbershopId }) => sql`delete from special_dates where barbershop_id = ${barbershopId}`,
  ({ barbershopId, random }) => insertService(random, barbershopId),
  ({ barbershopId, random }) =>
    sql`update services set is_active = ${random.chance(0.7)} where barbershop_id = ${barbershopId}`,
  ({ barbershopId }) =>
    sql`update services set duration_min = duration_min + 15 where barbershop_id = ${barbershopId} and duration_min < 100`,
  ({ barber, random }) => setTerms(random, barber),
  ({ barber, random }) => setTerms(random, barber),
  ({ barber }) => sql`delete from barber_services where barber_id in (select id from ${barber})`,
  ({ barber, random }) => sql`update barbers set removed_at = ${random.chance(0.3) ? new Date() : null}::timestamptz
    where id in (select id from ${barber})`,
  ({ barbershopId, random }) =>
    sql`update barbershops set is_active = ${random.chance(0.7)} where id = ${barbershopId}`,
  setWalkInShare,
  setWalkInShare,
  ({ barbershopId, random }) => sql`update barbershops set minimum_notice_minutes = ${random.pick([0, 60, 1500])},
    booking_window_days = ${random.pick([1, 3, 29])}, version = version + 1 where id = ${barbershopId}`,
]

/** A queue that is on or off, on some days of the week. */
function setWalkInShare({ barbershopId, random }: Context) {
  const isOn = random.chance(0.8)
  const percent = random.pick([0, 10, 30, 50])
  const weekdays = sql`${random.pick(['{0,1,2,3,4,5,6}', '{1,3,5}'])}::smallint[]`
  return sql`with renewed as (update barbershops set version = version + 1 where id = ${barbershopId} returning id)
    insert into barbershop_queues (barbershop_id, is_on, weekdays, max_length, call_minutes, slide_positions, max_slides,
      walk_in_share, door_key, screen_key, updated_at)
    select id, ${isOn}::boolean, ${weekdays}, 30, 5, 2, 2, ${percent}::int, ${randomUUID()}, ${randomUUID()}, now()
      from renewed
    on conflict (barbershop_id) do update set (is_on, weekdays, walk_in_share) = (excluded.is_on, excluded.weekdays, excluded.walk_in_share)`
}

function insertAppointment(status: 'SCHEDULED' | 'HELD') {
  return ({ barber, random, now }: Context) => {
    const start = addMinutes(new Date(Math.ceil(now.getTime() / 300_000) * 300_000), 15 * random.int(0, 12))
    const duration = random.pick([30, 60, 700])
    const heldUntil = status === 'HELD' ? addMinutes(now, random.int(1, 30)) : null
    return sql`insert into appointments (barbershop_id, barber_id, barber_user_id, service_name, duration_min, buffer_min, price_cents,
        starts_at, ends_at, status, held_until, is_walk_in)
      select barbershop_id, id, user_id, 'Corte', ${duration}::int, ${random.pick([0, 15])}::int, 5000, ${start}::timestamptz,
        ${addMinutes(start, duration)}::timestamptz, ${status}, ${heldUntil}::timestamptz, true from ${barber} on conflict do nothing`
  }
}

function someAppointment(status: string) {
  return sql`id = (select id from appointments where status = ${status} order by random() limit 1)`
}

function addMinutes(instant: Date, count: number): Date {
  return new Date(instant.getTime() + count * 60_000)
}

class RolledBack extends Error {}
/** Exclusion constraints: the change had no effect. */
const expectedFailures = new Set<string | undefined>(['23P01', '23505', '40P01'])

/**
 * Changes in `count` transactions; some stay open while later ones commit, and some are rolled back. The search words are refreshed
 * afterwards, as every transaction that changes services does.
 */
export async function changeRandomSchedules(
  db: DatabasePool,
  { ids, seed, count, now }: { ids: readonly string[]; seed: string; count: number; now: Date },
) {
  const random = createRandom(seed)
  for (let made = 0; made < count; made++) {
    const change = random.pick(random.chance(0.7) ? appointmentChanges : scheduleChanges)
    const barbershopId = random.pick(ids)
    const isRolledBack = random.chance(0.1)
    const isSlow = random.chance(0.1)
    const barber = sql`(select * from barbers where barbershop_id = ${barbershopId} order by id limit 1) as barber`
    await db
      .transaction()
      .execute(async (tx) => {
        await change({ tx, random, now, barbershopId, barber }).execute(tx)
        if (isSlow) await sql`select pg_sleep(0.05)`.execute(tx)
        if (isRolledBack) throw new RolledBack()
      })
      .catch((error: { code?: string }) => {
        if (!(error instanceof RolledBack) && !expectedFailures.has(error.code)) throw error
      })
    if (scheduleChanges.includes(change)) await refreshBarbershops(db, [barbershopId])
  }
}
