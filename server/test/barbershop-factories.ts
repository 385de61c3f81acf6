import { randomUUID } from 'node:crypto'
import { refreshBarbershops } from '../src/features/barbershops/queries.ts'
import { createUser } from './factories.ts'
import type { Harness } from './harness.ts'

type World = Pick<Harness, 'db' | 'clock'>

export type BarbershopFields = {
  name?: string
  street?: string
  neighborhood?: string
  city?: string
  state?: string
  zipCode?: string
  latitude?: number
  longitude?: number
  timeZone?: string
  isActive?: boolean
  isFeatured?: boolean
  completedCount?: number
  /** [weekday, opens, closes] in minutes; Monday to Saturday 09:00–18:00 by default. */
  hours?: readonly (readonly [number, number, number])[]
  features?: readonly string[]
  images?: readonly string[]
  services?: readonly ServiceFields[]
}

export type ServiceFields = { name?: string; priceCents?: number; durationMin?: number; isActive?: boolean }

const weekdays = [1, 2, 3, 4, 5, 6].map((day) => [day, 540, 1080] as const)

/** An active barbershop in Goiânia with one service of 30 minutes and R$ 50,00 by default. */
export async function createBarbershopRow(world: World, fields: BarbershopFields = {}) {
  const owner = await createUser(world, { role: 'OWNER', name: 'Dona Rita Ramos' })
  const shop = await insertBarbershop(world, owner.id, fields)
  const { hours = weekdays, features = [], images = [], services = [{}] } = fields
  for (const [day, opens, closes] of hours) await createWorkingHours(world, shop.id, day, opens, closes)
  for (const name of features) await addFeature(world, shop.id, name)
  for (const [position, url] of images.entries()) {
    await world.db.insertInto('images').values({ barbershop_id: shop.id, url, position }).execute()
  }
  for (const service of services) await createService(world, shop.id, service)
  await refreshBarbershops(world.db, [shop.id])
  return shop
}

function insertBarbershop({ db }: World, ownerId: string, fields: BarbershopFields) {
  const {
    name = 'Navalha de Ouro',
    street = 'Rua T-55',
    neighborhood = 'Setor Bueno',
    city = 'Goiânia',
    state = 'GO',
    zipCode = null,
    latitude = -16.6869,
    longitude = -49.2648,
    timeZone = 'America/Sao_Paulo',
    isActive = true,
    isFeatured = false,
    completedCount = 0,
  } = fields
  return db
    .insertInto('barbershops')
    .values({
      owner_id: ownerId,
      name,
      address: `${street}, 100`,
      street,
      neighborhood,
      city,
      state,
      zip_code: zipCode,
      latitude,
      longitude,
      time_zone: timeZone,
      is_active: isActive,
      is_featured: isFeatured,
      completed_count: completedCount,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function createWorkingHours({ db }: World, barbershop_id: string, day: number, opens: number, closes: number) {
  const row = { barbershop_id, day_of_week: day, opens_minute: opens, closes_minute: closes }
  await db.insertInto('working_hours').values(row).execute()
}

async function addFeature({ db }: World, barbershop_id: string, name: string) {
  const feature = await db.selectFrom('features').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  await db.insertInto('barbershop_features').values({ barbershop_id, feature_id: feature.id }).execute()
}

export async function createService({ db }: World, barbershopId: string, fields: ServiceFields = {}) {
  const service = await db
    .insertInto('services')
    .values({
      barbershop_id: barbershopId,
      name: fields.name ?? 'Corte masculino',
      price_cents: fields.priceCents ?? 5000,
      duration_min: fields.durationMin ?? 30,
      is_active: fields.isActive ?? true,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await refreshBarbershops(db, [barbershopId])
  return service
}

type BarberFields = {
  name?: string
  bio?: string
  specialties?: readonly string[]
  position?: number
  removedAt?: Date
}

/** A user who is a barber of the barbershop. */
export async function createBarber(world: World, barbershopId: string, fields: BarberFields = {}) {
  const user = await createUser(world, { name: fields.name ?? 'Beto Lima', role: 'BARBER', phone: '62999990000' })
  const barber = await world.db
    .insertInto('barbers')
    .values({
      user_id: user.id,
      barbershop_id: barbershopId,
      bio: fields.bio,
      position: fields.position ?? 0,
      removed_at: fields.removedAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const name of fields.specialties ?? []) {
    const { id } = await world.db
      .insertInto('specialties')
      .values({ name })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.db.insertInto('barber_specialties').values({ barber_id: barber.id, specialty_id: id }).execute()
  }
  return { ...barber, user }
}

/** A barber whose account does not exist yet. */
export async function createBarberWithoutAccount({ db }: Pick<World, 'db'>, barbershopId: string) {
  const user = db.insertInto('users').values({ name: 'Beto sem conta', role: 'BARBER' }).returning('id')
  const { id: user_id } = await user.executeTakeFirstOrThrow()
  const barber = db.insertInto('barbers').values({ user_id, barbershop_id: barbershopId }).returning(['id', 'user_id'])
  return barber.executeTakeFirstOrThrow()
}

type ReviewFields = { rating?: number; comment?: string; createdAt?: Date; customerName?: string }

type AppointmentFields = { customerId?: string; status?: string; startsAt?: Date }

/** An appointment with its own barber and customer, completed yesterday by default. */
export async function createAppointmentRow(world: World, barbershopId: string, fields: AppointmentFields = {}) {
  const barber = await createBarber(world, barbershopId)
  const startsAt = fields.startsAt ?? new Date(world.clock.now().getTime() - 86_400_000)
  return world.db
    .insertInto('appointments')
    .values({
      barbershop_id: barbershopId,
      barber_id: barber.id,
      barber_user_id: barber.user_id,
      customer_id: fields.customerId ?? (await createUser(world)).id,
      service_name: 'Corte masculino',
      duration_min: 30,
      price_cents: 5000,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + 30 * 60_000),
      status: fields.status ?? 'COMPLETED',
      idempotency_key: randomUUID(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A review with its completed appointment; updates the rating of the barbershop like the product does. */
export async function createReviewRow(world: World, barbershopId: string, fields: ReviewFields = {}) {
  const customer = await createUser(world, { name: fields.customerName ?? 'Carlos Menezes', phone: '62988887777' })
  const createdAt = fields.createdAt ?? world.clock.now()
  const startsAt = new Date(createdAt.getTime() - 86_400_000)
  const appointment = await createAppointmentRow(world, barbershopId, { customerId: customer.id, startsAt })
  const rating = fields.rating ?? 5
  const review = await world.db
    .insertInto('reviews')
    .values({
      barbershop_id: barbershopId,
      barber_id: appointment.barber_id,
      appointment_id: appointment.id,
      customer_id: customer.id,
      rating,
      comment: fields.comment,
      created_at: createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await world.db
    .updateTable('barbershops')
    .set((eb) => ({ rating_sum: eb('rating_sum', '+', rating), review_count: eb('review_count', '+', 1) }))
    .where('id', '=', barbershopId)
    .execute()
  return { ...review, customer }
}
