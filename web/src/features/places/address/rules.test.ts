import { expect, test } from 'vitest'
import type { Address } from '../../../lib/geolocation.ts'
import { fillFromPlace, fillFromZip, formatDegrees, roundPickedPosition } from './rules.ts'

const empty: Address = { address: '', street: '', neighborhood: '', zipCode: '', state: '', city: '' }
const goiania = { city: 'Goiânia', state: 'GO', country: 'Brasil' }

test('a picked position has six decimals', () => {
  expect(roundPickedPosition({ latitude: -16.68688249, longitude: -49.26478951 })).toEqual({
    latitude: -16.686882,
    longitude: -49.26479,
  })
  expect(formatDegrees(-49.26479)).toBe('-49.264790')
})

test('a CEP fills the street and leaves the number to be typed', () => {
  const zip = { street: 'Rua 9', neighborhood: 'Setor Oeste', city: 'Goiânia', state: 'GO' }
  expect(fillFromZip(empty, zip)).toEqual({ ...zip, address: 'Rua 9, ' })
  expect(fillFromZip({ ...empty, address: 'Rua 9, 1200' }, zip)).not.toHaveProperty('address')
})

test("a small town's single CEP keeps the typed street", () => {
  const zip = { street: '', neighborhood: '', city: 'Pirenópolis', state: 'GO' }
  expect(fillFromZip({ ...empty, street: 'Rua Direita', neighborhood: 'Centro' }, zip)).toEqual({
    street: 'Rua Direita',
    neighborhood: 'Centro',
    city: 'Pirenópolis',
    state: 'GO',
  })
})

test('a picked position fills only empty fields', () => {
  const place = { ...goiania, formattedAddress: 'Rua 9, Setor Oeste, Goiânia - GO, Brasil' }
  expect(fillFromPlace(empty, place)).toEqual({
    state: 'GO',
    city: 'Goiânia',
    address: 'Rua 9, Setor Oeste, Goiânia - GO',
  })
  expect(fillFromPlace({ ...empty, state: 'GO', city: 'Anápolis', address: 'Rua 1' }, place)).toEqual({})
})

test('the name of a city is not an address, and a city is not filled into another state', () => {
  expect(fillFromPlace(empty, { ...goiania, formattedAddress: 'Goiânia - GO, Brasil' })).toEqual({
    state: 'GO',
    city: 'Goiânia',
  })
  const place = { ...goiania, formattedAddress: 'Goiânia - GO, Brasil' }
  expect(fillFromPlace({ ...empty, state: 'SP' }, place)).toEqual({})
})
