import { createPerson } from '../steps/people.ts'
import { HOUR } from './agendas.ts'
import { openLongDays } from './long-days.ts'
import type { World } from './world.ts'

/** Nobody else looks here. */
const place = { latitude: -1.93, longitude: -61.52 }

type Scene = Awaited<ReturnType<typeof openLongDays>>
type Words = (index: number) => string

/** A shop in which every free text of everybody is one of these strings, and whoever reads it where. */
export async function openHostileShop(world: World, strings: readonly string[]) {
  const words: Words = (index) => strings[index % strings.length] as string
  const scene = await openLongDays(world)
  const customer = await createPerson(world, { name: words(2) })
  await rename(world, scene, words)
  await furnish(world, scene, strings)
  await seatAll(world, scene, { customerId: customer.user.id, words })
  const { owner, barber, chair } = scene
  await world.db.insertInto('favorites').values({ user_id: customer.user.id, barbershop_id: chair.id }).execute()
  await notify(
    world,
    [owner, barber, customer].map(({ user }) => user.id),
    words,
  )
  const people = [
    {
      person: customer,
      addresses: [
        '/customer/appointments',
        '/notifications',
        '/customer/favorites',
        '/profile',
        `/barbershop/${chair.id}/booking/${chair.barberId}`,
      ],
    },
    { person: barber, addresses: ['/barber/appointments', '/barber/schedule', '/notifications'] },
    { person: owner, addresses: ['/admin', '/admin/appointments', '/notifications'] },
  ]
  return { shop: { id: chair.id, ...place }, people }
}

async function rename({ db }: World, { chair, owner, barber, colleague }: Scene, words: Words) {
  const shop = {
    ...{ ...place, name: words(0), description: words(3), address: words(4), street: words(5) },
    ...{ neighborhood: words(6), city: words(7), phone: '92999990000', whatsapp: '92999990000' },
  }
  await db.updateTable('barbershops').set(shop).where('id', '=', chair.id).execute()
  for (const [index, { user }] of [owner, barber, colleague].entries())
    await db
      .updateTable('users')
      .set({ name: words(8 + index) })
      .where('id', '=', user.id)
      .execute()
  await db
    .updateTable('barbers')
    .set({ bio: words(1) })
    .where('barbershop_id', '=', chair.id)
    .execute()
  const { id } = await db
    .insertInto('specialties')
    .values({ name: words(1) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: words(1) }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('barber_specialties').values({ barber_id: chair.barberId, specialty_id: id }).execute()
}

async function furnish({ db, now }: World, { chair }: Scene, strings: readonly string[]) {
  const services = strings.map((name, position) => ({
    barbershop_id: chair.id,
    name,
    description: name,
    position,
    duration_min: 30,
    price_cents: 4500,
  }))
  await db.insertInto('services').values(services).execute()
  const date = new Date(now().getTime() + 72 * HOUR).toISOString().slice(0, 10)
  await db.insertInto('special_dates').values({ barbershop_id: chair.id, date, reason: strings[0] }).execute()
  const starts_at = new Date(now().getTime() + 48 * HOUR)
  const off = {
    barber_id: chair.barberId,
    starts_at,
    ends_at: new Date(starts_at.getTime() + HOUR),
    reason: strings[1],
  }
  await db.insertInto('time_off').values(off).execute()
}

type Seat = { customerId: string; words: Words }

/** One to come, one served and reviewed with an answer, one called off with a reason, and one who walked in. */
async function seatAll({ db, now }: World, { chair }: Scene, { customerId, words }: Seat) {
  const kinds = [
    { status: 'SCHEDULED', hours: 26 },
    { status: 'COMPLETED', hours: -50 },
    { status: 'CANCELLED', hours: 28, cancel_reason: words(1), cancelled_by: 'barber' },
    { status: 'CONFIRMED', hours: 1, customer_name: words(2), is_walk_in: true },
  ]
  for (const [index, { hours, ...kind }] of kinds.entries()) {
    const starts_at = new Date(Math.floor((now().getTime() + hours * HOUR) / 900_000) * 900_000)
    const { id } = await db
      .insertInto('appointments')
      .values({
        ...{ barbershop_id: chair.id, barber_id: chair.barberId, barber_user_id: chair.barberUserId },
        ...{
          customer_id: kind.is_walk_in ? null : customerId,
          service_name: words(index),
          duration_min: 30,
          price_cents: 4500,
        },
        ...{ ...kind, starts_at, ends_at: new Date(starts_at.getTime() + HOUR / 2) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (kind.status !== 'COMPLETED') continue
    const review = {
      barbershop_id: chair.id,
      appointment_id: id,
      customer_id: customerId,
      rating: 5,
      comment: words(1),
      reply: words(2),
      replied_at: now(),
    }
    await db.insertInto('reviews').values(review).execute()
    await db.updateTable('barbershops').set({ rating_sum: 5, review_count: 1 }).where('id', '=', chair.id).execute()
  }
}

async function notify({ db }: World, userIds: readonly string[], words: Words) {
  const told = { type: 'booking_confirmed', title: words(0), message: words(1) }
  await db
    .insertInto('notifications')
    .values(userIds.map((user_id) => ({ ...told, user_id, fact: `hostile:${user_id}` })))
    .execute()
}
