import { expect, test } from 'vitest'
import largest from './largest-municipalities.json' with { type: 'json' }
import { listMunicipalities } from './list-municipalities.ts'
import municipalities from './municipalities.json' with { type: 'json' }

const names = (wanted: Omit<Parameters<typeof listMunicipalities>[0], 'limit'>, limit = 5) =>
  listMunicipalities({ ...wanted, limit }).map(({ name, state }) => `${name} ${state}`)

test('the largest municipalities in view come first', () => {
  expect(names({ north: 6, south: -34, east: -34, west: -74 }, 3)).toEqual([
    'São Paulo SP',
    'Rio de Janeiro RJ',
    'Brasília DF',
  ])
  expect(names({ north: -16, south: -17.2, east: -48.8, west: -50 }, 2)).toEqual([
    'Goiânia GO',
    'Aparecida de Goiânia GO',
  ])
})

test('a name is found by its beginning, without accents or case, and by a later word after that', () => {
  expect(names({ query: 'goian' })[0]).toBe('Goiânia GO')
  expect(names({ query: 'SAO PAU' })[0]).toBe('São Paulo SP')
  expect(names({ query: 'noronha' })[0]).toBe('Fernando de Noronha PE')
  expect(names({ query: 'aparecida de goiania' })).toEqual(['Aparecida de Goiânia GO'])
})

const withApostrophe = Object.entries(municipalities).flatMap(([state, rows]) =>
  rows.flatMap(([, name]) => (String(name).includes("'") ? [{ name: String(name), state }] : [])),
)

test('a name with an apostrophe is found with another one, with a space and without any', () => {
  expect(withApostrophe.length).toBeGreaterThan(45)
  for (const { name, state } of withApostrophe)
    for (const sign of ["'", '’', '´', '`', ' ', '']) {
      const query = `${name.replace("'", sign)} ${state}`
      expect(names({ query }), query).toContain(`${name} ${state}`)
    }
  expect(names({ query: 'santa barbara doeste' })).toEqual(["Santa Bárbara d'Oeste SP"])
  expect(names({ query: 'olho dagua' })).toContain("Olho d'Água PB")
  expect(names({ query: 'santana do livramento' })).toContain("Sant'Ana do Livramento RS")
})

test('a view over the open sea has no municipality', () => {
  expect(names({ north: 1, south: 0, east: -10, west: -11 })).toEqual([])
})

test('every name of the population order is a municipality', () => {
  const known = Object.entries(municipalities).flatMap(([state, rows]) => rows.map(([, name]) => `${name} ${state}`))
  expect(largest.filter((name) => !known.includes(name))).toEqual([])
})
