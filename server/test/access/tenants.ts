import { randomBytes, randomUUID } from 'node:crypto'
import { presetPermissions } from '@na-regua/contract/permissions'
import type { BarbershopRole } from '@na-regua/contract/roles'
import { hashToken } from '../../src/lib/auth.ts'
import { hashPassword } from '../../src/lib/password.ts'
import type { Harness } from '../harness.ts'

/** A user of a tenant with several sessions, because some requests end sessions. */
export type Member = {
  id: string
  role: 'CUSTOMER' | 'BARBER' | 'OWNER'
  /** In the barbershop of the tenant, beside the role of the account. */
  barbershopRole?: BarbershopRole
  email: string
  phone: string
  tokens: string[]
}

export const PASSWORD = 'tesoura-afiada-31'
const SESSIONS = 12
/** Tenants per INSERT: a statement has at most 65,535 parameters. */
const BATCH = 60
const randomToken = () => randomBytes(32).toString('base64url')

function newMember(role: Member['role'], barbershopRole?: BarbershopRole): Member {
  const id = randomUUID()
  const phone = `629${String(Number.parseInt(id.slice(0, 7), 16) % 1e8).padStart(8, '0')}`
  return {
    id,
    role,
    ...(barbershopRole && { barbershopRole }),
    phone,
    email: `${id}@casa.test`,
    tokens: Array.from({ length: SESSIONS }, randomToken),
  }
}

/** A barbershop with its users and one row of every kind of private data. */
function newTenant() {
  const ids = { barbershopId: randomUUID(), barberId: randomUUID(), colleagueBarberId: randomUUID() }
  const members = {
    owner: newMember('OWNER'),
    barber: newMember('BARBER'),
    colleague: newMember('BARBER'),
    customer: newMember('CUSTOMER'),
    receptionist: newMember('CUSTOMER', 'RECEPTIONIST'),
    manager: newMember('CUSTOMER', 'MANAGER'),
  }
  return {
    ...ids,
    ...members,
    serviceIds: [randomUUID(), randomUUID()] as const,
    /** Tomorrow, and one that has just started. */
    appointmentId: randomUUID(),
    startedId: randomUUID(),
    /** Both completed; the second is reviewed. */
    completedId: randomUUID(),
    reviewedId: randomUUID(),
    /** The barber has just moved it from the colleague. */
    movedId: randomUUID(),
    reviewId: randomUUID(),
    /** In that review. */
    photoId: randomUUID(),
    notificationId: randomUUID(),
    paymentId: randomUUID(),
    /** Another session of the customer. */
    sessionId: randomUUID(),
    /** The roles of the receptionist and the manager. */
    receptionistRoleId: randomUUID(),
    managerRoleId: randomUUID(),
    inviteId: randomUUID(),
    inviteToken: randomToken(),
    timeOffId: randomUUID(),
    /** A customer known by phone, with an appointment in three days that staff booked. */
    profileId: randomUUID(),
    phoneBookingId: randomUUID(),
    feedToken: randomToken(),
    /** Waits in the queue of the barbershop, and the keys of its door and screen. */
    queueEntryId: randomUUID(),
    doorKey: randomToken(),
    screenKey: randomToken(),
    hasLapsed: false,
  }
}

export type Tenant = ReturnType<typeof newTenant>

export const slugOf = (barbershopId: string) => `casa-${barbershopId.slice(0, 8)}`

export const membersOf = ({ owner, barber, colleague, customer, receptionist, manager }: Tenant) => [
  owner,
  barber,
  colleague,
  customer,
  receptionist,
  manager,
]

/** Bulk inserts, because every writing endpoint gets its own tenants. Every third tenant has a lapsed plan. */
export async function createTenants(world: Harness, count: number): Promise<Tenant[]> {
  const tenants = Array.from({ length: count }, (_, index) => ({ ...newTenant(), hasLapsed: index % 3 === 2 }))
  for (let from = 0; from < count; from += BATCH) {
    const batch = tenants.slice(from, from + BATCH)
    await insertMembers(world, batch)
    await insertBarbershops(world, batch)
    await insertAppointments(world, batch)
    await insertOtherRows(world, batch)
  }
  return tenants
}

const DAY = 86_400_000
const timesOf = ({ clock }: Harness) => {
  const now = clock.now()
  return { now, inDays: (days: number) => new Date(now.getTime() + days * DAY) }
}

async function insertMembers(world: Harness, tenants: Tenant[]) {
  const { now, inDays } = timesOf(world)
  const password_hash = await hashPassword(PASSWORD)
  const members = tenants.flatMap(membersOf)
  const account = { name: 'Gente da Casa', password_hash, email_verified_at: now, created_at: now }
  const users = members.map(({ id, role, phone, email }) => ({ ...account, id, role, phone, email }))
  await world.db.insertInto('users').values(users).execute()
  const times = { created_at: now, last_used_at: now, expires_at: inDays(30) }
  const session = (token: string, user_id: string, id = randomUUID()) => {
    return { ...times, id, user_id, token_hash: hashToken(token) }
  }
  const sessions = members.flatMap(({ id, tokens }) => tokens.map((token) => session(token, id)))
  const devices = tenants.map(({ sessionId, customer }) => session(randomToken(), customer.id, sessionId))
  await world.db
    .insertInto('sessions')
    .values([...sessions, ...devices])
    .execute()
}

async function insertBarbershops({ db, ...world }: Harness, tenants: Tenant[]) {
  const { now, inDays } = timesOf({ db, ...world })
  const address = {
    name: 'Casa',
    address: 'Rua 9, 1',
    street: 'Rua 9',
    neighborhood: 'Centro',
    city: 'Goiânia',
    state: 'GO',
  }
  const location = { latitude: -16.68, longitude: -49.26, time_zone: 'America/Sao_Paulo', minimum_notice_minutes: 0 }
  const barbershops = tenants.map(({ barbershopId, owner }) => ({
    ...address,
    ...location,
    id: barbershopId,
    owner_id: owner.id,
  }))
  await db.insertInto('barbershops').values(barbershops).execute()
  const slugs = tenants.map(({ barbershopId }) => ({ barbershop_id: barbershopId, slug: slugOf(barbershopId) }))
  await db.insertInto('barbershop_slugs').values(slugs).execute()
  const days = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, opens_minute: 540, closes_minute: 1080 }))
  const hours = tenants.flatMap(({ barbershopId }) => days.map((day) => ({ ...day, barbershop_id: barbershopId })))
  await db.insertInto('working_hours').values(hours).execute()
  const services = tenants.flatMap(({ barbershopId, serviceIds }) =>
    serviceIds.map((id, position) => ({ id, position, barbershop_id: barbershopId, name: `Corte ${position}` })),
  )
  await db.insertInto('services').values(services).execute()
  const barbers = tenants.flatMap(({ barbershopId: barbershop_id, barberId, colleagueBarberId, barber, colleague }) => [
    { id: barberId, barbershop_id, user_id: barber.id, position: 0 },
    { id: colleagueBarberId, barbershop_id, user_id: colleague.id, position: 1 },
  ])
  await db.insertInto('barbers').values(barbers).execute()
  const roles = tenants.flatMap(({ barbershopId: barbershop_id, receptionist, manager, ...ids }) => [
    {
      id: ids.receptionistRoleId,
      barbershop_id,
      user_id: receptionist.id,
      role: 'RECEPTIONIST',
      permissions: [...presetPermissions.RECEPTIONIST],
      created_at: now,
    },
    {
      id: ids.managerRoleId,
      barbershop_id,
      user_id: manager.id,
      role: 'MANAGER',
      permissions: [...presetPermissions.MANAGER],
      created_at: now,
    },
  ])
  await db.insertInto('barbershop_roles').values(roles).execute()
  const plan = await db.selectFrom('plans').select('id').where('tier', '=', 'premium').executeTakeFirstOrThrow()
  const paid = { plan_id: plan.id, status: 'active', provider: 'sandbox', updated_at: now }
  const subscriptions = tenants.map(({ owner, hasLapsed }) => {
    const [starts, ends] = hasLapsed ? [-40, -10] : [-10, 20]
    return { ...paid, user_id: owner.id, period_starts_at: inDays(starts), period_ends_at: inDays(ends) }
  })
  await db.insertInto('subscriptions').values(subscriptions).execute()
}

async function insertAppointments({ db, ...world }: Harness, tenants: Tenant[]) {
  const { now } = timesOf({ db, ...world })
  const service = { service_name: 'Corte 0', duration_min: 30, price_cents: 5000, created_at: now, requested_at: now }
  const at = (minutes: number) => {
    const start = now.getTime() + minutes * 60_000
    return { starts_at: new Date(start), ends_at: new Date(start + 30 * 60_000) }
  }
  const profiles = tenants.map(({ profileId: id, barbershopId: barbershop_id }, index) => {
    return { id, barbershop_id, name: 'Rui Sem Conta', phone: `+55629${String(10_000_000 + index)}`, created_at: now }
  })
  await db.insertInto('customer_profiles').values(profiles).execute()
  const appointments = tenants.flatMap((tenant) => {
    const { barberId: barber_id, barbershopId: barbershop_id, barber, customer, serviceIds } = tenant
    const parties = { barber_id, barbershop_id, barber_user_id: barber.id, customer_id: customer.id }
    const common = { ...service, ...parties, service_id: serviceIds[0] }
    const byPhone = {
      customer_id: null,
      customer_name: 'Rui Sem Conta',
      profile_id: tenant.profileId,
      booked_by: barber.id,
    }
    return [
      { ...common, ...at(1440), id: tenant.appointmentId, status: 'SCHEDULED' },
      { ...common, ...at(-10), id: tenant.startedId, status: 'CONFIRMED' },
      { ...common, ...at(-1440), id: tenant.completedId, status: 'COMPLETED' },
      { ...common, ...at(-2880), id: tenant.reviewedId, status: 'COMPLETED' },
      { ...common, ...byPhone, ...at(4320), id: tenant.phoneBookingId, status: 'CONFIRMED' },
      { ...common, ...byPhone, ...at(5760), id: tenant.movedId, status: 'CONFIRMED', version: 2 },
    ]
  })
  await db.insertInto('appointments').values(appointments).execute()
  const moves = tenants.map(({ movedId: appointment_id, colleagueBarberId: from_barber_id, barber }) => ({
    appointment_id,
    from_barber_id,
    from_starts_at: at(5760).starts_at,
    from_status: 'SCHEDULED',
    version: 2,
    from_requested_at: now,
    moved_by: barber.id,
    moved_at: now,
  }))
  await db.insertInto('appointment_moves').values(moves).execute()
  const reviews = tenants.map(({ reviewId: id, reviewedId, barbershopId, barberId, customer }) => {
    return {
      id,
      barber_id: barberId,
      appointment_id: reviewedId,
      barbershop_id: barbershopId,
      customer_id: customer.id,
      rating: 5,
      created_at: now,
    }
  })
  await db.insertInto('reviews').values(reviews).execute()
}

async function insertOtherRows({ db, ...world }: Harness, tenants: Tenant[]) {
  const { now, inDays } = timesOf({ db, ...world })
  const notification = {
    type: 'booking_confirmed',
    dedupe_key: 'casa',
    title: 'Horário confirmado',
    message: '',
    created_at: now,
  }
  const notifications = tenants.map(({ notificationId: id, customer }) => ({
    ...notification,
    id,
    user_id: customer.id,
  }))
  await db.insertInto('notifications').values(notifications).execute()
  const plan = await db.selectFrom('plans').select('id').where('tier', '=', 'premium').executeTakeFirstOrThrow()
  const period = { period_starts_at: inDays(-40), period_ends_at: inDays(-10), paid_at: inDays(-40) }
  const payment = { ...period, plan_id: plan.id, provider: 'sandbox', amount_cents: 9900, status: 'failed' }
  const payments = tenants.map(({ paymentId: id, customer }) => {
    return { ...payment, id, user_id: customer.id, provider_reference: id, subscription_reference: id }
  })
  await db.insertInto('payments').values(payments).execute()
  const sent = { created_at: inDays(-1), sent_at: inDays(-1), expires_at: inDays(6) }
  const invites = tenants.map(({ inviteId: id, inviteToken, barbershopId }) => {
    return { ...sent, id, barbershop_id: barbershopId, email: `${id}@convite.test`, token_hash: hashToken(inviteToken) }
  })
  await db.insertInto('invites').values(invites).execute()
  const absence = { starts_at: inDays(9), ends_at: inDays(10) }
  const timeOff = tenants.map(({ timeOffId: id, barberId }) => ({ ...absence, id, barber_id: barberId }))
  await db.insertInto('time_off').values(timeOff).execute()
  const feeds = tenants.map(({ feedToken, customer }) => {
    return { user_id: customer.id, token_hash: hashToken(feedToken), created_at: now }
  })
  await db.insertInto('calendar_feeds').values(feeds).execute()
  await insertQueues({ db, ...world }, tenants)
}

async function insertQueues({ db, clock }: Harness, tenants: Tenant[]) {
  const now = clock.now()
  const settings = {
    max_length: 60,
    call_minutes: 5,
    slide_positions: 1,
    max_slides: 2,
    walk_in_share: 0,
    updated_at: now,
  }
  const queues = tenants.map(({ barbershopId: barbershop_id, doorKey: door_key, screenKey: screen_key }) => ({
    ...settings,
    barbershop_id,
    door_key,
    screen_key,
    is_on: true,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
  }))
  await db.insertInto('barbershop_queues').values(queues).execute()
  const waiting = { status: 'WAITING', source: 'door', name: 'Zé da Fila', rank: 1, joined_at: now, changed_at: now }
  const entries = tenants.map(({ queueEntryId: id, barbershopId: barbershop_id }) => ({
    ...waiting,
    id,
    barbershop_id,
  }))
  await db.insertInto('queue_entries').values(entries).execute()
}
