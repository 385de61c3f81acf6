import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '@na-regua/contract/imports'
import { isCalendar, readCalendar } from '../calendars/read-calendar.ts'
import { cutText, type ImportTable, type TableRow } from '../rows/rules.ts'
import { invalidFile } from './decode-text.ts'
import { countKnownHeaders, isKnownHeader } from './guess-mapping.ts'
import { isContacts, readContacts } from './read-contacts.ts'
import { splitRecords, tooManyRows } from './split-records.ts'

/** How a table is read. What is missing is found in the text. */
type TableOptions = {
  separator?: string | undefined
  /** The row with the header; 0: there is none. */
  headerRow?: number | undefined
}

/** `uploadedAt` is when repeated events of a calendar are counted from, so that each reading has the same rows. */
type ReadOptions = TableOptions & { timeZone: string; uploadedAt: Date }

export async function readTable(text: string, options: ReadOptions): Promise<ImportTable> {
  const table = await readByKind(text, options)
  if (table.rows.length === 0) throw invalidFile(nothingIn(text))
  if (table.rows.length > MAX_IMPORT_ROWS) throw tooManyRows()
  return table
}

function readByKind(text: string, options: ReadOptions): ImportTable | Promise<ImportTable> {
  if (isCalendar(text)) return readCalendar(text, options)
  return isContacts(text) ? readContacts(text) : readCsv(text, options)
}

function nothingIn(text: string): string {
  if (isCalendar(text)) return 'Este calendário não tem nenhum evento para importar.'
  if (isContacts(text)) return 'Este arquivo não tem nenhum contato para importar.'
  return 'O arquivo não tem nenhuma linha para importar.'
}

/** Exports begin with a title or the name of the report. */
const MAX_LINES_ABOVE = 10
/** What the separator is found in. */
const SAMPLE = 64 * 1024
const SAMPLE_ROWS = 50

function readCsv(text: string, options: TableOptions): ImportTable {
  const marked = /^sep=(.)\r?\n/i.exec(text)
  const body = marked ? text.slice(marked[0].length) : text
  const separator = options.separator ?? marked?.[1] ?? findSeparator(body)
  const records = splitRecords(body, separator, { first: marked ? 2 : 1 })
  const headerRow = options.headerRow ?? findHeaderRow(records)
  const at = records.findIndex(({ number }) => number === headerRow)
  const { header, rows, notes } = limitColumns(records[at]?.cells ?? [], records.slice(at + 1))
  return {
    header,
    rows,
    notes,
    reading: { separator, headerRow, firstRows: describeFirstRows(records) },
  }
}

function describeFirstRows(records: readonly TableRow[]) {
  return records.slice(0, MAX_LINES_ABOVE).map(({ number, cells }) => ({
    row: number,
    text: cutText(cells.filter(Boolean).slice(0, 4).join(' · '), 60),
  }))
}

/** In the order in which they are preferred: what a text contains least comes first. */
const separators = ['\t', ';', '|', ',']

/** The separator with which a line has the most known headers, then the one whose widths agree in the most lines. */
function findSeparator(text: string): string {
  const sample = text.slice(0, SAMPLE)
  const scores = separators.map((separator) => {
    const records = splitRecords(sample, separator, { max: SAMPLE_ROWS, isSample: true })
    return { separator, known: mostKnownHeaders(records), ...findWidth(records) }
  })
  const [best] = scores.toSorted(
    (one, other) => other.known - one.known || other.agreeing - one.agreeing || other.width - one.width,
  )
  return best && best.width > 1 ? best.separator : ';'
}

/** Counts the known headers of the line that has most. One column says nothing. */
function mostKnownHeaders(records: readonly TableRow[]): number {
  const counts = records.slice(0, MAX_LINES_ABOVE).map(({ cells }) => (cells.length > 1 ? countKnownHeaders(cells) : 0))
  return Math.max(0, ...counts)
}

/** The most frequent width of more than one cell, and how many lines have it. */
function findWidth(records: readonly TableRow[]): { width: number; agreeing: number } {
  const counts = new Map<number, number>()
  for (const { cells } of records) if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [best] = [...counts].toSorted(([, one], [, other]) => other - one)
  return { width: best?.[0] ?? 1, agreeing: best?.[1] ?? 0 }
}

/**
 * The row with the most known headers among the first ones. If none is known, the first one with as many cells as a table has; it is
 * no header if it has a number of a phone or a price, a day or a time, as only a row of data has.
 */
function findHeaderRow(records: readonly TableRow[]): number {
  const first = records.slice(0, MAX_LINES_ABOVE)
  const [best] = first
    .map(({ number, cells }) => ({ number, known: countKnownHeaders(cells) }))
    .toSorted((one, other) => other.known - one.known)
  if (best && best.known > 0) return best.number
  const filled = (cells: readonly string[]) => cells.filter(Boolean).length
  const widest = Math.max(0, ...first.map(({ cells }) => filled(cells)))
  const row = first.find(({ cells }) => filled(cells) >= Math.min(2, widest))
  return row?.cells.some(isValue) ? 0 : (row?.number ?? 0)
}

const isValue = (cell: string) =>
  cell.replaceAll(/\D/g, '').length >= 8 || /^\d{1,2}[:/h]\d{2}/.test(cell) || /^R\$\s*\d/.test(cell)

/** Keeps the columns of wide tables that have known headers, and the first others with something in them. */
function limitColumns(header: readonly string[], records: readonly TableRow[]) {
  const width = Math.max(header.length, ...records.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.length))
  const names = Array.from({ length: width }, (_, column) => cutText(header[column] ?? '', 80))
  const unquoted = isSingleQuoted(header) ? records.map(withoutSingleQuotes) : records
  if (width <= MAX_IMPORT_COLUMNS) {
    const shown = header.length > 0 ? names.slice(0, header.length) : names
    return { header: shown, rows: unquoted, notes: [] }
  }
  const isFilled = names.map((_, column) => records.some(({ cells }) => Boolean(cells[column])))
  const rank = (column: number) => (isKnownHeader(names[column] ?? '') ? 0 : isFilled[column] ? 1 : 2)
  const columns = [...names.keys()]
    .toSorted((one, other) => rank(one) - rank(other) || one - other)
    .slice(0, MAX_IMPORT_COLUMNS)
    .toSorted((one, other) => one - other)
  return {
    header: columns.map((column) => names[column] ?? ''),
    rows: unquoted.map((row) => ({ ...row, cells: columns.map((column) => row.cells[column] ?? '') })),
    notes: [
      `O arquivo tem muitas colunas. Mostramos ${MAX_IMPORT_COLUMNS}: as que conhecemos e as primeiras com dados.`,
    ],
  }
}

/** Some programs write single quotes around every cell. */
function isSingleQuoted(header: readonly string[]): boolean {
  return header.length > 0 && header.every((cell) => /^'.*'$/s.test(cell))
}

function withoutSingleQuotes(row: TableRow): TableRow {
  return { ...row, cells: row.cells.map((cell) => /^'(.*)'$/s.exec(cell)?.[1] ?? cell) }
}
