import { expect, test } from 'vitest'
import { findInstagramProblem, parseInstagram } from './instagram.ts'

test.each([
  ['navalha.ouro', 'navalha.ouro'],
  [' @Navalha_Ouro ', 'navalha_ouro'],
  ['instagram.com/navalha', 'navalha'],
  ['www.instagram.com/@navalha', 'navalha'],
  ['https://www.instagram.com/Navalha.Ouro/', 'navalha.ouro'],
  ['http://m.instagram.com/navalha?hl=pt-br', 'navalha'],
  ['https://instagr.am/navalha#', 'navalha'],
  ['https://www.instagram.com/navalha/?igsh=MXZ0==&utm_source=qr', 'navalha'],
  ['a'.repeat(30), 'a'.repeat(30)],
])('%s is %s', (text, handle) => {
  expect(parseInstagram(text)).toBe(handle)
  expect(findInstagramProblem(text)).toBeUndefined()
})

test.each([
  'navalha de ouro',
  'a'.repeat(31),
  'navália',
  '..',
  'navalha.',
  '.navalha',
  'nava..lha',
  'https://www.instagram.com/',
  'https://www.instagram.com/p/C1a2B3/',
  'https://facebook.com/navalha',
  'https://instagram.com.evil.test/navalha',
  'javascript:alert(1)',
  'navalha/../../explore',
  '@',
])('%s is no account', (text) => {
  expect(parseInstagram(text)).toBeUndefined()
  expect(findInstagramProblem(text)).toMatch(/^Escreva só o usuário/)
})

test('without a text there is no account and no problem', () => {
  expect(findInstagramProblem(' ')).toBeUndefined()
})
