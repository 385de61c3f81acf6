import type { ImportColumn, ImportEncoding, ImportKind, ImportReading } from '@na-regua/contract/imports'
import { normalizeName } from '@na-regua/contract/names'
import { unfoldBytes } from '../calendars/content-lines.ts'
import { isCalendar } from '../calendars/read-calendar.ts'
import { cutText, type ImportTable } from '../rows/rules.ts'
import { decodeUpload, invalidFile } from './decode-text.ts'
import { isContacts } from './read-contacts.ts'
import { readTable } from './read-table.ts'

export type UploadedFile = {
  bytes: Uint8Array
  kind: ImportKind
  timeZone: string
  uploadedAt: Date
  /** What the owner corrects of the reading. */
  encoding?: ImportEncoding | undefined
  separator?: string | undefined
  headerRow?: number | undefined
}

/** The text that is stored, and what the owner sees of it before choosing the columns. */
export type ReadImportFile = {
  content: string
  header: readonly string[]
  columns: ImportColumn[]
  rowCount: number
  notes: string[]
  /** Null of a calendar and of contacts. */
  reading: ImportReading | null
}

/** Throws IMPORT_INVALID, IMPORT_TOO_LARGE. */
export async function readImportFile({ bytes, kind, ...options }: UploadedFile): Promise<ReadImportFile> {
  const { text: content, encoding, notes } = decodeFile(Buffer.from(bytes), options.encoding)
  requireKind(content, kind)
  const table = await readTable(content, options)
  return {
    content,
    header: table.header,
    columns: describeColumns(table, options.timeZone),
    rowCount: table.rows.length,
    notes: [...notes, ...(table.notes ?? [])],
    reading: table.reading ? { ...table.reading, encoding } : null,
  }
}

function decodeFile(bytes: Buffer, encoding: ImportEncoding | undefined) {
  const begin = bytes.subarray(0, 4096).toString('latin1')
  return decodeUpload(isCalendar(begin) || isContacts(begin) ? unfoldBytes(bytes) : bytes, encoding)
}

function requireKind(text: string, kind: ImportKind) {
  if (kind !== 'appointments' && isCalendar(text))
    throw invalidFile('Este arquivo é de um calendário. Escolha "Agendamentos" e envie de novo.')
  if (kind !== 'customers' && isContacts(text))
    throw invalidFile('Este arquivo é de contatos. Escolha "Clientes" e envie de novo.')
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** The first values of each column, shortened. Times as they are read: in the barbershop's zone. */
function describeColumns({ header, rows }: ImportTable, timeZone: string): ImportColumn[] {
  const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone })
  const show = (cell: string) =>
    instant.test(cell) && !Number.isNaN(Date.parse(cell)) ? format.format(new Date(cell)) : cell
  return header.map((text, column) => ({
    header: normalizeName(text) || `Coluna ${column + 1}`,
    samples: rows
      .slice(0, 50)
      .flatMap(({ cells }) => (cells[column] ? [cutText(normalizeName(show(cutText(cells[column], 120))), 60)] : []))
      .slice(0, 3),
  }))
}
