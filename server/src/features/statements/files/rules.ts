import { createHash } from 'node:crypto'
import { parseCents } from '@na-regua/contract/amounts'
import { invalidFile } from '../../imports/files/decode-text.ts'
import { cutText, foldCharacters } from '../../imports/rows/rules.ts'

/** A row of a statement, as it is written: money that came in, or went out. */
export type StatementRow = {
  /** Local to the bank. */
  day: string
  /** Undefined where it cannot be read. */
  cents: number | undefined
  /** What the bank writes about it. */
  text: string
  /** As the bank numbers it; not each bank does, and some numbers return. */
  bankId: string | undefined
}

/** A Pix that arrived. */
export type ParsedEntry = {
  day: string
  cents: number
  text: string
  /** The same row has the same key in every file of the bank. It contains no name, because it outlasts the text. */
  key: string
  /** Of the payment system; not every bank writes it. */
  endToEndId: string | null
  /** What may be a txid of ours. */
  txids: string[]
}

export type ParsedStatement = { firstDay: string; lastDay: string; entries: ParsedEntry[] }

const MAX_TEXT = 200
/** What the database holds: more than a visit, because a loan may also come by Pix. */
const MAX_ENTRY_CENTS = 2_147_483_647
/** E, the bank, the minute in UTC, and eleven characters. */
const endToEndId = /(?<![A-Z0-9])E\d{8}20\d{10}[A-Z0-9]{11}(?![A-Z0-9])/i
const txid = /(?<![A-Z0-9])[A-Z0-9]{22}(?![A-Z0-9])/gi

/** The Pix that arrived, and the days that the rows are of. Undefined without rows. */
export function toStatement(
  rows: readonly StatementRow[],
  days?: { first: string; last: string },
): ParsedStatement | undefined {
  if (rows.length === 0 && !days) return undefined
  const ofRows = rows.map(({ day }) => day).sort()
  const seen = new Map<string, number>()
  const entries = rows.flatMap((row): ParsedEntry[] => {
    const text = cutText(row.text.replaceAll(/\s+/g, ' ').trim(), MAX_TEXT)
    if (!isReceivedPix(row, text)) return []
    if (row.cents === undefined) throw invalidFile(`Não entendemos o valor de "${text}".`)
    const id = endToEndId.exec(text)?.[0].toUpperCase() ?? null
    const content = [row.day, row.cents, row.bankId ?? foldCharacters(text)].join(' ')
    const number = (seen.get(content) ?? 0) + 1
    seen.set(content, number)
    const key = id ?? createHash('sha256').update(`${content} ${number}`).digest('base64url')
    return [{ day: row.day, cents: row.cents, text, key, endToEndId: id, txids: text.match(txid) ?? [] }]
  })
  return {
    firstDay: days?.first ?? (ofRows[0] as string),
    lastDay: days?.last ?? (ofRows.at(-1) as string),
    entries,
  }
}

/** Nubank calls a Pix between its own accounts a transfer. */
const pixWords = /pix|transferencia recebida/
const sentWords = /\benviad[oa]\b/

function isReceivedPix({ cents }: StatementRow, text: string): boolean {
  if (cents !== undefined && cents <= 0) return false
  const folded = foldCharacters(text)
  return (pixWords.test(folded) || endToEndId.test(text)) && !sentWords.test(folded)
}

/** Cents of '1.234,50', '-45.00', '45,00-', '45,00 D'. Undefined for what is no amount. */
export function parseSignedCents(text: string): number | undefined {
  const clean = text.slice(0, 60).replaceAll(/r\$|\s/gi, '')
  const isOut = /^[-−(]|[-−)d]$/i.test(clean)
  const cents = parseCents(clean.replaceAll(/^[-−+(]|[-−+)cd]$/gi, ''))
  if (cents === undefined || Number.isNaN(cents) || cents > MAX_ENTRY_CENTS) return undefined
  return isOut && cents > 0 ? -cents : cents
}
