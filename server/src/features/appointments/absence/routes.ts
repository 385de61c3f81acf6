import { absencesApi, type ResolvedAppointment } from '@na-regua/contract/absences'
import type { Clock } from '../../../lib/clock.ts'
import { type Config, siteUrlOf } from '../../../lib/config.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { canSendMessages } from '../../../lib/whatsapp.ts'
import { createBookingLink } from '../booking-link/queries.ts'
import { getAppointmentFor } from '../status/queries.ts'
import { addAbsence, toConflict } from './add-absence.ts'
import type { AbsentAppointment } from './queries.ts'

type AbsenceDeps = { db: DatabasePool; clock: Clock; config: Config; countAttempts: CountAttempts }

export function absenceRoutes(app: App, { db, clock, config, countAttempts }: AbsenceDeps) {
  app.route({
    ...absencesApi.add,
    access: 'staff',
    handler: async ({ caller, params, body }, reply) => {
      const sendsLink = canSendMessages(config)
      const request = { userId: caller.id, barberId: params.id.toLowerCase(), input: body, sendsLink, now: clock.now() }
      const { timeOff, ...outcome } = await addAbsence({ db, countAttempts }, request)
      const site = siteUrlOf(config)
      const moved = { site, isSent: sendsLink, isMoved: true }
      // Nothing is sent by itself about a cancellation.
      const ended = { site, isSent: false, isCancelled: true }
      const reassigned = outcome.reassigned.map(async ({ appointment, barber }) => ({
        ...(await toResolved(db, appointment, moved)),
        barber: { id: barber.barberId, name: barber.barberName },
      }))
      const cancelled = outcome.cancelled.map((appointment) => toResolved(db, appointment, ended))
      return reply.status(201).send({
        ...{ timeOff, unchanged: outcome.unchanged.map(toConflict) },
        reassigned: await Promise.all(reassigned),
        cancelled: await Promise.all(cancelled),
      })
    },
  })
}

/** With a link for a customer without an account whose phone is known. */
async function toResolved(
  db: Database,
  appointment: AbsentAppointment,
  options: Parameters<typeof createBookingLink>[2],
): Promise<ResolvedAppointment> {
  const isReachedByLink = appointment.customerId === null && appointment.customerPhone !== null
  const link = isReachedByLink
    ? await createBookingLink(db, await getAppointmentFor(db, appointment.id, 'owner'), options)
    : null
  return { ...toConflict(appointment), link }
}
