import { readFile } from 'node:fs/promises'
import { type AddressParts, composeAddressLine, splitStreet } from '@na-regua/contract/addresses'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const migration = await readFile(new URL('../../../../migrations/0060-split-addresses.sql', import.meta.url), 'utf8')

type EarlierAddress = { street: string; address: string; neighborhood: string }

/** The address of a barbershop of an earlier version, after the migration. */
async function migrate(earlier: EarlierAddress) {
  const { id } = await createBarbershopRow(world)
  await world.db
    .updateTable('barbershops')
    .set({ ...earlier, street_number: '' })
    .where('id', '=', id)
    .execute()
  await sql.raw(migration).execute(world.db)
  const row = await world.db.selectFrom('barbershops').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { street, street_number: number, complement, neighborhood, city, state, address } = row
  return { id, parts: { street, number, complement, neighborhood, city, state }, line: address }
}

const bueno = 'Setor Bueno'

test.each([
  ['Rua T-55', 'Rua T-55, 100', bueno, ['Rua T-55', '100', ''], 'Rua T-55, 100 - Setor Bueno, Goiânia - GO'],
  [
    'Rua T-55',
    'Rua T-55, 100 - Setor Bueno',
    bueno,
    ['Rua T-55', '100', ''],
    'Rua T-55, 100 - Setor Bueno, Goiânia - GO',
  ],
  [
    'Rua T-55, 100',
    'Rua T-55, 100 - Setor Bueno, Goiânia - GO',
    bueno,
    ['Rua T-55', '100', ''],
    'Rua T-55, 100 - Setor Bueno, Goiânia - GO',
  ],
  ['Rua 9', 'Rua 9, 12B, Sala 3, Goiânia - GO', '', ['Rua 9', '12B', 'Sala 3'], 'Rua 9, 12B, Sala 3, Goiânia - GO'],
  ['Praça Cívica', 'Praça Cívica', '', ['Praça Cívica', '', ''], 'Praça Cívica, Goiânia - GO'],
])('%s | %s | %s becomes parts, and the line is complete', async (street, address, neighborhood, parts, line) => {
  const migrated = await migrate({ street, address, neighborhood })
  expect([migrated.parts.street, migrated.parts.number, migrated.parts.complement]).toEqual(parts)
  expect(migrated.line).toBe(line)
  expect(composeAddressLine(migrated.parts)).toBe(line)
})

test.each([
  ['what is not explained', 'Rua 9', 'Rua 9, 100 - ao lado da padaria', bueno, ['Rua 9', '100']],
  ['another neighbourhood', 'Rua 9', 'Rua 9, 100 - Setor Oeste', bueno, ['Rua 9', '100']],
  ['no neighbourhood to compare with', 'Rua 9', 'Rua 9, 100 - Setor Oeste', '', ['Rua 9', '100']],
  ['another street', 'Rua 9', 'Rua 90, 100', bueno, ['Rua 9', '']],
  ['a lot instead of a number', 'Rua 9', 'Rua 9, Qd. 3 Lt. 4', bueno, ['Rua 9', '']],
  ['only the number is certain', 'Avenida 85, 20', 'Esquina da 85 com a T-10', bueno, ['Avenida 85', '20']],
  ['a neighbourhood called like a complement', 'Rua 9', 'Rua 9, 100, Lote Quinze', '', ['Rua 9', '100']],
])('%s: the line stays as its owner wrote it', async (_, street, address, neighborhood, parts) => {
  const migrated = await migrate({ street, address, neighborhood })
  expect([migrated.parts.street, migrated.parts.number]).toEqual(parts)
  expect(migrated.parts.complement).toBe('')
  expect(migrated.line).toBe(address)
})

test('no word of any earlier line is lost', async () => {
  const word = fc.constantFrom('Rua', '9', '100', 'Sala 2', 'loja', 'Centro', 'T-55', "d'Água", 'Goiânia', 'GO', 'km 3')
  const text = fc
    .array(fc.tuple(word, fc.constantFrom(' ', ', ', ' - ', ',')), { minLength: 1, maxLength: 6 })
    .map((pairs) => pairs.flat().slice(0, -1).join(''))
  const wordsOf = (line: string) => line.split(/[\s,]+|-(?=\s)/).filter(Boolean)
  await fc.assert(
    fc.asyncProperty(text, fc.option(text, { nil: '' }), text, async (start, neighborhood, rest) => {
      const street = start.split(',')[0] ?? start
      const address = `${start}, ${rest}`
      const migrated = await migrate({ street, address, neighborhood })
      const isSame = migrated.line === address
      expect(isSame || migrated.line === composeAddressLine(migrated.parts)).toBe(true)
      for (const part of wordsOf(address)) expect(wordsOf(migrated.line)).toContain(part)
    }),
    { numRuns: 60 },
  )
})

test('a repetition of the migration changes nothing', async () => {
  const { id } = await migrate({ street: 'Rua 9', address: 'Rua 9, 100', neighborhood: bueno })
  const get = () => world.db.selectFrom('barbershops').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const before = await get()
  await sql.raw(migration).execute(world.db)
  expect(await get()).toEqual(before)
})

test('a number that the previous version writes into the street replaces the number', async () => {
  const { id } = await migrate({ street: 'Rua 9', address: 'Rua 9, 100', neighborhood: bueno })
  await world.db.updateTable('barbershops').set({ street: 'Av. 85, 20' }).where('id', '=', id).execute()
  const row = await world.db.selectFrom('barbershops').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect([row.street, row.street_number]).toEqual(['Av. 85', '20'])
})

test('database and contract split a street in the same place', async () => {
  const parts: AddressParts[] = []
  for (const street of [
    'Rua T-55, 100',
    'Rua 9,12B',
    'Rua 9 , 7',
    'Rua 9',
    'Rua 9, 1234567',
    'Qd. 3, Lt. 4, 5',
    'Rua 9, x',
  ])
    parts.push((await migrate({ street, address: 'Na praça', neighborhood: bueno })).parts)
  for (const { street, number } of parts)
    expect(splitStreet([street, number].filter(Boolean).join(', '))).toEqual({ street, number })
  expect(parts.map(({ number }) => number)).toEqual(['100', '12B', '7', '', '', '', ''])
})
