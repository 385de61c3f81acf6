import { displacementsApi, type SettledAppointment } from '@na-regua/contract/displacements'
import type { Clock } from '../../../lib/clock.ts'
import { type Config, siteUrlOf } from '../../../lib/config.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { canSendMessages } from '../../../lib/whatsapp.ts'
import { getBookingLinkSecret } from '../link/queries.ts'
import { type LinkOptions, toBookingLink } from '../link/rules.ts'
import { type DisplacementDeps, displaceAppointments, toConflict } from './displace-appointments.ts'
import type { LockedAppointment } from './queries.ts'
import { describeAlternative } from './rules.ts'

type RouteDeps = DisplacementDeps & { db: DatabasePool; clock: Clock; config: Config }

export function displacementRoutes(app: App, { db, clock, config, ...deps }: RouteDeps) {
  app.route({
    ...displacementsApi.make,
    access: 'staff',
    statements: 40,
    // Of the most decisions, and all services with their barbers.
    bodyLimit: 1024 * 1024,
    handler: async ({ caller, params, body }, reply) => {
      const sendsLink = canSendMessages(config) && caller.isEmailVerified
      const barbershopId = params.id.toLowerCase()
      // Before the commit: nothing after it can fail, however many links there are.
      const secret = await getBookingLinkSecret(db)
      const request = { ...body, userId: caller.id, barbershopId, sendsLink, now: clock.now() }
      const { timeZone, reassigned, proposed, cancelled, unchanged } = await displaceAppointments(db, deps, request)
      const site = siteUrlOf(config)
      const moved = { site, secret, isSent: sendsLink, isMoved: true }
      // Nothing is sent by itself about a cancellation.
      const ended = { site, secret, isSent: false, isCancelled: true }
      const appointments = [
        ...reassigned.map(({ appointment, barber: { barberId: id, barberName: name } }) => ({
          ...toSettled(appointment, 'reassign'),
          taker: { id, name },
          link: toLink({ ...appointment, barberName: name }, moved),
        })),
        ...proposed.map(({ appointment, alternative }) => {
          const words = alternative ? describeAlternative(alternative, appointment) : null
          return {
            ...toSettled(appointment, 'propose'),
            alternative: words,
            link: toLink(appointment, { ...ended, alternative: words ?? undefined }),
          }
        }),
        ...cancelled.map((appointment) => ({
          ...toSettled(appointment, 'cancel'),
          link: toLink(appointment, ended),
        })),
        ...unchanged.map((appointment) => toSettled(appointment, 'retain')),
      ]
      const byStart = appointments.toSorted((one, other) => one.startTime.localeCompare(other.startTime))
      return reply.status(201).send({ timeZone, appointments: byStart })
    },
  })
}

function toSettled(appointment: LockedAppointment, action: SettledAppointment['action']): SettledAppointment {
  return {
    ...toConflict(appointment),
    action,
    barber: { id: appointment.barberId, name: appointment.barberName },
    taker: null,
    obstacle: null,
    alternative: null,
    link: null,
  }
}

/** With a link for a customer without an account whose phone is known. Exactly one of `isMoved` and `isCancelled` is set. */
function toLink(appointment: LockedAppointment, options: LinkOptions & { secret: string }) {
  const { customerId, customerPhone: phone } = appointment
  return customerId === null && phone !== null ? toBookingLink({ ...appointment, phone }, options) : null
}
