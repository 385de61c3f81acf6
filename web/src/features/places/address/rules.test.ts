import type { PlaceSuggestion } from '@na-regua/contract/suggestions'
import { expect, test } from 'vitest'
import type { Address } from '../../../lib/geolocation.ts'
import {
  changeAddress,
  composeLine,
  fillFromPlace,
  fillFromSuggestion,
  fillFromZip,
  formatDegrees,
  isOtherPlace,
  isOwnLine,
  roundPickedPosition,
} from './queries.ts'

const empty: Address = {
  address: '',
  street: '',
  number: '',
  complement: '',
  neighborhood: '',
  zipCode: '',
  state: '',
  city: '',
}
const goiania = { city: 'Goiânia', state: 'GO', country: 'Brasil' }

test('a picked position has six decimals [2.97]', () => {
  expect(roundPickedPosition({ latitude: -16.68688249, longitude: -49.26478951 })).toEqual({
    latitude: -16.686882,
    longitude: -49.26479,
  })
  expect(formatDegrees(-49.26479)).toBe('-49.264790')
})

test('a CEP fills the parts, and the line with them', () => {
  const zip = { street: 'Rua 9', neighborhood: 'Setor Oeste', city: 'Goiânia', state: 'GO' }
  const filled = { ...empty, ...fillFromZip(empty, zip) }
  expect(filled).toMatchObject({ ...zip, address: 'Rua 9 - Setor Oeste, Goiânia - GO' })
  expect(changeAddress(filled, { number: '1200' })).toEqual({
    number: '1200',
    address: 'Rua 9, 1200 - Setor Oeste, Goiânia - GO',
  })
  expect(fillFromZip({ ...empty, address: 'Na praça, ao lado da igreja' }, zip)).not.toHaveProperty('address')
})

test("a line that the owner wrote stays when a part changes, and the line's edit leaves the parts alone", () => {
  const parts = { street: 'Rua 9', number: '7', city: 'Goiânia', state: 'GO' }
  const composed = { ...empty, ...parts, address: 'Rua 9, 7, Goiânia - GO' }
  expect(isOwnLine(composed)).toBe(false)
  const own = { ...composed, address: 'Galeria Central, loja 3' }
  expect(isOwnLine(own)).toBe(true)
  expect(changeAddress(own, { number: '8' })).toEqual({ number: '8' })
  expect(composeLine({ ...own, number: '8' })).toBe('Rua 9, 8, Goiânia - GO')
  // An empty line is composed again, also while a word is being typed.
  expect(changeAddress({ ...own, address: '' }, { street: 'Rua 10 ' }).address).toBe('Rua 10, 7, Goiânia - GO')
  expect(changeAddress({ ...composed, street: '', address: '' }, { neighborhood: 'Centro' }).address).toBe('')
})

test("a small town's single CEP keeps the typed street", () => {
  const zip = { street: '', neighborhood: '', city: 'Pirenópolis', state: 'GO' }
  expect(fillFromZip({ ...empty, street: 'Rua Direita', neighborhood: 'Centro' }, zip)).toEqual({
    street: 'Rua Direita',
    neighborhood: 'Centro',
    city: 'Pirenópolis',
    state: 'GO',
    address: 'Rua Direita - Centro, Pirenópolis - GO',
  })
})

test('the place of a position fills only empty fields, and no address without a street', () => {
  const place = { ...goiania, neighborhood: 'Setor Oeste', formattedAddress: 'Setor Oeste, Goiânia - GO, Brasil' }
  expect({ ...empty, ...fillFromPlace(empty, place) }).toEqual({
    ...empty,
    state: 'GO',
    city: 'Goiânia',
    neighborhood: 'Setor Oeste',
  })
  const typed = { ...empty, street: 'Rua 1', neighborhood: 'Centro' }
  expect(fillFromPlace(typed, place)).toMatchObject({ neighborhood: 'Centro', address: 'Rua 1 - Centro, Goiânia - GO' })
})

test('the name of a place fills what it says, and a CEP is looked up instead', () => {
  const point = { latitude: -23.56, longitude: -46.7 }
  const area = 'São Paulo - SP'
  const city = { city: 'São Paulo', state: 'SP' }
  const fill = (suggestion: Pick<PlaceSuggestion, 'kind' | 'name' | 'area'>) =>
    fillFromSuggestion({ ...empty, city: 'Goiânia', state: 'GO' }, { ...suggestion, ...point })
  expect(fill({ kind: 'neighborhood', name: 'Pinheiros', area })).toMatchObject({ ...city, neighborhood: 'Pinheiros' })
  expect(fill({ kind: 'street', name: 'Rua dos Pinheiros', area })).toEqual({
    ...city,
    street: 'Rua dos Pinheiros',
    address: 'Rua dos Pinheiros, São Paulo - SP',
  })
  expect(fill({ kind: 'landmark', name: 'Metrô Sé', area })).toEqual({ ...city, address: '' })
  expect(fill({ kind: 'city', name: 'Belo Horizonte', area: 'MG' })).toMatchObject({
    city: 'Belo Horizonte',
    state: 'MG',
  })
  expect(fill({ kind: 'zipCode', name: 'CEP 05422-001', area: '' })).toEqual({})
})

test('a place in another city than the typed one fills nothing and is reported', () => {
  const place = { ...goiania, formattedAddress: 'Goiânia - GO, Brasil' }
  for (const other of [{ state: 'SP' }, { state: 'GO', city: 'Anápolis' }]) {
    expect(isOtherPlace({ ...empty, ...other }, place)).toBe(true)
    expect(fillFromPlace({ ...empty, ...other }, place)).toEqual({})
  }
  expect(isOtherPlace({ ...empty, state: 'GO' }, place)).toBe(false)
})
