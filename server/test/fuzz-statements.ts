import { randomUUID } from 'node:crypto'
import type { Route } from '@na-regua/contract/route'
import type { FuzzSamples } from './fuzz-requests.ts'
import type { FuzzVisits } from './fuzz-visits.ts'
import type { Harness } from './harness.ts'

const ENTRIES = 12

/** Pix of a statement about which no person has decided. */
export async function createFuzzStatements({ db, clock }: Harness, { tenant }: { tenant: { shop: { id: string } } }) {
  const barbershop_id = tenant.shop.id
  const day = '2026-03-10'
  const { id: statement_id } = await db
    .insertInto('bank_statements')
    .values({ barbershop_id, file_name: 'extrato.ofx', first_day: day, last_day: day, imported_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: ENTRIES }, () => ({
    barbershop_id,
    statement_id,
    bank_key: randomUUID(),
    day,
    cents: 5000,
  }))
  const bankEntries = await db.insertInto('bank_entries').values(rows).returning('id').execute()
  return { bankEntries }
}

export type FuzzStatements = Awaited<ReturnType<typeof createFuzzStatements>>

const receiver = { keyType: 'email', key: 'ze@example.com', merchantName: 'Barbearia do Zé', merchantCity: 'Goiânia' }

/** Samples of the endpoints of statements; none for others. */
export function statementSamplesOf(
  { url }: Route,
  { bankEntries, fuzzVisits }: FuzzStatements & FuzzVisits,
): FuzzSamples {
  if (url.endsWith('/pix')) return { receiver: [receiver, receiver, null, { ...receiver, keyType: 'cpf' }, {}] }
  if (!url.includes('statements')) return {}
  const payments = fuzzVisits.flatMap((visit) => visit.payments.map(({ id }) => id))
  if (url.includes('barbershops')) return { file: [Buffer.from('Data;Descrição;Valor\n11/03/2026;Pix de Ana;45,00')] }
  return {
    id: [...(url.includes('entries') ? bankEntries.map(({ id }) => id) : payments), randomUUID()],
    paymentId: [...payments, randomUUID()],
  }
}
