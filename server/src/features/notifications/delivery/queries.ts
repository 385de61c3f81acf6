import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { deleteBatch } from '../../../lib/worker/run-sweeps.ts'
import { insertNotification } from '../events/queries.ts'
import { REFUSAL_DAYS } from './rules.ts'

/** An e-mail address, or a phone number in digits. */
export type Recipient = { channel: 'email' | 'whatsapp'; address: string }
export type Refusal = { reason: string; refusals: number }

const DAY_MS = 86_400_000

function refusalsSince(now: Date) {
  return new Date(now.getTime() - REFUSAL_DAYS * DAY_MS)
}

/** What the address refused in the last days. */
export async function findRefusal(db: Database, { channel, address }: Recipient, now: Date) {
  const { rows } = await sql<Refusal>`/* find refusal */
    select reason, refusals from undeliverable_addresses
     where channel = ${channel} and recipient = ${address}::citext and refused_at > ${refusalsSince(now)}`.execute(db)
  return rows[0]
}

/** Counts one more refused message; older ones than the last days do not count. */
export async function saveRefusal(
  tx: Database,
  { channel, address }: Recipient,
  { reason, now }: { reason: string; now: Date },
) {
  await sql`/* save refusal */
    insert into undeliverable_addresses (channel, recipient, reason, refused_at)
    values (${channel}, ${address}::citext, ${reason}, ${now})
    on conflict on constraint undeliverable_addresses_key do update
       set reason = excluded.reason, refused_at = excluded.refused_at,
           refusals = case when undeliverable_addresses.refused_at > ${refusalsSince(now)}
                           then least(undeliverable_addresses.refusals, 1000) + 1 else 1 end`.execute(tx)
}

/** The address has accepted a message. */
export async function deleteRefusal(db: Database, { channel, address }: Recipient): Promise<void> {
  await sql`/* delete refusal */
    delete from undeliverable_addresses where channel = ${channel} and recipient = ${address}::citext`.execute(db)
}

export function deleteOldRefusals(db: Database, now: Date, limit: number): Promise<number> {
  return deleteBatch(db, { table: 'undeliverable_addresses', by: 'refused_at', until: refusalsSince(now), limit })
}

const texts = {
  email: {
    title: 'Seu e-mail recusou uma mensagem',
    message: (address: string) =>
      `Não conseguimos entregar em ${address}: a caixa não existe ou não recebe mensagens. Confira o endereço no seu perfil.`,
  },
  whatsapp: {
    title: 'O WhatsApp recusou uma mensagem',
    message: () =>
      'Não conseguimos entregar um lembrete no seu número: ele não está no WhatsApp ou bloqueou mensagens de empresas. Confira o telefone no seu perfil.',
  },
} as const

/** Notifies a user, at most once a day, that their own address refuses messages. */
export async function notifyRefusal(tx: Database, userId: string, { channel, address }: Recipient, now: Date) {
  const dedupeKey = `address:${userId}:${channel}-refused:${now.toISOString().slice(0, 10)}`
  const { title, message } = texts[channel]
  const notification = {
    userId,
    type: 'account_changed',
    dedupeKey,
    title,
    message: message(address),
    pushMessage: 'Confira o seu contato no perfil.',
    path: '/profile',
  } as const
  await insertNotification(tx, notification, now)
  await publish(tx, [userId], 'account')
}

export async function findUserOfEmail(db: Database, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`/* find user of email */
    select id from users where email = ${email}::citext`.execute(db)
  return rows[0]?.id
}
