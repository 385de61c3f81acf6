import { type RawBuilder, sql } from 'kysely'
import {
  isSelected,
  listServiceTerms,
  matchesEach,
  type ServicePrices,
  type WordBeginnings,
} from '../../src/features/listing/slots-today/queries.ts'
import type { Database } from '../../src/lib/database.ts'

/** How long a service takes, and the buffer after it, with one barber, or with each of them where `barberId` is null. */
export type ServiceTime = { durationMin: number; bufferMin: number; barberId: string | null }

/** Few columns decide for most barbershops. */
export function mayHaveService(beginnings: WordBeginnings): RawBuilder<unknown> {
  return matchesEach(sql`search_text`, beginnings)
}

export function hasService(beginnings: WordBeginnings, prices: ServicePrices): RawBuilder<unknown> {
  const terms = listServiceTerms(sql`services.barbershop_id = barbershops.id`)
  return sql`exists (select from ${terms} where ${isSelected(beginnings, prices)})`
}

/** The terms of those services of each barbershop that has one. */
export async function listServiceTimes(
  db: Database,
  barbershopIds: readonly string[],
  beginnings: WordBeginnings,
  prices: ServicePrices,
): Promise<Map<string, ServiceTime[]>> {
  const { rows } = await sql<ServiceTime & { barbershopId: string }>`/* list service times */
    select distinct barbershop_id as "barbershopId", barber_id as "barberId", duration_min as "durationMin", buffer_min as "bufferMin"
      from ${listServiceTerms(sql`services.barbershop_id = any(${barbershopIds}::uuid[])`)} where ${isSelected(beginnings, prices)}`.execute(
    db,
  )
  return Map.groupBy(rows, (row) => row.barbershopId)
}
