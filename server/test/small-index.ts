import { createSearchIndex, type SearchRow } from '@na-regua/search'

/** The ids of so many barbershops. */
const toId = (number: number) => `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

function toRow(id: string, number: number): SearchRow {
  const row = [id, 0, 0, number / 1000, 4, null, 0, 0, false, 0, 'UTC', '', '', '', '', 4, '30 0 corte \t100'] as const
  return [...row, ['Centro', 'Goiânia', 'GO', 'Rua 1', null], true]
}

/** A built index of barbershops in UTC that are not in the database, whose slots and waits are not loaded. */
export async function createSmallIndex(size: number) {
  const index = createSearchIndex({
    features: [],
    toLocalMinute: (epochMinute) => ({ day: Math.floor(epochMinute / 1440), minute: epochMinute % 1440 }),
    toEpochMinute: ({ day, minute }) => 1440 * day + minute,
  })
  const ids = Array.from({ length: size }, (_, number) => toId(number))
  index.add(ids.map(toRow))
  await index.build()
  return { index, ids }
}
