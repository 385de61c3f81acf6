import { ApiError } from '@na-regua/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { PreviewSubject } from './rules.ts'

/** What the public page shows of an active barbershop. Throws BARBERSHOP_NOT_FOUND. */
export async function getBarbershopPreview(db: Database, id: string): Promise<PreviewSubject> {
  const { rows } = await sql<PreviewSubject>`/* get barbershop preview */
    select ${previewColumns(sql`null`)} from barbershops where id = ${id} and is_active`.execute(db)
  if (!rows[0]) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return rows[0]
}

/** The same of a barber who works in an active barbershop. Throws BARBER_NOT_FOUND. */
export async function getBarberPreview(db: Database, barberId: string): Promise<PreviewSubject> {
  const { rows } = await sql<PreviewSubject>`/* get barber preview */
    select ${previewColumns(sql`users.name`)}
      from barbers join barbershops on barbershops.id = barbers.barbershop_id join users on users.id = barbers.user_id
     where barbers.id = ${barberId} and barbers.removed_at is null and barbershops.is_active`.execute(db)
  if (!rows[0]) throw new ApiError('BARBER_NOT_FOUND')
  return rows[0]
}

function previewColumns(barberName: RawBuilder<unknown>) {
  return sql`
    ${barberName} as "barberName", barbershops.name as "shopName", neighborhood, city, state, average_rating as "averageRating",
    review_count as "reviewCount", price_from as "priceFrom",
    coalesce((select url from images where images.barbershop_id = barbershops.id order by position, images.id limit 1),
      cover_image_url) as "photoUrl"`
}
