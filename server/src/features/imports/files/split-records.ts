import { ApiError } from '@na-regua/contract/errors'
import { MAX_IMPORT_ROWS } from '@na-regua/contract/imports'
import type { TableRow } from '../rows/rules.ts'
import { invalidFile } from './decode-text.ts'

/** Characters of one row. The longest valid one has notes of 2,000. */
const MAX_RECORD = 55_000
/** The most cells of one row; more than a table shows, because the ones that matter may come last. */
const MAX_CELLS = 500
const MAX_LINES_ABOVE = 20

type Cell = { text: string; end: number }
type Source = { text: string; separator: string; isSample: boolean }

type SplitOptions = {
  max?: number
  /** The number of the first row. */
  first?: number
  /** The text is a beginning that may end within quotes. */
  isSample?: boolean
}

export function tooManyRows(): ApiError {
  return new ApiError('IMPORT_TOO_LARGE', {}, 'O arquivo tem mais de 20.000 linhas. Divida em partes.')
}

/**
 * The records of a table with their numbers as a spreadsheet shows them, without blank ones. Programs write quotes within quoted cells
 * without doubling them, which no CSV library reads: a quote that no separator and no line end follows belongs to the text. `max`
 * records, or as many as can be imported.
 */
export function splitRecords(
  text: string,
  separator: string,
  { max = Number.POSITIVE_INFINITY, first = 1, isSample = false }: SplitOptions = {},
): TableRow[] {
  const source = { text, separator, isSample }
  const records: TableRow[] = []
  let at = 0
  for (let number = first; at < text.length && records.length < max; number++) {
    const { cells, end } = readRecord(source, at)
    if (end - at > MAX_RECORD && !isSample) throw invalidFile(`Uma linha do arquivo é longa demais (linha ${number}).`)
    if (cells.some(Boolean)) records.push({ number, cells })
    if (records.length > MAX_IMPORT_ROWS + MAX_LINES_ABOVE) throw tooManyRows()
    at = end
  }
  return records
}

function readRecord(source: Source, start: number): { cells: string[]; end: number } {
  const cells: string[] = []
  let at = start
  for (;;) {
    const cell = readCell(source, at)
    if (cells.length < MAX_CELLS) cells.push(cell.text.trim())
    if (source.text[cell.end] !== source.separator) return { cells, end: skipLineEnd(source.text, cell.end) }
    at = cell.end + 1
  }
}

function readCell(source: Source, start: number): Cell {
  const { text, separator } = source
  const begin = skipBlanks(text, start, separator)
  const quoted = text[begin] === '"' ? readQuoted(source, begin) : undefined
  if (quoted) return quoted
  const end = findCellEnd(text, start, separator)
  return { text: text.slice(start, end), end }
}

/** Undefined for a cell whose first quote is part of its text. */
function readQuoted(source: Source, begin: number): Cell | undefined {
  const { text, isSample } = source
  let value = ''
  let from = begin + 1
  let hasLoneQuote = false
  for (;;) {
    const quote = findNextQuote(source, from, hasLoneQuote)
    if (quote === undefined) return undefined
    value += text.slice(from, quote)
    const cellEnd = findEndAtQuote(source, quote, hasLoneQuote)
    if (cellEnd) return { text: value + cellEnd.text, end: cellEnd.end }
    const isPair = text[quote + 1] === '"'
    if (!isPair && /[\r\n]/.test(value)) return undefined
    hasLoneQuote ||= !isPair
    from = quote + (isPair ? 2 : 1)
    value += '"'
    if (value.length > MAX_RECORD) return refuseQuoted(isSample, 'Uma linha do arquivo é longa demais.')
  }
}

/** A sample may end anywhere: there the first quote is text. */
function refuseQuoted(isSample: boolean, message: string): undefined {
  if (!isSample) throw invalidFile(message)
}

/** Undefined where the cell cannot be a quoted one. */
function findNextQuote({ text, isSample }: Source, from: number, hasLoneQuote: boolean): number | undefined {
  const quote = text.indexOf('"', from)
  if (quote < 0) {
    // A quote within the text, and no other one: the first one is text, too.
    if (hasLoneQuote) return undefined
    const line = countLines(text)
    return refuseQuoted(isSample, `Há aspas que abrem e não fecham (linha ${line}). Corrija e envie de novo.`)
  }
  // A cell of several lines has all its quotes doubled, otherwise it would swallow the lines that follow.
  return hasLoneQuote && /[\r\n]/.test(text.slice(from, quote)) ? undefined : quote
}

/** Where the cell ends, with its last text, if the quote or the pair that begins with it ends the cell. */
function findEndAtQuote({ text, separator }: Source, quote: number, hasLoneQuote: boolean): Cell | undefined {
  const end = skipBlanks(text, quote + 1, separator)
  if (isCellEnd(text, end, separator)) return { text: '', end }
  if (!hasLoneQuote || text[quote + 1] !== '"') return undefined
  // `"a "b""`: the first of the pair is text, the second one ends the cell.
  const afterPair = skipBlanks(text, quote + 2, separator)
  return isCellEnd(text, afterPair, separator) ? { text: '"', end: afterPair } : undefined
}

const countLines = (text: string) => text.split(/\r\n|\n|\r/).length

function skipBlanks(text: string, start: number, separator: string): number {
  let at = start
  while ((text[at] === ' ' || text[at] === '\t') && text[at] !== separator) at++
  return at
}

function isCellEnd(text: string, at: number, separator: string): boolean {
  return at >= text.length || text[at] === separator || text[at] === '\n' || text[at] === '\r'
}

function findCellEnd(text: string, start: number, separator: string): number {
  let at = start
  while (!isCellEnd(text, at, separator)) at++
  return at
}

function skipLineEnd(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}
