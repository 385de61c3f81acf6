import { randomBytes, randomUUID } from 'node:crypto'
import { hashToken } from '../../src/lib/auth.ts'
import { hashPassword } from '../../src/lib/password.ts'
import type { Harness } from '../harness.ts'

/** Somebody of a house, logged in on several devices: a call that ends sessions ends those of its own house only. */
export type Member = {
  id: string
  role: 'CUSTOMER' | 'BARBER' | 'OWNER'
  email: string
  phone: string
  tokens: string[]
}

export const PASSWORD = 'tesoura-afiada-31'
const TOKENS = 12
/** A statement carries at most 65,535 values. */
const STREET = 60
const random = () => randomBytes(32).toString('base64url')

function newMember(role: Member['role']): Member {
  const id = randomUUID()
  const phone = `629${String(Number.parseInt(id.slice(0, 7), 16) % 1e8).padStart(8, '0')}`
  return { id, role, phone, email: `${id}@casa.test`, tokens: Array.from({ length: TOKENS }, random) }
}

/** A shop with everybody and everything that belongs to one: what is private here is somebody's, and nobody else's. */
function newHouse() {
  const ids = { shopId: randomUUID(), chairId: randomUUID(), colleagueChairId: randomUUID() }
  const people = {
    owner: newMember('OWNER'),
    barber: newMember('BARBER'),
    colleague: newMember('BARBER'),
    customer: newMember('CUSTOMER'),
  }
  return {
    ...ids,
    ...people,
    serviceIds: [randomUUID(), randomUUID()] as const,
    /** Tomorrow; and one that has just begun. */
    appointmentId: randomUUID(),
    startedId: randomUUID(),
    /** Both over; the second is reviewed. */
    visitId: randomUUID(),
    reviewedVisitId: randomUUID(),
    reviewId: randomUUID(),
    notificationId: randomUUID(),
    paymentId: randomUUID(),
    /** One more device of the customer. */
    sessionId: randomUUID(),
    inviteId: randomUUID(),
    inviteToken: random(),
    timeOffId: randomUUID(),
    feedToken: random(),
    hasLapsed: false,
  }
}

export type Tenant = ReturnType<typeof newHouse>

export const membersOf = ({ owner, barber, colleague, customer }: Tenant) => [owner, barber, colleague, customer]

/** All at once, because there is a house for every call that changes something. Every third has let its plan lapse. */
export async function createTenants(world: Harness, count: number): Promise<Tenant[]> {
  const houses = Array.from({ length: count }, (_, index) => ({ ...newHouse(), hasLapsed: index % 3 === 2 }))
  for (let from = 0; from < count; from += STREET) {
    const street = houses.slice(from, from + STREET)
    await insertPeople(world, street)
    await insertShops(world, street)
    await insertVisits(world, street)
    await insertPapers(world, street)
  }
  return houses
}

const DAY = 86_400_000
const timesOf = ({ clock }: Harness) => {
  const now = clock.now()
  return { now, inDays: (days: number) => new Date(now.getTime() + days * DAY) }
}

async function insertPeople(world: Harness, houses: Tenant[]) {
  const { now, inDays } = timesOf(world)
  const password_hash = await hashPassword(PASSWORD)
  const people = houses.flatMap(membersOf)
  const account = { name: 'Gente da Casa', password_hash, email_verified_at: now, created_at: now }
  const users = people.map(({ id, role, phone, email }) => ({ ...account, id, role, phone, email }))
  await world.db.insertInto('users').values(users).execute()
  const times = { created_at: now, last_used_at: now, expires_at: inDays(30) }
  const session = (token: string, user_id: string, id = randomUUID()) => {
    return { ...times, id, user_id, token_hash: hashToken(token) }
  }
  const sessions = people.flatMap(({ id, tokens }) => tokens.map((token) => session(token, id)))
  const devices = houses.map(({ sessionId, customer }) => session(random(), customer.id, sessionId))
  await world.db
    .insertInto('sessions')
    .values([...sessions, ...devices])
    .execute()
}

async function insertShops({ db, ...world }: Harness, houses: Tenant[]) {
  const { now, inDays } = timesOf({ db, ...world })
  const place = {
    name: 'Casa',
    address: 'Rua 9, 1',
    street: 'Rua 9',
    neighborhood: 'Centro',
    city: 'Goiânia',
    state: 'GO',
  }
  const where = { latitude: -16.68, longitude: -49.26, time_zone: 'America/Sao_Paulo', minimum_notice_minutes: 0 }
  const shops = houses.map(({ shopId, owner }) => ({ ...place, ...where, id: shopId, owner_id: owner.id }))
  await db.insertInto('barbershops').values(shops).execute()
  const week = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, opens_minute: 540, closes_minute: 1080 }))
  const hours = houses.flatMap(({ shopId }) => week.map((day) => ({ ...day, barbershop_id: shopId })))
  await db.insertInto('working_hours').values(hours).execute()
  const services = houses.flatMap(({ shopId, serviceIds }) =>
    serviceIds.map((id, position) => ({ id, position, barbershop_id: shopId, name: `Corte ${position}` })),
  )
  await db.insertInto('services').values(services).execute()
  const chairs = houses.flatMap(({ shopId: barbershop_id, chairId, colleagueChairId, barber, colleague }) => [
    { id: chairId, barbershop_id, user_id: barber.id, position: 0 },
    { id: colleagueChairId, barbershop_id, user_id: colleague.id, position: 1 },
  ])
  await db.insertInto('barbers').values(chairs).execute()
  const plan = await db.selectFrom('plans').select('id').where('tier', '=', 'premium').executeTakeFirstOrThrow()
  const paid = { plan_id: plan.id, status: 'active', provider: 'sandbox', updated_at: now }
  const subscriptions = houses.map(({ owner, hasLapsed }) => {
    const [starts, ends] = hasLapsed ? [-40, -10] : [-10, 20]
    return { ...paid, user_id: owner.id, period_starts_at: inDays(starts), period_ends_at: inDays(ends) }
  })
  await db.insertInto('subscriptions').values(subscriptions).execute()
}

async function insertVisits({ db, ...world }: Harness, houses: Tenant[]) {
  const { now } = timesOf({ db, ...world })
  const visit = { service_name: 'Corte 0', duration_min: 30, price_cents: 5000, created_at: now, requested_at: now }
  const at = (minutes: number) => {
    const start = now.getTime() + minutes * 60_000
    return { starts_at: new Date(start), ends_at: new Date(start + 30 * 60_000) }
  }
  const appointments = houses.flatMap((house) => {
    const { chairId: barber_id, shopId: barbershop_id, barber, customer, serviceIds } = house
    const seat = { barber_id, barbershop_id, barber_user_id: barber.id, customer_id: customer.id }
    const common = { ...visit, ...seat, service_id: serviceIds[0] }
    return [
      { ...common, ...at(1440), id: house.appointmentId, status: 'SCHEDULED' },
      { ...common, ...at(-10), id: house.startedId, status: 'CONFIRMED' },
      { ...common, ...at(-1440), id: house.visitId, status: 'COMPLETED' },
      { ...common, ...at(-2880), id: house.reviewedVisitId, status: 'COMPLETED' },
    ]
  })
  await db.insertInto('appointments').values(appointments).execute()
  const reviews = houses.map(({ reviewId: id, reviewedVisitId, shopId, customer }) => {
    return {
      id,
      appointment_id: reviewedVisitId,
      barbershop_id: shopId,
      customer_id: customer.id,
      rating: 5,
      created_at: now,
    }
  })
  await db.insertInto('reviews').values(reviews).execute()
}

async function insertPapers({ db, ...world }: Harness, houses: Tenant[]) {
  const { now, inDays } = timesOf({ db, ...world })
  const told = { type: 'booking_confirmed', fact: 'casa', title: 'Horário confirmado', message: '', created_at: now }
  const notifications = houses.map(({ notificationId: id, customer }) => ({ ...told, id, user_id: customer.id }))
  await db.insertInto('notifications').values(notifications).execute()
  const plan = await db.selectFrom('plans').select('id').where('tier', '=', 'premium').executeTakeFirstOrThrow()
  const period = { period_starts_at: inDays(-40), period_ends_at: inDays(-10), paid_at: inDays(-40) }
  const money = { ...period, plan_id: plan.id, provider: 'sandbox', amount_cents: 9900, status: 'failed' }
  const payments = houses.map(({ paymentId: id, customer }) => {
    return { ...money, id, user_id: customer.id, provider_reference: id, subscription_reference: id }
  })
  await db.insertInto('payments').values(payments).execute()
  const sent = { created_at: inDays(-1), sent_at: inDays(-1), expires_at: inDays(6) }
  const invites = houses.map(({ inviteId: id, inviteToken, shopId }) => {
    return { ...sent, id, barbershop_id: shopId, email: `${id}@convite.test`, token_hash: hashToken(inviteToken) }
  })
  await db.insertInto('invites').values(invites).execute()
  const away = { starts_at: inDays(9), ends_at: inDays(10) }
  const timeOff = houses.map(({ timeOffId: id, chairId }) => ({ ...away, id, barber_id: chairId }))
  await db.insertInto('time_off').values(timeOff).execute()
  const feeds = houses.map(({ feedToken, customer }) => {
    return { user_id: customer.id, token_hash: hashToken(feedToken), created_at: now }
  })
  await db.insertInto('calendar_feeds').values(feeds).execute()
}
