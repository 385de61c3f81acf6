import { randomUUID } from 'node:crypto'
import { createBookableBarbershop, setWalkInShare } from './booking-scene.ts'
import type { Harness } from './harness.ts'

type AppointmentFields = {
  barber?: number
  status?: string
  /** Minutes from now, and the booked ones. */
  start: number
  minutes?: number
  serviceId?: string | null
  arrived?: number
  /** Minutes from now at which the service began and ended. */
  serving?: number
  until?: number
  isEndSettled?: boolean
  isPresenceConfirmed?: boolean
  heldUntil?: number
}

type EntryFields = { barber?: number; service?: number; calledBy?: number }

/** A barbershop with its queue on. Times are minutes from the clock's present time. */
export async function createWaitScene(world: Harness, options: Parameters<typeof createBookableBarbershop>[1] = {}) {
  const { db, clock } = world
  const shop = await createBookableBarbershop(db, options)
  await setWalkInShare(db, shop.id, 0)
  const at = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000)
  const optional = (minutes: number | undefined) => (minutes === undefined ? null : at(minutes))
  const barberAt = (index: number) => shop.barbers[index] as { id: string; userId: string }
  let rank = 0

  async function putAppointment({ barber = 0, start, minutes = 30, ...fields }: AppointmentFields): Promise<string> {
    const row = await db
      .insertInto('appointments')
      .values({
        barbershop_id: shop.id,
        barber_id: barberAt(barber).id,
        barber_user_id: barberAt(barber).userId,
        is_walk_in: true,
        service_id: fields.serviceId === undefined ? (shop.services[0]?.id ?? null) : fields.serviceId,
        service_name: 'Corte',
        duration_min: minutes,
        price_cents: 5000,
        starts_at: at(start),
        ends_at: at(start + minutes),
        status: fields.status ?? 'CONFIRMED',
        held_until: optional(fields.heldUntil),
        arrived_at: optional(fields.arrived),
        serving_from: optional(fields.serving),
        serving_until: optional(fields.until),
        is_end_settled: fields.isEndSettled ?? false,
        presence_confirmed_at: fields.isPresenceConfirmed ? at(-60) : null,
        customer_name: 'Bruno Dias',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }

  async function putEntry({ barber, service, calledBy }: EntryFields = {}): Promise<string> {
    const id = randomUUID()
    await db
      .insertInto('queue_entries')
      .values({
        id,
        barbershop_id: shop.id,
        barber_id: barber === undefined ? null : barberAt(barber).id,
        service_id: service === undefined ? null : (shop.services[service]?.id ?? null),
        name: 'Caio Lopes',
        source: 'staff',
        status: calledBy === undefined ? 'WAITING' : 'CALLED',
        called_by: calledBy === undefined ? null : barberAt(calledBy).id,
        called_at: calledBy === undefined ? null : at(0),
        come_by: calledBy === undefined ? null : at(5),
        rank: ++rank,
        joined_at: clock.now(),
        changed_at: clock.now(),
      })
      .execute()
    return id
  }

  const tap = (minutes: number) =>
    db
      .updateTable('barbershop_queues')
      .set({ tapped_at: at(minutes) })
      .where('barbershop_id', '=', shop.id)
      .execute()

  return { shop, barberAt, at, putAppointment, putEntry, tap }
}
