import type { Database } from '../../lib/database.ts'
import { toJobRow } from '../../lib/jobs.ts'
import { sendCancellationDigestJob } from '../appointments/emails/send-cancellation-digest.ts'
import { type AppointmentTransition, appointmentEvent } from '../appointments/status/notify-participants.ts'
import type { AppointmentRecord } from '../appointments/status/queries.ts'
import { publishEvent } from '../notifications/events/queries.ts'
import type { NewNotification } from '../notifications/queries.ts'

type CancelledTransition = AppointmentTransition & { after: AppointmentRecord }

/** The appointments that a barber leaves behind, all of one barbershop. */
type Removal = { barberId: string; ownerId: string; transitions: readonly CancelledTransition[]; now: Date }

/**
 * A barber left: each customer is notified once, in the product and by email, however many appointments they had. The owner gets one
 * email with all of them. The barber's own email is that of the removal. One statement.
 */
export async function notifyOfRemoval(tx: Database, { barberId, ownerId, transitions, now }: Removal): Promise<void> {
  if (transitions.length === 0) return
  const dedupeKey = `barber:${barberId}:cancelled:${now.getTime()}`
  const byCustomer = Map.groupBy(transitions, ({ after }) => after.customerId)
  const events = transitions.map((transition) => appointmentEvent({ ...transition, onlyCustomer: true }))
  const several = [...byCustomer].flatMap(([userId, list]) => (userId && list.length > 1 ? [{ userId, list }] : []))
  const merged = new Set(several.map(({ userId }) => userId))
  const single = events.filter((_, index) => !merged.has(transitions[index]?.after.customerId ?? ''))
  const digest = (userId: string, side: 'customer' | 'owner', list: readonly CancelledTransition[]) =>
    toJobRow(
      sendCancellationDigestJob,
      { userId, side, appointmentIds: list.map(({ after }) => after.id), ...(side === 'customer' && { dedupeKey }) },
      `${dedupeKey}:${userId}:${side}:email`,
    )
  await publishEvent(
    tx,
    {
      notifications: [
        ...single.flatMap(({ notifications }) => notifications),
        ...several.map(({ userId, list }) => describeDigest(userId, list, dedupeKey)),
      ],
      published: { appointments: [...new Set(events.flatMap(({ published }) => published.appointments ?? []))] },
      jobs: [
        ...single.flatMap(({ jobs }) => jobs),
        ...several.map(({ userId, list }) => digest(userId, 'customer', list)),
        digest(ownerId, 'owner', transitions),
      ],
    },
    now,
  )
}

function describeDigest(userId: string, list: readonly CancelledTransition[], dedupeKey: string): NewNotification {
  const { shopName, barbershopId, barberName, reason } = (list[0] as CancelledTransition).after
  const cancelled = `A ${shopName} cancelou os seus ${list.length} horários com ${barberName}.`
  const why = reason ? ` Motivo: ${reason}` : ''
  return {
    userId,
    dedupeKey,
    topic: 'appointments',
    type: 'booking_cancelled',
    title: `${list.length} horários cancelados`,
    message: `${cancelled}${why} Escolha outros quando puder.`,
    pushMessage: `${cancelled} Escolha outros quando puder.`,
    startsAt: new Date(Math.min(...list.map(({ after }) => after.startsAt.getTime()))),
    path: `/barbershop/${barbershopId}`,
  }
}
