import { expect, test } from 'vitest'
import { toCsv } from './rules.ts'

const cellOf = (text: string) => toCsv(['Nome'], [[text]]).split('\r\n')[1]

test.each([
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '\u00a0=1', '\u200b=1', '\u202e=1'],
  ...['＝1+1', '＋1', '－1', '＠SUM(A1)', '﹦1', '﹢1', '﹣1', '﹫1', '⁼1', '⁺1', '⁻1', '₌1', '₊1', '₋1', '−1'],
])('a cell does not begin like a formula: %j', (text) => {
  expect(cellOf(text)?.replace(/^"/, '')).toMatch(/^'/)
})

test.each(['Ana + Bia', 'a=b', 'José da Silva', '10/03/2026', '50,00', ''])(
  'any other text stays as it is: %j',
  (text) => {
    expect(cellOf(text)).toBe(text)
  },
)

test('quotes cells with a separator, a quote or a line break', () => {
  expect(toCsv(['a', 'b'], [['x;y', 'diz "oi"']])).toBe('\uFEFFa;b\r\n"x;y";"diz ""oi"""\r\n')
})
