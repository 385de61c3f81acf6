import { createSignedInUser } from '../steps/users.ts'
import type { Backend } from './backend.ts'

type Status = 'SCHEDULED' | 'CONFIRMED' | 'COMPLETED' | 'CANCELLED' | 'NO_SHOW'

export const HOUR = 3_600_000

/** An owner with two barbershops and one barber who works in both. */
export async function openTwoBarbershops(backend: Backend) {
  const owner = await createSignedInUser(backend, { name: 'Dona Cida Barros', role: 'OWNER' })
  const barber = await createSignedInUser(backend, { name: 'Nando Reis Filho', role: 'BARBER' })
  const first = await insertBarbershop(backend, 'Barbearia do Largo', owner.user.id, barber.user.id)
  const second = await insertBarbershop(backend, 'Barbearia da Praça', owner.user.id, barber.user.id)
  return { owner, barber, first, second }
}

async function insertBarbershop({ db }: Backend, name: string, ownerId: string, barberUserId: string) {
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
      // Far from the barbershops of every other spec.
      latitude: -0.41,
      longitude: -65.02,
      time_zone: 'America/Sao_Paulo',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const barber = await db
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
  return { id, name, barberId: barber.id, barberUserId, serviceId }
}

type BarbershopWithBarber = Awaited<ReturnType<typeof insertBarbershop>>
type AppointmentFields = { customerId: string; status: Status; hoursFromNow: number }

/** Inserts an appointment of half an hour with that barber, also in the past. */
export async function addAppointment(
  { db, now }: Backend,
  shop: BarbershopWithBarber,
  { customerId, status, hoursFromNow }: AppointmentFields,
) {
  const minute = 60_000
  const startsAt = new Date(Math.floor((now().getTime() + hoursFromNow * HOUR) / minute) * minute)
  const { id } = await db
    .insertInto('appointments')
    .values({
      barbershop_id: shop.id,
      barber_id: shop.barberId,
      barber_user_id: shop.barberUserId,
      customer_id: customerId,
      service_id: shop.serviceId,
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
