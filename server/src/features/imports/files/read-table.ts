import { Readable } from 'node:stream'
import { ApiError } from '@na-regua/contract/errors'
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '@na-regua/contract/imports'
import { parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { isCalendar, readCalendar } from '../calendars/read-calendar.ts'
import { cutText, type ImportTable, type TableRow } from '../rules.ts'
import { isContacts, readContacts } from './read-contacts.ts'

/** A file that is no table, with the reason in Portuguese. */
export function invalidFile(reason: string): ApiError {
  return new ApiError('IMPORT_INVALID', {}, reason)
}

/** The text of an upload: UTF-8 with or without a byte order mark, UTF-16 with one, otherwise Windows-1252. */
export function decodeText(bytes: Buffer): string {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) throw invalidFile(explainZip(bytes))
  const text = decode(bytes)
  if (text.includes('\0')) throw invalidFile('Este arquivo não é um texto. Exporte como CSV ou .ics e tente de novo.')
  if (!text.trim()) throw invalidFile('O arquivo está vazio.')
  return text
}

/** The names of its entries stand in a zip as they are; Excel's files are zips, too. */
function explainZip(bytes: Buffer): string {
  const names = bytes.toString('latin1')
  if (/xl\/(?:workbook|worksheets|_rels)|\[Content_Types\]\.xml/.test(names))
    return 'Este arquivo é uma planilha do Excel. No Excel, use "Salvar como" e escolha CSV.'
  const entry = /\.(ics|vcf|csv)(?![\w.])/i.exec(names)?.[1]?.toLowerCase()
  if (entry) return `Este arquivo é um zip. Abra o zip e envie o .${entry} que está dentro.`
  return 'Este arquivo é uma planilha do Excel ou um zip. No Excel, use "Salvar como" e escolha CSV; abra o zip e envie o .ics, .vcf ou CSV.'
}

function decode(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** `uploadedAt` is when repeated events of a calendar are counted from, so that each reading has the same rows. */
export async function readTable(text: string, calendar: { timeZone: string; uploadedAt: Date }): Promise<ImportTable> {
  const table = await readByKind(text, calendar)
  if (table.rows.length === 0) throw invalidFile(nothingIn(text))
  if (table.rows.length > MAX_IMPORT_ROWS) throw tooManyRows()
  return table
}

function readByKind(
  text: string,
  calendar: { timeZone: string; uploadedAt: Date },
): ImportTable | Promise<ImportTable> {
  if (isCalendar(text)) return readCalendar(text, calendar)
  return isContacts(text) ? readContacts(text) : readCsv(text)
}

function nothingIn(text: string): string {
  if (isCalendar(text)) return 'Este calendário não tem nenhum evento para importar.'
  if (isContacts(text)) return 'Este arquivo não tem nenhum contato para importar.'
  return 'O arquivo não tem nenhuma linha para importar.'
}

export function tooManyRows(): ApiError {
  return new ApiError('IMPORT_TOO_LARGE', {}, 'O arquivo tem mais de 20.000 linhas. Divida em partes.')
}

/** Characters of one row. The longest valid one has notes of 2,000. */
const MAX_RECORD = 50_000
/** The parser reads what it is given in one go; other requests run between chunks. */
const CHUNK = 32 * 1024
/** Exports begin with a title or the name of the report. */
const MAX_LINES_ABOVE = 10

const options = { relax_column_count: true, relax_quotes: true, trim: true, max_record_size: MAX_RECORD } as const

async function readCsv(text: string): Promise<ImportTable> {
  const marked = /^sep=(.)\r?\n/i.exec(text)
  const body = marked ? text.slice(marked[0].length) : text
  const records: TableRow[] = []
  // Bytes: a text that is cut within an emoji would lose it.
  const bytes = Buffer.from(body)
  const chunks = Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, at) =>
    bytes.subarray(at * CHUNK, (at + 1) * CHUNK),
  )
  const parser = Readable.from(chunks).pipe(parse({ ...options, delimiter: marked?.[1] ?? findDelimiter(body) }))
  let number = marked ? 1 : 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number++
      if (cells.some(Boolean)) records.push({ number, cells: cells.slice(0, MAX_IMPORT_COLUMNS) })
      if (records.length > MAX_IMPORT_ROWS + MAX_LINES_ABOVE) throw tooManyRows()
    }
  } catch (error) {
    throw explain(error as Error & { code?: string; lines?: number })
  }
  return splitHeader(records)
}

/** The separator that splits the most of the first lines. */
function findDelimiter(text: string): string {
  const start = text.slice(0, CHUNK)
  const widths = [';', ',', '\t', '|'].map((delimiter) => {
    try {
      const records: string[][] = parseSync(start, { ...options, delimiter, to: MAX_LINES_ABOVE })
      return { delimiter, width: Math.max(0, ...records.map((cells) => cells.length)) }
    } catch {
      return { delimiter, width: 0 }
    }
  })
  return widths.toSorted((one, other) => other.width - one.width)[0]?.delimiter ?? ';'
}

function explain(error: Error & { code?: string; lines?: number }): Error {
  if (error instanceof ApiError || !error.code?.startsWith('CSV_')) return error
  const line = error.lines === undefined ? '' : ` (linha ${error.lines})`
  if (error.code === 'CSV_MAX_RECORD_SIZE') return invalidFile(`Uma linha do arquivo é longa demais${line}.`)
  return invalidFile(`Há aspas que abrem e não fecham${line}. Corrija e envie de novo.`)
}

/** The header is the first row with as many cells as a table has. */
function splitHeader(records: readonly TableRow[]): ImportTable {
  const filled = (cells: readonly string[]) => cells.filter(Boolean).length
  const widest = Math.max(0, ...records.slice(0, MAX_LINES_ABOVE).map(({ cells }) => filled(cells)))
  const at = records.findIndex(({ cells }) => filled(cells) >= Math.min(2, widest))
  const header = records[at]?.cells ?? []
  return { header: header.map((text) => cutText(text, 80)), rows: records.slice(at + 1) }
}
