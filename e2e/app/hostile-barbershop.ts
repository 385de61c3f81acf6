import { createSignedInUser } from '../steps/users.ts'
import { openAlwaysOpenBarbershop } from './always-open-barbershop.ts'
import { HOUR } from './appointments.ts'
import type { Backend } from './backend.ts'

/** Far from the barbershops of every other spec. */
const location = { latitude: -1.93, longitude: -61.52 }

type Scene = Awaited<ReturnType<typeof openAlwaysOpenBarbershop>>
type TextAt = (index: number) => string

/** A barbershop in which every free text is one of these strings, with the users who read it and the paths where they do. */
export async function openHostileBarbershop(backend: Backend, strings: readonly string[]) {
  const text: TextAt = (index) => strings[index % strings.length] as string
  const scene = await openAlwaysOpenBarbershop(backend)
  const customer = await createSignedInUser(backend, { name: text(2) })
  await replaceTexts(backend, scene, text)
  await insertServicesAndDates(backend, scene, strings)
  await insertAppointments(backend, scene, { customerId: customer.user.id, text })
  const { owner, barber, shop } = scene
  await backend.db.insertInto('favorites').values({ user_id: customer.user.id, barbershop_id: shop.id }).execute()
  await notify(
    backend,
    [owner, barber, customer].map(({ user }) => user.id),
    text,
  )
  const readers = [
    {
      user: customer,
      paths: [
        '/customer/appointments',
        '/notifications',
        '/customer/favorites',
        '/profile',
        `/barbershop/${shop.id}/booking/${shop.barberId}`,
      ],
    },
    { user: barber, paths: ['/barber/appointments', '/barber/schedule', '/notifications'] },
    { user: owner, paths: ['/admin', '/admin/appointments', '/notifications'] },
  ]
  return { shop: { id: shop.id, ...location }, readers }
}

async function replaceTexts({ db }: Backend, { shop, owner, barber, colleague }: Scene, text: TextAt) {
  const texts = {
    ...location,
    name: text(0),
    description: text(3),
    address: text(4),
    street: text(5),
    neighborhood: text(6),
    city: text(7),
    phone: '92999990000',
    whatsapp: '92999990000',
  }
  await db.updateTable('barbershops').set(texts).where('id', '=', shop.id).execute()
  for (const [index, { user }] of [owner, barber, colleague].entries())
    await db
      .updateTable('users')
      .set({ name: text(8 + index) })
      .where('id', '=', user.id)
      .execute()
  await db
    .updateTable('barbers')
    .set({ bio: text(1) })
    .where('barbershop_id', '=', shop.id)
    .execute()
  const { id } = await db
    .insertInto('specialties')
    .values({ name: text(1) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: text(1) }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('barber_specialties').values({ barber_id: shop.barberId, specialty_id: id }).execute()
}

async function insertServicesAndDates({ db, now }: Backend, { shop }: Scene, strings: readonly string[]) {
  const services = strings.map((name, position) => ({
    barbershop_id: shop.id,
    name,
    description: name,
    position,
    duration_min: 30,
    price_cents: 4500,
  }))
  await db.insertInto('services').values(services).execute()
  const date = new Date(now().getTime() + 72 * HOUR).toISOString().slice(0, 10)
  await db.insertInto('special_dates').values({ barbershop_id: shop.id, date, reason: strings[0] }).execute()
  const starts_at = new Date(now().getTime() + 48 * HOUR)
  const off = {
    barber_id: shop.barberId,
    starts_at,
    ends_at: new Date(starts_at.getTime() + HOUR),
    reason: strings[1],
  }
  await db.insertInto('time_off').values(off).execute()
}

type AppointmentTexts = { customerId: string; text: TextAt }

/** An upcoming one, a completed one with a review and its reply, one cancelled with a reason, and a walk-in. */
async function insertAppointments({ db, now }: Backend, { shop }: Scene, { customerId, text }: AppointmentTexts) {
  const kinds = [
    { status: 'SCHEDULED', hours: 26 },
    { status: 'COMPLETED', hours: -50 },
    { status: 'CANCELLED', hours: 28, cancel_reason: text(1), cancelled_by: 'barber' },
    { status: 'CONFIRMED', hours: 1, customer_name: text(2), is_walk_in: true },
  ]
  for (const [index, { hours, ...kind }] of kinds.entries()) {
    const starts_at = new Date(Math.floor((now().getTime() + hours * HOUR) / 900_000) * 900_000)
    const { id } = await db
      .insertInto('appointments')
      .values({
        barbershop_id: shop.id,
        barber_id: shop.barberId,
        barber_user_id: shop.barberUserId,
        customer_id: kind.is_walk_in ? null : customerId,
        service_name: text(index),
        duration_min: 30,
        price_cents: 4500,
        guest_name: text(3).slice(0, 120),
        note: text(index + 4).slice(0, 200),
        ...kind,
        starts_at,
        ends_at: new Date(starts_at.getTime() + HOUR / 2),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (kind.status !== 'COMPLETED') continue
    const review = {
      barbershop_id: shop.id,
      barber_id: shop.barberId,
      appointment_id: id,
      customer_id: customerId,
      rating: 5,
      comment: text(1),
      reply: text(2),
      replied_at: now(),
    }
    await db.insertInto('reviews').values(review).execute()
    await db.updateTable('barbershops').set({ rating_sum: 5, review_count: 1 }).where('id', '=', shop.id).execute()
  }
}

async function notify({ db }: Backend, userIds: readonly string[], text: TextAt) {
  const notification = { type: 'booking_confirmed', title: text(0), message: text(1) }
  await db
    .insertInto('notifications')
    .values(userIds.map((user_id) => ({ ...notification, user_id, dedupe_key: `hostile:${user_id}` })))
    .execute()
}
