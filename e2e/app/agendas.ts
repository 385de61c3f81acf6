import { createPerson } from '../steps/people.ts'
import type { World } from './world.ts'

type Status = 'SCHEDULED' | 'CONFIRMED' | 'COMPLETED' | 'CANCELLED'

export const HOUR = 3_600_000

/** An owner with two shops, a chair in each, and one barber who works in both; nobody else has ever heard of them. */
export async function openTwoShops(world: World) {
  const owner = await createPerson(world, { name: 'Dona Cida Barros', role: 'OWNER' })
  const barber = await createPerson(world, { name: 'Nando Reis Filho', role: 'BARBER' })
  const [first, second] = [
    await openChair(world, 'Barbearia do Largo', owner.user.id, barber.user.id),
    await openChair(world, 'Barbearia da Praça', owner.user.id, barber.user.id),
  ]
  return { owner, barber, first, second }
}

async function openChair({ db }: World, name: string, ownerId: string, barberUserId: string) {
  const { id } = await db
    .insertInto('barbershops')
    .values({
      owner_id: ownerId,
      name,
      address: 'Rua 9, 100 - Centro, Santa Isabel do Rio Negro - AM',
      street: 'Rua 9',
      neighborhood: 'Centro',
      city: 'Santa Isabel do Rio Negro',
      state: 'AM',
      // Far from every other scene of the journeys.
      latitude: -0.41,
      longitude: -65.02,
      time_zone: 'America/Sao_Paulo',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const chair = await db
    .insertInto('barbers')
    .values({ user_id: barberUserId, barbershop_id: id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const service = { name: 'Corte na régua', duration_min: 30, price_cents: 4500 }
  const { id: serviceId } = await db
    .insertInto('services')
    .values({ barbershop_id: id, ...service })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, barberId: chair.id, barberUserId, serviceId }
}

type Chair = Awaited<ReturnType<typeof openChair>>
type Seat = { customerId: string; status: Status; hoursFromNow: number }

/** An appointment of half an hour in that chair, in the past as well. Answers when it begins. */
export async function seat({ db, now }: World, chair: Chair, { customerId, status, hoursFromNow }: Seat) {
  const minute = 60_000
  const startsAt = new Date(Math.floor((now().getTime() + hoursFromNow * HOUR) / minute) * minute)
  const { id } = await db
    .insertInto('appointments')
    .values({
      barbershop_id: chair.id,
      barber_id: chair.barberId,
      barber_user_id: chair.barberUserId,
      customer_id: customerId,
      service_id: chair.serviceId,
      service_name: 'Corte na régua',
      duration_min: 30,
      price_cents: 4500,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + 30 * minute),
      status,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, startsAt }
}
