import { describe, expect, test } from 'vitest'
import { describeReasons, rowWordsOf, shrinkImportFile } from './rules.ts'

const now = new Date('2026-11-28T15:00:00Z')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT', ''].join('\r\n')
const description = `DESCRIPTION:${'conversa '.repeat(40)}`
const past = event('UID:1', 'DTSTART;TZID=America/Sao_Paulo:20240102T100000', description)
const calendar = (...events: string[]) => ['BEGIN:VCALENDAR\r\n', ...events, 'END:VCALENDAR\r\n'].join('')
const fileOf = (text: string, name = 'agenda.ics') => new File([text], name, { type: 'text/calendar' })

describe('a calendar of some years', () => {
  test('is sent without its past events; what is ahead, repeated or unclear stays byte for byte', async () => {
    const remaining = [
      event('UID:2', 'DTSTART:20261127T100000Z', 'SUMMARY:João de ontem'),
      event('UID:3', 'DTSTART:20270102T100000Z', 'SUMMARY:Conceição 💈'),
      event('UID:4', 'DTSTART:20200102T100000Z', 'RRULE:FREQ=WEEKLY', 'SUMMARY:Série'),
      event('UID:4', 'RECURRENCE-ID:20200109T100000Z', 'DTSTART:20200110T100000Z'),
      event('UID:5', 'SUMMARY:sem início'),
    ]
    const years = Array.from({ length: 12_000 }, () => past).join('')
    const large = calendar(remaining[0] ?? '', years, ...remaining.slice(1), past)
    expect(large.length).toBeGreaterThan(5_000_000)
    const { file, pastCount } = await shrinkImportFile(fileOf(large), now)
    expect(pastCount).toBe(12_001)
    expect(await file.text()).toBe(calendar(...remaining))
    expect([file.name, file.type]).toEqual(['agenda.ics', 'text/calendar'])
  })

  test('is sent as it is if it is small, in another encoding, or a table', async () => {
    const small = fileOf(calendar(past))
    expect((await shrinkImportFile(small, now)).file).toBe(small)
    const table = fileOf(past.repeat(5000), 'agenda.csv')
    expect((await shrinkImportFile(table, now)).file).toBe(table)
    const wide = new File([Buffer.from(`\uFEFF${calendar(past.repeat(3000))}`, 'utf16le')], 'agenda.ics')
    expect((await shrinkImportFile(wide, now)).file).toBe(wide)
  })

  test('attachments within events that stay are left out, those of past events with them', async () => {
    const image = `ATTACH;ENCODING=BASE64;VALUE=BINARY:${`${'A'.repeat(70)}\r\n `.repeat(20_000)}=`
    const ahead = (...lines: string[]) => event('UID:9', ...lines, 'DTSTART:20270102T100000Z', 'SUMMARY:Ana')
    const { file, pastCount } = await shrinkImportFile(
      fileOf(calendar(ahead(image), event(image, 'DTSTART:20200102T100000Z'))),
      now,
    )
    expect([pastCount, await file.text()]).toEqual([1, calendar(ahead())])
  })
})

test('contacts are sent without their images', async () => {
  const image = `PHOTO;ENCODING=b;TYPE=JPEG:${`${'A'.repeat(70)}\r\n `.repeat(20_000)}=`
  const card = (...lines: string[]) =>
    ['BEGIN:VCARD', 'FN:Ana', ...lines, 'TEL:62999990001', 'END:VCARD', ''].join('\r\n')
  const { file } = await shrinkImportFile(fileOf(`${card(image)}${card(`item1.${image}`)}`, 'contatos.vcf'), now)
  expect(await file.text()).toBe(`${card()}${card()}`)
})

test('rows are called by what the file has', () => {
  expect(['Agenda.ICS', 'contatos.vcf', 'clientes.csv'].map((name) => rowWordsOf(name).title)).toEqual([
    'Evento',
    'Contato',
    'Linha',
  ])
})

test('what was left out is one sentence, with the most frequent reasons first', () => {
  const problem = (row: number, reason: string) => ({ row, label: '', outcome: 'wrong' as const, reason })
  const problems = [
    problem(4, 'Falta o telefone'),
    problem(5, 'O telefone já está na linha 2'),
    problem(6, 'O telefone já está na linha 3'),
    problem(7, 'O serviço "Luzes" não está na lista da barbearia'),
  ]
  expect(describeReasons(problems, 9)).toBe(
    '2 por "O telefone já está em outra linha", 1 por "Falta o telefone", ' +
      '1 por "O serviço não está na lista da barbearia", 5 por outros motivos.',
  )
})
