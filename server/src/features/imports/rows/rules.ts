import type {
  DataImport,
  ImportCounts,
  ImportField,
  ImportKind,
  ImportMapping,
  ImportOutcome,
  ImportProblem,
  ImportReading,
} from '@na-regua/contract/imports'
import { hasWebAddress, isEmailAddress, NAME_WITH_WEB_ADDRESS, normalizeName } from '@na-regua/contract/names'
import { MAX_NAME } from '@na-regua/contract/text-limits'
import type { Database } from '../../../lib/database.ts'

/** A file as rows of cells. `notes` are what the owner should know of all rows, in Portuguese. */
export type ImportTable = {
  header: readonly string[]
  rows: readonly TableRow[]
  notes?: readonly string[]
  reading?: Omit<ImportReading, 'encoding'>
}

/**
 * `number` is the row as a spreadsheet shows it; `problem` is set for a row that could not be read. A calendar has no numbers that an
 * owner could look up, but a title and a start: '01/12 10:00'.
 */
export type TableRow = {
  number: number
  cells: readonly string[]
  title?: string
  startText?: string
  problem?: RowProblem
}

type Rejection = Exclude<ImportOutcome, 'new'>

/** A name of the file that the owner has to map. */
export type UnmappedName = { kind: 'barber' | 'service' | 'status'; name: string }

/** Why a row is not imported, in Portuguese. Thrown by everything that reads a row. */
export class RowProblem extends Error {
  readonly outcome: Rejection
  readonly unmapped: UnmappedName | undefined

  constructor(reason: string, outcome: Rejection = 'wrong', unmapped?: UnmappedName) {
    super(reason)
    this.outcome = outcome
    this.unmapped = unmapped
  }
}

/** The same as plain data: what a thread can send. */
export type RowRejection = Pick<RowProblem, 'message' | 'outcome' | 'unmapped'>

export type ImportBarber = { id: string; userId: string; name: string }
export type ImportService = { id: string; name: string; durationMin: number; priceCents: number; isActive: boolean }

/** What rows are read and imported with. */
export type ImportScope = {
  barbershopId: string
  name: string
  ownerId: string
  timeZone: string
  mapping: ImportMapping
  now: Date
  barbers: readonly ImportBarber[]
  /** Those that are not removed. */
  services: readonly ImportService[]
}

/** One row as it will be imported. */
export type ImportItem = {
  row: number
  /** The row of the item that this one is a part of. */
  partOf?: number
}

/** What the owner should know of a row that is imported all the same, such as a text that was shortened or left out. */
export type Remark = (text: string) => void

type CreatedKind = 'customer' | 'service' | 'appointment'

/** What an import created, and from which row. With a digest, if the row of the table has no version of its own. */
export type CreatedRow = { row: number; kind: CreatedKind; id: string; digest?: string }

/** How one kind of rows is read, compared with what the barbershop has, and written. */
export type Importer<T extends ImportItem = ImportItem> = {
  /** Reads what all rows have in common once. The parser of a row throws RowProblem. */
  createParser(scope: ImportScope): (read: FieldReader, remark?: Remark) => Omit<T, 'row'>
  /** Corrects what only all rows together show, and returns what the owner should know of it. */
  compareRows?(items: readonly T[]): string[]
  /** A check against the earlier rows of the file. Throws RowProblem. */
  createFileCheck(): (item: T) => void
  describe(item: T, scope: ImportScope): string
  /** The problems of rows that the barbershop knows already, or that do not fit what it has, by row. */
  findProblems(db: Database, scope: ImportScope, items: readonly T[]): Promise<ReadonlyMap<number, RowProblem>>
  /** Locks what the items depend on, before `findProblems` and `insert`. */
  lock(tx: Database, scope: ImportScope, items: readonly T[]): Promise<void>
  /** Returns what it created. An item without a row of its kind lost to a concurrent request; `refusal` is the reason. */
  insert(tx: Database, scope: ImportScope, items: readonly T[]): Promise<CreatedRow[]>
  kind: CreatedKind
  refusal: RowProblem
}

export const noCounts: ImportCounts = { new: 0, known: 0, doubled: 0, skipped: 0, wrong: 0 }

/** Without case, accents and punctuation: how names and headers are compared. One code point for each of the text. */
export function foldCharacters(text: string): string {
  return [...text].map((character) => [...character.normalize('NFKD').toLowerCase()][0] ?? '').join('')
}

/** The first `max` code points: half of an emoji could not be stored. */
export function cutText(text: string, max: number): string {
  return [...text.slice(0, 2 * max)].slice(0, max).join('')
}

/** Words of a folded text with single spaces. */
export function foldWords(text: string): string {
  return foldCharacters(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** These fields join all of their columns. */
const joined: Partial<Record<ImportField, string>> = { otherPhone: '; ', notes: '\n', tags: '; ' }

/** The cells of a row by field. Of most fields the first column that is filled is read. */
export function readFields({ columns }: Pick<ImportMapping, 'columns'>, cells: readonly string[]) {
  const values = new Map<ImportField, string>()
  for (const [index, field] of columns.entries()) {
    const text = cells[index]?.trim()
    if (!field || !text) continue
    const before = values.get(field)
    const separator = joined[field]
    if (before === undefined) values.set(field, text)
    else if (separator && !before.split(separator).includes(text)) values.set(field, `${before}${separator}${text}`)
  }
  return (field: ImportField) => values.get(field) ?? ''
}

export type FieldReader = ReturnType<typeof readFields>

/** A name as other users read it. Other programs call people of whom they know no name by their email address. */
export function readName(text: string, missing: string): string {
  const name = normalizeName(text)
  if (!name) throw new RowProblem(missing)
  if (name.length > MAX_NAME) throw new RowProblem(`O nome tem mais de ${MAX_NAME} letras`)
  if (hasWebAddress(name) && !isEmailAddress(name)) throw new RowProblem(NAME_WITH_WEB_ADDRESS)
  return name
}

/** First name and surname, or the full name that already ends with it. Another name is read where there is none. */
export function joinNames(read: FieldReader): string {
  const first = read('name')
  if (!first && read('otherName')) return read('otherName')
  return [read('middleName'), read('lastName')].reduce((name, next) => {
    const folded = foldWords(name)
    const isThere = folded.includes(' ') && ` ${folded}`.endsWith(` ${foldWords(next)}`)
    return isThere ? name : `${name} ${next}`.trim()
  }, first)
}

/** Several lines, without other control characters. What is too long is shortened, with a remark. */
export function readText(text: string, { name, max }: { name: string; max: number }, remark?: Remark): string {
  const clean = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .trim()
  if (clean.length <= max) return clean
  remark?.(`${name} com mais de ${max} letras: entra só o começo`)
  return cutText(clean, max)
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

/** The owner's barbershop with what rows refer to. For everyone else it does not exist. */
export type ImportTarget = {
  id: string
  name: string
  ownerId: string
  timeZone: string
  phones: (string | null)[]
  barbers: ImportBarber[]
  services: ImportService[]
}

/** A file and how it is read. */
export type StoredImport = {
  id: string
  barbershopId: string
  ownerId: string
  kind: ImportKind
  status: DataImport['status']
  content: string | null
  mapping: ImportMapping
  rowCount: number
  handled: number
  counts: ImportCounts
  problems: ImportProblem[]
  createdAt: Date
  committedAt: Date | null
}
