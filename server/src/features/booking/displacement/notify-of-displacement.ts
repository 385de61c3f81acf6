import type { DisplacingChange } from '@na-regua/contract/displacements'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import type { Database } from '../../../lib/database.ts'
import { formatInstant } from '../../../lib/format-time.ts'
import { toJobRow } from '../../../lib/jobs.ts'
import { sendCancellationDigestJob } from '../../appointments/emails/send-cancellation-digest.ts'
import { barberAppointmentPath } from '../../appointments/rules.ts'
import { type AppointmentTransition, appointmentEvent } from '../../appointments/status/notify-participants.ts'
import { insertNotification, publishEvent } from '../../notifications/events/queries.ts'
import type { NewNotification } from '../../notifications/queries.ts'
import { describeMove, type Mover } from '../reschedule/move-appointment.ts'
import type { LockedAppointment } from './queries.ts'
import {
  type AssignedAppointment,
  type DisplacementOutcome,
  type DisplacementRequest,
  describeAlternative,
  type ProposedAppointment,
} from './rules.ts'
import type { ChangedStaff } from './write-change.ts'

type DisplacementReport = DisplacementOutcome & {
  /** Cancelled dates of standing appointments: their customers are notified with what they choose from. */
  closedIds: readonly string[]
  request: Pick<DisplacementRequest, 'barbershopId' | 'change' | 'now'>
  staff: ChangedStaff
  reason: string
  by: Mover
}

/** Notifies each customer once, however many appointments they had, and each barber once. */
export async function notifyOfDisplacement(tx: Database, report: DisplacementReport): Promise<void> {
  const { barbershopId, now } = report.request
  const dedupeKey = `displacement:${barbershopId}:${now.getTime()}`
  await notifyCustomers(tx, report, dedupeKey)
  for (const digest of [...digestsOfTakers(report), ...digestsOfLosers(report)])
    await insertNotification(tx, { ...digest, ...typeAndTopic, dedupeKey }, now)
}

const typeAndTopic = { type: 'booking_rescheduled', topic: 'appointments' } as const

/** One appointment of a customer, with what the notification says of it if it is the only one. */
type CustomerChange = { appointment: LockedAppointment; takerName?: string; transition: AppointmentTransition }

async function notifyCustomers(tx: Database, report: DisplacementReport, dedupeKey: string): Promise<void> {
  const { reassigned, proposed, cancelled, closedIds, request } = report
  const proposals = [...proposed, ...cancelled.map((appointment) => ({ appointment, alternative: undefined }))]
  const changes = [
    ...reassigned.flatMap((one) => describeReassignment(one, report)),
    ...proposals
      .filter(({ appointment }) => !closedIds.includes(appointment.id))
      .map((one) => describeCancellation(one, report)),
  ]
  if (changes.length === 0) return
  const byCustomer = Map.groupBy(changes, ({ appointment: { customerId } }) => customerId)
  const several = [...byCustomer].flatMap(([userId, list]) => (userId && list.length > 1 ? [{ userId, list }] : []))
  const merged = new Set(several.map(({ userId }) => userId))
  const events = changes.map(({ transition }) => appointmentEvent(transition))
  const single = events.filter((_, index) => !merged.has(changes[index]?.appointment.customerId ?? ''))
  await publishEvent(
    tx,
    {
      notifications: [
        ...single.flatMap(({ notifications }) => notifications),
        ...several.map(({ userId, list }) => ({ userId, dedupeKey, ...describeSeveral(list, report) })),
      ],
      published: { appointments: [...new Set(events.flatMap(({ published }) => published.appointments ?? []))] },
      jobs: [
        ...single.flatMap(({ jobs }) => jobs),
        ...several.map(({ userId, list }) => {
          const appointmentIds = list.map(({ appointment }) => appointment.id)
          const payload = { userId, side: 'customer' as const, appointmentIds, dedupeKey }
          return toJobRow(sendCancellationDigestJob, payload, `${dedupeKey}:${userId}:email`)
        }),
      ],
      outdatedReminders: events.flatMap(({ outdatedReminders = [] }) => outdatedReminders),
      read: events.flatMap(({ read = [] }) => read),
    },
    request.now,
  )
}

function describeReassignment(
  { appointment, barber }: AssignedAppointment,
  { by, request }: DisplacementReport,
): CustomerChange[] {
  const { startsAt: start, endsAt: end } = appointment
  const slot = { start, end, barber, status: 'CONFIRMED' as const, requestedAt: request.now }
  return describeMove(appointment, slot, by)
    .filter(({ kind }) => kind === 'moved')
    .map((transition) => ({
      appointment,
      takerName: barber.barberName,
      transition: { ...transition, onlyCustomer: true },
    }))
}

function describeCancellation(
  { appointment: before, alternative }: ProposedAppointment,
  { reason, by }: DisplacementReport,
): CustomerChange {
  const after = {
    ...before,
    status: 'CANCELLED' as const,
    reason,
    version: before.version + 1,
    alternative: alternative && {
      text: describeAlternative(alternative, before),
      path: bookingPath(before, alternative),
    },
  }
  return { appointment: before, transition: { before, after, by, onlyCustomer: true } }
}

/** The booking with everything chosen, so that only the confirmation is left. */
function bookingPath({ barbershopId, serviceIds }: LockedAppointment, { barberId, date, time }: Alternative): string {
  const [serviceId, ...extraIds] = serviceIds
  if (!serviceId || extraIds.includes(null)) return `/barbershop/${barbershopId}`
  const extras = extraIds.length > 0 ? `extras=${extraIds.join()}&` : ''
  return `/barbershop/${barbershopId}/booking/${barberId}/${serviceId}?${extras}date=${date}&time=${time}`
}

function describeSeveral(
  list: readonly CustomerChange[],
  { reason }: DisplacementReport,
): Omit<NewNotification, 'userId' | 'dedupeKey'> {
  const { shopName, barbershopId } = (list[0] as CustomerChange).appointment
  const areCancelled = list.every(({ takerName }) => takerName === undefined)
  const lines = list.map(({ appointment: { startsAt, timeZone }, takerName }) => {
    const when = formatInstant(startsAt, timeZone)
    if (areCancelled) return when
    return takerName ? `${when}: agora com ${takerName}` : `${when}: cancelado`
  })
  const choose = areCancelled ? ' Escolha outros quando puder.' : ''
  const what = areCancelled ? 'cancelou' : 'mudou'
  const changed = `A ${shopName} ${what} os seus ${list.length} horários (${listFirst(lines)}).`
  return {
    topic: 'appointments',
    type: areCancelled ? 'booking_cancelled' : 'booking_rescheduled',
    title: `${list.length} horários ${areCancelled ? 'cancelados' : 'mudaram'}`,
    message: `${changed} Motivo: ${reason}${choose}`,
    pushMessage: `${changed}${choose}`,
    startsAt: new Date(Math.min(...list.map(({ appointment }) => appointment.startsAt.getTime()))),
    path: areCancelled ? `/barbershop/${barbershopId}` : '/customer/appointments',
  }
}

type Digest = Pick<NewNotification, 'userId' | 'title' | 'message' | 'path' | 'startsAt'>

function digestsOfTakers({ reassigned, by }: DisplacementReport): Digest[] {
  const byUser = Map.groupBy(reassigned, ({ barber }) => barber.userId)
  return [...byUser].flatMap(([userId, list]) => {
    const [first] = list
    if (userId === by.userId || !first) return []
    const appointments = list.map(({ appointment }) => appointment)
    const names = [...new Set(appointments.map(({ barberName }) => barberName))]
    const title = `Você atende no lugar de ${names.length === 1 ? names[0] : 'outros barbeiros'}`
    const times = appointments.map(({ startsAt, timeZone }) => formatInstant(startsAt, timeZone))
    const startsAt = new Date(Math.min(...appointments.map((appointment) => appointment.startsAt.getTime())))
    const message = `${count(list.length)}: ${listFirst(times)}.`
    return [{ userId, title, message, path: barberAppointmentPath(first.appointment.id), startsAt }]
  })
}

/** Who is removed has a message of that. */
const changeMessages: Partial<Record<DisplacingChange['type'], { title: string; words: string; path: string }>> = {
  'time-off': { title: 'Folga marcada', words: 'marcou a sua folga', path: '/barber/schedule' },
  schedule: { title: 'Seu horário mudou', words: 'mudou o seu horário', path: '/barber/schedule' },
  'opening-hours': {
    title: 'A barbearia mudou o horário',
    words: 'mudou o horário de funcionamento',
    path: '/barber/appointments',
  },
  services: { title: 'Serviços mudaram', words: 'tirou serviços da lista', path: '/barber/appointments' },
}

/** The barbers whose appointments were displaced, and who got time off also without any. */
function digestsOfLosers({ reassigned, proposed, cancelled, request, staff, by }: DisplacementReport): Digest[] {
  const words = changeMessages[request.change.type]
  if (!words) return []
  const passed = reassigned.map(({ appointment }) => appointment)
  const ended = [...proposed.map(({ appointment }) => appointment), ...cancelled]
  const affected = [...passed, ...ended].map(({ barberUserId }) => barberUserId)
  const userIds = new Set([...(staff.barber ? [staff.barber.userId] : []), ...affected])
  userIds.delete(by.userId)
  return [...userIds].map((userId) => {
    const own = (list: readonly LockedAppointment[]) => list.filter((one) => one.barberUserId === userId).length
    const parts = [
      ...(own(passed) > 0 ? [`${count(own(passed))} com outro barbeiro`] : []),
      ...(own(ended) > 0 ? [`${count(own(ended))} cancelado${own(ended) === 1 ? '' : 's'}`] : []),
    ]
    const message = `A ${staff.shopName} ${words.words}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`
    return { userId, title: words.title, message, path: words.path }
  })
}

const count = (number: number) => `${number} agendamento${number === 1 ? '' : 's'}`

const MOST_LISTED = 4

/** No names, so that an erased customer leaves none behind: a digest is not found by its appointments. */
function listFirst(lines: readonly string[]): string {
  const listed = lines.slice(0, MOST_LISTED)
  const more = lines.length - listed.length
  return [...listed, ...(more > 0 ? [`e mais ${more}`] : [])].join('; ')
}
