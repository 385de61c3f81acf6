import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readImportFile } from '../files/read-import-file.ts'
import { readCalendar } from './read-calendar.ts'

const options = { timeZone: 'America/Sao_Paulo', uploadedAt: new Date('2026-03-11T15:00:00Z') }
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
const startsOf = (...events: string[]) =>
  readCalendar(file(...events), options).rows.map(({ cells, problem }) => problem?.message ?? cells[1])
const zoned = 'DTSTART;TZID=America/Sao_Paulo:20260312T140000'

/** What the owner reads of each row of a file that a program writes, uploaded on 2026-11-28. */
async function readFixture(name: string) {
  const path = new URL(`../../../../test/calendars/${name}`, import.meta.url)
  const uploadedAt = new Date('2026-11-28T15:00:00Z')
  const upload = await readImportFile({
    bytes: readFileSync(path),
    kind: 'appointments',
    timeZone: 'America/Sao_Paulo',
    uploadedAt,
  })
  return readCalendar(upload.content, { timeZone: 'America/Sao_Paulo', uploadedAt })
}
const describeFixture = async (name: string) =>
  (await readFixture(name)).rows.map(({ title, startText, problem }) =>
    [`${title}, ${startText}`, ...(problem ? [problem.message] : [])].join(': '),
  )

describe('files of calendars', () => {
  const two = ['Corte masculino - João da Conceição, 04/02 08:00', 'Corte masculino - Zé, 04/02 09:00']
  const series = (...days: string[]) => days.map((day) => `Corte masculino - Serie, ${day}`)

  test.each([
    ['blank-lines.ics', two],
    ['bom.ics', two],
    ['cr.ics', two],
    ['lf.ics', two],
    ['latin1.ics', two],
    ['utf16.ics', two],
    ['leading-blank.ics', two],
    ['fold-inside-utf8.ics', two],
    [
      'truncated.ics',
      [two[0], 'Evento sem título, 04/02 09:00: O arquivo acaba no meio deste evento. Exporte de novo'],
    ],
    ['lower.ics', ['Corte masculino - Ana, 04/02 08:00']],
    ['text-before.ics', ['Corte masculino - Ana, 04/02 08:00']],
    ['vcal10.ics', ['Corte masculino - João da Silva, 04/02 08:00']],
    ['exdate-date.ics', series('01/12 10:00', '15/12 10:00', '22/12 10:00')],
    ['exdate-utc.ics', series('01/12 10:00', '15/12 10:00', '22/12 10:00')],
    ['exdate-win.ics', series('01/12 10:00', '15/12 10:00', '22/12 10:00')],
    ['exrule.ics', series('08/12 10:00', '22/12 10:00', '05/01 10:00')],
    ['rdate.ics', series('01/12 10:00', '08/12 10:00', '15/12 10:00')],
    ['rdate-rrule.ics', series('01/12 10:00', '08/12 10:00', '11/12 10:00', '15/12 10:00', '22/12 10:00')],
    ['recurrence-date.ics', series('01/12 10:00', '15/12 10:00', '22/12 10:00', '09/12 10:00')],
    ['recurrence-first.ics', series('09/12 10:00', '01/12 10:00', '15/12 10:00', '22/12 10:00')],
    ['recurrence-future.ics', series('01/12 10:00', '15/12 15:00', '22/12 15:00', '08/12 15:00')],
    ['dtstart-off-byday.ics', series('01/12 10:00', '08/12 10:00', '15/12 10:00')],
    ['old-monthly.ics', series('31/12 10:00')],
    [
      'two-rrules.ics',
      series(
        ...['01/12 10:00', '03/12 10:00', '08/12 10:00', '10/12 10:00'],
        ...['15/12 10:00', '17/12 10:00', '22/12 10:00', '24/12 10:00'],
      ),
    ],
    [
      'old-biweekly.ics',
      series(
        ...['01/12 10:00', '03/12 10:00', '15/12 10:00', '17/12 10:00'],
        ...['29/12 10:00', '31/12 10:00', '12/01 10:00', '14/01 10:00'],
      ),
    ],
    [
      'problem-without-title.ics',
      [
        'Corte masculino - Ana Exemplo, 10/02 09:00',
        'Corte masculino - Bruno Exemplo, 01/12 10:00',
        'Corte masculino - Bruno Exemplo, 05/01 10:00',
        'Corte masculino - Caio Exemplo, 10/02 11:00',
      ],
    ],
  ])('%s', async (name, rows) => expect(await describeFixture(name)).toEqual(rows))

  test('rules.ics: every rule that calendars write for appointments, and the one with another hour is reported', async () => {
    const days = new Map<string, string[]>()
    for (const { cells, startText, problem } of (await readFixture('rules.ics')).rows) {
      const name = cells[0]?.slice('Corte masculino - '.length) ?? ''
      const [day = ''] = startText?.split(' ') ?? []
      days.set(name, [...(days.get(name) ?? []), problem?.message ?? day])
    }
    const tuesdays = ['01/12', '08/12', '15/12', '22/12', '29/12', '05/01', '12/01', '19/01']
    expect(days.get('r6')).toHaveLength(39)
    expect(days.get('r6')?.slice(0, 6)).toEqual(['01/12', '02/12', '03/12', '04/12', '07/12', '08/12'])
    days.delete('r6')
    expect(Object.fromEntries(days)).toEqual({
      r0: tuesdays,
      r1: tuesdays,
      r2: ['01/12', '15/12', '29/12', '12/01'],
      r3: ['01/12', '08/12', '15/12'],
      r4: ['01/12', '08/12', '15/12'],
      r5: ['01/12', '08/12', '15/12'],
      r7: ['01/12', '05/01'],
      r8: ['01/12', '01/01'],
      r9: ['31/12'],
      r10: ['31/12'],
      r11: ['01/12', '05/01'],
      r12: ['29/12'],
      r13: ['29/12'],
      r14: ['01/12'],
      r15: ['01/12'],
      r16: ['01/12', '22/12', '12/01'],
      r17: ['01/12', '01/01'],
      r18: ['01/12', '16/12', '31/12', '15/01'],
      r19: tuesdays,
      r20: tuesdays,
      r21: ['Repetição que não conseguimos ler. Marque este horário à mão'],
    })
  })

  test('kinds.ics: days, broken lines, times without an end or a zone', async () => {
    const { rows } = await readFixture('kinds.ics')
    const read = rows.map(({ cells: [title, start, end], problem }) => [title, problem?.message ?? start, end])
    const at = (time: string) => `2027-02-04T${time}:00.000Z`
    expect(read).toEqual([
      ['Feriado', 'Evento de dia inteiro', undefined],
      ['Corte masculino - velho', '1970-01-01T00:00:00.000Z', '1970-01-01T01:00:00.000Z'],
      ['Corte masculino - cancelado', at('11:00'), at('11:30')],
      ['Lembrete aniversário', at('12:00'), at('12:30')],
      ['Busy', at('13:00'), at('13:30')],
      ['Corte masculino - zero', at('14:00'), at('14:00')],
      ['Corte masculino - sem fim', at('15:00'), ''],
      ['Corte masculino - duração', at('16:00'), at('16:45')],
      ['Corte masculino - flutuante', at('17:30'), at('18:00')],
      ['Dia sem VALUE', 'Evento de dia inteiro', undefined],
      ['Viagem', at('19:00'), '2027-02-07T19:00:00.000Z'],
      ['Fim antes', at('20:00'), at('19:30')],
      ['Corte masculino - Linha ruim', at('21:00'), at('21:30')],
      ['', at('22:00'), at('22:30')],
      ['Corte masculino - Idioma', at('23:00'), at('23:30')],
      ['Corte masculino - Longe', '2028-03-01T23:00:00.000Z', '2028-03-01T23:30:00.000Z'],
    ])
  })

  test('organizer-attendee.ics: never the organizer, a room or who declined', async () => {
    const { rows } = await readFixture('organizer-attendee.ics')
    expect(rows.map(({ cells }) => cells[5])).toEqual(['Maria Cliente', '', '', ''])
  })

  test('meet-dialin.ics: descriptions without what conferences add, and the phone of a place', async () => {
    const { rows } = await readFixture('meet-dialin.ics')
    expect(rows.map(({ cells }) => cells[3])).toEqual([
      ...['', '', 'CPF 123.456.789-09', '', '<a href="https://wa.me/5562987654321">WhatsApp</a>', '(62) 98765-1111'],
      'pedido 20261128-123456',
    ])
  })

  test('escape.ics: escaped signs, quotes, emoji and HTML', async () => {
    const [row] = (await readFixture('escape.ics')).rows
    expect(row?.cells[0]).toBe('Corte masculino, barba; Ana "Aninha" \\ 💈 & <b>x</b>')
  })
})

describe('names of time zones', () => {
  test.each([
    ['zone-00.ics', '11:00'],
    ['zone-01.ics', '11:00'],
    ['zone-02.ics', '11:00'],
    ['zone-03.ics', '11:00'],
    ['zone-04.ics', '11:00'],
    ['zone-05.ics', '11:00'],
    // What Windows calls so is four hours behind UTC, whatever the file says.
    ['zone-06.ics', '12:00'],
    ['zone-07.ics', '12:00'],
    ['zone-08.ics', '11:00'],
    ['zone-09.ics', '11:00'],
    ['zone-11.ics', '11:00'],
    ['zone-13.ics', '11:00'],
    ['zone-15.ics', '11:00'],
    ['zone-17.ics', '11:00'],
    ['zone-19.ics', '11:00'],
    ['zone-21.ics', '11:00'],
    ['zone-23.ics', '11:00'],
  ])('%s is %s UTC for 08:00', async (name, time) => {
    const { rows, notes } = await readFixture(name)
    expect(rows.map(({ cells, problem }) => problem?.message ?? cells[1])).toEqual([`2027-02-03T${time}:00.000Z`])
    expect(notes).toEqual([])
  })

  test.each([
    ['E. South America Standard Time', '11:00'],
    ['"E. South America Standard Time"', '11:00'],
    ['E. South America Standard Time 1', '11:00'],
    ['SA Pacific Standard Time', '13:00'],
    ['tzone://Microsoft/Utc', '08:00'],
    ['tzone://Microsoft/E. South America Standard Time', '11:00'],
    ['/freeassociation.sourceforge.net/America/Sao_Paulo', '11:00'],
    ['/softwarestudio.org/Olson_20011030_5/America/Manaus', '12:00'],
    ['/citadel.org/20210210_1/America/Argentina/Buenos_Aires', '11:00'],
    ['posix/America/Sao_Paulo', '11:00'],
    ['America/Sao Paulo', '11:00'],
    ['(UTC-03:00) Brasília', '11:00'],
    ['(GMT-03:00) Brasilia', '11:00'],
    ['(GMT-04.00) Manaus', '12:00'],
    ['(UTC) Coordinated Universal Time', '08:00'],
    ['GMT-0300', '11:00'],
    ['GMT -0300', '11:00'],
    ['UTC-3', '11:00'],
    ['-03:00', '11:00'],
    ['GMT+0530', '02:30'],
    ['BRT', '11:00'],
    ['UTC', '08:00'],
  ])('%s without rules is %s UTC for 08:00', (name, time) => {
    const { rows, notes } = readCalendar(file(event(`DTSTART;TZID=${name}:20260320T080000`)), options)
    expect(rows.map(({ cells, problem }) => problem?.message ?? cells[1])).toEqual([`2026-03-20T${time}:00.000Z`])
    expect(notes).toEqual([])
  })

  test('the rules of the file are used for a name of its own, in summer and in winter', () => {
    const rules = [
      'BEGIN:VTIMEZONE',
      'TZID:Zona da barbearia',
      'BEGIN:STANDARD',
      'DTSTART:16010101T020000',
      'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
      'TZOFFSETFROM:-0400',
      'TZOFFSETTO:-0500',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0400',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ]
    const at = (day: string) => event(`DTSTART;TZID=Zona da barbearia:${day}T080000`)
    expect(startsOf(...rules, at('20260701'), at('20261201'))).toEqual([
      '2026-07-01T12:00:00.000Z',
      '2026-12-01T13:00:00.000Z',
    ])
  })

  test('rules that would be expanded without end are not; the offset in the name is left', () => {
    const rules = (rrule: string) => [
      'BEGIN:VTIMEZONE',
      'TZID:GMT-0300',
      ...['BEGIN:STANDARD', 'DTSTART:16010101T000000', rrule, 'TZOFFSETFROM:-0300', 'TZOFFSETTO:-0800', 'END:STANDARD'],
      'END:VTIMEZONE',
    ]
    for (const rrule of ['RRULE:FREQ=SECONDLY', 'RRULE:FREQ=YEARLY;COUNT=99999999', 'EXRULE:FREQ=DAILY'])
      expect(startsOf(...rules(rrule), event('DTSTART;TZID=GMT-0300:20260320T080000'))).toEqual([
        '2026-03-20T11:00:00.000Z',
      ])
  })

  test('of an unknown zone the times are the barbershop’s, and the owner is informed', () => {
    const { rows, notes } = readCalendar(file(event('DTSTART;TZID=Marte:20260312T140000')), options)
    expect(rows[0]?.cells[1]).toBe('2026-03-12T17:00:00.000Z')
    expect(notes).toEqual([
      'Não conhecemos o fuso "Marte" do arquivo. Lemos esses horários como horários da barbearia.',
    ])
  })
})

describe('a calendar of Google', () => {
  test('events in UTC, in a zone, without one, folded and escaped', () => {
    const { rows } = readCalendar(
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
      options,
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

  test('repeated events: eight weeks, without excluded and moved ones, and the owner is informed', () => {
    expect(startsOf(event(zoned, 'RRULE:FREQ=WEEKLY;BYDAY=TH'))).toHaveLength(8)
    expect(startsOf(event('DTSTART;TZID=America/Sao_Paulo:20150101T140000', 'RRULE:FREQ=DAILY'))).toHaveLength(56)
    const moved = event('DTSTART:20260320T150000Z', 'RECURRENCE-ID;TZID=America/Sao_Paulo:20260319T140000')
    const weekly = event(
      zoned,
      'EXDATE;TZID=America/Sao_Paulo:20260326T140000',
      'RRULE:FREQ=WEEKLY;UNTIL=20260403T025959Z',
    )
    expect(startsOf(weekly, moved)).toEqual([
      '2026-03-12T17:00:00.000Z',
      '2026-04-02T17:00:00.000Z',
      '2026-03-20T15:00:00.000Z',
    ])
    expect(startsOf(event(zoned, 'RRULE:FREQ=MONTHLY;BYDAY=2TH'))).toHaveLength(2)
    expect(readCalendar(file(event(zoned, 'RRULE:FREQ=WEEKLY')), options).notes).toEqual([
      'Horários que se repetem entram pelas próximas 8 semanas.',
    ])
  })

  test.each([
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'Não se repete nas próximas 8 semanas'],
    ['FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2', 'Não se repete nas próximas 8 semanas'],
    ['FREQ=DAILY;INTERVAL=7;BYDAY=MO', 'Não se repete nas próximas 8 semanas'],
    ['FREQ=WEEKLY;BYDAY=TH;BYMONTH=2', 'Não se repete nas próximas 8 semanas'],
    ['FREQ=WEEKLY;UNTIL=20200101', 'Não se repete nas próximas 8 semanas'],
    ['FREQ=SECONDLY', 'Repetição que não conseguimos ler. Marque este horário à mão'],
    ['FREQ=HOURLY;INTERVAL=24', 'Repetição que não conseguimos ler. Marque este horário à mão'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'Repetição que não conseguimos ler. Marque este horário à mão'],
    ['FREQ=WEEKLY;BYDAY=2TH', 'Repetição que não conseguimos ler. Marque este horário à mão'],
    ['FREQ=WEEKLY;BYSETPOS=1;BYDAY=TH', 'Repetição que não conseguimos ler. Marque este horário à mão'],
    ['FREQ=WEEKLY;INTERVAL=0;COUNT=-1', 'Repetição que não conseguimos ler. Marque este horário à mão'],
    ['FREQ=WEEKLY;COUNT=9999999999', 'Repetição que não conseguimos ler. Marque este horário à mão'],
    ['FREQ=YEARLY;BYYEARDAY=71', 'Repetição que não conseguimos ler. Marque este horário à mão'],
    ['FREQ=YEARLY;BYWEEKNO=11;BYDAY=TH', 'Repetição que não conseguimos ler. Marque este horário à mão'],
    ['FREQ=WEEKLY;X-FOO=1', 'Repetição que não conseguimos ler. Marque este horário à mão'],
    ['FREQ=NONSENSE', 'Repetição que não conseguimos ler. Marque este horário à mão'],
    ['W1 TU #10', 'Repetição que não conseguimos ler. Marque este horário à mão'],
  ])('the rule %s is a problem of that event only: %s', (rule, problem) => {
    const { rows } = readCalendar(file(event(zoned, 'SUMMARY:Corte', `RRULE:${rule}`), event(zoned)), options)
    expect(rows.map(({ title, startText, problem: found }) => [title, startText, found?.message])).toEqual([
      ['Corte', '12/03 14:00', problem],
      ['Evento sem título', '12/03 14:00', undefined],
    ])
  })

  test('days and broken events are problems of their row', () => {
    expect(
      startsOf(
        event('DTSTART;VALUE=DATE:20260312'),
        event('SUMMARY:sem início'),
        event('DTSTART:20269912T990000Z'),
        event('DTSTART:amanhã'),
        event('DTSTART'),
        event('DTSTART:20260312T170000Z', 'DURATION:muito'),
        event(zoned, 'RRULE:FREQ=WEEKLY', 'RDATE;VALUE=PERIOD:20260313T170000Z/PT1H'),
      ),
    ).toEqual([
      'Evento de dia inteiro',
      'Evento sem horário',
      'Evento com data ou hora que não existe',
      'Evento ilegível',
      'Evento sem horário',
      'Evento com duração ilegível',
      'Repetição que não conseguimos ler. Marque este horário à mão',
    ])
  })

  test('a file that was cut off between two events says so', () => {
    const cut = file(event(zoned)).replace('\r\nEND:VCALENDAR', '')
    expect(readCalendar(cut, options).rows.at(-1)?.problem?.message).toBe(
      'O arquivo está cortado no fim: pode faltar algum evento. Exporte de novo',
    )
  })

  test('past events do not count: those that are not repeated are one row from the 200th on', () => {
    const past = Array.from(
      { length: 20_500 },
      (_, at) => `BEGIN:VEVENT\r\nUID:${at}\r\nDTSTART:20200101T100000Z\r\nEND:VEVENT`,
    )
    const { rows } = readCalendar(file(...past, event(zoned)), options)
    expect(rows).toHaveLength(202)
    expect(rows.at(-2)?.cells[1]).toBe('2026-03-12T17:00:00.000Z')
    expect([rows.at(-1)?.problem?.message, rows.at(-1)?.problem?.outcome]).toEqual([
      'Mais 20.300 eventos já passaram: só horários à frente são importados',
      'skipped',
    ])
  })
})

describe('a hostile file costs no more than its budget', () => {
  const unreadable = 'Repetição que não conseguimos ler. Marque este horário à mão'
  const tooLong = 'Repetição longa demais. Marque este horário à mão'

  test('60 events of 1905 that are repeated each month are read from today on', () => {
    const old = Array.from({ length: 60 }, () =>
      event('DTSTART;TZID=America/Sao_Paulo:19050127T100000', 'RRULE:FREQ=MONTHLY;BYDAY=4FR'),
    )
    expect(startsOf(...old)).toHaveLength(120)
  })

  test('the days of counted rules are counted over the file; the other events are read', () => {
    const counted = event('DTSTART;TZID=America/Sao_Paulo:19050127T100000', 'RRULE:FREQ=DAILY;COUNT=99999')
    const problems = startsOf(...Array.from({ length: 200 }, () => counted), event('DTSTART:20260312T170000Z'))
    expect(problems.filter((problem) => problem === tooLong).length).toBeGreaterThan(100)
    expect(problems.at(-1)).toBe('2026-03-12T17:00:00.000Z')
  })

  test.each([
    [
      '150,000 excluded dates in one line',
      `EXDATE:${'20260319T170000Z,'.repeat(150_000)}20260319T170000Z`,
      'Evento longo demais',
    ],
    [
      '30,000 excluded dates',
      Array.from({ length: 1500 }, () => `EXDATE:${'20260319,'.repeat(19)}20260319`).join('\r\n'),
      tooLong,
    ],
    [
      '5,000 lines of excluded dates',
      Array.from({ length: 5000 }, () => 'EXDATE:20260319').join('\r\n'),
      'Evento longo demais',
    ],
    ['a hundred years of seconds', 'RRULE:FREQ=SECONDLY;COUNT=1000000000', unreadable],
  ])('%s', (_, line, problem) => {
    expect(startsOf(event(zoned, 'RRULE:FREQ=WEEKLY', line), event('DTSTART:20260312T170000Z'))).toEqual([
      problem,
      '2026-03-12T17:00:00.000Z',
    ])
  })

  test('100,000 unknown properties, open components and deep ones', () => {
    const properties = Array.from({ length: 100_000 }, (_, at) => `X-FOO-${at}:1`).join('\r\n')
    const open = Array.from({ length: 50_000 }, () => 'BEGIN:VALARM').join('\r\n')
    expect(startsOf(event(zoned, properties), event(zoned, open))).toEqual([
      '2026-03-12T17:00:00.000Z',
      '2026-03-12T17:00:00.000Z',
    ])
    const unclosed = readCalendar(file(...Array.from({ length: 300 }, () => `BEGIN:VEVENT\r\n${zoned}`)), options)
    expect(unclosed.rows).toHaveLength(300)
    expect(new Set(unclosed.rows.map(({ problem }) => problem?.message))).toEqual(
      new Set(['O arquivo acaba no meio deste evento. Exporte de novo']),
    )
  })

  test('quotes that are never closed, before thousands of parameters', () => {
    const guests = Array.from({ length: 15 }, () => event(zoned, `ATTENDEE${';A="1,'.repeat(60_000)}:x`))
    expect(startsOf(...guests)).toHaveLength(15)
  })

  test('200 zones whose changes never come: the offset in their names is left', () => {
    const change = ['BEGIN:STANDARD', 'DTSTART:16010101T000000', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30']
    const names = Array.from({ length: 200 }, (_, at) => `GMT-03:${String(at % 60).padStart(2, '0')}`)
    const zones = names.flatMap((name) => [
      ...['BEGIN:VTIMEZONE', `TZID:${name}`],
      ...Array.from({ length: 15 }, () => [...change, 'TZOFFSETFROM:-0300', 'TZOFFSETTO:-0300', 'END:STANDARD']).flat(),
      'END:VTIMEZONE',
    ])
    const starts = startsOf(...zones, ...names.map((name) => event(`DTSTART;TZID=${name}:20260320T080000`)))
    expect([starts.length, starts[1]]).toEqual([200, '2026-03-20T11:01:00.000Z'])
  })

  test('a million soft line breaks', () => {
    expect(
      startsOf(event(zoned, `SUMMARY;ENCODING=QUOTED-PRINTABLE:a=\n${'b=\n'.repeat(1_000_000)}`, 'STATUS:x')),
    ).toEqual(['Evento longo demais'])
  })

  test('thousands of guests of changes that all occurrences follow', () => {
    const guests = Array.from({ length: 1900 }, () => 'ATTENDEE;CN=a:b')
    const changes = Array.from({ length: 40 }, () =>
      event('UID:1', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20260312T170000Z', 'DTSTART:20260312T180000Z', ...guests),
    )
    const series = Array.from({ length: 300 }, () => event('UID:1', 'DTSTART:20260312T170000Z', 'RRULE:FREQ=DAILY'))
    expect(startsOf(...changes, ...series).length).toBeGreaterThan(10_000)
  })

  test('thousands of changes of one series, each for all that follow', () => {
    const change = event(zoned, 'RECURRENCE-ID;RANGE=THISANDFUTURE:20260312T170000Z')
    const starts = startsOf(event(zoned, 'RRULE:FREQ=DAILY'), ...Array.from({ length: 5000 }, () => change))
    expect(starts[0]).toBe(unreadable)
  })
})
