import { expect, test } from 'vitest'
import { countCodeDigits, hasValidCheckDigit } from './cards.ts'

test.each([
  ['4242424242424242', true],
  ['4242424242424241', false],
  ['378282246310005', true],
  ['0', true],
  ['', false],
])('%j has a valid check digit: %s', (digits, isValid) => {
  expect(hasValidCheckDigit(digits)).toBe(isValid)
})

test.each([
  ['34', 4],
  ['378282246310005', 4],
  ['35', 3],
  ['4242', 3],
  ['', 3],
])('%j has a code of %i digits', (digits, count) => {
  expect(countCodeDigits(digits)).toBe(count)
})
