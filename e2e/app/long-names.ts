import { randomUUID } from 'node:crypto'
import { createSignedInUser } from '../steps/users.ts'
import type { Backend } from './backend.ts'

const longName =
  'Barbearia e Salão de Beleza Masculina Irmãos Albuquerque Cavalcanti de Vasconcelos & Filhos desde 1952 no Alto da XV'
const unbrokenName = 'Oftalmotorrinolaringologisticamente'.repeat(3)

/** In the rain forest, where the demo has no barbershop: only these two are listed there. */
export const emptyArea = { latitude: -4.2, longitude: -62.4 }

/** Two barbershops with the longest names, streets, barbers and services that the database accepts, one without a space. */
export async function openLongNamedBarbershops(backend: Backend) {
  const ids = [await openBarbershop(backend, longName), await openBarbershop(backend, unbrokenName)]
  return ids
}

async function openBarbershop(backend: Backend, name: string) {
  const barber = await createSignedInUser(backend, { name: unbrokenName })
  const id = await insertBarbershop(backend, name)
  await insertServiceAndBarber(backend, id, barber.user.id)
  return id
}

async function insertBarbershop(backend: Backend, name: string) {
  const owner = await createSignedInUser(backend, { name: 'Dona de Tudo' })
  const { id } = await backend.db
    .insertInto('barbershops')
    .values({
      ...emptyArea,
      owner_id: owner.user.id,
      name,
      street: `Rua ${unbrokenName}`,
      neighborhood: unbrokenName,
      address: `Rua ${unbrokenName}, 100, ${unbrokenName}`,
      city: 'Santa Isabel do Rio Negro',
      state: 'AM',
      phone: '92900001234',
      time_zone: 'America/Manaus',
      price_from: 12_345_67,
      description: `${unbrokenName} ${longName}. `.repeat(3),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A service, opening hours around the clock and a barber. */
async function insertServiceAndBarber({ db }: Backend, barbershop_id: string, user_id: string) {
  await db
    .insertInto('services')
    .values({
      barbershop_id,
      name: unbrokenName,
      duration_min: 45,
      price_cents: 12_345_67,
      description: longName,
    })
    .execute()
  const day = { barbershop_id, opens_minute: 0, closes_minute: 1440 }
  await db
    .insertInto('working_hours')
    .values([0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ ...day, id: randomUUID(), day_of_week })))
    .execute()
  await db
    .insertInto('barbers')
    .values({ user_id, barbershop_id, bio: `${unbrokenName} ${longName}` })
    .execute()
}
