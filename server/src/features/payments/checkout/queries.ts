import { randomBytes } from 'node:crypto'
import type { PaymentStatus } from '@na-regua/contract/payments'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { OpenedCheckout, ProviderName } from '../../../lib/payments/provider.ts'

export type OpenSubscription = {
  id: string
  planId: string
  tier: string
  provider: string
  reference: string | null
  status: string
  endsAt: Date | null
  graceEndsAt: Date | null
  renewsItself: boolean
  isCancelled: boolean
  planName: string
}

/** The current subscription, which may be the free plan. */
export async function findOpenSubscription(
  db: Database,
  userId: string,
  now: Date,
): Promise<OpenSubscription | undefined> {
  const { rows } = await sql<OpenSubscription>`/* find open subscription */
    select subscriptions.id, plan_id as "planId", tier, provider, provider_reference as reference, status,
           period_ends_at as "endsAt", grace_ends_at as "graceEndsAt", renews_itself as "renewsItself",
           cancel_requested_at is not null as "isCancelled", plans.name as "planName"
      from subscriptions join plans on plans.id = plan_id
     where user_id = ${userId} and status in ('active', 'past_due')
       and (coalesce(grace_ends_at, period_ends_at) is null or coalesce(grace_ends_at, period_ends_at) > ${now})`.execute(
    db,
  )
  return rows[0]
}

export type PaymentSession = {
  id: string
  userId: string
  planId: string
  mode: 'payment' | 'change'
  provider: ProviderName
  reference: string | null
  clientSecret: string | null
  changes: string | null
  amountCents: number | null
  creditCents: number
  status: PaymentStatus
}

const columns = sql`id, user_id as "userId", plan_id as "planId", mode, provider, provider_reference as reference,
  client_secret as "clientSecret", changes_reference as changes, amount_cents as "amountCents", credit_cents as "creditCents", status`

/** Sessions that can still be paid, including declined ones. */
export async function listPayable(tx: Database, userId: string, now: Date): Promise<PaymentSession[]> {
  const { rows } = await sql<PaymentSession>`/* list payable sessions */
    select ${columns} from payment_sessions
     where user_id = ${userId} and status in ('pending', 'requires_action', 'failed') and expires_at > ${now}
     order by created_at desc`.execute(tx)
  return rows
}

/** At most one session of a user is open: called before the next is inserted. */
export async function expireOpenSessions(tx: Database, userId: string, now: Date): Promise<void> {
  await sql`/* expire open sessions */
    update payment_sessions set status = 'expired', updated_at = ${now}
     where user_id = ${userId} and status in ('pending', 'requires_action')`.execute(tx)
}

type NewSession = Pick<
  PaymentSession,
  'userId' | 'planId' | 'mode' | 'provider' | 'changes' | 'amountCents' | 'creditCents'
>

export async function insertPaymentSession(
  tx: Database,
  session: NewSession & { expiresAt: Date; now: Date },
): Promise<PaymentSession> {
  const { userId, planId, mode, provider, changes, amountCents, creditCents, expiresAt, now } = session
  const id = randomBytes(32).toString('base64url')
  const { rows } = await sql<PaymentSession>`/* insert payment session */
    insert into payment_sessions (id, user_id, plan_id, mode, provider, changes_reference, amount_cents, credit_cents, expires_at,
                                  created_at, updated_at)
    values (${id}, ${userId}, ${planId}, ${mode}, ${provider}, ${changes}, ${amountCents}, ${creditCents}, ${expiresAt}, ${now}, ${now})
    returning ${columns}`.execute(tx)
  return rows[0] as PaymentSession
}

/** Stores the provider's response. Concurrent requests for one session got the same one. */
export async function setOpened(
  db: Database,
  id: string,
  { reference, clientSecret, expiresAt }: OpenedCheckout,
): Promise<void> {
  await db
    .updateTable('payment_sessions')
    .set({ provider_reference: reference, client_secret: clientSecret, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

export async function findPaymentSession(db: Database, id: string): Promise<PaymentSession | undefined> {
  const { rows } = await sql<PaymentSession>`/* find payment session */
    select ${columns} from payment_sessions where id = ${id}`.execute(db)
  return rows[0]
}

/** Succeeded only when the paid subscription is stored too: only then does a login make an owner. */
export async function findPublicStatus(db: Database, id: string, now: Date) {
  const { rows } = await sql<{ status: PaymentStatus; planId: string }>`/* find public status */
    select case when status = 'succeeded' and not exists (
                     select from subscriptions where subscriptions.provider = payment_sessions.provider
                        and subscriptions.provider_reference = subscription_reference) then 'pending'
                when status in ('pending', 'requires_action') and expires_at < ${now} then 'expired'
                else status end as status, plan_id as "planId"
      from payment_sessions where id = ${id}`.execute(db)
  return rows[0]
}
