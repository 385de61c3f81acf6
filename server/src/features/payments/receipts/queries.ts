import { ApiError } from '@na-regua/contract/errors'
import type { Payment, PaymentMethod, Receipt } from '@na-regua/contract/payments'
import type { BillingPeriod } from '@na-regua/contract/plans'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

type Row = {
  id: string
  date: string
  plan: string
  billing_period: BillingPeriod
  periodStartsAt: string
  periodEndsAt: string
  amountCents: number
  status: Payment['status']
  method: PaymentMethod | null
  number: number | null
}

const columns = sql`payments.id, paid_at as date, plans.name as plan, billing_period, payments.period_starts_at as "periodStartsAt",
  payments.period_ends_at as "periodEndsAt", amount_cents as "amountCents", payments.status, method, receipt_number as number`

/** 2026-000042: the year of the payment in Brazil's capital, then its number. */
function toPayment({ number, ...row }: Row): Payment {
  const iso = (instant: string) => new Date(instant).toISOString()
  const date = iso(row.date)
  const year = Temporal.Instant.from(date).toZonedDateTimeISO('America/Sao_Paulo').year
  const receiptNumber = number === null ? null : `${year}-${String(number).padStart(6, '0')}`
  return { ...row, date, periodStartsAt: iso(row.periodStartsAt), periodEndsAt: iso(row.periodEndsAt), receiptNumber }
}

/** One page, newest first, and how many there are. */
export async function listPayments(db: Database, userId: string, { limit, offset }: { limit: number; offset: number }) {
  const { rows } = await sql<{ total: number; payments: Row[] }>`/* list payments */
    select (select count(*) from payments where user_id = ${userId}) as total,
           (select coalesce(json_agg(page), '[]') from (
              select ${columns} from payments join plans on plans.id = plan_id where user_id = ${userId}
               order by paid_at desc, payments.id limit ${limit} offset ${offset}) page) as payments`.execute(db)
  const { total, payments } = rows[0] as { total: number; payments: Row[] }
  return { total, payments: payments.map(toPayment) }
}

type Seller = Receipt['seller']

export async function getReceipt(db: Database, { id, userId, seller }: { id: string; userId: string; seller: Seller }) {
  const { rows } = await sql<Row & { name: string; email: string }>`/* get receipt */
    select ${columns}, users.name, users.email
      from payments join plans on plans.id = plan_id join users on users.id = user_id
     where payments.id = ${id} and user_id = ${userId}`.execute(db)
  if (!rows[0]) throw new ApiError('PAYMENT_NOT_FOUND')
  const { name, email, ...row } = rows[0]
  return { ...toPayment(row), buyer: { name, email }, seller } satisfies Receipt
}
