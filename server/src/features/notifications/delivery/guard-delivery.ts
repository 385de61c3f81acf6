import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { AddressRefused, type Mailer } from '../../../lib/mail.ts'
import type { WhatsApp } from '../../../lib/whatsapp.ts'
import { deleteRefusal, findRefusal, findUserOfEmail, notifyRefusal, type Recipient, saveRefusal } from './queries.ts'
import { MAX_REFUSALS } from './rules.ts'

type GuardDeps = { db: DatabasePool; clock: Clock }

/** Remembers addresses that refuse emails for good, notifies the account of such an address, and stops after a few refusals. */
export function guardMailer(deps: GuardDeps, mail: Mailer): Mailer {
  return {
    ...mail,
    send: (to, ...email) => deliver(deps, { channel: 'email', address: to }, () => mail.send(to, ...email)),
  }
}

/** The same for phone numbers. The sender of a message notifies its user. */
export function guardWhatsApp(deps: GuardDeps, whatsapp: WhatsApp): WhatsApp {
  return {
    ...whatsapp,
    send: (phone, message) =>
      deliver(deps, { channel: 'whatsapp', address: phone }, () => whatsapp.send(phone, message)),
  }
}

async function deliver<T>(deps: GuardDeps, recipient: Recipient, send: () => Promise<T>): Promise<T> {
  const { db, clock } = deps
  const earlier = await findRefusal(db, recipient, clock.now())
  if (earlier && earlier.refusals >= MAX_REFUSALS) throw new AddressRefused(earlier.reason)
  const sent = await send().catch(async (error) => {
    if (error instanceof AddressRefused) await recordRefusal(deps, recipient, error.message)
    throw error
  })
  if (earlier) await deleteRefusal(db, recipient)
  return sent
}

async function recordRefusal({ db, clock }: GuardDeps, recipient: Recipient, reason: string): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await saveRefusal(tx, recipient, { reason, now })
    const userId = recipient.channel === 'email' ? await findUserOfEmail(tx, recipient.address) : undefined
    if (userId) await notifyRefusal(tx, userId, recipient, now)
  })
}
