import { ApiError } from '@na-regua/contract/errors'
import type { ReceivedReview, Review, reviewsApi } from '@na-regua/contract/reviews'
import type { Output, Query } from '@na-regua/contract/route'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { type PageParams, toWindow } from '../../lib/pagination.ts'
import { isPermittedSql, permittedBarbershopsSql } from '../barbershops/roles/queries.ts'
import { publicName } from './rules.ts'

type Row = Omit<Review, 'createdAt' | 'repliedAt' | 'user'> & {
  createdAt: Date
  repliedAt: Date | null
  name: string | null
  avatarUrl: string | null
}

const columns = sql`
  reviews.id, rating, comment, reviews.created_at as "createdAt", reply, replied_at as "repliedAt", users.name,
  users.avatar_url as "avatarUrl", json_build_object('name', service_name) as service,
  case when barbers.removed_at is null and barbers.id is not null
    then json_build_object('id', barbers.id, 'name', barber_users.name) end as barber,
  array(select json_build_object('id', review_photos.id, 'url', url) from review_photos
         where review_id = reviews.id and hidden_at is null order by review_photos.created_at, review_photos.id) as photos`
const joins = sql`
  join appointments on appointments.id = reviews.appointment_id
  left join users on users.id = reviews.customer_id
  left join barbers on barbers.id = reviews.barber_id
  left join users barber_users on barber_users.id = barbers.user_id`

function toReview({ name, avatarUrl, createdAt, repliedAt, ...review }: Row): Review {
  return {
    ...review,
    createdAt: createdAt.toISOString(),
    repliedAt: repliedAt?.toISOString() ?? null,
    user: { name: publicName(name), avatarUrl },
  }
}

type ReviewFilter = { rating?: number; barberId?: string }

/** How many reviews of each rating an active barbershop, or one of its barbers, has. Read from an index alone. */
export async function getHistogram(db: Database, barbershopId: string, { barberId }: ReviewFilter) {
  const { rows } = await sql<{ counts: Record<string, number> }>`/* get histogram */
    select coalesce((
             select json_object_agg(rating, count) from (
               select rating, count(*) from reviews
                where barbershop_id = barbershops.id and (${barberId ?? null}::uuid is null or barber_id = ${barberId ?? null})
                group by rating
             ) by_rating), '{}') as counts
      from barbershops where id = ${barbershopId} and is_active`.execute(db)
  if (!rows[0]) throw new ApiError('BARBERSHOP_NOT_FOUND')
  const { counts } = rows[0]
  return [5, 4, 3, 2, 1].map((rating) => ({ rating, count: counts[rating] ?? 0 }))
}

/** `review` replaces `page` by the page with this review, if it is one of the barbershop's that match the filter. */
type ReviewPage = PageParams & ReviewFilter & { review?: string }

/** One page of a barbershop's reviews, newest first, and which page it is. */
export async function listReviews(
  db: Database,
  barbershopId: string,
  { review, rating, barberId, ...requested }: ReviewPage,
): Promise<{ reviews: Review[]; page: number }> {
  const { limit, offset } = toWindow(requested)
  const matches = (table: string) => sql`${sql.ref(`${table}.barbershop_id`)} = ${barbershopId}
    and (${rating ?? null}::int is null or ${sql.ref(`${table}.rating`)} = ${rating ?? null})
    and (${barberId ?? null}::uuid is null or ${sql.ref(`${table}.barber_id`)} = ${barberId ?? null})`
  const { rows } = await sql<Row & { offset: number }>`/* list reviews */
    with page as materialized (
      select coalesce((
        select (select count(*) from reviews newer where ${matches('newer')}
                  and (newer.created_at > linked.created_at or (newer.created_at = linked.created_at and newer.id < linked.id)))
          from reviews linked where linked.id = ${review ?? null}::uuid and ${matches('linked')}
      ) / ${limit}::bigint * ${limit}::bigint, ${offset}::bigint)::int as start)
    select ${columns}, (select start from page) as offset from reviews ${joins}
     where ${matches('reviews')}
     order by reviews.created_at desc, reviews.id limit ${limit} offset (select start from page)`.execute(db)
  return {
    reviews: rows.map(({ offset: _, ...row }) => toReview(row)),
    page: (rows[0]?.offset ?? offset) / limit + 1,
  }
}

type ReceivedFilters = Omit<Query<typeof reviewsApi.listReceived>, 'page' | 'perPage'>
type ReceivedRow = Row & Pick<ReceivedReview, 'barbershop' | 'canReply'>
type ReceivedPage = Omit<Output<typeof reviewsApi.listReceived>, 'reviews' | 'pagination'> & {
  total: number
  reviews: ReceivedRow[]
}

/** Every word of the text begins a word of the comment, the service or the customer's name. */
function matchesWords(q: string | undefined) {
  const text = q?.trim()
  if (!text) return sql``
  return sql`and search_form(concat_ws(' ', comment, service_name, users.name)) like all (
    select '% ' || word || '%' from regexp_split_to_table(trim(search_form(${text})), ' ') word)`
}

/**
 * One page of the reviews about the user's own barbershops, and about the user as a barber, with the total and the filters. Those
 * without a reply come first, then the newest. The arrays let an index find the reviews.
 */
export async function listReceivedReviews(db: Database, userId: string, filters: ReceivedFilters & PageParams) {
  const { rating, barbershopId, barberId, q, ...requested } = filters
  const { limit, offset } = toWindow(requested)
  const { rows } = await sql<ReceivedPage>`${sql.raw(`/* list received reviews${q?.trim() ? ' by text' : ''} */`)}
    with own as materialized (select id from unnest(${permittedBarbershopsSql('settings', userId)}) id),
    chairs as materialized (select id, barbershop_id from barbers where user_id = ${userId} and removed_at is null),
    found as (
      select reviews.id, reviews.created_at, reply is null as is_open from reviews ${joins}
       where reviews.barbershop_id = any(array(select id from own union select barbershop_id from chairs))
         and (reviews.barbershop_id = any(array(select id from own)) or reviews.barber_id = any(array(select id from chairs)))
         and (${rating ?? null}::int is null or rating = ${rating ?? null})
         and (${barbershopId ?? null}::uuid is null or reviews.barbershop_id = ${barbershopId ?? null})
         and (${barberId ?? null}::uuid is null or reviews.barber_id = ${barberId ?? null}) ${matchesWords(q)}),
    page as (select *, row_number() over (order by is_open desc, created_at desc, id) as position from found
              order by is_open desc, created_at desc, id limit ${limit} offset ${offset}),
    shown as (select id, name, search_name from barbershops where id in (select id from own union select barbershop_id from chairs))
    select (select count(*) from found) as total, (select count(*) from found where is_open) as unanswered,
      (select coalesce(json_agg(listed order by listed.position), '[]') from (
        select page.position, ${columns}, json_build_object('id', barbershops.id, 'name', barbershops.name, 'timeZone', barbershops.time_zone) as barbershop,
               page.is_open and barbershops.id in (select id from own) as "canReply"
          from page join reviews on reviews.id = page.id join barbershops on barbershops.id = reviews.barbershop_id ${joins}
      ) listed) as reviews,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by search_name, id), '[]') from shown) as barbershops,
      (select coalesce(json_agg(json_build_object('id', barbers.id, 'name', users.name, 'barbershopId', barbershop_id)
                order by search_form(users.name), barbers.id), '[]')
         from barbers join users on users.id = barbers.user_id
        where removed_at is null and (barbershop_id in (select id from own) or barbers.id in (select id from chairs))) as barbers`.execute(
    db,
  )
  const { reviews, ...page } = rows[0] as ReceivedPage
  return { ...page, reviews: reviews.map(toReceivedReview) }
}

/** Instants in JSON are text with the offset of the database session. */
function toReceivedReview({ createdAt, repliedAt, barbershop, canReply, ...row }: ReceivedRow): ReceivedReview {
  const review = toReview({ ...row, createdAt: new Date(createdAt), repliedAt: repliedAt && new Date(repliedAt) })
  return { ...review, barbershop, canReply }
}

export async function getReview(db: Database, id: string): Promise<Review> {
  const { rows } = await sql<Row>`/* get review */
    select ${columns} from reviews ${joins} where reviews.id = ${id}`.execute(db)
  return toReview(rows[0] as Row)
}

export type ReviewableAppointment = {
  id: string
  status: string
  isReviewed: boolean
  barbershopId: string
  barbershopName: string
  ownerId: string
  barberId: string
  barberUserId: string
}

type AppointmentFilter = { customerId: string; appointmentId: string | undefined; barbershopId: string | undefined }

/**
 * The customer's appointment to review: the given one, or the newest in the barbershop, preferring one that may be reviewed. Holds
 * and other customers' appointments are never found.
 */
export async function findReviewableAppointment(
  db: Database,
  filter: AppointmentFilter,
): Promise<ReviewableAppointment | undefined> {
  const { rows } = await sql<ReviewableAppointment>`/* find reviewable appointment */
    select appointments.id, appointments.status, reviews.id is not null as "isReviewed", barbershops.id as "barbershopId",
           barbershops.name as "barbershopName", barbershops.owner_id as "ownerId", appointments.barber_id as "barberId", barber_user_id as "barberUserId"
      from appointments join barbershops on barbershops.id = appointments.barbershop_id
      left join reviews on reviews.appointment_id = appointments.id
     where appointments.customer_id = ${filter.customerId} and appointments.status <> 'HELD'
       and (${filter.appointmentId ?? null}::uuid is null or appointments.id = ${filter.appointmentId ?? null})
       and (${filter.barbershopId ?? null}::uuid is null or appointments.barbershop_id = ${filter.barbershopId ?? null})
     order by (appointments.status = 'COMPLETED' and reviews.id is null) desc, (appointments.status = 'COMPLETED') desc,
              appointments.starts_at desc limit 1`.execute(db)
  return rows[0]
}

type NewReview = {
  appointment: ReviewableAppointment
  customerId: string
  rating: number
  comment: string | null
  now: Date
}

/** Inserts the review and updates the barbershop's rating in one statement. Undefined when the appointment already has a review. */
export async function insertReview(
  tx: Database,
  { appointment, customerId, rating, comment, now }: NewReview,
): Promise<Review | undefined> {
  const { rows } = await sql<Row>`/* insert review */
    with inserted_review as (
      insert into reviews (barbershop_id, barber_id, appointment_id, customer_id, rating, comment, created_at)
      values (${appointment.barbershopId}, ${appointment.barberId}, ${appointment.id}, ${customerId}, ${rating}, ${comment}, ${now})
      on conflict on constraint reviews_once_per_appointment do nothing returning *
    ), updated_rating as (
      update barbershops set rating_sum = rating_sum + inserted_review.rating, review_count = review_count + 1
        from inserted_review where barbershops.id = inserted_review.barbershop_id
    )
    select ${columns} from inserted_review as reviews ${joins}`.execute(tx)
  return rows[0] && toReview(rows[0])
}

export type ReplyTarget = {
  barbershopId: string
  barbershopName: string
  customerId: string | null
  isReplied: boolean
}

/** A review of a barbershop for which the user may reply. */
export async function findReplyTarget(db: Database, id: string, userId: string): Promise<ReplyTarget | undefined> {
  const { rows } = await sql<ReplyTarget>`/* find reply target */
    select barbershops.id as "barbershopId", barbershops.name as "barbershopName", reviews.customer_id as "customerId",
           reply is not null as "isReplied"
      from reviews join barbershops on barbershops.id = reviews.barbershop_id
     where reviews.id = ${id} and ${isPermittedSql('settings', userId)}`.execute(db)
  return rows[0]
}

/** False when a concurrent request replied first, or the user may not reply any more. */
export async function setReply(
  tx: Database,
  { id, userId, reply, now }: { id: string; userId: string; reply: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* set reply */
    update reviews set reply = ${reply}, replied_at = ${now}
     where id = ${id} and reply is null and ${isPermittedSql('settings', userId, sql`reviews.barbershop_id`)}`.execute(
    tx,
  )
  return Number(numAffectedRows) === 1
}
