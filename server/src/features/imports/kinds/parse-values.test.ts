import { describe, expect, test } from 'vitest'
import { RowProblem } from '../rows/rules.ts'
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
    ['11/98765-4001', '+5511987654001'],
    ['(11) / 98765-4002', '+5511987654002'],
    ['021/3222-4003', '+552132224003'],
    ['11 e 98765-4004', '+5511987654004'],
    ['11 3222-1111 / 98765-4321', '+5511987654321'],
    ['(11) 3222-1111, (11) 98765-4321', '+5511987654321'],
    ['+55 62 99999-0303 ::: +55 62 3232-0303', '+5562999990303'],
    ['0xx11 98765-4324', '+5511987654324'],
    ['(62) 3232-0001 ramal 12', '+556232320001'],
    ['1.1987654356E10', '+5511987654356'],
    ['', undefined],
    ['  ', undefined],
  ])('%s', (text, phone) => expect(result(() => parsePhone(text, '62'))).toBe(phone))

  test.each([
    ['abc', 'Telefone inválido'],
    ['123', 'Telefone inválido'],
    ['10 99999-0000', 'Telefone inválido'],
    ['00000000000', 'Telefone inválido'],
    // A digit is missing: neither a ninth digit nor an area code is invented.
    ['11 98765-432', 'Telefone inválido'],
    ['(62) 99999-123', 'Telefone inválido'],
    ['+55 73 99446-838', 'Telefone inválido'],
    ['(91) 3232-000', 'Telefone inválido'],
    ['6298765432', 'Telefone inválido'],
    ['0800 123 4567', 'Telefone inválido'],
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
  ['45 reais', 4500],
  ['$45.00', 4500],
  ['45,000', 4500],
  ['45,-', 4500],
  ['45,999', 'Preço duvidoso, com três casas. Escreva com duas: 45,00'],
  ['1,200', 'Preço duvidoso, com três casas. Escreva com duas: 45,00'],
  ['US$ 45', 'Preço inválido'],
  ['30 a 40', 'Preço inválido'],
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
  ['45 minutes', 45],
  ['1 hour', 60],
  ['1hr 30min', 90],
  ['30 min.', 30],
  ['1,5h', 90],
  ['1 hora e meia', 90],
  ['meia hora', 30],
  ['0,02083333', 30],
  ['PT1H30M', 90],
  ['30 a 40 min', 'Duração inválida'],
  ['1,5', 'Duração inválida'],
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
  ['05 Feb 2027, 3:00pm', at('2027-02-05', 900)],
  ['February 5, 2027 10:00 am', at('2027-02-05', 600)],
  ['Fri, 5 Feb 2027 08:30', at('2027-02-05', 510)],
  ['05/fev/27 14:00', at('2027-02-05', 840)],
  ['5-fev-27', at('2027-02-05')],
  ['5 de fev. de 2027 18:00', at('2027-02-05', 1080)],
  ['2027/02/05 13:00', at('2027-02-05', 780)],
  ['20270205 1100', at('2027-02-05', 660)],
  ['46423,5', at('2027-02-05', 720)],
  ['05/02/2027 00:00:00', at('2027-02-05', 0)],
  ['05/02/2027 14.30', at('2027-02-05', 870)],
  ['05/02/2027 (sexta) 18:45', at('2027-02-05', 1125)],
  ['05/02/2027 | 19:45', at('2027-02-05', 1185)],
  ['05/02/2027 20:15 - 20:45', { date: '2027-02-05', minute: 1215, endMinute: 1245 }],
  ['05/02/2027 das 21:15 às 21:45', { date: '2027-02-05', minute: 1275, endMinute: 1305 }],
  ['30/12/1899 19:30:00', { minute: 1170 }],
  ['9:30hs', { minute: 570 }],
  ['16:15h', { minute: 975 }],
  ['9 horas', { minute: 540 }],
  ['10h às 10h30', { minute: 600, endMinute: 630 }],
  ['11:00 - 11:30', { minute: 660, endMinute: 690 }],
  ['1330', { minute: 810 }],
  ['11:20 p.m.', { minute: 1400 }],
  ['2026-03-05 17:30:00+00', { instant: new Date('2026-03-05T17:30:00Z') }],
  ['13:00 AM', 'Hora inválida'],
  ['05/02 07:00', 'Data ou hora inválida'],
  ['10', 'Data ou hora inválida'],
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
