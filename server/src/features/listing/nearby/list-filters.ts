import type { FilterOptions } from '@na-regua/contract/barbershops'
import type { Database } from '../../../lib/database.ts'
import { listFeatures } from '../../barbershops/queries.ts'

const distances = [1, 2, 5, 10, 20, 50].map((value) => ({ value, label: `${value} km` }))

/** The web appends "estrelas". */
const ratings = [4.5, 4, 3].map((value) => ({ value, label: `${String(value).replace('.', ',')}+` }))

const priceRanges = [
  { label: 'Até R$ 30,00', min: 0, max: 3000 },
  { label: 'R$ 30,00 a R$ 50,00', min: 3000, max: 5000 },
  { label: 'R$ 50,00 a R$ 80,00', min: 5000, max: 8000 },
  { label: 'Acima de R$ 80,00', min: 8000, max: null },
]

export async function listFilters(db: Database): Promise<FilterOptions> {
  return { distances, ratings, priceRanges, features: await listFeatures(db) }
}
