import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { deleteNotifications } from '../notifications/queries.ts'
import { staffNotifiedOf, staffRole } from './queries.ts'

export type ProfileState = {
  userId: string | null
  version: number
  barbershopId: string
  photos: string[]
  hasPhotoConsent: boolean
}

/** Whether the user works where `profile` is a customer. */
const isOfStaff = (userId: string) => sql`
  exists (select from barbershops where id = profile.barbershop_id and (${staffRole(userId)}) is not null)`

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
     where id = ${id} and ${isOfStaff(userId)}
       ${isRemoved ? sql`for update` : sql`for no key update`}`.execute(tx)
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
  /** Null removes it. */
  email?: string | null
  /** Null removes it. */
  birthday?: string | null
  /** Since when the customer wants no messages but those about appointments; null allows them. */
  marketingRefusedAt?: Date | null
}

/** False if another customer of the barbershop has the phone. The caller has locked the profile. */
export async function changeProfile(tx: Database, id: string, change: ProfileChange): Promise<boolean> {
  const { notes = null, allergies = null, tags = null, name = null, phone = null, photos = null } = change
  const { photosConsentedAt, email, birthday, marketingRefusedAt } = change
  const { numAffectedRows } = await sql`/* change profile */
    update customer_profiles profile
       set notes = coalesce(${notes}, notes), allergies = coalesce(${allergies}, allergies), tags = coalesce(${tags}::text[], tags),
           name = coalesce(${name}, name), phone = coalesce(${phone}, phone), photos = coalesce(${photos}::text[], photos),
           email = ${email === undefined ? sql`email` : email},
           birthday = ${birthday === undefined ? sql`birthday` : birthday},
           marketing_refused_at = ${marketingRefusedAt === undefined ? sql`marketing_refused_at` : marketingRefusedAt},
           photos_consented_at = ${photosConsentedAt === undefined ? sql`photos_consented_at` : photosConsentedAt},
           version = version + 1
     where id = ${id} and not exists (
       select from customer_profiles other
        where other.barbershop_id = profile.barbershop_id and other.phone = ${phone} and other.id <> profile.id)`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** Blocks bookings of the profile's account, or without one those of the profile, until the transaction ends. Locks nothing for a profile that does not exist for this user. */
export async function lockBookingsOfProfile(tx: Database, { id, userId }: Omit<LockRequest, 'isRemoved'>) {
  await sql`/* lock bookings of profile */
    select pg_advisory_xact_lock(hashtextextended(coalesce(user_id, id)::text, 1)) from customer_profiles profile
     where id = ${id} and ${isOfStaff(userId)}`.execute(tx)
}

/** The caller has locked the profile. */
export async function setBlocked(tx: Database, id: string, { isBlocked, now }: { isBlocked: boolean; now: Date }) {
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

/** They stay as part of the statistics, without name and notes; notifications that name the customer go too. */
export async function clearAppointmentsOf(tx: Database, profileId: string): Promise<void> {
  const isAbout = sql`user_id = any (array(${staffNotifiedOf('cleared')}))
       and split_part(dedupe_key, ':', 2) in (select id::text from cleared)`
  await sql`/* clear appointments of profile */
    with cleared as (
      update appointments set customer_name = null, note = null, staff_note = null, guest_name = null, cancel_reason = null
       where profile_id = ${profileId} returning id, barbershop_id)
    ${deleteNotifications(isAbout)}`.execute(tx)
}

/** The caller has locked the profile, and cleared what refers to it. */
export async function deleteProfile(tx: Database, id: string): Promise<void> {
  await sql`/* delete profile */ delete from customer_profiles where id = ${id}`.execute(tx)
}
