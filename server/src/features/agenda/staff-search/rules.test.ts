import { expect, test } from 'vitest'
import { parseStaffSearch } from './rules.ts'

/** A Wednesday. */
const TODAY = '2026-03-11'

test.each([
  ['Ana', { words: 'ana' }],
  ['  José   da SILVA ', { words: 'jose da silva' }],
  ["D'Ávila-Souza", { words: 'd avila souza' }],
  ['5678', { digits: '5678' }],
  ['(62) 97777-5678', { digits: '62977775678' }],
  ['+351 912 345 678', { digits: '351912345678' }],
  ['ana 5678', { words: 'ana', digits: '5678' }],
  ['corte 2', { words: 'corte 2' }],
  ['777', { words: '777' }],
  ['hoje', { date: '2026-03-11' }],
  ['Amanhã', { date: '2026-03-12' }],
  ['depois de amanhã', { date: '2026-03-13' }],
  ['ontem', { date: '2026-03-10' }],
  ['anteontem', { date: '2026-03-09' }],
  ['quarta', { date: '2026-03-11' }],
  ['Sexta-feira', { date: '2026-03-13' }],
  ['terça feira', { date: '2026-03-17' }],
  ['sábado', { date: '2026-03-14' }],
  ['joão sexta', { words: 'joao', date: '2026-03-13' }],
  ['amanhã vip', { words: 'vip', date: '2026-03-12' }],
  ['15/03', { date: '2026-03-15' }],
  ['1/3', { date: '2026-03-01' }],
  ['20/11', { date: '2025-11-20' }],
  ['15/03/27', { date: '2027-03-15' }],
  ['29/02/2028', { date: '2028-02-29' }],
  ['29/02', { digits: '2902' }],
  ['31/04/2026', { digits: '31042026' }],
  ['15/13', { digits: '1513' }],
  ['15/03/1999', { digits: '15031999' }],
  ['ana 15/03 5678', { words: 'ana', digits: '5678', date: '2026-03-15' }],
  ['Domingos', { words: 'domingos' }],
  ['amanhã.', { words: 'amanha' }],
  ['%_\\', {}],
  ['50%_\\a', { words: '50 a' }],
  ['💈💈', {}],
  ['💈 barba', { words: 'barba' }],
  ['   ', {}],
])('%j', (text, parts) => {
  expect(parseStaffSearch(text, TODAY)).toEqual({ words: '', digits: '', date: undefined, ...parts })
})

test('a date without a year is the nearest one around the turn of the year', () => {
  expect(parseStaffSearch('28/12', '2026-01-05').date).toBe('2025-12-28')
  expect(parseStaffSearch('05/01', '2026-12-28').date).toBe('2027-01-05')
})
