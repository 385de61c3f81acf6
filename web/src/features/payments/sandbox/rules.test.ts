import { hasValidCheckDigit } from '@na-regua/contract/cards'
import { testCards } from '@na-regua/contract/payments'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardProblems, readBrand } from './card-fields.tsx'

const now = new Date('2026-11-21T12:00:00')
const card = { number: '4242424242424242', expiry: '11/26', cvc: '123', name: 'Joana Prado' }
const fine = { number: undefined, expiry: undefined, cvc: undefined, name: undefined }

test.each([
  ['4242424242424242', 'Visa'],
  ['5555555555554444', 'Mastercard'],
  ['2223003122003222', 'Mastercard'],
  ['2221', 'Mastercard'],
  ['2721', undefined],
  ['378282246310005', 'Amex'],
  ['6062826786276634', 'Hipercard'],
  ['4011780000000000', 'Elo'],
  ['5067310000000000', 'Elo'],
  ['9', undefined],
  ['', undefined],
])('%s is of %s', (digits, name) => {
  expect(readBrand(digits).name).toBe(name)
})

test('an American Express card has its own grouping and code length', () => {
  expect(readBrand('3782')).toMatchObject({ format: '#### ###### #####', cvc: 4 })
  expect(cardProblems({ ...card, number: '378282246310005', cvc: '1234' }, now)).toEqual(fine)
  expect(cardProblems({ ...card, number: '378282246310005', cvc: '123' }, now).cvc).toBe('O código tem 4 dígitos.')
})

test('every test card passes, and no card passes with one digit changed', () => {
  for (const number of Object.values(testCards)) {
    expect(cardProblems({ ...card, number: number.replaceAll(' ', '') }, now)).toEqual(fine)
  }
  const change = fc.tuple(fc.nat({ max: 15 }), fc.integer({ min: 1, max: 9 }))
  fc.assert(
    fc.property(change, ([place, step]) => {
      const digits = [...card.number]
      digits[place] = String((Number(digits[place]) + step) % 10)
      expect(hasValidCheckDigit(digits.join(''))).toBe(false)
    }),
  )
})

test.each([
  ['11/26', undefined],
  ['12/30', undefined],
  ['10/26', 'Este cartão está vencido.'],
  ['13/30', 'Informe mês e ano, como 08/30.'],
  ['1/30', 'Informe mês e ano, como 08/30.'],
  ['', 'Informe mês e ano, como 08/30.'],
])('a card until %s: %s', (expiry, problem) => {
  expect(cardProblems({ ...card, expiry }, now).expiry).toBe(problem)
})

test('each missing value is reported at its field', () => {
  expect(cardProblems({ number: '', expiry: '', cvc: '', name: ' ' }, now)).toEqual({
    number: 'Informe o número do cartão.',
    expiry: 'Informe mês e ano, como 08/30.',
    cvc: 'O código tem 3 dígitos.',
    name: 'Informe o nome como está no cartão.',
  })
  expect(cardProblems({ ...card, number: '424242424242' }, now).number).toBe('Confira o número do cartão.')
})
