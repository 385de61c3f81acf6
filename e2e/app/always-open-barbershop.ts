import { randomUUID } from 'node:crypto'
import { createSignedInUser } from '../steps/users.ts'
import type { Backend } from './backend.ts'

const HOUR = 3_600_000

/** A time zone in which it is about 10:00 now, so that no spec depends on the hour at which it runs. */
export function morningZone(now: Date) {
  const ahead = (10 - now.getUTCHours() + 24) % 24
  const offset = ahead > 12 ? ahead - 24 : ahead
  // The sign in the names of the Etc zones is inverted: Etc/GMT-3 is three hours ahead of UTC.
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

type Place = { latitude: number; longitude: number }

/** Far from the barbershops of every other spec. */
const barcelos: Place = { latitude: -0.97, longitude: -62.92 }

/** A barbershop that is always open, with an owner and two barbers. */
export async function openAlwaysOpenBarbershop(backend: Backend, place = barcelos) {
  const owner = await createSignedInUser(backend, { name: 'Dona Zuleide Prates', role: 'OWNER' })
  const barber = await createSignedInUser(backend, { name: 'Tonho Valadares', role: 'BARBER' })
  const colleague = await createSignedInUser(backend, { name: 'Lia Fontes', role: 'BARBER' })
  const timeZone = morningZone(backend.now())
  const inserted = await insertBarbershop(backend, { ...place, owner_id: owner.user.id, time_zone: timeZone })
  const barberId = await insertBarber(backend, inserted.id, barber.user.id, 0)
  await insertBarber(backend, inserted.id, colleague.user.id, 1)
  const serviceId = await insertHoursAndServices(backend, inserted.id)
  const shop = { ...inserted, barberId, barberUserId: barber.user.id, serviceId }
  return { owner, barber, colleague, timeZone, shop }
}

/** Beside the two that it has. */
export async function addBarbers({ db }: Backend, barbershop_id: string, names: readonly string[]) {
  const users = names.map((name) => ({ id: randomUUID(), name, email: `${randomUUID()}@naregua.test` }))
  await db.insertInto('users').values(users).execute()
  const rows = users.map(({ id: user_id }, index) => ({ user_id, barbershop_id, position: index + 2 }))
  await db.insertInto('barbers').values(rows).execute()
}

/** The barber is away for an hour: the next slot is not one that may begin in a second, when it can no longer be booked. */
export async function takeHourOff({ db, now }: Backend, barberId: string) {
  const starts_at = now()
  const ends_at = new Date(starts_at.getTime() + HOUR)
  await db.insertInto('time_off').values({ barber_id: barberId, starts_at, ends_at }).execute()
}

/** A barbershop that is never open, because it has no opening hours. */
export function openClosedBarbershop(backend: Backend, ownerId: string, place: Place) {
  const fields = { ...place, owner_id: ownerId, time_zone: 'America/Manaus' }
  return insertBarbershop(backend, { ...fields, name: 'Barbearia Sempre Fechada' })
}

type Fields = Place & { owner_id: string; time_zone: string; name?: string }

async function insertBarbershop({ db }: Backend, fields: Fields) {
  return db
    .insertInto('barbershops')
    .values({
      name: 'Barbearia do Dia Longo',
      address: 'Rua 7, 70',
      street: 'Rua 7',
      neighborhood: 'Centro',
      city: 'Barcelos',
      state: 'AM',
      ...fields,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

async function insertBarber({ db }: Backend, barbershop_id: string, user_id: string, position: number) {
  const { id } = await db
    .insertInto('barbers')
    .values({ user_id, barbershop_id, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function insertHoursAndServices({ db }: Backend, barbershop_id: string) {
  const day = { barbershop_id, opens_minute: 0, closes_minute: 1440 }
  await db
    .insertInto('working_hours')
    .values([0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ ...day, day_of_week })))
    .execute()
  const services = [
    { name: 'Corte na régua', duration_min: 30, price_cents: 4500 },
    { name: 'Barba', duration_min: 20, price_cents: 3000 },
  ]
  const [first] = await db
    .insertInto('services')
    .values(services.map((service) => ({ barbershop_id, ...service })))
    .returning('id')
    .execute()
  return (first as { id: string }).id
}

/** YYYY-MM-DD in the barbershop's time zone, `days` from today. */
export function dateAtBarbershop(now: Date, timeZone: string, days: number) {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now.getTime() + days * 24 * HOUR)
}
