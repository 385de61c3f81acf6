import type { PaymentMethod, PaymentStatus } from '@na-regua/contract/payments'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import type { CardOutcome } from './card.ts'

/** The stored JSON, with instants as ISO strings. `toldAt` is the time of the last report. */
type PaymentEntry = {
  reference: string
  planId: string
  amountCents: number
  status: 'failed' | 'paid' | 'refunded'
  method: PaymentMethod
  periodStartsAt: string
  periodEndsAt: string
  toldAt: string
}

export type SandboxSubscription = {
  userId: string
  planId: string
  months: number
  priceCents: number
  status: 'active' | 'past_due' | 'cancelled'
  /** How renewals end: a card pays, a failing one does not, and a Pix needs the user. */
  payer: 'card' | 'failing' | 'pix'
  /** Ends with the paid period. */
  endsWithPeriod?: boolean
  /** Left over from a more expensive plan; used first for the next payments. */
  creditCents: number
  periodStartsAt: string
  paidUntil: string
  toldAt: string
  payments: PaymentEntry[]
}

export type SandboxCheckout = {
  sessionId: string
  userId: string
  planId: string
  months: number
  priceCents: number
  amountCents: number
  changes: string | null
  status: PaymentStatus
  /** The outcome of the card. Its number is never stored. */
  outcome?: CardOutcome
  pix?: { copyPaste: string; expiresAt: string }
  method?: PaymentMethod
  subscription?: string
  expiresAt: string
}

type Kinds = { checkout: SandboxCheckout; subscription: SandboxSubscription }

/** Locks the row until the commit, as a provider's own transaction would. */
export async function findObject<Kind extends keyof Kinds>(
  db: Database,
  kind: Kind,
  id: string,
): Promise<Kinds[Kind] | undefined> {
  const { rows } = await sql<{ state: Kinds[Kind] }>`/* find sandbox object */
    select state from sandbox_objects where id = ${id} and kind = ${kind} for update`.execute(db)
  return rows[0]?.state
}

/** Without a lock: for a transaction that already holds locks of ours, which come after those of a provider (decision 06). */
export async function readSubscriptionObject(db: Database, id: string): Promise<SandboxSubscription | undefined> {
  const { rows } = await sql<{ state: SandboxSubscription }>`/* read sandbox subscription */
    select state from sandbox_objects where id = ${id} and kind = 'subscription'`.execute(db)
  return rows[0]?.state
}

export async function saveObject<Kind extends keyof Kinds>(
  db: Database,
  kind: Kind,
  { id, state, dueAt = null }: { id: string; state: Kinds[Kind]; dueAt?: Date | null },
): Promise<void> {
  await sql`/* save sandbox object */
    insert into sandbox_objects (id, kind, state, due_at) values (${id}, ${kind}, ${JSON.stringify(state)}::jsonb, ${dueAt}::timestamptz)
    on conflict (id) do update set state = excluded.state, due_at = excluded.due_at`.execute(db)
}

/** Subscriptions that must be renewed or ended now. */
export async function listDueSubscriptions(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sandbox_objects where due_at <= ${now} order by due_at limit 100`.execute(db)
  return rows.map(({ id }) => id)
}
