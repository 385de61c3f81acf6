import type { OwnReviewPhotos, ReportedPhoto } from '@na-regua/contract/review-photos'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { deriveToken, isDerivedToken } from '../../../lib/secrets.ts'
import { REPORTS_TO_HIDE } from './rules.ts'

const ownPhotos = sql`reviews.id as "reviewId",
  (select coalesce(json_agg(json_build_object('id', id, 'url', url, 'isHidden', hidden_at is not null) order by created_at, id), '[]')
     from review_photos where review_id = reviews.id) as photos`

/** The photos of the review of the customer's appointment. Undefined without a review of theirs. */
export async function findPhotosOfAppointment(
  db: Database,
  { appointmentId, customerId }: { appointmentId: string; customerId: string },
): Promise<OwnReviewPhotos | undefined> {
  const { rows } = await sql<OwnReviewPhotos>`/* find photos of appointment */
    select ${ownPhotos} from reviews where appointment_id = ${appointmentId} and customer_id = ${customerId}`.execute(
    db,
  )
  return rows[0]
}

type OwnReview = { reviewId: string; customerId: string }

/** The photos of a review. Undefined unless it is the customer's. */
export async function findPhotosOfReview(
  db: Database,
  { reviewId, customerId }: OwnReview,
): Promise<OwnReviewPhotos | undefined> {
  const { rows } = await sql<OwnReviewPhotos>`/* find photos of review */
    select ${ownPhotos} from reviews where id = ${reviewId} and customer_id = ${customerId}`.execute(db)
  return rows[0]
}

/** Locks the customer's review until the transaction ends, so that its photos are counted once. False unless it is theirs. */
export async function lockOwnReview(tx: Database, { reviewId, customerId }: OwnReview): Promise<boolean> {
  const { rows } = await sql`/* lock own review */
    select from reviews where id = ${reviewId} and customer_id = ${customerId} for no key update`.execute(tx)
  return rows.length === 1
}

type NewPhoto = { review_id: string; author_id: string; url: string; consented_at: Date; created_at: Date }

export async function insertPhoto(tx: Database, photo: NewPhoto): Promise<void> {
  await tx.insertInto('review_photos').values(photo).execute()
}

/** Undefined unless it is the author's. */
export async function deleteOwnPhoto(
  tx: Database,
  { id, authorId }: { id: string; authorId: string },
): Promise<{ url: string; reviewId: string } | undefined> {
  const { rows } = await sql<{ url: string; reviewId: string }>`/* delete own review photo */
    delete from review_photos where id = ${id} and author_id = ${authorId} returning url, review_id as "reviewId"`.execute(
    tx,
  )
  return rows[0]
}

/** By the moderators. Undefined when it is gone already. */
export async function deletePhoto(tx: Database, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ url: string }>`/* delete review photo */
    delete from review_photos where id = ${id} returning url`.execute(tx)
  return rows[0]?.url
}

/** Shows a photo again, for good: it cannot be reported any more. False when it is gone. */
export async function approvePhoto(tx: Database, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`/* approve review photo */
    update review_photos set hidden_at = null, approved_at = coalesce(approved_at, ${now}) where id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

type LockedPhoto = {
  authorId: string
  isApproved: boolean
  isHidden: boolean
  /** The user works in the barbershop, or owns it. */
  isOfBarbershop: boolean
}

/** Locks a photo that the user sees until the transaction ends, so that reports of it are counted one after the other. */
export async function lockPhoto(tx: Database, id: string, userId: string): Promise<LockedPhoto | undefined> {
  const { rows } = await sql<LockedPhoto>`/* lock review photo */
    select author_id as "authorId", approved_at is not null as "isApproved", hidden_at is not null as "isHidden",
           exists (select from barbershops where barbershops.id = barbershop_id and owner_id = ${userId})
             or exists (select from barbershop_roles where barbershop_roles.barbershop_id = reviews.barbershop_id and user_id = ${userId})
             or exists (select from barbers where barbers.barbershop_id = reviews.barbershop_id and user_id = ${userId} and removed_at is null)
             as "isOfBarbershop"
      from review_photos join reviews on reviews.id = review_id
     where review_photos.id = ${id} for no key update of review_photos`.execute(tx)
  return rows[0]
}

type NewReport = { photo_id: string; user_id: string; is_of_barbershop: boolean; reason: string; reported_at: Date }

/** False for another report of the same user. */
export async function insertReport(tx: Database, report: NewReport): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('review_photo_reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Hides the photo once enough reports agree. All those of the barbershop count as one: it cannot silence a critic alone. */
export async function hideReportedPhoto(tx: Database, id: string, now: Date): Promise<void> {
  await sql`/* hide reported photo */
    update review_photos set hidden_at = ${now}
     where id = ${id} and hidden_at is null and ${REPORTS_TO_HIDE} <= (
       select count(*) filter (where not is_of_barbershop) + coalesce(bool_or(is_of_barbershop), false)::int
         from review_photo_reports where photo_id = ${id})`.execute(tx)
}

type ReportedRow = Omit<ReportedPhoto, 'reports'> & {
  reports: { reason: string; reportedAt: string; isOfBarbershop: boolean }[]
}

/** With all reports, the newest first. */
export async function findReportedPhoto(db: Database, id: string): Promise<ReportedPhoto | undefined> {
  const { rows } = await sql<ReportedRow>`/* find reported photo */
    select url, barbershops.name as "barbershopName", comment, hidden_at is not null as "isHidden", approved_at is not null as "isApproved",
           (select coalesce(json_agg(json_build_object('reason', reason, 'reportedAt', reported_at, 'isOfBarbershop', is_of_barbershop)
                     order by reported_at desc, user_id), '[]')
              from review_photo_reports where photo_id = review_photos.id) as reports
      from review_photos join reviews on reviews.id = review_id join barbershops on barbershops.id = barbershop_id
     where review_photos.id = ${id}`.execute(db)
  const [photo] = rows
  // Instants in JSON are text with the offset of the database session.
  const toInstant = (text: string) => new Date(text).toISOString()
  return photo && { ...photo, reports: photo.reports.map((one) => ({ ...one, reportedAt: toInstant(one.reportedAt) })) }
}

const MODERATION_SECRET = 'photo-moderation'

/** In the link that the moderators receive. Valid as long as the photo exists. */
export function getModerationToken(db: Database, photoId: string): Promise<string> {
  return deriveToken(db, MODERATION_SECRET, photoId)
}

export function isModerationToken(db: Database, photoId: string, token: string): Promise<boolean> {
  return isDerivedToken(db, { secretName: MODERATION_SECRET, subject: photoId, token })
}
