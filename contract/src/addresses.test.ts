import { expect, test } from 'vitest'
import { type AddressParts, composeAddressLine, isOwnAddressLine, splitAddressLine, splitStreet } from './addresses.ts'

const parts: AddressParts = {
  street: 'Rua T-55',
  number: '100',
  complement: 'Sala 2',
  neighborhood: 'Setor Bueno',
  city: 'Goiânia',
  state: 'GO',
}

test.each<[Partial<AddressParts>, string]>([
  [{}, 'Rua T-55, 100, Sala 2 - Setor Bueno, Goiânia - GO'],
  [{ complement: '' }, 'Rua T-55, 100 - Setor Bueno, Goiânia - GO'],
  [{ number: '', complement: '' }, 'Rua T-55 - Setor Bueno, Goiânia - GO'],
  [{ complement: '', neighborhood: '' }, 'Rua T-55, 100, Goiânia - GO'],
  [{ complement: '', neighborhood: '', city: '', state: '' }, 'Rua T-55, 100'],
  [{ street: '' }, ''],
])('the parts with %j make %j', (change, line) => {
  expect(composeAddressLine({ ...parts, ...change })).toBe(line)
})

test('a line is as long as the field allows', () => {
  const long = 'x'.repeat(120)
  const line = composeAddressLine({ ...parts, street: long, neighborhood: long, city: long })
  expect(line).toHaveLength(300)
  expect(isOwnAddressLine(line, { ...parts, street: long, neighborhood: long, city: long })).toBe(false)
})

test('a line is its owner’s when it is not the composed one', () => {
  expect(isOwnAddressLine(composeAddressLine(parts), parts)).toBe(false)
  expect(isOwnAddressLine('Rua T-55, 100', parts)).toBe(true)
  expect(isOwnAddressLine('', parts)).toBe(false)
})

test.each([
  ['Rua T-55, 100', 'Rua T-55', '100'],
  ['Rua 9,12b', 'Rua 9', '12b'],
  ['Rua 9, nº 12', 'Rua 9', '12'],
  ['Estrada do Mar, s/n', 'Estrada do Mar', 's/n'],
  ['Rua 9', 'Rua 9', ''],
  ['Qd. 3, Lt. 4, 5', 'Qd. 3, Lt. 4, 5', ''],
])('the street of %j is %j, its number %j', (text, street, number) => {
  expect(splitStreet(text)).toEqual({ street, number })
})

test.each([
  ['Rua T-55, 100 - Setor Bueno', 'Rua T-55', '100'],
  ['Rua Augusta, 900, loja 2', 'Rua Augusta', '900'],
  ['Rua Augusta, perto da praça', 'Rua Augusta', ''],
  ['Praça 2', 'Praça 2', ''],
])('the line %j begins with the street %j and the number %j', (line, street, number) => {
  expect(splitAddressLine(line)).toEqual({ street, number })
})
