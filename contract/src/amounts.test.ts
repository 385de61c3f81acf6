import { expect, test } from 'vitest'
import { allocate, parseCents, parseMinutes, parseWholeNumber } from './amounts.ts'

test.each([
  ['60', 6000],
  ['60,00', 6000],
  ['60.00', 6000],
  ['45.50', 4550],
  ['45,5', 4550],
  ['45.5', 4550],
  [',5', 50],
  ['.5', 50],
  [',05', 5],
  ['0,99', 99],
  ['0.500', 50],
  ['45,', 4500],
  ['1200', 120_000],
  ['1.200', 120_000],
  ['1.200,00', 120_000],
  ['1.200,5', 120_050],
  ['1.200,', 120_000],
  ['12.345.678,90', 1_234_567_890],
  ['1,200.00', 120_000],
  // A comma begins the cents, as everywhere in Brazil.
  ['1,200', 120],
  ['45,000', 4500],
  ['1200.000', 120_000],
  ['R$ 60', 6000],
  ['R$\u00a01.200,00', 120_000],
  ['r$60,00', 6000],
  [' 60 reais ', 6000],
  ['\u202aR$ 60,00\u202c', 6000],
  ['６０，００', 6000],
  ['1 200,00', 120_000],
  ['0', 0],
  ['', undefined],
  ['  ', undefined],
  ['R$ ', undefined],
  ['dez', Number.NaN],
  [',', Number.NaN],
  ['-5', Number.NaN],
  ['45,999', Number.NaN],
  ['1.2.3', Number.NaN],
  ['12.34,56', Number.NaN],
  ['1e3', Number.NaN],
  ['30/40', Number.NaN],
])('the amount %j', (text, cents) => {
  expect(parseCents(text)).toBe(cents)
})

test.each([
  ['30', 30],
  ['030', 30],
  ['45 min', 45],
  ['45min', 45],
  ['90 minutos', 90],
  ['1h', 60],
  ['1h30', 90],
  ['1 h 30 min', 90],
  ['1 hora e 15 minutos', 75],
  ['1:30', 90],
  ['721', 721],
  ['', undefined],
  ['30.5', Number.NaN],
  ['30,5', Number.NaN],
  ['-30', Number.NaN],
  ['1:75', Number.NaN],
  ['meia hora', Number.NaN],
])('the duration %j', (text, minutes) => {
  expect(parseMinutes(text)).toBe(minutes)
})

test('a whole number has digits only', () => {
  expect(['60', ' 365 ', '', '30.5', '1.200', 'x', '-1'].map(parseWholeNumber)).toEqual([
    60,
    365,
    undefined,
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ])
})

test.each<[total: number, weights: number[], parts: number[]]>([
  [100, [1, 1, 1], [34, 33, 33]],
  [-100, [1, 1, 1], [-34, -33, -33]],
  [5, [0, 3, 1], [0, 4, 1]],
  [0, [2, 1], [0, 0]],
  [7, [0, 0], [7, 0]],
  [1, [1, 2, 2], [0, 1, 0]],
  [9_007_199_254_740_991, [1, 1], [4_503_599_627_370_496, 4_503_599_627_370_495]],
])('%i cents are divided by %j into %j', (total, weights, parts) => {
  expect(allocate(total, weights)).toEqual(parts)
})
