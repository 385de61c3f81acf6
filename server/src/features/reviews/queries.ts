import type { Review } from '@na-regua/contract/reviews'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { publicName } from './rules.ts'

type Row = Omit<Review, 'createdAt' | 'user'> & { createdAt: Date; name: string | null; avatarUrl: string | null }

/** One page of a shop's reviews, newest first. */
export async function listReviews(
  db: Database,
  barbershopId: string,
  window: { limit: number; offset: number },
): Promise<Review[]> {
  const { rows } = await sql<Row>`/* list reviews */
    select reviews.id, rating, comment, reviews.created_at as "createdAt", users.name, users.avatar_url as "avatarUrl"
      from reviews left join users on users.id = reviews.customer_id
     where reviews.barbershop_id = ${barbershopId}
     order by reviews.created_at desc, reviews.id limit ${window.limit} offset ${window.offset}`.execute(db)
  return rows.map(({ name, avatarUrl, createdAt, ...review }) => ({
    ...review,
    createdAt: createdAt.toISOString(),
    user: { name: publicName(name), avatarUrl },
  }))
}
