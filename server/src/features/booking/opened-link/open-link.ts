import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { AppointmentDelay } from '@na-regua/contract/serving'
import type { bookingLinkApi, LinkedBooking } from '@na-regua/contract/staff-bookings'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { listOtherBarbers } from '../../appointments/other-barbers/queries.ts'
import { findLinkedAppointment, type LinkedAppointment } from '../../appointments/reminder-reply/queries.ts'
import { confirmPresence, toRemindedAppointment } from '../../appointments/reminder-reply/reply-to-reminder.ts'
import { changeStatus } from '../../appointments/status/change-status.ts'
import { evaluateTransition } from '../../appointments/status/rules.ts'
import { findAppointmentDelay, replyToDelay } from '../delays/reply-to-delay.ts'
import { getBookingLinkSecret } from '../link/queries.ts'
import { readLinkToken } from '../link/rules.ts'
import { rescheduleAppointment } from '../reschedule/reschedule-appointment.ts'

/** Throws LINK_INVALID for a token without our signature, and LINK_EXPIRED after the appointment. */
export async function getBookingOfLink(db: Database, token: string, now: Date): Promise<LinkedAppointment> {
  const id = readLinkToken(await getBookingLinkSecret(db), token)
  const found = id ? await findLinkedAppointment(db, id) : undefined
  // Erased by the barbershop, at the customer's request.
  if (!found?.profileId) throw new ApiError('LINK_INVALID')
  const { barbershop, barberId } = found
  // The page of a link that is over leads on to the barbershop.
  if (now >= found.endsAt)
    throw new ApiError('LINK_EXPIRED', { barbershop: { id: barbershop.id, name: barbershop.name }, barberId })
  return found
}

/** An appointment that was claimed belongs to an account: the link may be in other hands. */
async function getOpenBooking(db: Database, token: string, now: Date): Promise<LinkedAppointment> {
  const linked = await getBookingOfLink(db, token, now)
  if (linked.customerId) throw new ApiError('LINK_CLAIMED')
  return linked
}

export async function showLinkedBooking(db: Database, token: string, now: Date): Promise<LinkedBooking> {
  const linked = await getBookingOfLink(db, token, now)
  const { startsAt, endsAt, barbershop, customerId } = linked
  const state = { ...linked, startsAt, cancelNoticeMin: barbershop.cancelNoticeMin, isWalkIn: false, dayEndsAt: endsAt }
  const reminded = toRemindedAppointment(linked, now)
  const canReschedule = customerId === null && evaluateTransition('customer', 'reschedule', state, now) === 'ok'
  return {
    ...reminded,
    appointmentId: linked.id,
    barberId: linked.barberId,
    serviceId: linked.serviceId,
    serviceIds: linked.serviceIds.filter((id) => id !== null),
    otherBarbers: canReschedule ? await listOtherBarbers(db, { ...linked, barbershopId: barbershop.id }) : [],
    isClaimed: customerId !== null,
    canCancel: reminded.canCancel && customerId === null,
    automaticConfirmation: linked.automaticConfirmation,
    canReschedule,
  }
}

/** A request that waits for the barbershop again, after it was moved, cannot be confirmed by the customer. */
export async function confirmByLink(db: DatabasePool, token: string, now: Date): Promise<LinkedBooking> {
  const linked = await getOpenBooking(db, token, now)
  if (linked.status !== 'CONFIRMED') throw new ApiError('STATE_CHANGED', { status: linked.status })
  await confirmPresence(db, linked, now)
  return showLinkedBooking(db, token, now)
}

type LinkRequest = { token: string; now: Date }

export async function cancelByLink(
  db: DatabasePool,
  { token, now, reason }: LinkRequest & { reason: string | undefined },
): Promise<LinkedBooking> {
  const { id } = await getOpenBooking(db, token, now)
  await changeStatus(db, { id, userId: undefined, action: 'cancel', reason, now })
  return showLinkedBooking(db, token, now)
}

export async function rescheduleByLink(
  db: DatabasePool,
  { token, now, ...change }: LinkRequest & Body<typeof bookingLinkApi.reschedule>,
): Promise<LinkedBooking> {
  const { id } = await getOpenBooking(db, token, now)
  await rescheduleAppointment(db, { ...change, id, userId: undefined, now })
  return showLinkedBooking(db, token, now)
}

export async function findDelayByLink(db: Database, { token, now }: LinkRequest): Promise<AppointmentDelay | null> {
  const { id } = await getOpenBooking(db, token, now)
  return findAppointmentDelay(db, { id, userId: undefined, now })
}

export async function replyToDelayByLink(
  db: DatabasePool,
  { token, now, ...answer }: LinkRequest & Body<typeof bookingLinkApi.replyToDelay>,
): Promise<LinkedBooking> {
  const { id } = await getOpenBooking(db, token, now)
  await replyToDelay(db, { id, userId: undefined, ...answer, now })
  return showLinkedBooking(db, token, now)
}
