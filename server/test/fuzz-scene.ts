import { randomUUID } from 'node:crypto'
import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import { invitesApi } from '@na-regua/contract/invites'
import { sandboxApi, testCards } from '@na-regua/contract/payments'
import { profileApi } from '@na-regua/contract/profile'
import type { Route } from '@na-regua/contract/route'
import sharp from 'sharp'
import { createReminderToken } from '../src/features/appointments/reminder-reply/queries.ts'
import { getUnsubscribeUrl } from '../src/features/notifications/unsubscribe/queries.ts'
import { createNudgeToken } from '../src/features/rhythm/consent/queries.ts'
import {
  createBarber,
  createBarbershopRow,
  createBarberWithoutAccount,
  createReviewRow,
  createService,
} from './barbershop-factories.ts'
import { createCaller, createSessionToken, createSubscription } from './factories.ts'
import { cashSamplesOf, createFuzzCash, type FuzzCash } from './fuzz-cash.ts'
import { commissionSamplesOf, createFuzzCommissions, type FuzzCommissions } from './fuzz-commissions.ts'
import { createFuzzLastMinute, type FuzzLastMinute, lastMinuteSamplesOf } from './fuzz-last-minute.ts'
import { createFuzzProducts, type FuzzProducts, productSamplesOf } from './fuzz-products.ts'
import { createFuzzQueue, type FuzzQueue, queueSamplesOf } from './fuzz-queue.ts'
import type { FuzzRequest, FuzzSamples } from './fuzz-requests.ts'
import { createImports, createPhoneBookings, createRoles } from './fuzz-rows.ts'
import { createFuzzSamples } from './fuzz-samples.ts'
import { createFuzzSeries, type FuzzSeries, seriesSamplesOf } from './fuzz-series.ts'
import { createFuzzStatements, type FuzzStatements, statementSamplesOf } from './fuzz-statements.ts'
import { createFuzzVisits, type FuzzVisits, visitSamplesOf } from './fuzz-visits.ts'
import { createFuzzWaitlist, type FuzzWaitlist, waitlistSamplesOf } from './fuzz-waitlist.ts'
import type { Harness } from './harness.ts'
import { createOwner } from './owner-scene.ts'
import { createBuyer } from './payment-scene.ts'
import { createConfirmTokens } from './push-scene.ts'

const MINUTE = 60_000

/** Users with a shop, a barber, appointments, a plan and email links, so that every endpoint has a caller with own rows. */
export async function createFuzzScene(world: Harness) {
  const shops = await createShops(world)
  const customer = await createCaller(world, { email: 'cliente@naregua.test', password: 'navalha-azul-7' })
  const newcomer = await createCaller(world, { isEmailVerified: false })
  const regular = await createCaller(world)
  const users = { ...shops, customer, newcomer, regular }
  const image = sharp({ create: { width: 9, height: 9, channels: 3, background: '#1b6b45' } })
  const withAppointments = {
    ...users,
    file: await image.jpeg().toBuffer(),
    ...(await createAppointments(world, users)),
  }
  const rows = {
    ...withAppointments,
    ...(await createFuzzQueue(world, users)),
    ...(await createFuzzLastMinute(world, users)),
    ...(await createFuzzSeries(world, withAppointments)),
    ...(await createFuzzWaitlist(world, withAppointments)),
    ...(await createFuzzProducts(world, users)),
    ...(await createFuzzVisits(world, users)),
    ...(await createFuzzCash(world, users)),
    ...(await createFuzzStatements(world, users)),
    ...(await createFuzzCommissions(world, users)),
    ...(await buyPlans(world)),
    ...(await createEmailLinks(world, withAppointments)),
  }
  return {
    isEnding: (call: Route) => ending.test(nameOf(call)),
    isLocked: (call: Route) => locked.test(nameOf(call)),
    samplesOf: (call: Route) => ({
      ...createFuzzSamples(rows),
      ...samplesOfRoute(call, rows),
      ...queueSamplesOf(call, rows),
      ...lastMinuteSamplesOf(call, rows),
      ...seriesSamplesOf(call, rows),
      ...waitlistSamplesOf(call, rows),
      ...productSamplesOf(call, rows),
      ...visitSamplesOf(call, rows),
      ...cashSamplesOf(call, rows),
      ...statementSamplesOf(call, rows),
      ...commissionSamplesOf(call, rows),
    }),
    logIn: (call: Route) => logIn(world, call, rows),
  }
}

type FuzzRows = FuzzQueue &
  FuzzLastMinute &
  FuzzSeries &
  FuzzWaitlist &
  FuzzProducts &
  FuzzVisits &
  FuzzCash &
  FuzzStatements &
  FuzzCommissions &
  Awaited<ReturnType<typeof createShops>> &
  Awaited<ReturnType<typeof createAppointments>> &
  Awaited<ReturnType<typeof buyPlans>> &
  Awaited<ReturnType<typeof createEmailLinks>> & {
    file: Buffer
    customer: TestUser
    newcomer: TestUser
    regular: TestUser
  }
type TestUser = Awaited<ReturnType<typeof createCaller>>

/** Customers book at `shop`; the owner `tenant` changes their own shop. */
async function createShops(world: Harness) {
  const shop = await createBarbershopRow(world, { features: ['Estacionamento'], images: ['/a.webp'] })
  await createSubscription(world, shop.owner_id)
  await world.db.insertInto('barbershop_slugs').values({ barbershop_id: shop.id, slug: 'casa-da-navalha' }).execute()
  const barber = await createBarber(world, shop.id, { specialties: ['Degradê'] })
  const reviews = [1, 2, 3].map(() => createReviewRow(world, shop.id, { comment: 'Corte na régua' }))
  const photos = await createReviewPhotos(world, (await reviews[2]) as Awaited<ReturnType<typeof createReviewRow>>)
  const tenant = await createOwner(world)
  const barberRow = await createBarber(world, tenant.shop.id)
  // A change says what was seen before, and an empty list is a usual one.
  await world.db.updateTable('barbers').set({ permissions: [] }).where('id', '=', barberRow.id).execute()
  const barberWithoutAccount = await createBarberWithoutAccount(world, tenant.shop.id)
  const service = await createService(world, shop.id, { name: 'Corte' })
  const tenantService = await createService(world, tenant.shop.id, { name: 'Barba' })
  // Enough for the endpoint that deletes them.
  const profiles = await world.db
    .insertInto('customer_profiles')
    .values(
      Array.from({ length: 60 }, (_, index) => ({
        barbershop_id: tenant.shop.id,
        name: `Cliente ${index}`,
        phone: `+5562988${100_000 + index}`,
        birthday: '03-12',
      })),
    )
    .returning('id')
    .execute()
  const made = {
    shop,
    barber,
    reviews: await Promise.all(reviews),
    photos,
    tenant,
    barberRow,
    barberWithoutAccount,
    service,
    tenantService,
    profiles,
  }
  return {
    ...made,
    bookingTokens: await createPhoneBookings(world, barber),
    imports: await createImports(world, tenant),
    roles: await createRoles(world, tenant),
  }
}

/** Enough for the endpoint that deletes them. */
function createReviewPhotos(world: Harness, review: { id: string; customer: { id: string } }) {
  const now = world.clock.now()
  const photo = { review_id: review.id, author_id: review.customer.id, consented_at: now, created_at: now }
  const rows = Array.from({ length: 60 }, (_, index) => ({ ...photo, url: `/uploads/shops/${index}-1b6b45-960.webp` }))
  return world.db.insertInto('review_photos').values(rows).returning('id').execute()
}

/** Each endpoint of a link has its own appointments. */
function bookingTokensOf(url: string, { bookingTokens }: FuzzRows): string[] {
  const part = ['presence', 'cancel', 'reschedule', 'claim'].findIndex((action) => url.endsWith(action)) + 1
  return bookingTokens.filter((_, index) => index % 5 === part)
}

type AppointmentParties = Pick<Awaited<ReturnType<typeof createShops>>, 'shop' | 'barber' | 'service'> & {
  customer: TestUser
}

/** Enough rows of each kind, because requests consume them. */
async function createAppointments({ db, clock }: Harness, { shop, barber, service, customer }: AppointmentParties) {
  const start = clock.now().getTime()
  const hours = [1, 2, 3, 4, 5, 6, 7, 8]
  const kinds = [
    ...hours.map((day) => ({ status: 'SCHEDULED', at: start + (day * 1440 + 300) * MINUTE })),
    ...[1, 2, 3, 4].map((day) => ({ status: 'CONFIRMED', at: start + (day * 1440 + 360) * MINUTE })),
    ...hours.map((hour) => ({ status: 'CONFIRMED', at: start - (hour * 60 + 1000) * MINUTE })),
    ...[1, 2, 3, 4].map((day) => ({ status: 'COMPLETED', at: start - (day * 1440 + 3000) * MINUTE })),
    // Of today: these can still be corrected.
    ...hours.map((number) => ({ status: 'COMPLETED', at: start - number * 40 * MINUTE })),
  ]
  const rows = kinds.map(({ status, at }) => ({
    barbershop_id: shop.id,
    barber_id: barber.id,
    barber_user_id: barber.user_id,
    customer_id: customer.user.id,
    service_id: service.id,
    service_name: 'Corte',
    duration_min: 30,
    price_cents: 5000,
    status,
    starts_at: new Date(at),
    ends_at: new Date(at + 30 * MINUTE),
    ...(at > start && { told_delay_min: 15, told_delay_at: clock.now() }),
  }))
  const appointments = await db
    .insertInto('appointments')
    .values(rows)
    .returning(['id', 'status', 'starts_at'])
    .execute()
  const groupId = randomUUID()
  const ofGroup = rows.slice(0, 2).map((row) => ({
    ...row,
    group_id: groupId,
    starts_at: new Date(row.starts_at.getTime() + 120 * MINUTE),
    ends_at: new Date(row.ends_at.getTime() + 120 * MINUTE),
  }))
  const group = await db.insertInto('appointments').values(ofGroup).returning('id').execute()
  const timeOffRows = [27, 28, 29].map((on) => ({
    barber_id: barber.id,
    starts_at: new Date(`2026-03-${on}T03:00:00Z`),
    ends_at: new Date(`2026-03-${on + 1}T03:00:00Z`),
  }))
  const timeOff = await db.insertInto('time_off').values(timeOffRows).returning('id').execute()
  return {
    appointments: appointments.map(({ id, status, starts_at }) => ({
      id,
      isPast: status === 'CONFIRMED' && starts_at < clock.now(),
      isCorrectable: status === 'COMPLETED' && starts_at.getTime() > start - 1440 * MINUTE,
    })),
    timeOff: timeOff.map(({ id }) => id),
    group: { id: groupId, appointmentIds: group.map(({ id }) => id) },
  }
}

/** An owner who has paid, one who will cancel, and one buyer per payment method with an open checkout. */
async function buyPlans(world: Harness) {
  const buyer = createBuyer(world)
  const plans = await world.db.selectFrom('plans').select('id').where('tier', '<>', 'basic').execute()
  const payer = await buyer.createOwner('professional')
  const payments = await world.db.selectFrom('payments').select('id').where('user_id', '=', payer.user.id).execute()
  const buyers = await Promise.all(
    ['card', 'authenticate', 'pix', 'simulate'].map(async (way) => {
      const { user, token } = await createCaller(world)
      const sessionId = String((await buyer.intend(token, 'premium')).body.sessionId)
      // These two methods need a payment that was started.
      if (way === 'authenticate') await buyer.pay(token, sessionId, testCards.asksForConfirmation)
      if (way === 'simulate') await world.call(sandboxApi.payByPix, { token, params: { sessionId } })
      return { user, sessionId }
    }),
  )
  return { plans, payer, payments, buyers, leaver: await createOwner(world) }
}

type EmailRecipients = {
  appointments: { id: string }[]
  customer: TestUser
  newcomer: TestUser
  regular: TestUser
  tenant: Awaited<ReturnType<typeof createOwner>>
}

async function createEmailLinks(
  world: Harness,
  { customer, regular, tenant, newcomer, appointments }: EmailRecipients,
) {
  const text = { type: 'booking_confirmed', dedupe_key: 'fuzz', title: 'Confirmado', message: '' }
  const notified = await world.db
    .insertInto('notifications')
    .values({ user_id: customer.user.id, ...text })
    .returning('id')
    .executeTakeFirstOrThrow()
  const link = await getUnsubscribeUrl(world.db, { site: '', userId: customer.user.id, topic: 'reviews' })
  const invite = (userEmail: string) =>
    world.call(invitesApi.create, { token: tenant.token, body: { barbershopId: tenant.shop.id, userEmail } })
  const invited = [await invite('a@convite.test'), await invite(newcomer.user.email)]
  const feed = await world.call(calendarFeedApi.create, { token: regular.token })
  const otherSessions = [1, 2, 3, 4].map(() => createSessionToken(world, customer.user.id))
  await Promise.all(otherSessions)
  const { body } = await world.call(profileApi.listSessions, { token: customer.token })
  const sessions = (body.sessions as { id: string; isCurrent: boolean }[]).filter(({ isCurrent }) => !isCurrent)
  const device = { id: customer.user.id, token: String(await otherSessions[0]) }
  return {
    notification: notified,
    unsubscribeToken: String(link.split('=').at(-1)),
    nudgeToken: await createNudgeToken(world.db, customer.user.id),
    invites: invited.map(({ body }) => String(body.invite.id)),
    feedToken: String(feed.body.url.match(/[\w-]{43}/)?.[0]),
    sessionIds: sessions.map(({ id }) => id),
    pushTokens: await createConfirmTokens(world.db, device, appointments),
    reminderTokens: await Promise.all(
      appointments.map(({ id }) => createReminderToken(world.db, { id, version: 1, customerId: customer.user.id })),
    ),
  }
}

/** The caller that passes most checks, by method and URL; else the customer. */
const callers: readonly [RegExp, (made: FuzzRows) => string][] = [
  [/products|cash/, ({ tenant }) => tenant.user.id],
  [/commission-plans|earnings|response|settlements|advances|contracts|partner-shares/, ({ tenant }) => tenant.user.id],
  [/\/last-minute\/rule$/, ({ tenant }) => tenant.user.id],
  [/^(POST|DELETE) .*last-minute(\/:id)?$/, ({ lastMinuteBarber }) => lastMinuteBarber.user_id],
  [/barbershops\/:id\/(ledger|money|receivables|card-fees)/, ({ tenant }) => tenant.user.id],
  [/queue\/today/, ({ queue }) => queue.barber.user_id],
  [/^POST \/appointments(\/hold)?$|:id\/groups/, ({ regular }) => regular.user.id],
  [/send-email-verification|verify-email-code|invites\/accept/, ({ newcomer }) => newcomer.user.id],
  // Refused each time because of the shops: a success would delete the account.
  [/users\/me\/deletion|plans\/start-free|reviews\/:id\/reply/, ({ shop }) => shop.owner_id],
  [/review-photos$|reviews\/:id\/photos/, ({ reviews }) => String(reviews[0]?.customer.id)],
  [/^DELETE \/review-photos/, ({ reviews }) => String(reviews[2]?.customer.id)],
  [/\/permissions$/, ({ tenant }) => tenant.user.id],
  [/plans\/cancel-subscription/, ({ leaver }) => leaver.user.id],
  [/^GET \/payments(\/:id)?$|payments\/(portal|subscription)|end-others/, ({ payer }) => payer.user.id],
  [
    /barber\/me|walk-in|commands|\/(confirm|complete|no-show|correct|move|undo-move|edit|undo-edit|staff-note|arrive|serve)$|\/(schedule|time-off|portfolio|dispute)/,
    ({ barber }) => barber.user_id,
  ],
  [
    /^\w+ \/visits|\/checkout$|^GET \/barbershops\/:id\/visits|owners\/me|staff\/search|customers|outreach|imports|barbershops\/:id\/(?:pix|statements)|\/statements\/|\/queue\/(settings|statistics)|barbershop-roles|^(POST|PUT|PATCH) \/barbershops|\/uploads|^(PUT|POST|DELETE|GET) \/barbers\/:id(\/(bio|specialties|name|avatar))?$|^GET \/specialties/,
    ({ tenant }) => tenant.user.id,
  ],
]

/** Endpoints that end the caller's sessions. Their caller is used by no other endpoint and signs in before each request. */
const ending =
  /users\/me\/deletion|plans\/(start-free|cancel-subscription)|end-others|logout|sandbox|^DELETE \/barbers\/:id$|invites\/accept|^DELETE \/users\/sessions/

/** Endpoints that need a secret or an external state: a code from an email, a Google token, a service. */
const locked =
  /moderation|verify-email|undo|reset-password|google|zip-codes|webhooks|automation|portal|confirm-change|resend|invites\/(view|register|accept)|deletion|start-free|change-password/

const nameOf = ({ method, url }: Route) => `${method} ${url}`

function callerOf(call: Route, made: FuzzRows): string {
  if (call.url.includes('sandbox')) return buyerOf(call, made).user.id
  return (callers.find(([calls]) => calls.test(nameOf(call)))?.[1] ?? (({ customer }) => customer.user.id))(made)
}

function buyerOf({ url }: Route, { buyers }: FuzzRows) {
  const way = ['card', 'authenticate', 'pix', 'simulate'].findIndex((name) => url.endsWith(name))
  return buyers[Math.max(0, way)] as (typeof buyers)[number]
}

/** Samples of fields whose meaning depends on the endpoint. */
function samplesOfRoute(call: Route, made: FuzzRows): FuzzSamples {
  const { method, url } = call
  const isTenant =
    url.startsWith('/owners') || url.includes('customers') || (url.startsWith('/barbershops') && method !== 'GET')
  const shops = isTenant ? [made.tenant.shop.id, made.shop.id] : [made.shop.id, made.tenant.shop.id]
  const text = { address: ['Rua 1, 10', 'Praça 2', ' '] }
  const parts = {
    address: [{ street: 'Rua 2, 5', line: '' }, { city: 'Goiânia' }, { state: 'XX' }, { city: '\u0000' }, 'Rua'],
  }
  const times = { startTime: ['10:00', '11:00', '25:00', ''], endTime: ['13:00', '14:00', '00:00', ''] }
  return {
    id: [...idsOf(call, made, shops), randomUUID()],
    barbershopId: [...shops, randomUUID()],
    sessionId: [buyerOf(call, made).sessionId, 'x'.repeat(43)],
    token: [...tokensOf(url, made), 'nada', 'x'.repeat(43)],
    permissions: [[], ['agenda', 'phones'], ['agenda', 'agenda'], ['nada']],
    seen: [[], ['agenda', 'phones'], ['nada'], null],
    serviceIds:
      method === 'GET'
        ? [made.service.id, ',', 'x']
        : [[made.service.id], [], ['x'], [made.service.id, made.service.id]],
    state: url.includes('google') ? ['k'.repeat(43)] : ['GO', 'XX', 'go', ''],
    ...(method === 'POST' ? text : parts),
    ...(url.includes('time-off') && times),
    // Days that no other endpoint books.
    ...(url.includes('booking-links') && { newStartTime: [24, 25, 26].map((day) => `2026-03-${day}T14:00:00.000Z`) }),
    ...(url.includes('displacements') && {
      id: [made.tenant.shop.id],
      change: [
        { type: 'time-off', barberId: made.barberRow.id, startDate: '2026-05-20', endDate: '2026-05-21' },
        { type: 'time-off', barberId: made.barberRow.id, startDate: '2026-05-22', endDate: '2026-05-20' },
        { type: 'removal', barberId: randomUUID() },
        { type: 'nada' },
      ],
      decisions: [[], [{ appointmentId: randomUUID(), action: 'cancel' }], [{}]],
      reassignTo: ['any', made.barberRow.id],
    }),
    ...(url.endsWith('/bookings') && {
      id: [made.tenant.shop.id, made.tenant.shop.id, made.tenant.shop.id, made.shop.id],
      barberId: [made.barberRow.id, made.barberRow.id, 'any', made.barber.id],
      serviceIds: [[made.tenantService.id], [made.tenantService.id], [made.tenantService.id], [made.service.id]],
      customerId: made.profiles.map(({ id }) => id),
      startTime: ['2026-03-13T12:00:00Z', '2026-03-14T12:00:00Z', '2026-03-16T12:00:00Z', '2026-03-17T12:00:00Z'],
      note: ['', 'Barba', 'x'.repeat(201)],
      newCustomer: [
        { name: 'Rui Lima', phone: '62977776666' },
        { name: 'Rui Lima', phone: '62977776666' },
        { name: ' ', phone: '62977776666' },
        { name: 'Rui', phone: '1' },
      ],
    }),
    ...(url.includes('/groups') && groupSamples(url, made)),
    ...(url.includes('outreach') && {
      id: [made.tenant.shop.id, made.tenant.shop.id, made.tenant.shop.id, made.shop.id],
      purpose: ['birthday', 'birthday', 'birthday', 'absent'],
      profileId: made.profiles.map(({ id }) => id),
      appointmentId: [undefined, undefined, undefined, randomUUID()],
    }),
    ...(url.includes('card-fees') && {
      id: [made.tenant.shop.id, made.tenant.shop.id, made.tenant.shop.id, made.shop.id],
      version: [0, 0, 0, 1],
      validFrom: ['2026-03-12', '2026-03-13', '2026-03-14', '2026-03-01'],
      fees: [[], [{ method: 'debit', brand: null, installments: 1, bps: 199, days: 1 }], [{ method: 'pix' }], 'x'],
    }),
    ...(url.includes('imports') && {
      file: [Buffer.from('Nome;Celular\nAna;62999990000\n"Rui";1')],
      columns: [['name', 'phone'], ['name', 'phone', null], [], [null], ['date'], ['x']],
      barbers: [[], [{ name: 'Ana', id: null }], [{ name: '' }]],
      services: [[], [{ name: 'Corte', id: made.service.id }], [{}]],
      areaCode: ['62', null, '0', '1'],
      version: [1, 1, 1, 2, 0],
    }),
    ...(url.includes('portfolio') && { images: [[], [{ url: '/a.webp' }], Array(31).fill({ url: '/a.webp' }), [{}]] }),
  }
}

/** At hours that no other endpoint books. */
function groupSamples(url: string, { shop, service, barber, group }: FuzzRows): FuzzSamples {
  const { id, appointmentIds } = group
  if (url.startsWith('/groups'))
    return { id: [id], appointmentIds: [appointmentIds, appointmentIds.slice(1), [randomUUID()], []] }
  const member = { guestName: 'Bento', barberId: barber.id, serviceIds: [service.id] }
  const at = (day: number, hour: number) => ({ startTime: `2026-03-${day}T${hour}:00:00.000Z` })
  return {
    id: [shop.id],
    barberId: [barber.id, 'any', randomUUID()],
    services: [service.id, `${service.id};${service.id}`, ';', 'x'],
    startTime: ['2026-03-24T16:00:00.000Z', '2026-03-25T16:00:00.000Z', 'x'],
    members: [
      [{ ...member, ...at(24, 16) }],
      [
        { ...member, ...at(25, 16) },
        { ...member, ...at(25, 18), guestName: 'Davi' },
      ],
      [{ ...member, ...at(26, 16) }],
      [{ ...member, barberId: randomUUID(), ...at(26, 18) }],
      [],
      [{}],
    ],
    joins: [randomUUID()],
  }
}

function tokensOf(url: string, made: FuzzRows): readonly string[] {
  if (url.includes('reminders')) return made.reminderTokens
  if (url.includes('push')) return made.pushTokens
  if (url.includes('booking-links')) return bookingTokensOf(url, made)
  if (url.includes('notifications/emails')) return [made.unsubscribeToken]
  return url.includes('nudges') ? [made.nudgeToken] : [made.feedToken]
}

function barberIdsOf(url: string, made: FuzzRows): string[] {
  if (/name|avatar/.test(url)) return [made.barberWithoutAccount.id, made.barberRow.id]
  if (/bio|specialties|permissions|^\/barbers\/:id$/.test(url)) return [made.barberRow.id, made.barber.id]
  return [made.barber.id, made.barberRow.id]
}

function idsOf({ url }: Route, made: FuzzRows, shops: string[]): string[] {
  const [, noun = ''] = /^\/(\w+)/.exec(url) ?? []
  const known: Record<string, string[]> = {
    barbers: barberIdsOf(url, made),
    barbershops: shops,
    barbershop: made.roles.map(({ id }) => id),
    customers: made.profiles.map(({ id }) => id),
    imports: made.imports.filter(({ status }) => (status === 'DONE') === url.endsWith('undo')).map(({ id }) => id),
    favorites: shops,
    notifications: [made.notification.id],
    owners: url.includes('invites') ? made.invites : shops,
    payments: made.payments.map(({ id }) => id),
    review: made.photos.map(({ id }) => id),
    reviews: made.reviews.map(({ id }) => id),
    users: url.includes('sessions') ? made.sessionIds : [made.customer.user.id],
  }
  const [, action = ''] = /:id\/([\w-]+)/.exec(url) ?? []
  if (action === 'review-photos') return made.reviews.map(({ appointment_id }) => appointment_id)
  const correctable = made.appointments.filter(({ isCorrectable }) => isCorrectable)
  if (noun === 'appointments' && action === 'correct') return correctable.map(({ id }) => id)
  // Each action that ends appointments gets its own third of them.
  const shareOf = (wantsPast: boolean, part: number) =>
    made.appointments
      .filter((one) => one.isPast === wantsPast && !one.isCorrectable)
      .filter((_, index) => index % 3 === part)
  const shares: Record<string, [boolean, number]> = {
    complete: [true, 0],
    'no-show': [true, 1],
    cancel: [false, 0],
    reschedule: [false, 1],
  }
  const some = shareOf(...(shares[action] ?? [false, 2]))
  return known[noun] ?? some.map(({ id }) => id)
}

type Tokens = Record<FuzzRequest['token'], string | undefined>

/** A session of each role; `own` is the caller that passes most checks. */
async function logIn(world: Harness, call: Route, made: FuzzRows): Promise<Tokens> {
  const own = await createSessionToken(world, callerOf(call, made))
  const as = (userId: string) => (ending.test(nameOf(call)) ? own : createSessionToken(world, userId))
  const customer = await as(made.customer.user.id)
  const barber = await as(made.barber.user_id)
  const owner = await as(made.tenant.user.id)
  return { own, customer, barber, owner, none: undefined, mangled: `${own.slice(0, -1)}~` }
}
