import { expect, test } from 'vitest'
import { emptyGeneral, findGeneralErrors, type General, listMissing, move } from './rules.ts'

const shop: General = { ...emptyGeneral, name: 'Navalha', address: 'Rua 9, 1200', latitude: -16.68, longitude: -49.26 }

test('a shop begins with a name, an address and a point of the map', () => {
  expect(listMissing(emptyGeneral)).toEqual(['o nome', 'o endereço', 'o ponto no mapa'])
  expect(listMissing({ ...shop, name: '   ' })).toEqual(['o nome'])
  expect(listMissing(shop)).toEqual([])
})

test.each(['', '6233334444', '62933334444'])('a phone may be %j', (phone) => {
  expect(findGeneralErrors({ ...shop, phone, whatsapp: phone })).toEqual({})
})

test.each(['6', '623333444', '629333344445'])('a phone of %j is half a phone', (phone) => {
  expect(findGeneralErrors({ ...shop, phone }).phone).toBe('Informe o DDD e o número.')
  expect(listMissing({ ...shop, phone })).toEqual(['corrigir os campos em vermelho'])
})

test('a CEP is eight digits or none', () => {
  expect(findGeneralErrors({ ...shop, zipCode: '7423001' }).zipCode).toBe('O CEP tem 8 números.')
  expect(findGeneralErrors({ ...shop, zipCode: '74230010' }).zipCode).toBeUndefined()
})

test('what is moved changes places, and stays where it cannot go further', () => {
  expect(move(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(move(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(move(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
})
