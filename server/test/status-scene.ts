import type { AppointmentStatus } from '@na-regua/contract/appointments'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from './booking-scene.ts'
import type { Harness } from './harness.ts'

/** A barbershop with the participants of an appointment, and a stranger who has no part in it. */
export async function createStatusScene(world: Harness, options: Parameters<typeof createBookableBarbershop>[1] = {}) {
  const shop = await createBookableBarbershop(world.db, options)
  const [owner, customer, stranger] = (await createCustomers(world.db, 3)) as [
    SceneCustomer,
    SceneCustomer,
    SceneCustomer,
  ]
  await world.db.updateTable('barbershops').set({ owner_id: owner.id }).where('id', '=', shop.id).execute()
  // The user with a session, and the row in `barbers`.
  const [barber] = shop.staff as [SceneCustomer]
  const [membership] = shop.barbers as [{ id: string; userId: string }]
  const [service] = shop.services as [{ id: string; durationMin: number }]

  type AppointmentOptions = {
    status?: AppointmentStatus
    minutes?: number
    requestedAt?: Date
    customer?: SceneCustomer | null
  }

  /** Inserts an appointment that starts `minutes` from now directly in the given status. */
  async function put({
    status = 'SCHEDULED',
    minutes = 1440,
    requestedAt,
    customer: booker = customer,
  }: AppointmentOptions = {}) {
    const now = world.clock.now()
    const start = new Date(now.getTime() + minutes * 60_000)
    const { id } = await world.db
      .insertInto('appointments')
      .values({
        barbershop_id: shop.id,
        barber_id: membership.id,
        barber_user_id: membership.userId,
        customer_id: booker?.id ?? null,
        is_walk_in: booker === null,
        service_id: service.id,
        service_name: 'Corte',
        duration_min: service.durationMin,
        price_cents: 5000,
        starts_at: start,
        ends_at: new Date(start.getTime() + service.durationMin * 60_000),
        status,
        cancelled_by: status === 'CANCELLED' ? 'system' : null,
        requested_at: requestedAt ?? now,
        created_at: requestedAt ?? now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  return { shop, owner, customer, barber, stranger, membership, service, put, people: { customer, barber, owner } }
}
