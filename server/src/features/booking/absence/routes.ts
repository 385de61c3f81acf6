import { absencesApi, type ResolvedAppointment } from '@na-regua/contract/absences'
import type { Clock } from '../../../lib/clock.ts'
import { type Config, siteUrlOf } from '../../../lib/config.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { canSendMessages } from '../../../lib/whatsapp.ts'
import { getBookingLinkSecret } from '../link/queries.ts'
import { type LinkOptions, toBookingLink } from '../link/rules.ts'
import { addAbsence, type CloseDates, toConflict } from './add-absence.ts'
import type { AppointmentInAbsence } from './queries.ts'

type AbsenceDeps = {
  db: DatabasePool
  clock: Clock
  config: Config
  countAttempts: CountAttempts
  closeDates: CloseDates
}

export function absenceRoutes(app: App, { db, clock, config, countAttempts, closeDates }: AbsenceDeps) {
  app.route({
    ...absencesApi.add,
    access: 'staff',
    statements: 20,
    // Of the most appointments that can be stated.
    bodyLimit: 512 * 1024,
    handler: async ({ caller, params, body }, reply) => {
      const sendsLink = canSendMessages(config) && caller.isEmailVerified
      const request = { userId: caller.id, barberId: params.id.toLowerCase(), input: body, sendsLink, now: clock.now() }
      // Before the commit: nothing after it can fail, however many links there are.
      const secret = await getBookingLinkSecret(db)
      const { timeOff, ...outcome } = await addAbsence({ db, countAttempts, closeDates }, request)
      const site = siteUrlOf(config)
      const moved = { site, secret, isSent: sendsLink, isMoved: true }
      // Nothing is sent by itself about a cancellation.
      const ended = { site, secret, isSent: false, isCancelled: true }
      const reassigned = outcome.reassigned.map(({ appointment, barber: { barberId: id, barberName } }) => ({
        ...toResolved({ ...appointment, barberName }, moved),
        barber: { id, name: barberName },
      }))
      const cancelled = outcome.cancelled.map((appointment) => toResolved(appointment, ended))
      return reply.status(201).send({ timeOff, unchanged: outcome.unchanged.map(toConflict), reassigned, cancelled })
    },
  })
}

/** With a link for a customer without an account whose phone is known. Exactly one of `isMoved` and `isCancelled` is set. */
function toResolved(appointment: AppointmentInAbsence, options: LinkOptions & { secret: string }): ResolvedAppointment {
  const { customerId, customerPhone: phone } = appointment
  if (customerId !== null || phone === null) return { ...toConflict(appointment), link: null }
  return { ...toConflict(appointment), link: toBookingLink({ ...appointment, phone }, options) }
}
