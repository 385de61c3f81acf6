import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { internationalPhone } from '../queries.ts'

/** `mergedId`: the profile that was merged into it, to be deleted with `deleteMergedProfile`, after `moveToProfile`. */
type ClaimedProfile = { profileId: string; mergedId?: string }

type Claimant = { profileId: string; userId: string; now: Date }

/**
 * The profile of an account that has the link to an appointment of `profileId`, a customer who is known by phone. The link may be in
 * other hands: only if the account states the same phone, that profile becomes the account's, or is merged into the one it has in this
 * barbershop. Returns its id; undefined if `profileId` is another account's, or gone. The caller has locked the customer.
 */
export async function claimProfile(
  tx: Database,
  { profileId, userId, now }: Claimant,
): Promise<ClaimedProfile | undefined> {
  type Row = { id: string; userId: string | null; phone: string | null; isSamePhone: boolean }
  const { rows } = await sql<Row>`/* lock profiles to merge */
    select id, user_id as "userId", phone,
           coalesce(phone = (select ${internationalPhone(sql`users.phone`)} from users where users.id = ${userId}), false) as "isSamePhone"
      from customer_profiles
     where id = ${profileId} or (user_id = ${userId}
        and barbershop_id = (select barbershop_id from customer_profiles where id = ${profileId}))
     order by id for update`.execute(tx)
  const byPhone = rows.find(({ id }) => id === profileId)
  if (!byPhone || (byPhone.userId && byPhone.userId !== userId)) return undefined
  const ofAccount = rows.find((row) => row.userId === userId)
  if (!byPhone.userId && !byPhone.isSamePhone)
    return toClaimed(ofAccount?.id ?? (await addProfileOfAccount(tx, { profileId, userId, now })))
  if (!ofAccount) {
    await sql`/* link profile */ update customer_profiles set user_id = ${userId} where id = ${profileId}`.execute(tx)
    return { profileId }
  }
  if (ofAccount.id === profileId) return { profileId }
  await mergeInto(tx, ofAccount.id, byPhone)
  return { profileId: ofAccount.id, mergedId: profileId }
}

const toClaimed = (profileId: string | undefined) => (profileId ? { profileId } : undefined)

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
           email = coalesce(profile.email, merged.email), birthday = coalesce(profile.birthday, merged.birthday),
           marketing_refused_at = coalesce(profile.marketing_refused_at, merged.marketing_refused_at),
           debt_limit_cents = greatest(profile.debt_limit_cents, merged.debt_limit_cents),
           blocked_at = coalesce(profile.blocked_at, merged.blocked_at), version = profile.version + 1
      from customer_profiles merged where merged.id = ${id} and profile.id = ${accountProfileId}`.execute(tx)
  await sql`/* move appointments to profile */
    update appointments set profile_id = ${accountProfileId} where profile_id = ${id}`.execute(tx)
}

/** After the appointment is claimed, because queues and series are locked after appointments (decision 06). */
export async function moveToProfile(tx: Database, mergedId: string, profileId: string): Promise<void> {
  await sql`/* move queue entries to profile */
    update queue_entries set profile_id = ${profileId} where profile_id = ${mergedId}`.execute(tx)
  await sql`/* move series to profile */
    update appointment_series set profile_id = ${profileId} where profile_id = ${mergedId}`.execute(tx)
}

export async function deleteMergedProfile(tx: Database, mergedId: string): Promise<void> {
  await sql`/* delete merged profile */ delete from customer_profiles where id = ${mergedId}`.execute(tx)
}
