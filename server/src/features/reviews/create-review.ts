import { ApiError } from '@na-regua/contract/errors'
import type { Review, reviewsApi } from '@na-regua/contract/reviews'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../lib/auth.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { publish } from '../../lib/worker/relay-events.ts'
import { lockCustomer } from '../appointments/status/queries.ts'
import { insertNotification } from '../notifications/events/queries.ts'
import { findReviewableAppointment, insertReview, type ReviewableAppointment } from './queries.ts'
import { cleanComment, reviewPath } from './rules.ts'

type ReviewInput = Body<typeof reviewsApi.create>

/** One review per completed appointment of the caller; the barbershop's rating changes in the same transaction. */
export async function createReview(db: DatabasePool, caller: Caller, input: ReviewInput, now: Date): Promise<Review> {
  const { appointmentId, barbershopId, rating } = input
  if (!appointmentId && !barbershopId) throw new ApiError('INVALID_INPUT')
  const comment = cleanComment(input.comment)
  return db.transaction().execute(async (tx) => {
    // A correction of the outcome takes the same lock, and is refused once there is a review.
    await lockCustomer(tx, caller.id)
    const appointment = await findReviewableAppointment(tx, { customerId: caller.id, appointmentId, barbershopId })
    if (!appointment) throw new ApiError(appointmentId ? 'APPOINTMENT_NOT_FOUND' : 'REVIEW_NOT_ALLOWED')
    if (appointment.status !== 'COMPLETED') throw new ApiError('REVIEW_NOT_ALLOWED')
    const review = appointment.isReviewed
      ? undefined
      : await insertReview(tx, { appointment, customerId: caller.id, rating, comment, now })
    if (!review) throw new ApiError('ALREADY_REVIEWED')
    await notifyBarbershop(tx, appointment, review, now)
    await publish(tx, [caller.id], 'appointments')
    return review
  })
}

async function notifyBarbershop(tx: Database, appointment: ReviewableAppointment, review: Review, now: Date) {
  const { id, rating, comment, user } = review
  const stars = rating === 1 ? '1 estrela' : `${rating} estrelas`
  const notification = {
    type: 'review_received',
    topic: 'reviews',
    dedupeKey: `review:${id}:received`,
    title: `Nova avaliação: ${stars}`,
    pushMessage: `${user.name} avaliou ${appointment.barbershopName}.`,
    message: comment ? `${user.name}: “${shorten(comment)}”` : `${user.name} avaliou ${appointment.barbershopName}.`,
    path: reviewPath(appointment.barbershopId, id),
  } as const
  for (const userId of new Set([appointment.barberUserId, appointment.ownerId]))
    await insertNotification(tx, { ...notification, userId }, now)
}

function shorten(text: string) {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= 120 ? line : `${[...line].slice(0, 119).join('').trimEnd()}…`
}
