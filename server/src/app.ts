import { mountLocalGoogle } from './dev/local-google/mount-local-google.ts'
import { sandboxRoutes } from './dev/sandbox-payments/routes.ts'
import { createSandbox } from './dev/sandbox-payments/sandbox.ts'
import { createSession } from './features/accounts/create-session.ts'
import { googleRoutes } from './features/accounts/google/routes.ts'
import { profileRoutes } from './features/accounts/profile/routes.ts'
import { accountsRoutes } from './features/accounts/routes.ts'
import { confirmIdentity } from './features/accounts/sessions/confirm-identity.ts'
import { findCaller } from './features/accounts/sessions/find-caller.ts'
import { calendarFeedRoutes } from './features/agenda/calendar-feed/routes.ts'
import { dashboardRoutes } from './features/agenda/dashboard/routes.ts'
import { dayRoutes } from './features/agenda/day/routes.ts'
import { agendaRoutes } from './features/agenda/lists/routes.ts'
import { staffSearchRoutes } from './features/agenda/staff-search/routes.ts'
import { pushActionRoutes } from './features/appointments/push-actions/routes.ts'
import { reminderReplyRoutes } from './features/appointments/reminder-reply/routes.ts'
import { appointmentRoutes } from './features/appointments/routes.ts'
import { servingRoutes } from './features/appointments/serving/routes.ts'
import { notifyParticipants } from './features/appointments/status/notify-participants.ts'
import { statusRoutes } from './features/appointments/status/routes.ts'
import { availabilityRoutes } from './features/availability/routes.ts'
import { ownBarbershopRoutes } from './features/barbershops/own-barbershops/routes.ts'
import { posterRoutes } from './features/barbershops/poster/routes.ts'
import { previewImageRoutes } from './features/barbershops/preview-image/routes.ts'
import { barbershopRoutes } from './features/barbershops/routes.ts'
import { sitemapRoutes } from './features/barbershops/sitemap/routes.ts'
import { bookingRedirectRoute, slugRoutes } from './features/barbershops/slugs/routes.ts'
import { delayRoutes } from './features/booking/delays/routes.ts'
import { displacementRoutes } from './features/booking/displacement/routes.ts'
import { editRoutes } from './features/booking/edit/routes.ts'
import { groupRoutes } from './features/booking/groups/routes.ts'
import { getBookingLinkSecret } from './features/booking/link/queries.ts'
import { readLinkToken } from './features/booking/link/rules.ts'
import { bookingLinkRoutes } from './features/booking/opened-link/routes.ts'
import { rescheduleRoutes } from './features/booking/reschedule/routes.ts'
import { bookingRoutes } from './features/booking/routes.ts'
import { explainTaken } from './features/booking/walk-in/book-walk-in.ts'
import { walkInRoutes } from './features/booking/walk-in/routes.ts'
import { cashRoutes } from './features/cash/routes.ts'
import type { QueueUseCases } from './features/commands/execute-queue-command.ts'
import { commandRoutes } from './features/commands/routes.ts'
import { contractRoutes } from './features/commissions/contracts/routes.ts'
import { earningRoutes } from './features/commissions/earnings/routes.ts'
import { commissionPlanRoutes } from './features/commissions/plans/routes.ts'
import { settlementRoutes } from './features/commissions/settlements/routes.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { editProfile } from './features/customers/edit-profile.ts'
import { customerRoutes } from './features/customers/routes.ts'
import { favoriteRoutes } from './features/favorites/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { lastMinuteRoutes } from './features/last-minute/routes.ts'
import { ledgerRoutes } from './features/ledger/routes.ts'
import { createListing, type Listing } from './features/listing/engine/create-listing.ts'
import { listShownCards } from './features/listing/nearby/list-shown-cards.ts'
import { listingRoutes } from './features/listing/routes.ts'
import { createSlotsTodayReader } from './features/listing/slots-today/read-slots-today.ts'
import { moneyRoutes } from './features/money/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { oneClickRoutes } from './features/notifications/unsubscribe/routes.ts'
import { outboxRoutes } from './features/outbox/routes.ts'
import { outreachWebhookRoutes } from './features/outreach/replies/routes.ts'
import { outreachRoutes } from './features/outreach/routes.ts'
import { getSandboxReference, recordSandboxPayment } from './features/payments/checkout/record-sandbox-payment.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { placeRoutes } from './features/places/routes.ts'
import { planRoutes } from './features/plans/routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { productRoutes } from './features/products/routes.ts'
import { addToQueue } from './features/queue/joining/add-to-queue.ts'
import { leaveQueues, releaseCallsOf, removeFromQueue } from './features/queue/own/leave-queues.ts'
import { queueRoutes } from './features/queue/routes.ts'
import { queueStreamRoutes } from './features/queue/stream/routes.ts'
import { changeByStaff } from './features/queue/today/change-entry.ts'
import { startEntry } from './features/queue/today/start-entry.ts'
import { createWaits } from './features/queue/waits/create-waits.ts'
import { queueWaitsRoutes } from './features/queue/waits/routes.ts'
import type { Waits } from './features/queue/waits/rules.ts'
import { receivableRoutes } from './features/receivables/routes.ts'
import { reviewPhotoRoutes } from './features/reviews/photos/routes.ts'
import { reviewRoutes } from './features/reviews/routes.ts'
import { rhythmRoutes } from './features/rhythm/routes.ts'
import { staffRoutes } from './features/staff/routes.ts'
import {
  listConflictsOfBarbershop,
  listUpcomingOfBarbershop,
} from './features/staff/schedule/list-barbershop-conflicts.ts'
import { addTimeOff } from './features/staff/time-off/add-time-off.ts'
import {
  cancelUpcomingOfBarber,
  cancelUpcomingOfBarbershop,
  cancelUpcomingOfUser,
  deleteHoldsOfBarber,
  lockBookingsOfBarbershop,
} from './features/standing/cancel-upcoming.ts'
import { closeDates } from './features/standing/close-dates.ts'
import { seriesRoutes } from './features/standing/routes.ts'
import { forgetVisits } from './features/statements/forget-visits.ts'
import { statementRoutes } from './features/statements/routes.ts'
import { createImageUses } from './features/uploads/find-image-use.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { visitRoutes } from './features/visits/routes.ts'
import { withdrawOffersOf } from './features/waitlist/offers/withdraw-offers.ts'
import { waitlistRoutes } from './features/waitlist/routes.ts'
import { guardRoutes } from './lib/auth.ts'
import { createCaptcha } from './lib/captcha.ts'
import { type ChangeFeed, createChangeFeed } from './lib/change-feed.ts'
import type { Clock } from './lib/clock.ts'
import { type Config, siteUrlOf } from './lib/config.ts'
import { type DatabasePool, openDatabase } from './lib/database.ts'
import { setSubscribers } from './lib/events.ts'
import { createGoogle, type Google } from './lib/google.ts'
import { healthRoutes } from './lib/health.ts'
import { type App, createHttp, type LogStream } from './lib/http.ts'
import type { Metrics } from './lib/metrics/metrics.ts'
import { describeEndpoints } from './lib/openapi.ts'
import { openPayments } from './lib/payments/open-payments.ts'
import { type CountAttempts, createAttempts } from './lib/rate-limit.ts'
import { limitExpensive } from './lib/requests/expensive.ts'
import { createSecurityLog, logSecurityEvents } from './lib/security-log.ts'
import { createStorage, type Storage, serveUploads } from './lib/storage.ts'
import { subscribers } from './subscribers.ts'

export type AppDeps = { db: DatabasePool; clock: Clock; config: Config; logStream?: LogStream; metrics?: Metrics }

/** The whole server without a port: tests inject requests, `main.ts` listens. */
export async function createApp(deps: AppDeps): Promise<App> {
  setSubscribers(subscribers)
  const app = await createHttp(deps.config, deps.logStream)
  deps.metrics?.countResponses(app)
  const live = createChangeFeed({ databaseUrl: deps.config.databaseUrl, log: app.log })
  app.addHook('onClose', () => live.close())
  app.decorate('watchBarbershops', live.watchBarbershops)
  deps.metrics?.watch('live_lines', 'Open event streams.', live.countListeners)
  await describeEndpoints(app, deps.config)
  const waits = createWaits(deps)
  const listing = openListing(app, { ...deps, live, waits })
  healthRoutes(app, { ...deps, requireReady: listing.requireReady })
  sitemapRoutes(app, deps)
  previewImageRoutes(app, deps)
  oneClickRoutes(app, deps)
  posterRoutes(app, deps)
  bookingRedirectRoute(app)
  const storage = createStorage(deps.config)
  await serveUploads(app, { ...deps.config, storage, findUse: createImageUses(deps) })
  const google = await openGoogle(app, deps.config)
  await app.register(
    async (api: App) => {
      guardRoutes(api, (tokenHash, userAgent) => findCaller(deps.db, { tokenHash, userAgent, now: deps.clock.now() }))
      if (deps.config.isRateLimited) limitExpensive(api)
      mountFeatures(api, { ...deps, live, google, storage, waits, listing, countAttempts: createAttempts(deps) })
    },
    { prefix: '/api' },
  )
  return app
}

type FeatureDeps = AppDeps & {
  live: ChangeFeed
  google: Google | undefined
  storage: Storage
  countAttempts: CountAttempts
  waits: Waits
  listing: Listing
}

const listingPool = { max: 1, connectMs: 5000, statementMs: 30_000, silenceMs: 35_000, name: 'na-regua-listing' }

/** Every feature of the API. */
function mountFeatures(api: App, deps: FeatureDeps) {
  const captcha = createCaptcha(deps)
  logSecurityEvents(api, createSecurityLog(api.log))
  accountsRoutes(api, { ...deps, captcha })
  googleRoutes(api, deps)
  profileRoutes(api, deps)
  notificationRoutes(api, deps)
  outboxRoutes(api, deps)
  contactRoutes(api, { ...deps, captcha })
  planRoutes(api, deps)
  uploadRoutes(api, deps)
  const { listing } = deps
  const slotsToday = createSlotsTodayReader({ ...deps, changes: listing.slotChanges })
  barbershopRoutes(api, { ...deps, changes: listing })
  ownBarbershopRoutes(api, {
    ...deps,
    listAppointmentsOutsideHours: listConflictsOfBarbershop,
    listUpcomingAppointments: listUpcomingOfBarbershop,
    lockBookings: lockBookingsOfBarbershop,
    cancelUpcomingAppointments: cancelUpcomingOfBarbershop,
  })
  slugRoutes(api, deps)
  staffRoutes(api, { ...deps, ...slotsToday, createSession, cancelUpcomingOfBarber, releaseCallsOf })
  customerRoutes(api, { ...deps, removeFromQueue, forgetVisits, withdrawOffersOf })
  availabilityRoutes(api, {
    ...deps,
    findLinkedAppointmentId: async (token) => readLinkToken(await getBookingLinkSecret(deps.db), token),
  })
  mountAppointments(api, deps)
  mountQueue(api, deps)
  waitlistRoutes(api, { ...deps, notifyParticipants })
  listingRoutes(api, { ...deps, slotsToday })
  ledgerRoutes(api, deps)
  receivableRoutes(api, deps)
  moneyRoutes(api, deps)
  importRoutes(api, deps)
  statementRoutes(api, deps)
  reviewRoutes(api, deps)
  reviewPhotoRoutes(api, deps)
  favoriteRoutes(api, { ...deps, listShownCards: (...list) => listShownCards(deps, ...list) })
  mountPayments(api, deps)
  cashRoutes(api, deps)
  productRoutes(api, deps)
  placeRoutes(api, deps)
  privacyRoutes(api, {
    ...deps,
    cancelUpcomingAppointments: cancelUpcomingOfUser,
    leaveQueues,
    releaseCallsOf,
    withdrawOffersOf,
    confirmIdentity,
  })
}

function mountQueue(api: App, deps: FeatureDeps) {
  queueRoutes(api, { ...deps, site: siteUrlOf(deps.config), notifyParticipants, explainTaken })
  queueWaitsRoutes(api, deps)
  queueStreamRoutes(api, deps)
}

function mountAppointments(api: App, deps: FeatureDeps) {
  lastMinuteRoutes(api, deps)
  rhythmRoutes(api, deps)
  commissionPlanRoutes(api, deps)
  earningRoutes(api, deps)
  settlementRoutes(api, deps)
  contractRoutes(api, deps)
  outreachRoutes(api, { ...deps, site: siteUrlOf(deps.config) })
  outreachWebhookRoutes(api, deps)
  appointmentRoutes(api, deps)
  statusRoutes(api, deps)
  servingRoutes(api, deps)
  reminderReplyRoutes(api, deps)
  pushActionRoutes(api, deps)
  bookingRoutes(api, deps)
  groupRoutes(api, deps)
  walkInRoutes(api, deps)
  bookingLinkRoutes(api, deps)
  rescheduleRoutes(api, deps)
  editRoutes(api, deps)
  delayRoutes(api, deps)
  displacementRoutes(api, { ...deps, closeDates, deleteHoldsOfBarber, releaseCallsOf })
  seriesRoutes(api, deps)
  calendarFeedRoutes(api, deps)
  agendaRoutes(api, deps)
  dayRoutes(api, deps)
  staffSearchRoutes(api, deps)
  dashboardRoutes(api, deps)
  const queueDeps = { ...deps, notifyParticipants, explainTaken }
  const queue: QueueUseCases = {
    addToQueue: (request) => addToQueue(queueDeps, request),
    changeByStaff: (request) => changeByStaff(queueDeps, request),
    startEntry: (request) => startEntry(queueDeps, request),
  }
  visitRoutes(api, deps)
  commandRoutes(api, { ...deps, addTimeOff, editProfile, queue })
}

/** Starts with the first request for a list where the app does not listen. */
function openListing(
  app: App,
  { db, clock, config, metrics, live, waits }: AppDeps & { live: ChangeFeed; waits: Waits },
) {
  const own = openDatabase(config.databaseUrl ?? '', listingPool)
  const listing = createListing({ db, ownDb: own.db, clock, changeFeed: live, waits, log: app.log })
  metrics?.watch('shops_in_memory', 'Barbershops that lists can find; 0 while they are being loaded.', listing.count)
  app.decorate('listing', listing)
  app.addHook('onListen', async () => listing.start())
  app.addHook('onClose', async () => {
    await listing.close()
    await own.close()
  })
  return listing
}

function mountPayments(api: App, deps: FeatureDeps) {
  const payments = openPayments({ ...deps, sandbox: createSandbox(deps) })
  paymentRoutes(api, { ...deps, confirmIdentity, payments, site: siteUrlOf(deps.config) })
  sandboxRoutes(api, { ...deps, getSandboxReference, recordSandboxPayment })
}

async function openGoogle(app: App, config: Config) {
  const { google } = config
  if (!google) return undefined
  return createGoogle(google, google.isLocal ? await mountLocalGoogle(app, { google, config }) : undefined)
}
