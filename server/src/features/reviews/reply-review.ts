import { ApiError } from '@na-regua/contract/errors'
import type { Review } from '@na-regua/contract/reviews'
import type { DatabasePool } from '../../lib/database.ts'
import { insertNotification } from '../notifications/events/queries.ts'
import { findReplyTarget, getReview, setReply } from './queries.ts'
import { cleanComment, reviewPath } from './rules.ts'

type ReplyInput = { reviewId: string; userId: string; reply: string; now: Date }

/** A barbershop replies once. A review of a barbershop that the user neither owns nor manages is not found. */
export async function replyReview(db: DatabasePool, { reviewId, userId, now, ...input }: ReplyInput): Promise<Review> {
  const reply = cleanComment(input.reply)
  if (!reply) throw new ApiError('INVALID_INPUT')
  return db.transaction().execute(async (tx) => {
    const target = await findReplyTarget(tx, reviewId, userId)
    if (!target) throw new ApiError('REVIEW_NOT_FOUND')
    if (target.isReplied || !(await setReply(tx, { id: reviewId, userId, reply, now })))
      throw new ApiError('ALREADY_REPLIED')
    if (target.customerId) {
      const path = reviewPath(target.barbershopId, reviewId)
      const title = `${target.barbershopName} respondeu sua avaliação`
      const event = { type: 'review_answered', topic: 'reviews', dedupeKey: `review:${reviewId}:answered` } as const
      await insertNotification(
        tx,
        {
          ...event,
          userId: target.customerId,
          title,
          message: reply.slice(0, 200),
          pushMessage: 'Leia a resposta.',
          path,
        },
        now,
      )
    }
    return getReview(tx, reviewId)
  })
}
