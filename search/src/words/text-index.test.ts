import { expect, test } from 'vitest'
import { createSearchIndex, type SearchRow, type TextQuery } from '../search.ts'

// A linear congruential generator with a fixed seed, so that a failure can be repeated.
let state = 20_261_122
function random() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const chance = (probability: number) => random() < probability

const words = [
  'navalha',
  'navio',
  'barba',
  'barbearia',
  'tesoura',
  'real',
  'central',
  'mooca',
  '7',
  '12',
  'à',
  'cabelo💈',
]
const services = ['corte', 'sobrancelha', 'degrade', 'platinado', 'barba']
const everyForm = [
  ...[
    'na',
    'nav',
    'navalha',
    'bar',
    'arb',
    'o',
    'r',
    'real',
    'tral',
    'mooca',
    '1',
    '12',
    '3',
    'co',
    'sobr',
    'xyz',
    'perto',
    'longe',
    'à',
    '💈',
  ],
  ...['navlha', 'navalah', 'tesora', 'corrte', 'xqzwk', 'real7'],
]

/** Two towns; `perto` and `longe` are words of one of them only, some words are in most texts, and each has a number of its own. */
function generateRow(number: number): SearchRow {
  const isNear = number % 3 > 0
  const name = [pick(words), chance(0.3) ? pick(words) : 'do', String(number)].join(' ')
  const text = `${name} ${isNear ? 'perto' : 'longe'} ${services.filter(() => chance(0.7)).join(' ')}`.trim()
  const [x, y, z] = [0, 0, 0].map(() => Math.round(random() * 40) / 4 + (isNear ? 0 : 100)) as [number, number, number]
  const id = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
  return [id, x, y, z, null, null, 0, 0, chance(0.1), 0, 'UTC', '', '', ` ${name} `, ` ${text} `, null, '']
}

function generateQuery(): TextQuery {
  const center = [random() * 10, random() * 10, random() * 10] as const
  const forms = Array.from({ length: pick([1, 1, 2, 3]) }, () => pick(everyForm))
  return { center, chord: pick([1, 4, 30, 400]), forms, limit: pick([1, 10, 50]) }
}

const known = [...words, ...services, 'perto', 'longe'].filter((word) => word.length >= 3)
/** What is found of the forms above, as the rules of PostgreSQL find it. */
const corrections: Record<string, string[]> = {
  navlha: ['navalha'],
  navalah: ['navalha'],
  tesora: ['tesoura'],
  corrte: ['corte'],
  real7: ['real'],
}

function findByBruteForce(rows: readonly SearchRow[], { center: [x, y, z], chord, forms, limit }: TextQuery): string[] {
  const near = rows
    .map((row) => ({ row, chord: Math.sqrt((row[1] - x) ** 2 + (row[2] - y) ** 2 + (row[3] - z) ** 2) }))
    .filter((entry) => entry.chord <= chord)
    .toSorted((a, b) => a.chord - b.chord || Number(b.row[8]) - Number(a.row[8]) || (a.row[0] < b.row[0] ? -1 : 1))
    .map(({ row }) => row)
  const begins = (text: string, list: readonly string[]) => list.some((form) => text.includes(` ${form}`))
  const step = (accepts: (row: SearchRow) => boolean) => near.filter(accepts).slice(0, limit)
  const exact = [
    ...step((row) => forms.every((form) => begins(row[13], [form]))),
    ...step((row) => forms.every((form) => begins(row[14], [form]))),
    ...step((row) => forms.every((form) => row[14].includes(form))),
  ]
  if (exact.length > 0) return [...new Set(exact)].slice(0, limit).map(([id]) => id)
  const patterns = forms.map((form) => [form, ...(corrections[form] ?? [])])
  const corrected = step((row) => patterns.every((pattern) => begins(row[14], pattern)))
  const isNamed = (row: SearchRow) => patterns.every((pattern) => begins(row[13], pattern))
  return [...corrected.filter(isNamed), ...corrected.filter((row) => !isNamed(row))].map(([id]) => id)
}

async function createFilledIndex(rows: readonly SearchRow[]) {
  const toLocalMinute = (epochMinute: number) => ({ day: Math.floor(epochMinute / 1440), minute: epochMinute % 1440 })
  const toEpochMinute = ({ day, minute }: { day: number; minute: number }) => 1440 * day + minute
  const index = createSearchIndex({ features: [], toLocalMinute, toEpochMinute })
  index.addKnownWords(known)
  index.add(rows)
  await index.build()
  return index
}

function expectAgreement(
  index: Awaited<ReturnType<typeof createFilledIndex>>,
  rows: readonly SearchRow[],
  queries: number,
) {
  let found = 0
  for (let number = 0; number < queries; number++) {
    const query = generateQuery()
    const ids = index.findByText(query)
    expect({ query, ids }).toEqual({ query, ids: findByBruteForce(rows, query) })
    found += ids.length
  }
  expect(found).toBeGreaterThan(queries)
}

test('ids and order are those of brute force, with frequent words, rare ones, and words of another town', async () => {
  const rows = Array.from({ length: 15_000 }, (_, number) => generateRow(number))
  expectAgreement(await createFilledIndex(rows), rows, 400)
})

test('and so they are after barbershops were renamed, moved, inserted and removed', async () => {
  const rows = new Map(Array.from({ length: 1500 }, (_, number) => generateRow(number)).map((row) => [row[0], row]))
  const index = await createFilledIndex([...rows.values()])
  for (let round = 0; round < 15; round++) {
    const ids = [...rows.keys()]
    const renamed = Array.from({ length: 60 }, () => {
      const row = rows.get(pick(ids)) as SearchRow
      return [...row.slice(0, 13), ...generateRow(1).slice(13)] as unknown as SearchRow
    })
    const moved = Array.from({ length: 20 }, () => [pick(ids), ...generateRow(2).slice(1)] as unknown as SearchRow)
    const inserted = Array.from({ length: 40 }, (_, number) => generateRow(10_000 + 100 * round + number))
    for (const row of [...renamed, ...moved, ...inserted]) rows.set(row[0], row)
    const removed = Array.from({ length: 30 }, () => pick(ids))
    for (const id of removed) rows.delete(id)
    const changed = [...new Set([...renamed, ...moved, ...inserted].map(([id]) => id).concat(removed))]
    index.update(
      changed,
      changed.map((id) => rows.get(id)).filter((row) => row !== undefined),
    )
    expectAgreement(index, [...rows.values()], 40)
  }
})

test('a barber is found by name before specialty, with words of the barbershop, and never by the words of two', async () => {
  const empty = ' casa onze '
  const shop = (number: number, barbers: string): SearchRow => {
    const id = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
    const features = [null, null, 0, 0, false, 0, 'UTC', '', '', empty, empty, null, ''] as const
    return [id, number, 0, 0, ...features, ['Aleixo', 'Manaus', 'AM', 'Rua 1', null], false, false, false, barbers]
  }
  const rows = [
    shop(1, ' rosa lima \t degrade \n ana souza \t'),
    shop(2, ' ana lima \t rosa \n bruno \t degrade '),
    shop(3, ''),
  ]
  const index = await createFilledIndex(rows)
  const find = (...forms: string[]) =>
    index
      .findByBarber({ center: [0, 0, 0], chord: 100, forms, limit: 5 })
      .map((id) => Number.parseInt(id.slice(0, 8), 16))
  expect(find('ana')).toEqual([1, 2])
  expect(find('ana', 'lima')).toEqual([2])
  expect(find('souza', 'degrade')).toEqual([])
  expect(find('rosa')).toEqual([1, 2])
  expect(find('bruno', 'aleixo')).toEqual([2])
  expect(find('brunno', 'onze')).toEqual([2])
  expect(index.findByText({ center: [0, 0, 0], chord: 100, forms: ['ana'], limit: 5 })).toEqual([])

  index.update([rows[1]?.[0] as string], [shop(2, ' bruno \t')])
  expect(find('ana')).toEqual([1])
  expect(find('bruno', 'degrade')).toEqual([])
  index.update([rows[0]?.[0] as string], [])
  expect(find('ana')).toEqual([])
})
