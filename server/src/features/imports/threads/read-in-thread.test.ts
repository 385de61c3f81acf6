import { readFileSync } from 'node:fs'
import type { ImportDraft, ImportKind } from '@na-regua/contract/imports'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../../../../test/harness.ts'
import { createImportScene } from '../../../../test/import-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

const wrap = (...events: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')

/** Each stopped a process for seconds when it was read between requests. */
const hostile = [
  wrap(...Array.from({ length: 60 }, () => event('DTSTART:19050127T100000', 'RRULE:FREQ=MONTHLY;BYDAY=4FR'))),
  wrap(
    event(
      'DTSTART:20260312T140000',
      'RRULE:FREQ=WEEKLY',
      `EXDATE:${'20260319T140000,'.repeat(150_000)}20260319T140000`,
    ),
  ),
  wrap(...Array.from({ length: 300 }, () => event('DTSTART:19050127T100000', 'RRULE:FREQ=DAILY;COUNT=99999'))),
  wrap(...Array.from({ length: 15_000 }, () => event('DTSTART:20260312T140000', 'RRULE:FREQ=DAILY'))),
  wrap(event('DTSTART:20260312T140000', ...Array.from({ length: 100_000 }, (_, at) => `ATTENDEE;X-${at}=1:a`))),
]

test('requests have responses while eight hostile files are read, and each file has one in Portuguese', async () => {
  const scene = await createImportScene(world)
  const served = { requests: 0, files: 0 }
  const files = Array.from({ length: 8 }, (_, at) => hostile[at % hostile.length] ?? '')
  const uploads = Promise.all(
    files.map(async (file) => {
      const { status, body } = await scene.upload('appointments', file, { name: 'agenda.ics' })
      served.files++
      return status === 200 ? 'read' : body.message
    }),
  )
  // One request after the other: each has a response although files are read.
  while (served.files < files.length) {
    const { statusCode } = await world.app.inject({ url: '/api/barbershops' })
    expect(statusCode).toBe(200)
    served.requests++
  }
  expect(new Set(await uploads)).toEqual(new Set(['read', 'O arquivo tem mais de 20.000 linhas. Divida em partes.']))
  expect(served.requests).toBeGreaterThan(files.length)
})

test('what was read in a thread is checked and imported like any other file', async () => {
  const scene = await createImportScene(world)
  const file = wrap(
    event('UID:1', 'DTSTART:20260312T170000Z', 'DTEND:20260312T173000Z', 'SUMMARY:Corte - Ana Lima'),
    event('UID:2', 'DTSTART;VALUE=DATE:20260313', 'SUMMARY:Feriado'),
    event('UID:3', 'DTSTART;TZID=Marte:20260313T100000', 'RRULE:FREQ=SECONDLY', 'SUMMARY:Corte - Bruno'),
  )
  const draft: ImportDraft = (await scene.upload('appointments', file)).body
  expect(draft.columns[1]?.samples).toEqual(['12/03/2026, 14:00'])
  expect(draft.notes).toEqual([
    'Não conhecemos o fuso "Marte" do arquivo. Lemos esses horários como horários da barbearia.',
  ])
  const { done, report } = await scene.runImport('appointments', file, { serviceId: scene.service.id })
  expect(report.problems).toEqual([
    {
      row: 3,
      label: 'Corte - Bruno, 13/03 10:00',
      outcome: 'wrong',
      reason: 'Repetição que não conseguimos ler. Marque este horário à mão',
    },
    { row: 2, label: 'Feriado, 13/03', outcome: 'skipped', reason: 'Evento de dia inteiro' },
  ])
  expect([done.counts.new, done.counts.wrong, done.counts.skipped]).toEqual([1, 1, 1])
})

test('contacts of a phone become customers, with their mobile numbers', async () => {
  const scene = await createImportScene(world)
  const file = readFileSync(new URL('../../../../test/contacts/iphone.vcf', import.meta.url))
  const { done } = await scene.runImport('customers', file)
  expect([done.counts.new, done.counts.skipped]).toEqual([2, 1])
  expect((await scene.profiles()).map(({ name, phone, notes }) => [name, phone, notes])).toEqual([
    ['Ana da Conceição', '+5562999990911', 'Máquina 2, sem gel\nAlérgica a colônia'],
    ['Barbearia do Parceiro', '+556232320103', ''],
  ])
})

test('a file of another kind says which kind it is, and a zip what to send', async () => {
  const scene = await createImportScene(world)
  const refusalOf = async (kind: ImportKind, file: string | Buffer) => (await scene.upload(kind, file)).body.message
  const zip = (entry: string) => Buffer.from(`PK\x03\x04\x14\0\0\0\x08\0 ${entry} PK\x01\x02 ${entry}`)
  expect(await refusalOf('customers', wrap(event('DTSTART:20260312T140000')))).toBe(
    'Este arquivo é de um calendário. Escolha "Agendamentos" e envie de novo.',
  )
  expect(await refusalOf('appointments', 'BEGIN:VCARD\nFN:Ana\nEND:VCARD')).toBe(
    'Este arquivo é de contatos. Escolha "Clientes" e envie de novo.',
  )
  expect(await refusalOf('appointments', zip('barbeiro@example.com.ics'))).toBe(
    'Este arquivo é um zip. Abra o zip e envie o .ics que está dentro.',
  )
  expect(await refusalOf('customers', zip('xl/workbook.xml'))).toBe(
    'Este arquivo é uma planilha do Excel. No Excel, use "Salvar como" e escolha CSV.',
  )
  expect(await refusalOf('appointments', wrap('BEGIN:VTODO', 'SUMMARY:Ligar', 'END:VTODO'))).toBe(
    'Este calendário não tem nenhum evento para importar.',
  )
})
