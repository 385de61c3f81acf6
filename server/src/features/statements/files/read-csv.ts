import { invalidFile } from '../../imports/files/decode-text.ts'
import { splitRecords } from '../../imports/files/split-records.ts'
import { parseTime } from '../../imports/kinds/parse-times.ts'
import { foldWords, RowProblem, type TableRow } from '../../imports/rows/rules.ts'
import { type ParsedStatement, parseSignedCents, type StatementRow, toStatement } from './rules.ts'

type Column = 'day' | 'cents' | 'credit' | 'bankId' | 'kind' | 'balance'

/** What banks call their columns, folded. Every other column is text. */
const names: readonly { column: Column; pattern: RegExp }[] = [
  {
    column: 'day',
    pattern: /^(?:date|dt|data(?: (?:do |de )?(?:lancamento|movimento|movimentacao|transacao|pagamento))?)$/,
  },
  { column: 'cents', pattern: /^(?:valor|amount|montante)(?: (?:r|rs|brl|em r|lancamento|da transacao|liquido))*$/ },
  { column: 'credit', pattern: /^(?:credito|creditos|entrada|entradas)(?: (?:r|rs|brl|em r))*$/ },
  {
    column: 'bankId',
    pattern:
      /^(?:id|identificador|fitid|(?:n|no|num|numero)?(?: do| de)? ?(?:doc|docto|documento)|(?:id|codigo)(?: da)? transacao)$/,
  },
  { column: 'kind', pattern: /^(?:d c|c d|natureza|tipo lancamento)$/ },
  { column: 'balance', pattern: /^saldos?\b|^data (?:do )?balancete$|^debitos?\b|^saidas?\b/ },
]

/** Banks write their name, the account and the period above the rows. */
const MAX_LINES_ABOVE = 20
const SAMPLE = 64 * 1024
const separators = [';', '\t', ',', '|']

/** A statement as a table, with the columns of the usual banks or, without a header, day, text and amount. */
export function readCsv(text: string): ParsedStatement {
  const layout = separators.map((separator) => findLayout(text, separator)).find(Boolean)
  if (!layout)
    throw invalidFile('Não encontramos as colunas de data e valor. Envie o extrato em OFX, que todo banco oferece.')
  const { separator, columns, headerRow } = layout
  const records = splitRecords(text, separator).filter(({ number }) => number > headerRow)
  const statement = toStatement(records.flatMap(({ cells }) => readRow(cells, columns) ?? []))
  if (!statement) throw invalidFile('Não encontramos nenhum lançamento neste extrato.')
  return statement
}

type Columns = readonly (Column | undefined)[]
type Layout = { separator: string; columns: Columns; headerRow: number }

function findLayout(text: string, separator: string): Layout | undefined {
  const records = splitRecords(text.slice(0, SAMPLE), separator, { max: MAX_LINES_ABOVE, isSample: true })
  for (const { number, cells } of records) {
    const columns = cells.map(nameColumn)
    if (columns.includes('day') && (columns.includes('cents') || columns.includes('credit')))
      return { separator, columns, headerRow: number }
  }
  return findBareLayout(records, separator)
}

/** Without a header: the first cell is a day and the last one an amount. */
function findBareLayout([first]: readonly TableRow[], separator: string): Layout | undefined {
  if (!first || first.cells.length < 3) return undefined
  const { cells } = first
  if (!toDay(cells[0] ?? '') || parseSignedCents(cells.at(-1) ?? '') === undefined) return undefined
  const columns = cells.map((_, at) => (at === 0 ? 'day' : at === cells.length - 1 ? 'cents' : undefined))
  return { separator, columns, headerRow: 0 }
}

function nameColumn(header: string): Column | undefined {
  const folded = foldWords(header)
  return names.find(({ pattern }) => pattern.test(folded))?.column
}

/** Undefined for a row that is no movement, such as a total. */
function readRow(cells: readonly string[], columns: Columns): StatementRow | undefined {
  const cellOf = (column: Column) => cells[columns.indexOf(column)] ?? ''
  const day = toDay(cellOf('day'))
  if (!day) return undefined
  const amount = cellOf('cents') || cellOf('credit')
  const cents = amount ? parseSignedCents(amount) : 0
  const isOut = /^(?:d|debito|saida)\b/.test(foldWords(cellOf('kind')))
  return {
    day,
    cents: cents !== undefined && isOut ? -Math.abs(cents) : cents,
    text: [...cells.filter((cell, at) => cell && columns[at] === undefined), ...referencesIn(cellOf('bankId'))].join(
      ' ',
    ),
    bankId: cellOf('bankId') || undefined,
  }
}

/** The number of a row may be what the payment system names it by. */
const referencesIn = (bankId: string) => (/^(?:E\d{18}\w{13}|[A-Z0-9]{22})$/i.test(bankId) ? [bankId] : [])

function toDay(cell: string): string | undefined {
  try {
    return cell && /\d/.test(cell) ? parseTime(cell).date : undefined
  } catch (error) {
    if (error instanceof RowProblem) return undefined
    throw error
  }
}
