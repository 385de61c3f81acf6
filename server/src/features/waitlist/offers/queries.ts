import { ApiError } from '@na-regua/contract/errors'
import type { WaitlistOffer } from '@na-regua/contract/waitlist'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { getSecret } from '../../../lib/secrets.ts'
import { readLinkToken, signLinkToken } from '../../booking/link/rules.ts'
import { deleteOfferHold, type OfferHold } from '../../booking/offers/queries.ts'
import type { FreedTime, WaitlistCandidate } from '../rules.ts'

const getOfferSecret = (db: Database) => getSecret(db, 'waitlist-offer')

export async function createOfferToken(db: Database, offerId: string): Promise<string> {
  return signLinkToken(await getOfferSecret(db), offerId)
}

/** Throws LINK_INVALID for a token that is not ours. */
export async function getLinkedOfferId(db: Database, token: string): Promise<string> {
  const id = readLinkToken(await getOfferSecret(db), token)
  if (!id) throw new ApiError('LINK_INVALID')
  return id
}

type NewOffer = { freed: FreedTime; hold: OfferHold; candidate: WaitlistCandidate }

/** After the hold, in its transaction. */
export async function insertOffer(tx: Database, { freed, hold, candidate }: NewOffer, now: Date): Promise<void> {
  const { requestId, userId, fit, isFavorite, waitingSince } = candidate
  const { selected, start } = hold
  await tx
    .insertInto('waitlist_offers')
    .values({
      id: hold.id,
      request_id: requestId,
      user_id: userId,
      freed_time_id: freed.id,
      barber_id: freed.barberId,
      status: 'OPEN',
      service_name: selected.name,
      price_cents: selected.priceCents,
      starts_at: start,
      ends_at: new Date(start.getTime() + selected.durationMin * 60_000),
      fit,
      is_favorite: isFavorite,
      waiting_since: waitingSince,
      offered_at: now,
      expires_at: hold.heldUntil,
    })
    .execute()
}

type OfferRow = Omit<
  WaitlistOffer,
  'token' | 'startTime' | 'endTime' | 'offeredAt' | 'expiresAt' | 'serverTime' | 'reason'
> & {
  id: string
  startTime: Date
  endTime: Date
  offeredAt: Date
  expiresAt: Date
  requestId: string | null
  reason: Omit<WaitlistOffer['reason'], 'waitingSince'> & { waitingSince: string }
}

/** Offers as their customer sees them, the oldest first. `condition` is one of `offers`. An offer past its time is EXPIRED. */
export async function listShownOffers(
  db: Database,
  condition: RawBuilder<unknown>,
  now: Date,
): Promise<(WaitlistOffer & { requestId: string | null })[]> {
  const { rows } = await sql<OfferRow>`/* list shown offers */
    select offers.id, case when offers.status = 'OPEN' and expires_at <= ${now} then 'EXPIRED' else offers.status end as status,
           request_id as "requestId", starts_at as "startTime", ends_at as "endTime", time_zone as "timeZone",
           service_name as "serviceName", price_cents as "priceCents",
           json_build_object('id', barbers.id, 'name', users.name, 'avatarUrl', users.avatar_url) as barber,
           json_build_object('id', barbershops.id, 'name', barbershops.name, 'address', barbershops.address,
             'phone', barbershops.phone, 'cancelNoticeMin', cancel_notice_minutes) as barbershop,
           json_build_object('fit', fit, 'isFavorite', is_favorite, 'waitingSince', waiting_since) as reason,
           offered_at as "offeredAt", expires_at as "expiresAt"
      from waitlist_offers offers join barbers on barbers.id = barber_id join users on users.id = barbers.user_id
      join barbershops on barbershops.id = barbers.barbershop_id
     where ${condition} order by offered_at, offers.id`.execute(db)
  if (rows.length === 0) return []
  const secret = await getOfferSecret(db)
  return rows.map(({ id, startTime, endTime, offeredAt, expiresAt, reason, ...row }) => ({
    ...row,
    token: signLinkToken(secret, id),
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    offeredAt: offeredAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    serverTime: now.toISOString(),
    reason: { ...reason, waitingSince: new Date(reason.waitingSince).toISOString() },
  }))
}

/** Throws LINK_INVALID for an offer that was deleted with its account or after its retention. */
export async function getShownOffer(db: Database, id: string, now: Date): Promise<WaitlistOffer> {
  const [offer] = await listShownOffers(db, sql`offers.id = ${id}`, now)
  if (!offer) throw new ApiError('LINK_INVALID')
  const { requestId: _, ...shown } = offer
  return shown
}

/** What the end of an offer is decided on, and written with. */
export type OfferRecord = {
  id: string
  status: WaitlistOffer['status']
  requestId: string | null
  userId: string | null
  freedTimeId: string
  barberId: string
  barberUserId: string
  barbershopId: string
  startsAt: Date
  expiresAt: Date
  serviceIds: string[]
}

export async function findOffer(db: Database, id: string): Promise<OfferRecord | undefined> {
  const { rows } = await sql<OfferRecord>`/* find offer */
    select offers.id, offers.status, request_id as "requestId", offers.user_id as "userId", freed_time_id as "freedTimeId",
           offers.barber_id as "barberId", barbers.user_id as "barberUserId", barbers.barbershop_id as "barbershopId",
           offers.starts_at as "startsAt", expires_at as "expiresAt",
           array(select service_id from appointment_services where appointment_id = offers.id and service_id is not null order by position)
             || array(select service_id from appointments where appointments.id = offers.id and service_id is not null
                        and not exists (select from appointment_services where appointment_id = offers.id)) as "serviceIds"
      from waitlist_offers offers join barbers on barbers.id = offers.barber_id where offers.id = ${id}`.execute(db)
  return rows[0]
}

type OfferEnd = { id: string; status: 'DECLINED' | 'EXPIRED' | 'WITHDRAWN' }

/** An offer that has ended, with those whose pages show it. */
export type EndedOffer = {
  freedTimeId: string
  userId: string | null
  barberUserId: string
  ownerId: string
}

/** The end of a statement whose step `ended` returns `freed_time_id`, `user_id` and `barber_id` of offers. */
const listEnded = sql`
  select freed_time_id as "freedTimeId", ended.user_id as "userId", barbers.user_id as "barberUserId", owner_id as "ownerId"
    from ended join barbers on barbers.id = barber_id join barbershops on barbershops.id = barbers.barbershop_id`

/**
 * Deletes the hold and marks the offer. Undefined: it had ended already. EXPIRED only where the time of the offer is over. An offer whose
 * hold is missing ends, too.
 */
export async function markEnded(tx: Database, { id, status }: OfferEnd, now: Date): Promise<EndedOffer | undefined> {
  const { rows } = await sql<EndedOffer>`/* end offer */
    with deleted_hold as (${deleteOfferHold(id, status === 'EXPIRED' ? now : undefined)}),
    ended as (
      update waitlist_offers set status = ${status}, ended_at = ${now}
       where id = ${id} and status = 'OPEN' ${status === 'EXPIRED' ? sql`and expires_at <= ${now}` : sql``}
         and (exists (select from deleted_hold) or not exists (select from appointments where appointments.id = waitlist_offers.id))
      returning freed_time_id, user_id, barber_id)
    ${listEnded}`.execute(tx)
  return rows[0]
}

/** Marks the open ones among these offers: their holds were deleted. */
export async function markWithdrawn(tx: Database, ids: readonly string[], now: Date): Promise<EndedOffer[]> {
  const { rows } = await sql<EndedOffer>`/* mark offers withdrawn */
    with ended as (
      update waitlist_offers set status = case when expires_at <= ${now} then 'EXPIRED' else 'WITHDRAWN' end, ended_at = ${now}
       where id = any (${ids}::uuid[]) and status = 'OPEN' returning freed_time_id, user_id, barber_id)
    ${listEnded}`.execute(tx)
  return rows
}

/** A compare-and-set, before the hold is confirmed: the request ends with its accepted offer. */
export async function fulfilRequest(tx: Database, requestId: string | null, now: Date): Promise<boolean> {
  const { rows } = await sql`/* fulfil waitlist request */
    with fulfilled as (
      update waitlist_requests set status = 'FULFILLED', version = version + 1, updated_at = ${now}
       where id = ${requestId} and status = 'ACTIVE' returning id),
    inactive as (update waitlist_targets set is_active = false from fulfilled where request_id = fulfilled.id)
    select id from fulfilled`.execute(tx)
  return rows.length === 1
}

/** A compare-and-set, after the hold was confirmed. */
export async function markAccepted(tx: Database, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`/* mark offer accepted */
    update waitlist_offers set status = 'ACCEPTED', ended_at = ${now} where id = ${id} and status = 'OPEN'`.execute(tx)
  return numAffectedRows === 1n
}

export async function listExpiredOffers(db: Database, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* list expired offers */
    select id from waitlist_offers where status = 'OPEN' and expires_at <= ${now} order by expires_at limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The customer of an open offer; undefined when it has ended, or the account is leaving. */
export async function findOfferRecipient(
  db: Database,
  id: string,
  now: Date,
): Promise<{ userId: string; name: string; email: string } | undefined> {
  const { rows } = await sql<{ userId: string; name: string; email: string }>`/* find offer recipient */
    select users.id as "userId", users.name, users.email from waitlist_offers join users on users.id = user_id
     where waitlist_offers.id = ${id} and status = 'OPEN' and expires_at > ${now}
       and not exists (select from account_deletions where account_deletions.user_id = users.id)`.execute(db)
  return rows[0]
}
