import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeRow, readImport } from '../../../test/read-import.ts'

const folder = new URL('../../../test/tables/', import.meta.url)
const ofAppointments =
  /appointments|agendamentos|midnight|desmarcado|status|month-first|google-calendar|times|two-rows|service-two|acuity/
const ofServices = /durations|prices|services/

function kindOf(name: string) {
  if (ofServices.test(name)) return 'services'
  return ofAppointments.test(name) ? 'appointments' : 'customers'
}

/** How a file is read, which columns are found, what is noted, and each row as it would be imported. */
async function describeFile(name: string): Promise<string[]> {
  try {
    const { reading, columns, header, notes, rows } = await readImport(
      kindOf(name),
      readFileSync(new URL(name, folder)),
    )
    const found = columns.flatMap((field, column) => (field ? [`${header[column]}=${field}`] : []))
    return [
      `${JSON.stringify(reading?.separator)} ${reading?.headerRow} ${reading?.encoding} ${found.join(' ')}`.trim(),
      ...notes.map((note) => `! ${note}`),
      ...rows.map((row) => `${row.row}: ${describeRow(row).replaceAll('\n', '↵').slice(0, 120)}`),
    ]
  } catch (error) {
    return [`refused: ${(error as Error).message}`]
  }
}

/** By the name of the file: what other programs write, and what is right. */
const expected = new Map(
  readFileSync(new URL('expected.txt', folder), 'utf8')
    .split('=== ')
    .slice(1)
    .map((block) => {
      const [name = '', ...lines] = block.trim().split('\n')
      return [name, lines] as const
    }),
)

describe('a file of another program is read', () => {
  const names = readdirSync(folder).filter((name) => name !== 'expected.txt')
  test.each(names)('%s', async (name) => expect(await describeFile(name)).toEqual(expected.get(name)))
})

const rowsOf = async (...input: Parameters<typeof readImport>) => (await readImport(...input)).rows.map(describeRow)
const ofFile = (name: string) => readFileSync(new URL(name, folder))

test('the owner says whether the month comes first', async () => {
  expect(await rowsOf('appointments', ofFile('month-first.csv'), { dateOrder: 'MONTH_DAY' })).toEqual([
    '2027-02-05T09:00 | 30 | Ana Exemplo | no phone | Corte masculino | 4500',
    '2027-02-25T14:30 | 30 | Bruno Exemplo | no phone | Corte masculino | 4500',
  ])
  expect(await rowsOf('appointments', ofFile('month-first.csv'), { dateOrder: 'DAY_MONTH' })).toEqual([
    '2027-05-02T09:00 | 30 | Ana Exemplo | no phone | Corte masculino | 4500',
    'wrong: Data inválida',
  ])
})

test('birthdays that may have the month first are a question, also those without a year', async () => {
  expect(await rowsOf('customers', ofFile('birthdays-english.csv'), { dateOrder: 'MONTH_DAY' })).toEqual([
    'Ana Exemplo | +5562999993101 | ana@example.com | 08-24',
    'Bruno Exemplo | +5562999993102 | 05-03',
  ])
  await expect(rowsOf('customers', 'Nome;Celular;Niver\nAna;62999990001;08/24')).rejects.toThrow('mês antes do dia')
})

test('the owner corrects separator and header, and explains a status', async () => {
  const columns: ('name' | 'phone')[] = ['name', 'phone']
  expect(await rowsOf('customers', ofFile('noheader.csv'), { columns, headerRow: 0 })).toEqual([
    'Ana Exemplo | +5562999991191',
    'Bruno Exemplo | +5562999991192',
    'Caio Exemplo | +5562999991193',
  ])
  expect(await rowsOf('customers', ofFile('noheader.csv'), { columns, headerRow: 1 })).toHaveLength(2)
  const { header } = await readImport('customers', 'Nome;x,Telefone\nAna;y,62999990001', { separator: ',' })
  expect(header).toEqual(['Nome;x', 'Telefone'])
  const file = 'Data;Hora;Cliente;Status\n08/02/2027;08:00;Ana;Remarcado\n08/02/2027;09:00;Rui;Fechado'
  const statuses = [
    { name: 'remarcado', isOpen: true },
    { name: 'Fechado', isOpen: false },
  ]
  expect(await rowsOf('appointments', file, { statuses })).toEqual([
    '2027-02-08T08:00 | 30 | Ana | no phone | Corte masculino | 4500',
    'skipped: No outro sistema: Fechado',
  ])
})
