import { barbershopsApi } from '@na-regua/contract/barbershops'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const here = { latitude: -16.6869, longitude: -49.2648 }
const shops = [
  { km: 1, name: 'Studio Alfa', neighborhood: 'Setor Bueno', services: [{ name: 'Degradê navalhado' }] },
  { km: 2, name: 'Navalha de Ouro', neighborhood: 'Setor Marista', services: [{ name: 'Corte' }] },
  { km: 3, name: 'Barbearia São João', neighborhood: 'Jardim Goiás', services: [{ name: 'Pigmentação' }] },
  {
    km: 4,
    name: 'AlfaBarber 100%',
    neighborhood: 'Centro',
    services: [{ name: 'Corte' }, { name: 'Luzes', isActive: false }],
  },
  { km: 70, name: 'Navalha Distante', city: 'Anápolis', neighborhood: 'Centro' },
  { km: 0.5, name: 'Navalha Fechada', isActive: false },
]
for (const { km, ...fields } of shops) {
  await createBarbershopRow(world, { ...fields, latitude: here.latitude + km / 111.195 })
}

const search = (query: string, more: Record<string, unknown> = {}) =>
  world.call(barbershopsApi.search, { query: { query, ...here, ...more } })
async function names(query: string, more: Record<string, unknown> = {}) {
  const { status, body } = await search(query, more)
  expect(status).toBe(200)
  return body.barbershops.map(({ name }: { name: string }) => name)
}

test('two letters are enough, and the response matches its schema [7.11]', async () => {
  const { status, body } = await search('na')
  expect(status).toBe(200)
  expect(Value.Check(barbershopsApi.search.schema.response[200], body)).toBe(true)
  expect(body.barbershops[0]).toMatchObject({ name: 'Navalha de Ouro', neighborhood: 'Setor Marista' })
  expect(body.barbershops[0].distance_in_km).toBeCloseTo(2, 2)
})

test('a name comes before a nearer service, and a prefix before a match inside a word', async () => {
  expect(await names('nav')).toEqual(['Navalha de Ouro', 'Studio Alfa'])
  expect(await names('navalha')).toEqual(['Navalha de Ouro', 'Studio Alfa'])
  expect(await names('barber')).toEqual(['AlfaBarber 100%'])
  expect(await names('barb')).toEqual(['Barbearia São João', 'AlfaBarber 100%'])
})

test('accents and case do not matter', async () => {
  for (const query of ['SAO JOAO', 'são joão', 'São  João!', 'joao'])
    expect(await names(query)).toEqual(['Barbearia São João'])
  expect(await names('degrade')).toEqual(['Studio Alfa'])
})

test('neighbourhood, city and service are found; inactive services are not', async () => {
  expect(await names('marista')).toEqual(['Navalha de Ouro'])
  expect(await names('pigmentacao jardim goias')).toEqual(['Barbearia São João'])
  expect(await names('goiânia')).toHaveLength(4)
  expect(await names('luzes')).toEqual([])
})

test('typos are corrected: one wrong, missing or doubled character, or two exchanged', async () => {
  for (const query of ['navlha', 'navalla', 'navvalha', 'navahla', 'naválha de oro']) {
    expect(await names(query)).toContain('Navalha de Ouro')
  }
  expect(await names('marrista')).toEqual(['Navalha de Ouro'])
  expect(await names('pigmentasao')).toEqual(['Barbearia São João'])
})

test('stop words are ignored', async () => {
  expect(await names('barbearia no jardim goias')).toEqual(['Barbearia São João'])
  expect(await names('na')).toContain('Navalha de Ouro')
})

test('only within the radius, and at most as many as the limit [7.11, 9.2]', async () => {
  expect(await names('navalha', { radiusInKm: 100 })).toEqual(['Navalha de Ouro', 'Navalha Distante', 'Studio Alfa'])
  expect(await names('goiania', { limit: 2 })).toEqual(['Studio Alfa', 'Navalha de Ouro'])
})

test('a service that no barbershop provides finds nothing', async () => {
  for (const query of ['xyzzy', 'qq', '日本', '🪒🪒']) expect(await names(query)).toEqual([])
})

test('wildcards, quotes and regular expressions have no special meaning', async () => {
  for (const query of [
    '%%',
    '__',
    "''",
    '\\\\',
    "'; drop table barbershops; --",
    '.*',
    '(a|b',
    '[[:alpha:]]',
    '$1$2',
  ]) {
    expect((await search(query)).status).toBe(200)
  }
  expect(await names('%%')).toEqual([])
  expect(await names('100%')).toEqual(['AlfaBarber 100%'])
  expect(await names('%z%q%')).toEqual([])
  expect(await names('goiania')).toHaveLength(4)
})

const refused: [string, string, Record<string, unknown>][] = [
  ['one character', 'n', {}],
  ['one character among spaces', '  n  ', {}],
  ['nothing', '', {}],
  ['a text too long', 'a'.repeat(81), {}],
  ['a NUL', 'na\u0000', {}],
  ['no place', 'na', { latitude: undefined }],
  ['no radius', 'na', { radiusInKm: 0 }],
  ['more than 100 km', 'na', { radiusInKm: 101 }],
  ['more than fifty', 'na', { limit: 51 }],
  ['an unknown parameter', 'na', { page: 1 }],
]

test.each(refused)('refuses %s', async (_, query, more) => {
  const { status, body } = await search(query, more)
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
})

test.each([
  ["Navalha D'Ouro", 'navalha douro'],
  ["Olho d'Água Barber", 'olho dagua'],
  ['Rei do Corte', 'mirassol doeste'],
])('%s is found as %j', async (name, query) => {
  const there = { latitude: -15.6, longitude: -58.1 }
  if (!hasApostrophes) {
    hasApostrophes = true
    for (const other of ["Navalha D'Ouro", "Olho d'Água Barber"])
      await createBarbershopRow(world, { ...there, name: other, city: 'Cuiabá', neighborhood: 'Centro' })
    await createBarbershopRow(world, {
      ...there,
      name: 'Rei do Corte',
      city: "Mirassol d'Oeste",
      neighborhood: 'Centro',
    })
  }
  expect(await names(query, there)).toEqual([name])
})

let hasApostrophes = false
