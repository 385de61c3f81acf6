import { invalidFile } from '../../imports/files/decode-text.ts'
import { tooManyRows } from '../../imports/files/split-records.ts'
import { type ParsedStatement, parseSignedCents, type StatementRow, toStatement } from './rules.ts'

/** As many rows as an import may have. */
const MAX_ROWS = 20_000
/** Characters of one row; real ones have a few hundred. */
const MAX_ROW = 5_000

export function isOfx(begin: string): boolean {
  return /<OFX>|OFXHEADER/i.test(begin)
}

/**
 * A statement in OFX, as banks write it: version 1 leaves out the ends of its elements, version 2 is XML, and some files are neither. So
 * what is read is only each row's elements, one after the other.
 */
export function readOfx(text: string): ParsedStatement {
  if (/<CCSTMTRS>/i.test(text) && !/<STMTRS>/i.test(text))
    throw invalidFile('Este arquivo é da fatura do cartão. Exporte o extrato da conta.')
  const [head = '', ...parts] = text.split(/<STMTTRN>/i)
  if (parts.length > MAX_ROWS) throw tooManyRows()
  const rows = parts.map(readRow)
  const statement = toStatement(rows, readDays(head))
  if (!statement) throw invalidFile('Não encontramos nenhum lançamento neste extrato.')
  return statement
}

function readRow(part: string): StatementRow {
  const [row = ''] = part.slice(0, MAX_ROW).split(/<\/STMTTRN>|<\/BANKTRANLIST>/i, 1)
  const elements = readElements(row)
  const day = toDay(elements.get('DTPOSTED'))
  if (!day) throw invalidFile('Um lançamento deste extrato está sem data. Baixe o arquivo de novo no banco.')
  const texts = ['NAME', 'MEMO', 'REFNUM', 'CHECKNUM', 'FITID'].map((name) => elements.get(name) ?? '')
  return {
    day,
    cents: parseSignedCents(elements.get('TRNAMT') ?? ''),
    text: [...new Set(texts.filter((one, at) => at < 2 || isReference(one)))].filter(Boolean).join(' '),
    bankId: elements.get('FITID') || undefined,
  }
}

/** Numbers say nothing to a person; a reference leads to the payment. */
const isReference = (text: string) => /^(?:E\d{18}\w{13}|[A-Z0-9]{22})$/i.test(text)

function readElements(text: string): Map<string, string> {
  const elements = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/<([A-Z0-9.]+)>([^<\r\n]*)/gi))
    elements.set(name.toUpperCase(), decodeEntities(value).trim())
  return elements
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' }
const decodeEntities = (text: string) =>
  text.replaceAll(/&(lt|gt|quot|apos|nbsp|amp);/gi, (_, name) => entities[name] ?? '')

/** Of the whole list; a few banks leave it out. */
function readDays(head: string): { first: string; last: string } | undefined {
  const elements = readElements(head.slice(-MAX_ROW))
  const first = toDay(elements.get('DTSTART'))
  const last = toDay(elements.get('DTEND'))
  return first && last && first <= last ? { first, last } : undefined
}

/** YYYYMMDD, with a time that most banks invent. Undefined for what is no day. */
function toDay(text = ''): string | undefined {
  const [, year, month, day] = /^(20\d\d)(\d\d)(\d\d)/.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  return year && !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date) ? date : undefined
}
