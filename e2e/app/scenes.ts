import { randomUUID } from 'node:crypto'
import { createPerson } from '../steps/people.ts'
import type { World } from './world.ts'

const longName =
  'Barbearia e Salão de Beleza Masculina Irmãos Albuquerque Cavalcanti de Vasconcelos & Filhos desde 1952 no Alto da XV'
const unbrokenName = 'Oftalmotorrinolaringologisticamente'.repeat(3)

/** Deep in the forest, where the demo has nobody: nothing but this scene is seen there. */
export const clearing = { latitude: -4.2, longitude: -62.4 }

/** Two shops whose names, streets, people and services are as long as the base lets them be, one of them without a gap. */
export async function openLongNamedShops(world: World) {
  const ids = [await openShop(world, longName), await openShop(world, unbrokenName)]
  return ids
}

async function openShop(world: World, name: string) {
  const barber = await createPerson(world, { name: unbrokenName })
  const id = await insertShop(world, name)
  await furnish(world, id, barber.user.id)
  return id
}

async function insertShop(world: World, name: string) {
  const owner = await createPerson(world, { name: 'Dona de Tudo' })
  const { id } = await world.db
    .insertInto('barbershops')
    .values({
      ...clearing,
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

/** A service, hours around the clock and a chair. */
async function furnish({ db }: World, barbershop_id: string, user_id: string) {
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
