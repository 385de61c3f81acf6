import { describe, expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { guessAreaCode, guessColumns } from './guess-mapping.ts'
import { readTable } from './read-table.ts'

const calendar = { timeZone: 'America/Sao_Paulo', uploadedAt: new Date('2026-03-11T15:00:00Z') }
const read = (text: string) => readTable(text, calendar)
const problemOf = (run: () => unknown) =>
  Promise.resolve()
    .then(run)
    .then(
      () => 'none',
      (error) => error.message,
    )

describe('a CSV', () => {
  test.each([
    ['semicolons', ';'],
    ['commas', ','],
    ['tabs', '\t'],
    ['vertical bars', '|'],
  ])('separated by %s', async (_, delimiter) => {
    const text = [
      ['Nome', 'Telefone'],
      ['"João ""Jão"" Silva"', '62'],
      ['A', ''],
    ]
      .map((row) => row.join(delimiter))
      .join('\r\n')
    expect(await read(text)).toMatchObject({
      header: ['Nome', 'Telefone'],
      rows: [
        { number: 2, cells: ['João "Jão" Silva', '62'] },
        { number: 3, cells: ['A', ''] },
      ],
    })
  })

  test('keeps every emoji of a long file, wherever it is', async () => {
    const lines = Array.from({ length: 9000 }, (_, at) => `${'x'.repeat(at % 3)}💈💈💈;62`)
    const { rows } = await read(['Nome;Telefone', ...lines].join('\n'))
    expect(rows.filter(({ cells }) => !/^x*💈💈💈$/u.test(cells[0] ?? ''))).toEqual([])
  })

  test('keeps the row numbers of a spreadsheet, over blank rows, titles and cells of several lines', async () => {
    const { header, rows } = await read('Relatório de clientes\n\nNome;Obs\n"Ana";"uma\nduas"\n;\n\nRui;x;a mais\n')
    expect(header).toEqual(['Nome', 'Obs'])
    expect(rows).toEqual([
      { number: 4, cells: ['Ana', 'uma\nduas'] },
      { number: 7, cells: ['Rui', 'x', 'a mais'] },
    ])
  })

  test('states its separator, and holds a comma in the header of one with semicolons', async () => {
    expect((await read('sep=,\na,b\n1,2')).rows).toEqual([{ number: 3, cells: ['1', '2'] }])
    expect((await read('Nome, completo;Tel\nx, y;1')).header).toEqual(['Nome, completo', 'Tel'])
  })

  test('is read in UTF-8 with and without byte order mark, Windows-1252 and UTF-16', () => {
    const text = 'Nome;Observação\nJoão;Às 9h'
    const ansi = Buffer.from(text.replaceAll('ã', '\u00e3'), 'latin1')
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      ansi,
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    ])
      expect(decodeText(bytes)).toBe(text)
    expect(decodeText(Buffer.from([0x4a, 0x96, 0x80]))).toBe('J–€')
  })

  test('hostile files are refused with the reason', async () => {
    expect(await problemOf(() => decodeText(Buffer.from('PK\x03\x04xl/workbook')))).toMatch('planilha do Excel')
    expect(await problemOf(() => decodeText(Buffer.from('a;b\0;c')))).toMatch('não é um texto')
    expect(await problemOf(() => decodeText(Buffer.from(' \n')))).toMatch('vazio')
    expect(await problemOf(() => read(`a;b\n"x;y\nz`))).toBe(
      'Há aspas que abrem e não fecham (linha 3). Corrija e envie de novo.',
    )
    expect(await problemOf(() => read(`a;b\n${'x'.repeat(60_000)};1`))).toMatch('longa demais')
    expect(await problemOf(() => read('a;b\n'))).toMatch('nenhuma linha')
    expect(await problemOf(() => read(`a;b\n${'1;2\n'.repeat(20_001)}`))).toMatch('20.000 linhas')
    const wide = await read(`${'h;'.repeat(5000)}\n${'__proto__;'.repeat(5000)}`)
    expect([wide.header.length, wide.rows[0]?.cells.length]).toEqual([60, 60])
  })
})

describe('the columns are guessed', () => {
  test.each([
    [
      'Trinks',
      'customers',
      ['Nome', 'Celular', 'Telefone', 'E-mail', 'Observações'],
      ['name', 'phone', 'otherPhone', 'email', 'notes'],
    ],
    [
      'Booksy',
      'customers',
      ['First Name', 'Last Name', 'Phone', 'Email', 'Tags'],
      ['name', 'lastName', 'phone', 'email', 'tags'],
    ],
    [
      'Fresha',
      'customers',
      ['Client ID', 'First Name', 'Last Name', 'Mobile Number', 'Telephone', 'Note'],
      [null, 'name', 'lastName', 'phone', 'otherPhone', 'notes'],
    ],
    ['own', 'customers', ['CLIENTE', 'WhatsApp', '__proto__', 'constructor'], ['name', 'phone', null, null]],
    [
      'Trinks',
      'services',
      ['Serviço', 'Duração (min)', 'Preço (R$)', 'Categoria'],
      ['name', 'duration', 'price', null],
    ],
    [
      'Fresha',
      'services',
      ['Service name', 'Retail price', 'Duration', 'Description'],
      ['name', 'price', 'duration', 'description'],
    ],
    [
      'Trinks',
      'appointments',
      ['Data', 'Hora', 'Cliente', 'Telefone', 'Serviço', 'Profissional', 'Valor', 'Status'],
      ['date', 'time', 'name', 'phone', 'service', 'barber', 'price', 'status'],
    ],
    [
      'Fresha',
      'appointments',
      ['Scheduled date', 'Start time', 'End time', 'Client', 'Service', 'Team member'],
      ['date', 'time', 'end', 'name', 'service', 'barber'],
    ],
    [
      'a calendar',
      'appointments',
      ['Título', 'Início', 'Fim', 'Descrição', 'Local', 'Participante', 'Situação'],
      ['title', 'date', 'end', 'notes', null, 'name', 'status'],
    ],
  ] as const)('%s: %s', (_, kind, header, columns) => expect(guessColumns(kind, header)).toEqual(columns))

  test('the area code is that of the barbershop', () => {
    expect(guessAreaCode([null, '(62) 3232-0000'])).toBe('62')
    expect(guessAreaCode([null, 'x'])).toBe(null)
  })
})
