import { ApiError } from '@na-regua/contract/errors'
import type { Review } from '@na-regua/contract/reviews'
import type { DatabasePool } from '../../lib/database.ts'
import { insertNotification } from '../notifications/queries.ts'
import { findReplyTarget, getReview, setReply } from './queries.ts'
import { cleanComment } from './rules.ts'

type Wish = { reviewId: string; ownerId: string; reply: string; now: Date }

/** The shop's one answer. A review of somebody else's shop is not found. */
export async function replyReview(db: DatabasePool, { reviewId, ownerId, now, ...wish }: Wish): Promise<Review> {
  const reply = cleanComment(wish.reply)
  if (!reply) throw new ApiError('INVALID_INPUT')
  return db.transaction().execute(async (tx) => {
    const target = await findReplyTarget(tx, reviewId, ownerId)
    if (!target) throw new ApiError('REVIEW_NOT_FOUND')
    if (target.isReplied || !(await setReply(tx, { id: reviewId, reply, now }))) throw new ApiError('ALREADY_REPLIED')
    if (target.customerId) {
      const path = `/barbershop/${target.barbershopId}?aba=avaliacoes`
      const title = `${target.barbershopName} respondeu sua avaliação`
      const told = { type: 'review_answered', topic: 'reviews', fact: `review:${reviewId}:answered` } as const
      await insertNotification(
        tx,
        { ...told, userId: target.customerId, title, message: reply.slice(0, 200), path },
        now,
      )
    }
    return getReview(tx, reviewId)
  })
}
