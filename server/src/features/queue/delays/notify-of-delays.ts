import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { DELAYS_JOB } from '../../appointments/status/rules.ts'
import type { EventRows } from '../../notifications/events/queries.ts'
import type { BarberEstimate, Waits } from '../waits/rules.ts'
import { enqueueDelayJobs, listNotifiable, type NotifiableAppointment, storeNotice } from './queries.ts'
import { couldHaveBegun, type DelayNotice, decideNotice, delayDedupeKey, describeDelayNotice } from './rules.ts'
import { delayMessageJob } from './send-delay-message.ts'

type DelayDeps = { db: DatabasePool; clock: Clock; waits: Pick<Waits, 'estimateQueue'> }

/** Notifies the next customers of each barber of a delay, or invites them to come earlier. Repeated it notifies of nothing twice. */
export async function notifyOfDelays(
  { db, clock, waits }: DelayDeps,
  { barbershopId }: { barbershopId: string },
): Promise<void> {
  const now = clock.now()
  const estimate = await waits.estimateQueue(barbershopId)
  if (!estimate) return
  // What was probably not tapped makes no delay. Who taps is decided by barber, with the appointments.
  const barbers = estimate.barbers.filter(({ isDoubtful }) => !isDoubtful)
  const ids = barbers.flatMap(({ upcoming }) => upcoming.map(({ appointmentId }) => appointmentId))
  if (ids.length === 0) return
  const notifiable = new Map(
    (await listNotifiable(db, { ids, now })).map((appointment) => [appointment.id, appointment]),
  )
  for (const barber of barbers) {
    for (const { appointment, notice } of decideNotices(barber, notifiable, now))
      await storeNotice(db, appointment, { delayMin: notice.delayMin, now, event: toEvent(appointment, notice, now) })
  }
}

function decideNotices(barber: BarberEstimate, notifiable: ReadonlyMap<string, NotifiableAppointment>, now: Date) {
  return barber.upcoming.flatMap(({ appointmentId, delayMin }, position) => {
    const appointment = notifiable.get(appointmentId)
    if (!appointment) return []
    const isNext = position === 0 && appointment.status === 'CONFIRMED'
    const expected = {
      ...appointment,
      delayMin,
      mayComeEarlier: isNext && !appointment.hasQueue,
      couldHaveBegun: couldHaveBegun(barber, position, now),
    }
    const notice = decideNotice(expected, now)
    return notice ? [{ appointment, notice }] : []
  })
}

/** To the customer, and to the pages of the barber. By message where the customer has a link and no account. No e-mail: it comes too late. */
function toEvent(appointment: NotifiableAppointment, notice: DelayNotice, now: Date): EventRows {
  const { id, customerId, barberUserId, startsAt, hasLink } = appointment
  const { title, message } = describeDelayNotice(notice, appointment, now)
  const expectedStart = new Date(startsAt.getTime() + notice.delayMin * 60_000)
  const notification = {
    ...({
      type: 'booking_delayed',
      topic: 'appointments',
      dedupeKey: delayDedupeKey(id, now),
      title,
      message,
    } as const),
    path: `/customer/appointments#cartao-${id}`,
    startsAt: expectedStart,
  }
  return {
    notifications: customerId ? [{ ...notification, userId: customerId }] : [],
    published: { appointments: [...new Set([...(customerId ? [customerId] : []), barberUserId])] },
    jobs: hasLink ? [delayMessageJob({ appointmentId: id, toldAt: now.toISOString() })] : [],
  }
}

export const notifyOfDelaysJob = defineJob(DELAYS_JOB, { run: notifyOfDelays })

/** The clock makes delays, too. */
export async function planDelays({ db, clock }: Pick<DelayDeps, 'db' | 'clock'>): Promise<void> {
  await enqueueDelayJobs(db, DELAYS_JOB, clock.now())
}

export const planDelaysJob = defineJob('plan-delays', { schedule: '* * * * *', run: planDelays })
