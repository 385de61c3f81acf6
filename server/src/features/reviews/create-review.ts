import { ApiError } from '@na-regua/contract/errors'
import type { Review, reviewsApi } from '@na-regua/contract/reviews'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../lib/auth.ts'
import { publish } from '../../lib/change-feed.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { insertNotification } from '../notifications/queries.ts'
import { findVisit, getReview, insertReview, type Visit } from './queries.ts'
import { cleanComment } from './rules.ts'

type Wish = Body<typeof reviewsApi.create>

/** One review per completed appointment of the caller; the shop's rating changes in the same transaction. */
export async function createReview(db: DatabasePool, caller: Caller, wish: Wish, now: Date): Promise<Review> {
  const { appointmentId, barbershopId, rating } = wish
  if (!appointmentId && !barbershopId) throw new ApiError('INVALID_INPUT')
  const comment = cleanComment(wish.comment)
  return db.transaction().execute(async (tx) => {
    const visit = await findVisit(tx, { customerId: caller.id, appointmentId, barbershopId })
    if (!visit) throw new ApiError(appointmentId ? 'APPOINTMENT_NOT_FOUND' : 'REVIEW_NOT_ALLOWED')
    if (visit.status !== 'COMPLETED') throw new ApiError('REVIEW_NOT_ALLOWED')
    const id = visit.isReviewed
      ? undefined
      : await insertReview(tx, { visit, customerId: caller.id, rating, comment, now })
    if (!id) throw new ApiError('ALREADY_REVIEWED')
    const review = await getReview(tx, id)
    await tellShop(tx, visit, review, now)
    await publish(tx, [caller.id], 'appointments')
    return review
  })
}

async function tellShop(tx: Database, visit: Visit, { id, rating, comment, user }: Review, now: Date) {
  const stars = rating === 1 ? '1 estrela' : `${rating} estrelas`
  const told = {
    type: 'review_received',
    topic: 'reviews',
    fact: `review:${id}:received`,
    title: `Nova avaliação: ${stars}`,
    message: comment ? `${user.name}: “${shorten(comment)}”` : `${user.name} avaliou ${visit.barbershopName}.`,
    path: `/barbershop/${visit.barbershopId}?aba=avaliacoes`,
  } as const
  for (const userId of new Set([visit.barberUserId, visit.ownerId]))
    await insertNotification(tx, { ...told, userId }, now)
}

function shorten(words: string) {
  const line = words.replaceAll(/\s+/g, ' ')
  return line.length <= 120 ? line : `${[...line].slice(0, 119).join('').trimEnd()}…`
}
