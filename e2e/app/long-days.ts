import { createPerson } from '../steps/people.ts'
import type { World } from './world.ts'

const HOUR = 3_600_000

/** A zone in which it is about ten in the morning: no journey may depend on the hour at which it is walked. */
export function morningZone(now: Date) {
  const ahead = (10 - now.getUTCHours() + 24) % 24
  const offset = ahead > 12 ? ahead - 24 : ahead
  // The sign of these names is turned round by their inventors.
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

/** A shop that is always open, with an owner and two barbers, in a place where nobody else looks. */
export async function openLongDays(world: World) {
  const owner = await createPerson(world, { name: 'Dona Zuleide Prates', role: 'OWNER' })
  const barber = await createPerson(world, { name: 'Tonho Valadares', role: 'BARBER' })
  const colleague = await createPerson(world, { name: 'Lia Fontes', role: 'BARBER' })
  const timeZone = morningZone(world.now())
  const shop = await insertShop(world, owner.user.id, timeZone)
  const chairs = [
    await insertChair(world, shop.id, barber.user.id, 0),
    await insertChair(world, shop.id, colleague.user.id, 1),
  ]
  const serviceId = await furnish(world, shop.id)
  const [chair, second] = chairs.map((one) => ({ ...shop, ...one, serviceId })) as [Chair, Chair]
  return { owner, barber, colleague, timeZone, chair, second }
}

type Chair = { id: string; name: string; barberId: string; barberUserId: string; serviceId: string }

async function insertShop({ db }: World, owner_id: string, time_zone: string) {
  return db
    .insertInto('barbershops')
    .values({
      owner_id,
      time_zone,
      name: 'Barbearia do Dia Longo',
      address: 'Rua 7, 70',
      street: 'Rua 7',
      neighborhood: 'Centro',
      city: 'Barcelos',
      state: 'AM',
      latitude: -0.97,
      longitude: -62.92,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

async function insertChair({ db }: World, barbershop_id: string, user_id: string, position: number) {
  const { id } = await db
    .insertInto('barbers')
    .values({ user_id, barbershop_id, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { barberId: id, barberUserId: user_id }
}

async function furnish({ db }: World, barbershop_id: string) {
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

/** YYYY-MM-DD on the shop's wall, `days` from today. */
export function shopDay(now: Date, timeZone: string, days: number) {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now.getTime() + days * 24 * HOUR)
}
