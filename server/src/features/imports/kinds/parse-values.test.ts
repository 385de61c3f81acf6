import { describe, expect, test } from 'vitest'
import { RowProblem } from '../rules.ts'
import { formatE164, parsePhone } from './parse-phones.ts'
import { parseTime } from './parse-times.ts'
import { parseDuration, parsePrice } from './parse-values.ts'

/** The value, or the reason why there is none. */
function result<T>(parse: () => T): T | string {
  try {
    return parse()
  } catch (error) {
    if (error instanceof RowProblem) return error.message
    throw error
  }
}

describe('phones become E.164', () => {
  test.each([
    ['(62) 99999-0000', '+5562999990000'],
    ['62 3232-0000', '+556232320000'],
    ['5562999990000', '+5562999990000'],
    ['+55 62 99999-0000', '+5562999990000'],
    ['062 99999-0000', '+5562999990000'],
    ['041 62 99999-0000', '+5562999990000'],
    // Before the ninth digit.
    ['(62) 9999-0000', '+5562999990000'],
    ['(62) 8888-7777', '+5562988887777'],
    ['62999990000.0', '+5562999990000'],
    ['Recado / (62) 99999-0000', '+5562999990000'],
    ['62999990000; 62988887777', '+5562999990000'],
    ['+351 912 345 678', '+351912345678'],
    ['99999-0000', '+5562999990000'],
    ['', undefined],
    ['  ', undefined],
  ])('%s', (text, phone) => expect(result(() => parsePhone(text, '62'))).toBe(phone))

  test.each([
    ['abc', 'Telefone inválido'],
    ['123', 'Telefone inválido'],
    ['10 99999-0000', 'Telefone inválido'],
    ['00000000000', 'Telefone inválido'],
    ['6'.repeat(200), 'Telefone inválido'],
    ['5,562E+12', 'A planilha encurtou o telefone. Formate a coluna como texto e exporte de novo'],
    ['99999-0000', 'Falta o DDD no telefone'],
  ])('%s is refused', (text, reason) => expect(result(() => parsePhone(text, null))).toBe(reason))

  test('are shown as in Brazil', () => {
    expect(formatE164('+5562999990000')).toBe('(62) 99999-0000')
    expect(formatE164('+351912345678')).toBe('+351912345678')
  })
})

test.each([
  ['R$ 45,00', 4500],
  ['45', 4500],
  ['45,5', 4550],
  ['45.50', 4550],
  ['1.234,56', 123_456],
  ['1,234.56', 123_456],
  ['R$\u00a01.200', 120_000],
  ['A partir de R$ 60', 6000],
  ['Grátis', 0],
  ['', undefined],
  ['dez', 'Preço inválido'],
  ['-5', 'Preço inválido'],
  ['=1+1', 'Preço inválido'],
  ['1.2.3', 'Preço inválido'],
  ['999999999', 'Preço alto demais'],
])('price %s', (text, cents) => expect(result(() => parsePrice(text))).toBe(cents))

test.each([
  ['30', 30],
  ['45 min', 45],
  ['1h', 60],
  ['1h30', 90],
  ['1 h 30 min', 90],
  ['1h e 15min', 75],
  ['1:30', 90],
  ['00:40:00', 40],
  ['2 horas', 120],
  ['', undefined],
  ['0', 'Duração inválida'],
  ['13h', 'Duração inválida'],
  ['muito', 'Duração inválida'],
])('duration %s', (text, minutes) => expect(result(() => parseDuration(text))).toBe(minutes))

const at = (date: string, minute?: number) => (minute === undefined ? { date } : { date, minute })

test.each([
  ['05/03/2026', at('2026-03-05')],
  ['5/3/26', at('2026-03-05')],
  ['05-03-2026', at('2026-03-05')],
  ['05.03.2026 14:30', at('2026-03-05', 870)],
  ['05/03/2026 14h30', at('2026-03-05', 870)],
  ['05/03/2026 às 14h', at('2026-03-05', 840)],
  ['05/03/2026, 14:30:00', at('2026-03-05', 870)],
  ['qui, 05/03/2026 - 14:30', at('2026-03-05', 870)],
  ['quinta-feira, 5 de março de 2026 às 14:30', at('2026-03-05', 870)],
  ['5 mar. 2026', at('2026-03-05')],
  ['2026-03-05', at('2026-03-05')],
  ['2026-03-05 14:30:00', at('2026-03-05', 870)],
  ['2026-03-05T14:30', at('2026-03-05', 870)],
  ['2026-03-05T14:30:00-03:00', { instant: new Date('2026-03-05T17:30:00Z') }],
  ['14:30', { minute: 870 }],
  ['14h', { minute: 840 }],
  ['2:30 PM', { minute: 870 }],
  ['12:15 am', { minute: 15 }],
  ['31/02/2026', 'Data inválida'],
  ['03/15/2026', 'Data inválida'],
  ['25:00', 'Hora inválida'],
  ['amanhã', 'Data ou hora inválida'],
  ['5 de foo de 2026', 'Data inválida'],
  ['2026-13-45T99:99:99Z', 'Data ou hora inválida'],
  [' '.repeat(50_000), 'Data ou hora inválida'],
])('time %s', (text, time) => expect(result(() => parseTime(text))).toEqual(time))
