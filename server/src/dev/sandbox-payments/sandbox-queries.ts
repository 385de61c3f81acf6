import type { PaymentMethod, PaymentStatus } from '@na-regua/contract/payments'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import type { CardOutcome } from './card.ts'

/** Instants are ISO texts here: this is what lies in the base. */
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
  /** What a renewal meets; nobody pays a Pix by himself. */
  payer: 'card' | 'failing' | 'pix'
  /** Left over from a dearer plan; the next bills are paid with it first. */
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
  /** What the card that was given does; its number is kept nowhere. */
  outcome?: CardOutcome
  pix?: { copyPaste: string; expiresAt: string }
  method?: PaymentMethod
  subscription?: string
  expiresAt: string
}

type Kinds = { checkout: SandboxCheckout; subscription: SandboxSubscription }

/** One page of the books, held until the commit. */
export async function findObject<Kind extends keyof Kinds>(
  db: Database,
  kind: Kind,
  id: string,
): Promise<Kinds[Kind] | undefined> {
  const { rows } = await sql<{ state: Kinds[Kind] }>`/* find sandbox object */
    select state from sandbox_objects where id = ${id} and kind = ${kind} for update`.execute(db)
  return rows[0]?.state
}

export async function putObject<Kind extends keyof Kinds>(
  db: Database,
  kind: Kind,
  { id, state, dueAt = null }: { id: string; state: Kinds[Kind]; dueAt?: Date | null },
): Promise<void> {
  await sql`/* put sandbox object */
    insert into sandbox_objects (id, kind, state, due_at) values (${id}, ${kind}, ${JSON.stringify(state)}::jsonb, ${dueAt}::timestamptz)
    on conflict (id) do update set state = excluded.state, due_at = excluded.due_at`.execute(db)
}

/** Subscriptions to which something happens by itself now. */
export async function listDueSubscriptions(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sandbox_objects where due_at <= ${now} order by due_at limit 100`.execute(db)
  return rows.map(({ id }) => id)
}
