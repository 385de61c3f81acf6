import type { Barbershop } from '@na-regua/contract/barbershops'
import type { Database } from '../../lib/database.ts'
import type { Position } from '../../lib/sphere.ts'
import { getActiveBarbershop } from './queries.ts'
import { toBarbershop } from './rules.ts'

/** One statement. The distance is null unless both coordinates are given. */
export async function getBarbershop(
  db: Database,
  id: string,
  { latitude, longitude }: Partial<Position>,
  now: Date,
): Promise<Barbershop> {
  const here = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined
  return toBarbershop(await getActiveBarbershop(db, id), now, here)
}
