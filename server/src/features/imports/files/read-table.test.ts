import { describe, expect, test } from 'vitest'
import { guessAreaCode, guessColumns } from './guess-mapping.ts'
import { decodeText, readTable } from './read-table.ts'

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
    expect(await read(text)).toEqual({
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
      ['name', 'phone', 'otherPhone', null, 'notes'],
    ],
    [
      'Booksy',
      'customers',
      ['First Name', 'Last Name', 'Phone', 'Email', 'Tags'],
      ['name', 'lastName', 'phone', null, 'tags'],
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

describe('a calendar of Google', () => {
  const file = (...events: string[]) =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VTIMEZONE',
      'TZID:America/Sao_Paulo',
      'END:VTIMEZONE',
      ...events,
      'END:VCALENDAR',
    ].join('\r\n')
  const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:u1@google.com', ...lines, 'END:VEVENT'].join('\r\n')
  const startsOf = async (...events: string[]) =>
    (await read(file(...events))).rows.map(({ cells, problem }) => problem?.message ?? cells[1])
  const zoned = 'DTSTART;TZID=America/Sao_Paulo:20260312T140000'

  test('events in UTC, in a zone, without one, folded and escaped', async () => {
    const { rows } = await read(
      file(
        event(
          'DTSTART:20260312T170000Z',
          'DTEND:20260312T173000Z',
          'SUMMARY:Corte\\, Jo\r\n ão 💈',
          'DESCRIPTION:a\\nb',
          'STATUS:CONFIRMED',
        ),
        event('DTSTART;TZID=America/Manaus:20260312T140000', 'DURATION:PT45M', 'ATTENDEE;CN=Ana Lima:mailto:a@b.c'),
        event('DTSTART:20260312T140000'),
      ),
    )
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(rows[0]?.cells).toEqual([
      'Corte, João 💈',
      '2026-03-12T17:00:00.000Z',
      '2026-03-12T17:30:00.000Z',
      'a\nb',
      '',
      '',
      'CONFIRMED',
    ])
    expect(rows[1]?.cells).toEqual(['', '2026-03-12T18:00:00.000Z', '2026-03-12T18:45:00.000Z', '', '', 'Ana Lima', ''])
    expect(rows[2]?.cells[1]).toBe('2026-03-12T17:00:00.000Z')
  })

  test('repeated events: eight weeks, without excluded and moved ones', async () => {
    expect(await startsOf(event(zoned, 'RRULE:FREQ=WEEKLY;BYDAY=TH'))).toHaveLength(8)
    expect(await startsOf(event('DTSTART;TZID=America/Sao_Paulo:20150101T140000', 'RRULE:FREQ=DAILY'))).toHaveLength(56)
    const moved = event('DTSTART:20260320T150000Z', 'RECURRENCE-ID;TZID=America/Sao_Paulo:20260319T140000')
    const weekly = event(
      zoned,
      'EXDATE;TZID=America/Sao_Paulo:20260326T140000',
      'RRULE:FREQ=WEEKLY;UNTIL=20260403T025959Z',
    )
    expect(await startsOf(weekly, moved)).toEqual([
      '2026-03-12T17:00:00.000Z',
      '2026-04-02T17:00:00.000Z',
      '2026-03-20T15:00:00.000Z',
    ])
    expect(await startsOf(event(zoned, 'RRULE:FREQ=MONTHLY;BYDAY=2TH'))).toHaveLength(2)
  })

  test.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=SECONDLY',
    'FREQ=MONTHLY;BYMONTHDAY=31;INTERVAL=12',
    'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
    'FREQ=WEEKLY;BYDAY=TH;BYMONTH=2',
    'FREQ=MONTHLY;BYDAY=6MO',
    'FREQ=WEEKLY;COUNT=99999',
    'FREQ=WEEKLY;INTERVAL=0;COUNT=-1',
    'FREQ=NONSENSE',
  ])('the rule %s ends, with a problem of that event only', async (rule) => {
    const starts = await startsOf(event(zoned, `RRULE:${rule}`), event(zoned))
    expect(starts.at(-1)).toBe('2026-03-12T17:00:00.000Z')
    expect(starts.length).toBeLessThan(20)
  })

  test('days, unknown zones and broken events are problems of their row', async () => {
    expect(
      await startsOf(
        event('DTSTART;VALUE=DATE:20260312'),
        event('DTSTART;TZID=Marte:20260312T140000'),
        event('SUMMARY:sem início'),
        event('DTSTART:20269912T990000Z'),
        event('DTSTART'),
      ),
    ).toEqual([
      'Evento de dia inteiro',
      'Fuso horário desconhecido',
      'Evento sem horário',
      expect.any(String),
      'Evento ilegível',
    ])
  })
})
