import { BARBERSHOP_IMAGE_WIDTHS, imageUrlOfWidth } from '@na-regua/contract/images'
import { sql } from 'kysely'
import { LoadingCache } from '../../lib/caches/loading-cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'

/**
 * public: a barbershop, portfolio or review shows it. private: a photo of a customer, one that is hidden, or not shown yet. none: no user may see it any more, also
 * while its file still exists.
 */
export type ImageUse = 'public' | 'private' | 'none'

/** Lists show the same images again and again. */
const MAX_PUBLIC = 20_000
const PUBLIC_MS = 60_000

/** As `findImageUse`. Only that an image is public is remembered, for a minute: a photo of a customer ends at once. */
export function createImageUses({ db, clock }: { db: Database; clock: Clock }) {
  const uses = new LoadingCache<ImageUse>({
    clock,
    max: MAX_PUBLIC,
    ttlMs: PUBLIC_MS,
    isStored: (use) => use === 'public',
  })
  return (fileUrl: string): Promise<ImageUse> => uses.get(fileUrl, () => findImageUse(db, fileUrl))
}

const [, MIDDLE] = BARBERSHOP_IMAGE_WIDTHS

/** Finds where any file of an upload is used. Others than those of uploads are public. */
async function findImageUse(db: Database, fileUrl: string): Promise<ImageUse> {
  if (!fileUrl.startsWith('/uploads/shops/')) return 'public'
  const url = imageUrlOfWidth(fileUrl, MIDDLE).replace(/\.avif$/, '.webp')
  const { rows } = await sql<{ isPublic: boolean; isPrivate: boolean }>`/* find image use */
    select exists (select from images where images.url = ${url}) or exists (select from barbershops where cover_image_url = ${url})
             or exists (select from portfolio_images where portfolio_images.url = ${url})
             or exists (select from review_photos where review_photos.url = ${url} and hidden_at is null) as "isPublic",
           exists (select from customer_profiles where photos @> array[${url}::text])
             or exists (select from uploads where uploads.url = ${url}) as "isPrivate"`.execute(db)
  const [{ isPublic, isPrivate } = { isPublic: false, isPrivate: false }] = rows
  if (isPublic) return 'public'
  return isPrivate ? 'private' : 'none'
}
