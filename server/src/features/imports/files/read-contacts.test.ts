import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guessColumns } from './guess-mapping.ts'
import { readContacts } from './read-contacts.ts'
import { readImportFile } from './read-import-file.ts'

async function readFixture(name: string) {
  const bytes = readFileSync(new URL(`../../../../test/contacts/${name}`, import.meta.url))
  const uploadedAt = new Date('2026-11-28T15:00:00Z')
  const { content } = await readImportFile({ bytes, kind: 'customers', timeZone: 'America/Sao_Paulo', uploadedAt })
  return readContacts(content).rows.map(({ cells, problem }) => (problem ? [...cells, problem.message] : cells))
}

test.each([
  [
    'contatos.vcf',
    [
      ['Ana Exemplo', '+55 62 99999-0901', '', '', '', '', ''],
      ['Bruno Exemplo', '(62) 99999-0902', '', '', '', '', ''],
    ],
  ],
  [
    'iphone.vcf',
    [
      [
        ...['Ana da Conceição', '+55 62 99999-0911', '(62) 3232-0101; 0800 123 4567'],
        ...['ana@example.com; ana@trabalho.example', '1604-08-24'],
        ...['Máquina 2, sem gel\nAlérgica a colônia', ''],
      ],
      ['Barbearia do Parceiro', '+556232320103', '', '', '', '', ''],
      ['Grupo de terça', '', '', '', '', '', '', 'É um grupo de contatos'],
    ],
  ],
  [
    'android.vcf',
    [
      ['João Silva', '62999990912', '6232320104', '', '', 'Máquina 2\r\nSó às sextas', ''],
      ['Bruno', '0 15 62 99999-0913', '', '', '19970824', '', ''],
      ['Caio Conceição', '62 99999-0914', '', '', '', '', ''],
    ],
  ],
  [
    'google-and-others.vcf',
    [
      ['Davi Exemplo', '+55-62-99999-0915', '+55-62-3232-0105', '', '', '', 'VIP, Barba'],
      ['Terça', '', '', '', '', '', '', 'É um grupo de contatos'],
      ['', '+55 62 99999-0916', '', '', '', '', ''],
      ['Sem Telefone', '', '', 'sem@example.com', '', '', ''],
      ['Foi Cortado', '6299999', '', '', '', '', '', 'O arquivo acaba no meio deste contato. Exporte de novo'],
    ],
  ],
])('%s', async (name, rows) => expect(await readFixture(name)).toEqual(rows))

test('the columns of contacts are known', () => {
  expect(guessColumns('customers', readContacts('').header)).toEqual([
    'name',
    'phone',
    'otherPhone',
    'email',
    'birthday',
    'notes',
    'tags',
  ])
})

test('a contact whose end is missing is reported, the next one is read; an assistant is none', () => {
  const lines = [
    ...['BEGIN:VCARD', 'FN:Ana', 'BEGIN:VCARD', 'FN:Bia', 'TEL:1', 'AGENT:', 'BEGIN:VCARD', 'FN:Caio', 'TEL:2'],
    ...['END:VCARD', 'NOTE:x', 'END:VCARD', 'BEGIN:VCARD', 'FN:Davi', 'END:VCARD'],
  ]
  expect(
    readContacts(lines.join('\n')).rows.map(({ cells, problem }) => [
      cells[0],
      cells[1],
      cells[2],
      cells[5],
      problem?.message,
    ]),
  ).toEqual([
    ['Ana', '', '', '', 'O arquivo acaba no meio deste contato. Exporte de novo'],
    ['Bia', '1', '', 'x', undefined],
    ['Davi', '', '', '', undefined],
  ])
})

test('thousands of open contacts are read once each', () => {
  expect(readContacts('BEGIN:VCARD\nFN:Ana\n'.repeat(50_000)).rows).toHaveLength(50_000)
})
