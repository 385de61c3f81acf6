import type { VisitReceipt } from '@na-regua/contract/visits'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { deriveToken, isDerivedToken } from '../../../lib/secrets.ts'

type ReceiptRow = Omit<VisitReceipt, 'closedAt'> & { closedAt: Date }

/** A closed visit, as its customer may see it; also one that was reversed since. */
export async function findReceipt(db: Database, id: string): Promise<VisitReceipt | undefined> {
  const { rows } = await sql<ReceiptRow>`/* find receipt of visit */
    select barbershops.name as "barbershopName", address, time_zone as "timeZone", number, closed_at as "closedAt",
           status = 'REVERSED' as "isReversed", total_cents as "totalCents",
           (select json_agg(json_build_object('name', name, 'quantity', quantity, 'unitCents', unit_cents, 'discountCents', discount_cents)
                     order by position)
              from visit_lines where visit_id = visits.id) as lines,
           coalesce((select json_agg(json_build_object('method', method, 'amountCents', amount_cents, 'tenderedCents', tendered_cents,
                                       'installments', installments, 'isPending', method = 'pix' and confirmed_at is null) order by position)
                       from visit_payments where visit_id = visits.id), '[]') as payments
      from visits join barbershops on barbershops.id = barbershop_id
     where visits.id = ${id} and closed_at is not null`.execute(db)
  return rows[0] && { ...rows[0], closedAt: rows[0].closedAt.toISOString() }
}

export type ReceiptRecipient = { userId: string; name: string; email: string }

/** The account of the customer of a closed visit that was not reversed. Undefined without one, or with an unverified address. */
export async function findReceiptRecipient(db: Database, visitId: string): Promise<ReceiptRecipient | undefined> {
  const { rows } = await sql<ReceiptRecipient>`/* find recipient of receipt */
    select users.id as "userId", users.name, users.email::text
      from visits join customer_profiles on customer_profiles.id = profile_id join users on users.id = user_id
     where visits.id = ${visitId} and visits.status = 'CLOSED' and users.email is not null and email_verified_at is not null`.execute(
    db,
  )
  return rows[0]
}

const SECRET = 'visit-receipt'

/** In the link to the receipt. Valid as long as the visit exists. */
export function getReceiptToken(db: Database, visitId: string): Promise<string> {
  return deriveToken(db, SECRET, visitId)
}

export function isReceiptToken(db: Database, visitId: string, token: string): Promise<boolean> {
  return isDerivedToken(db, { secretName: SECRET, subject: visitId, token })
}
