import { bookingLinkApi } from '@na-regua/contract/staff-bookings'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { claimBooking } from './claim-booking.ts'
import {
  cancelByLink,
  confirmByLink,
  findDelayByLink,
  getBookingOfLink,
  replyToDelayByLink,
  rescheduleByLink,
  showLinkedBooking,
} from './open-link.ts'

type BookingLinkDeps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

/** Public: the token authorizes. GET changes nothing, because messengers follow links for their previews. */
export function bookingLinkRoutes(app: App, { db, clock, countAttempts }: BookingLinkDeps) {
  app.route({
    ...bookingLinkApi.get,
    access: 'public',
    statements: 5,
    handler: async ({ params }) => ({ appointment: await showLinkedBooking(db, params.token, clock.now()) }),
  })
  app.route({
    ...bookingLinkApi.confirm,
    access: 'public',
    statements: 10,
    handler: async ({ params }) => ({ appointment: await confirmByLink(db, params.token, clock.now()) }),
  })
  app.route({
    ...bookingLinkApi.cancel,
    access: 'public',
    statements: 13,
    handler: async ({ params, body }) => ({
      appointment: await cancelByLink(db, { ...params, reason: body?.reason, now: clock.now() }),
    }),
  })
  app.route({
    ...bookingLinkApi.reschedule,
    access: 'public',
    statements: 24,
    handler: async ({ params, body }) => {
      // Each change notifies the barber. Only of a token with our signature: any other would store a row for nothing.
      const { id } = await getBookingOfLink(db, params.token, clock.now())
      await countAttempts({ action: 'move-by-link', of: [id], max: 10, seconds: 86_400 })
      return { appointment: await rescheduleByLink(db, { ...params, ...body, now: clock.now() }) }
    },
  })
  app.route({
    ...bookingLinkApi.claim,
    access: 'self',
    statements: 15,
    handler: async ({ caller, params }) => ({
      appointment: await claimBooking(db, { caller, token: params.token, now: clock.now() }),
    }),
  })
  delayLinkRoutes(app, { db, clock })
}

function delayLinkRoutes(app: App, { db, clock }: Pick<BookingLinkDeps, 'db' | 'clock'>) {
  app.route({
    ...bookingLinkApi.delay,
    access: 'public',
    statements: 6,
    handler: async ({ params }) => ({ delay: await findDelayByLink(db, { ...params, now: clock.now() }) }),
  })
  app.route({
    ...bookingLinkApi.replyToDelay,
    access: 'public',
    statements: 21,
    handler: async ({ params, body }) => ({
      appointment: await replyToDelayByLink(db, { ...params, ...body, now: clock.now() }),
    }),
  })
}
