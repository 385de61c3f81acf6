import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { staffRole } from './queries.ts'

export type ProfileState = {
  userId: string | null
  version: number
  barbershopId: string
  photos: string[]
  hasPhotoConsent: boolean
}

type LockRequest = { id: string; userId: string; isRemoved?: boolean }

/**
 * Locks the profile until the transaction ends; undefined for one that does not exist for this user. A booking goes on during a change,
 * but not while the profile is removed.
 */
export async function lockProfile(
  tx: Database,
  { id, userId, isRemoved = false }: LockRequest,
): Promise<ProfileState | undefined> {
  const { rows } = await sql<ProfileState>`/* lock profile */
    select user_id as "userId", version, barbershop_id as "barbershopId", photos,
           photos_consented_at is not null as "hasPhotoConsent" from customer_profiles profile
     where id = ${id} and exists (select from barbershops where id = profile.barbershop_id and (${staffRole(userId)}) is not null)
       ${isRemoved ? sql`for update` : sql`for no key update`} of profile`.execute(tx)
  return rows[0]
}

export type ProfileChange = {
  notes?: string
  allergies?: string
  tags?: string[]
  name?: string
  phone?: string
  photos?: string[]
  /** When the customer agreed to photos; null withdraws it. */
  photosConsentedAt?: Date | null
}

/** False if another customer of the barbershop has the phone. The caller has locked the profile. */
export async function changeProfile(tx: Database, id: string, change: ProfileChange): Promise<boolean> {
  const { notes = null, allergies = null, tags = null, name = null, phone = null, photos = null } = change
  const { photosConsentedAt } = change
  const { numAffectedRows } = await sql`/* change profile */
    update customer_profiles profile
       set notes = coalesce(${notes}, notes), allergies = coalesce(${allergies}, allergies), tags = coalesce(${tags}::text[], tags),
           name = coalesce(${name}, name), phone = coalesce(${phone}, phone), photos = coalesce(${photos}::text[], photos),
           photos_consented_at = ${photosConsentedAt === undefined ? sql`photos_consented_at` : photosConsentedAt},
           version = version + 1
     where id = ${id} and not exists (
       select from customer_profiles other
        where other.barbershop_id = profile.barbershop_id and other.phone = ${phone} and other.id <> profile.id)`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/**
 * Bookings of the customer that were decided before the block are decided again: it increments the version that they compare. The
 * account's row comes before the profile's (decision 0063).
 */
export async function setBlocked(tx: Database, id: string, { isBlocked, now }: { isBlocked: boolean; now: Date }) {
  await sql`/* supersede bookings of profile */
    update users set booking_tries = booking_tries + 1 where id = (select user_id from customer_profiles where id = ${id})`.execute(
    tx,
  )
  await sql`/* set blocked */
    update customer_profiles set blocked_at = case when ${isBlocked} then coalesce(blocked_at, ${now}::timestamptz) end
     where id = ${id}`.execute(tx)
}

export async function hasUpcoming(tx: Database, profileId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`/* has upcoming */
    select from appointments where profile_id = ${profileId} and status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Its appointments stay as part of the statistics, without name and notes; notifications that name the customer go too. */
export async function deleteProfile(tx: Database, id: string): Promise<void> {
  await sql`/* delete profile */
    with deleted_profile as (delete from customer_profiles where id = ${id} returning id),
    cleared as (
      update appointments set customer_name = null, note = null, guest_name = null, cancel_reason = null
        from deleted_profile where profile_id = deleted_profile.id returning appointments.id, barber_user_id)
    delete from notifications using cleared
     where notifications.user_id = cleared.barber_user_id and split_part(fact, ':', 2) = cleared.id::text`.execute(tx)
}

type Claimant = { profileId: string; userId: string; now: Date }

/**
 * The profile of an account that has the link to an appointment of `profileId`, a customer who is known by phone. The link may be in
 * other hands: only if the account states the same phone, that profile becomes the account's, or is merged into the one it has in this
 * barbershop. Returns its id; undefined if `profileId` is another account's, or gone. The caller has locked the customer.
 */
export async function claimProfile(tx: Database, { profileId, userId, now }: Claimant): Promise<string | undefined> {
  type Row = { id: string; userId: string | null; phone: string | null; isSamePhone: boolean }
  const { rows } = await sql<Row>`/* lock profiles to merge */
    select id, user_id as "userId", phone,
           coalesce(phone = (select '+55' || phone from users where users.id = ${userId}), false) as "isSamePhone"
      from customer_profiles
     where id = ${profileId} or (user_id = ${userId}
        and barbershop_id = (select barbershop_id from customer_profiles where id = ${profileId}))
     order by id for update`.execute(tx)
  const byPhone = rows.find(({ id }) => id === profileId)
  if (!byPhone || (byPhone.userId && byPhone.userId !== userId)) return undefined
  const ofAccount = rows.find((row) => row.userId === userId)
  if (!byPhone.userId && !byPhone.isSamePhone)
    return ofAccount?.id ?? addProfileOfAccount(tx, { profileId, userId, now })
  if (!ofAccount) {
    await sql`/* link profile */ update customer_profiles set user_id = ${userId} where id = ${profileId}`.execute(tx)
    return profileId
  }
  if (ofAccount.id === profileId) return profileId
  await mergeInto(tx, ofAccount.id, byPhone)
  return ofAccount.id
}

/** In the barbershop of `profileId`. */
async function addProfileOfAccount(tx: Database, { profileId, userId, now }: Claimant): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`/* add profile of account */
    insert into customer_profiles (barbershop_id, user_id, created_at)
      select barbershop_id, ${userId}, ${now} from customer_profiles where id = ${profileId}
      on conflict (barbershop_id, user_id) do update set user_id = excluded.user_id returning id`.execute(tx)
  return rows[0]?.id
}

async function mergeInto(tx: Database, accountProfileId: string, { id, phone }: { id: string; phone: string | null }) {
  // The phone is unique in the barbershop.
  await sql`/* release phone */ update customer_profiles set phone = null where id = ${id}`.execute(tx)
  await sql`/* merge profiles */
    update customer_profiles profile
       set phone = coalesce(profile.phone, ${phone}), name = merged.name,
           notes = left(concat_ws(E'\n', nullif(profile.notes, ''), nullif(merged.notes, '')), 2000),
           allergies = left(concat_ws(E'\n', nullif(profile.allergies, ''), nullif(merged.allergies, '')), 500),
           tags = (array(select distinct tag from unnest(profile.tags || merged.tags) tag order by tag))[1:12],
           photos = (profile.photos || merged.photos)[1:12],
           photos_consented_at = coalesce(profile.photos_consented_at, merged.photos_consented_at),
           blocked_at = coalesce(profile.blocked_at, merged.blocked_at), version = profile.version + 1
      from customer_profiles merged where merged.id = ${id} and profile.id = ${accountProfileId}`.execute(tx)
  await sql`/* move appointments to profile */
    update appointments set profile_id = ${accountProfileId} where profile_id = ${id}`.execute(tx)
  await sql`/* delete merged profile */ delete from customer_profiles where id = ${id}`.execute(tx)
}
