import { RHYTHM_CONSENT_TEXT, type RhythmConsent } from '@na-regua/contract/rhythm'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { getSecret } from '../../../lib/secrets.ts'
import { isOfUser } from '../../customers/due/queries.ts'
import { FOLLOWED_DAYS, MOST_IGNORED, signNudgeToken } from './rules.ts'

const SECRET = 'nudges'

export const getNudgeSecret = (db: Database) => getSecret(db, SECRET)

/** Every nudge contains this token, which ends the nudges without a login. */
export async function createNudgeToken(db: Database, userId: string): Promise<string> {
  return signNudgeToken(await getNudgeSecret(db), userId)
}

type ConsentRow = Pick<RhythmConsent, 'isInvited' | 'silentIn'> & { givenAt: Date | null }

export async function getRhythmConsent(db: Database, userId: string, now: Date): Promise<RhythmConsent> {
  const id = sql`${userId}::uuid`
  const { rows } = await sql<ConsentRow>`/* get rhythm consent */
    select consent.given_at as "givenAt",
           not exists (select from rhythm_consents where user_id = ${id})
             and exists (select from appointments where customer_id = ${id} and status = 'COMPLETED') as "isInvited",
           (select coalesce(json_agg(json_build_object('id', barbershops.id, 'name', name) order by search_name, barbershops.id), '[]')
              from barbershops where barbershops.id in (
                  select barbershop_id from rhythm_nudges where user_id = ${id} and nudged_at >= consent.given_at)
               and ${isSilentIn(id, sql`barbershops.id`, sql`consent.given_at`, now)}) as "silentIn"
      from (select 1) one left join rhythm_consents consent on user_id = ${id} and withdrawn_at is null`.execute(db)
  const [{ givenAt, ...row }] = rows as [ConsentRow]
  return { ...row, givenAt: givenAt?.toISOString() ?? null, consentText: RHYTHM_CONSENT_TEXT }
}

export async function isRhythmOn(db: Database, userId: string): Promise<boolean> {
  const { rows } = await sql`/* is rhythm on */
    select from rhythm_consents where user_id = ${userId} and withdrawn_at is null`.execute(db)
  return rows.length > 0
}

/** An existing consent keeps its date. The first check is at once. Does nothing for an account that no longer exists. */
export async function insertRhythmConsent(db: Database, userId: string, now: Date): Promise<void> {
  await sql`/* give rhythm consent */
    insert into rhythm_consents (user_id, given_at, consent_text, check_at)
    select id, ${now}::timestamptz, ${RHYTHM_CONSENT_TEXT}::text, ${now}::timestamptz from users where id = ${userId}
    on conflict (user_id) where withdrawn_at is null do nothing`.execute(db)
}

/** Repeated it changes nothing. */
export async function withdrawRhythmConsent(db: Database, userId: string, now: Date): Promise<void> {
  await sql`/* withdraw rhythm consent */
    update rhythm_consents set withdrawn_at = greatest(given_at, ${now}::timestamptz)
     where user_id = ${userId} and withdrawn_at is null`.execute(db)
}

/** The last nudges of this consent at the barbershop were ignored: no appointment was made there in the days after them. */
export function isSilentIn(
  user: RawBuilder<unknown>,
  barbershop: RawBuilder<unknown>,
  givenAt: RawBuilder<unknown>,
  now: Date,
) {
  const days = sql`make_interval(days => ${sql.lit(FOLLOWED_DAYS)})`
  return sql<boolean>`(
    select count(*) = ${sql.lit(MOST_IGNORED)} and coalesce(bool_and(is_ignored), false) from (
      select nudged_at <= ${now}::timestamptz - ${days} and not exists (
               select from appointments where ${isOfUser(user)} and appointments.barbershop_id = ${barbershop} and appointments.status <> 'HELD'
                  and appointments.created_at >= nudged_at and appointments.created_at < nudged_at + ${days}) as is_ignored
        from rhythm_nudges nudge
       where nudge.user_id = ${user} and nudge.barbershop_id = ${barbershop} and nudged_at >= ${givenAt}
       order by nudged_at desc limit ${sql.lit(MOST_IGNORED)}) newest)`
}
