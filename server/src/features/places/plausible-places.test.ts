import { expect, test } from 'vitest'
import { listMunicipalities } from './list-municipalities.ts'
import { findNearestMunicipality, isPlausiblePlace } from './rules.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

test.each([
  ['the center of Goiânia', at(-16.6869, -49.2648), 'Manaus', 'AM'],
  ['the center of Goiânia', at(-16.6869, -49.2648), 'Anápolis', 'GO'],
  ['the center of Goiânia', at(-16.6869, -49.2648), 'Goiânia', 'SP'],
  ['the center of São Paulo', at(-23.5505, -46.6333), 'Campinas', 'SP'],
  ['the center of Rio Branco', at(-9.9747, -67.8076), 'Porto Velho', 'RO'],
  ['the sea before Salvador', at(-13.1, -38.3), 'Recife', 'PE'],
  ['a town that does not exist', at(-16.6869, -49.2648), 'Cidade Inventada', 'AM'],
])('%s is not in %j, %s - %s', (_, position, city, state) => {
  expect(isPlausiblePlace(position, { city, state })).toBe(false)
})

test.each([
  ['the center', at(-16.6869, -49.2648), 'Goiânia', 'GO'],
  ['the next city of a metropolis', at(-16.75, -49.26), 'Goiânia', 'GO'],
  ['just across the border', at(-16.75, -49.26), 'Aparecida de Goiânia', 'GO'],
  ['without accents and case', at(-16.6869, -49.2648), 'goiania', 'GO'],
  ['the west of Rio, beside Itaguaí', at(-22.919, -43.684), 'Rio de Janeiro', 'RJ'],
  ['the south of São Paulo', at(-23.92, -46.71), 'São Paulo', 'SP'],
  ['a district far from its town hall', at(-9.78, -66.35), 'Porto Velho', 'RO'],
  ['the farthest district of the largest municipality', at(-8.32, -55.1), 'Altamira', 'PA'],
  ['a new municipality of the state', at(-16.6869, -49.2648), 'Cidade Inventada', 'GO'],
])('%s: %j may be in %s - %s', (_, position, city, state) => {
  expect(isPlausiblePlace(position, { city, state })).toBe(true)
})

test('every town hall is in its municipality, and the nearest municipality of a position is never refused', () => {
  const all = [0, 1].flatMap((part) =>
    listMunicipalities({ limit: 6000, ...(part ? { south: -12 } : { north: -12.000001 }) }),
  )
  expect(all.length).toBeGreaterThan(5500)
  for (const { name: city, state, ...position } of all.filter((_, index) => index % 7 === 0)) {
    expect([city, isPlausiblePlace(position, { city, state })]).toEqual([city, true])
    const beside = at(position.latitude + 0.2, position.longitude - 0.2)
    const nearest = findNearestMunicipality(beside)
    if (nearest) expect([nearest.city, isPlausiblePlace(beside, nearest)]).toEqual([nearest.city, true])
  }
})
