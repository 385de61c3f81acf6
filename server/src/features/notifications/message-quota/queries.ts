import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { ESTABLISHED_VISITS, FIRST_MESSAGES, MESSAGES_PER_VISIT } from './rules.ts'

/**
 * How many messages a barbershop may send to people without an account, of `barbershops`, as an expression; null: any number. None
 * before its owner has verified their email.
 */
const messageLimit: RawBuilder<number | null> = sql`(
  select case when owners.email_verified_at is null then 0
              when visits.completed >= ${sql.lit(ESTABLISHED_VISITS)} then null
              else ${sql.lit(FIRST_MESSAGES)} + ${sql.lit(MESSAGES_PER_VISIT)} * visits.completed end
    from users owners,
         lateral (select count(*) as completed from (
           select from appointments where appointments.barbershop_id = barbershops.id and status = 'COMPLETED'
            limit ${sql.lit(ESTABLISHED_VISITS)}) visit) visits
   where owners.id = barbershops.owner_id)`

export async function hasMessagesLeft(db: Database, barbershopId: string): Promise<boolean> {
  const { rows } = await sql<{ isLeft: boolean }>`/* has messages left */
    select coalesce(coalesce(sent, 0) < ${messageLimit}, true) as "isLeft"
      from barbershops left join message_counts on message_counts.barbershop_id = barbershops.id
     where barbershops.id = ${barbershopId}`.execute(db)
  return rows[0]?.isLeft ?? false
}

type Sender = { barbershopId: string; senderId: string | null }

/** Counts one message. False, and not counted, when none is left, or when the member of staff who causes it has no verified email. */
async function countMessage(db: Database, { barbershopId, senderId }: Sender): Promise<boolean> {
  const { rows } = await sql`/* count message */
    with allowed as (
      select id, ${messageLimit} as most from barbershops
       where id = ${barbershopId} and not exists (
         select from users where users.id = ${senderId}::uuid and email_verified_at is null))
    insert into message_counts (barbershop_id, sent)
    select id, 1 from allowed where coalesce(most > 0, true)
    on conflict on constraint message_counts_key do update set sent = message_counts.sent + 1
     where coalesce(message_counts.sent < (select most from allowed), true)
    returning sent`.execute(db)
  return rows.length > 0
}

async function uncountMessage(db: Database, barbershopId: string): Promise<void> {
  await sql`/* uncount message */
    update message_counts set sent = greatest(0, sent - 1) where barbershop_id = ${barbershopId}`.execute(db)
}

/**
 * Sends a message of a barbershop to a person without an account, unless it has none left. `senderId`: the member of staff whose act it
 * follows; null where no one's does. A message that could not be sent does not count. False: not sent.
 */
export async function sendWithinQuota(db: Database, sender: Sender, send: () => Promise<unknown>): Promise<boolean> {
  if (!(await countMessage(db, sender))) return false
  try {
    await send()
    return true
  } catch (error) {
    await uncountMessage(db, sender.barbershopId)
    throw error
  }
}
