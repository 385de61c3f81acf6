import { describe, expect, test } from 'vitest'
import { findPhoneProblem, hasAreaCode, isBrazilianPhone, isInternational, parsePhoneNumber, toE164 } from './phones.ts'

const mobile = '62987654321'

describe('a phone', () => {
  test.each([
    ['62987654321', mobile],
    ['(62) 98765-4321', mobile],
    ['(62)987654321', mobile],
    ['62 9 8765.4321', mobile],
    ['+55 62 98765-4321', mobile],
    ['+5562987654321', mobile],
    ['55 62 98765-4321', mobile],
    ['5511987654321', '11987654321'],
    ['0055 62 98765-4321', mobile],
    ['+55 (0) 62 98765-4321', mobile],
    ['+55 (0xx62) 98765-4321', mobile],
    ['+55 55 62 98765-4321', mobile],
    ['55 062 98765-4321', mobile],
    ['011 98765-4321', '11987654321'],
    ['062 3232-1234', '6232321234'],
    ['0 15 62 98765-4321', mobile],
    ['01562987654321', mobile],
    ['0 21 62 3232-1234', '6232321234'],
    ['041 62 99999-0000', '62999990000'],
    ['90 62 98765-4321', mobile],
    // The area code 55 is no country code.
    ['(55) 98765-4321', '55987654321'],
    ['55987654321', '55987654321'],
    ['055 98765-4321', '55987654321'],
    ['+55 55 98765-4321', '55987654321'],
    ['5555987654321', '55987654321'],
    ['(55) 3222-1234', '5532221234'],
    ['+55 55 3222-1234', '5532221234'],
    // As programs and people write around it.
    ['tel:+55-62-98765-4321', mobile],
    ['https://wa.me/5562987654321', mobile],
    ['WhatsApp: (62) 98765-4321', mobile],
    ['\u202a+55\u00a062\u00a098765\u20114321\u202c', mobile],
    ['\u200b(62)\u2009\u200d98765\u20134321\ufeff', mobile],
    ['＋５５ ６２ ９８７６５－４３２１', mobile],
    // From abroad.
    ['+351 912 345 678', '+351912345678'],
    ['00351 912 345 678', '+351912345678'],
    ['+1 (305) 555-0123', '+13055550123'],
    ['＋44 20 7946 0958', '+442079460958'],
    ['+595 981 123456', '+595981123456'],
  ])('%s', (text, phone) => {
    expect(parsePhoneNumber(text)).toEqual({ phone })
    expect(findPhoneProblem(text)).toBeUndefined()
  })

  test.each([
    ['', 'missing'],
    [' \u200b', 'missing'],
    ['abc', 'missing'],
    ['98765-4321', 'incomplete'],
    ['3232-1234', 'incomplete'],
    ['190', 'incomplete'],
    ['+55 98765-4321', 'incomplete'],
    ['(62) 98765-43210', 'tooLong'],
    ['(62) 98765-4321 / 62 3232-1234', 'tooLong'],
    ['(62) 3232-1234 ramal 12', 'tooLong'],
    ['351 912 345 678', 'tooLong'],
    ['(10) 98765-4321', 'unknownAreaCode'],
    ['(20) 98765-4321', 'unknownAreaCode'],
    ['(23) 3222-1234', 'unknownAreaCode'],
    ['(52) 98765-4321', 'unknownAreaCode'],
    ['0800 123 4567', 'unknownAreaCode'],
    ['(62) 8765-4321', 'ninthDigit'],
    ['(62) 9876-5432', 'ninthDigit'],
    ['+55 62 8765-4321', 'ninthDigit'],
    ['55629876543', 'invalid'],
    ['01198765432', 'ninthDigit'],
    ['(62) 88765-4321', 'invalid'],
    ['(62) 0765-4321', 'invalid'],
    ['(62) 1765-4321', 'invalid'],
    ['0000000000', 'invalid'],
    ['00000000000', 'invalid'],
    ['+', 'invalidForeign'],
    ['+351', 'invalidForeign'],
    ['+0 62 98765-4321', 'invalidForeign'],
    [`+351 ${'9'.repeat(13)}`, 'invalidForeign'],
  ])('is not %s', (text, problem) => {
    expect(parsePhoneNumber(text)).toEqual({ problem })
    expect(findPhoneProblem(text)).toMatch(/\.$/)
  })

  test('without an area code has the one that is given', () => {
    expect(parsePhoneNumber('98765-4321', { areaCode: '62' })).toEqual({ phone: mobile })
    expect(parsePhoneNumber('3232-1234', { areaCode: '62' })).toEqual({ phone: '6232321234' })
    expect(parsePhoneNumber('(11) 98765-4321', { areaCode: '62' })).toEqual({ phone: '11987654321' })
    expect(parsePhoneNumber('8765-4321', { areaCode: '62' })).toEqual({ problem: 'ninthDigit' })
  })

  test('of a barbershop is Brazilian', () => {
    expect(parsePhoneNumber('+351 912 345 678', { isBrazilian: true })).toEqual({ problem: 'foreign' })
    expect(parsePhoneNumber('+55 62 3232-1234', { isBrazilian: true })).toEqual({ phone: '6232321234' })
  })

  test('may be empty where it is optional', () => {
    expect(findPhoneProblem('', { isOptional: true })).toBeUndefined()
    expect(findPhoneProblem('+', { isOptional: true })).toBeDefined()
    expect(findPhoneProblem('62', { isOptional: true })).toBe('Informe o DDD e o número.')
  })

  test('is dialled with its country code', () => {
    expect([mobile, '+351912345678'].map(toE164)).toEqual(['+5562987654321', '+351912345678'])
  })
})

test.each([
  [mobile, true],
  ['6232321234', true],
  ['+351912345678', false],
  ['', false],
  [null, false],
])('the stored phone %j is Brazilian: %s', (phone, isBrazilian) => {
  expect(isBrazilianPhone(phone)).toBe(isBrazilian)
})

test.each([
  [mobile, true],
  ['2032321234', true],
  ['0232321234', false],
  ['32321234', false],
])('%j has an area code: %s', (digits, has) => {
  expect(hasAreaCode(digits)).toBe(has)
})

test.each([
  ['+351 912', true],
  ['(+351) 912', true],
  ['62 +55', false],
  ['62987654321', false],
])('%j begins with a country code: %s', (text, isForeign) => {
  expect(isInternational(text)).toBe(isForeign)
})
