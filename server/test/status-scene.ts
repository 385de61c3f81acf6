import type { AppointmentStatus } from '@na-regua/contract/appointments'
import { createCustomers, createShop, type SceneCustomer } from './booking-scene.ts'
import type { Harness } from './harness.ts'

/** A shop with everybody who has a part in an appointment there, and people who have none. */
export async function createStatusScene(world: Harness, wish: Parameters<typeof createShop>[1] = {}) {
  const shop = await createShop(world.db, wish)
  const [owner, customer, stranger] = (await createCustomers(world.db, 3)) as [
    SceneCustomer,
    SceneCustomer,
    SceneCustomer,
  ]
  await world.db.updateTable('barbershops').set({ owner_id: owner.id }).where('id', '=', shop.id).execute()
  const [barber] = shop.staff as [SceneCustomer]
  const [chair] = shop.barbers as [{ id: string; userId: string }]
  const [service] = shop.services as [{ id: string; durationMin: number }]

  type Wish = { status?: AppointmentStatus; minutes?: number; requestedAt?: Date; customer?: SceneCustomer | null }

  /** An appointment as it stands, `minutes` from now, without the way there. */
  async function put({ status = 'SCHEDULED', minutes = 1440, requestedAt, customer: who = customer }: Wish = {}) {
    const now = world.clock.now()
    const start = new Date(now.getTime() + minutes * 60_000)
    const { id } = await world.db
      .insertInto('appointments')
      .values({
        barbershop_id: shop.id,
        barber_id: chair.id,
        barber_user_id: chair.userId,
        customer_id: who?.id ?? null,
        is_walk_in: who === null,
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
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  return { shop, owner, customer, barber, stranger, chair, service, put, people: { customer, barber, owner } }
}
