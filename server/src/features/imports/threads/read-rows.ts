import {
  type ImportCounts,
  type ImportField,
  type ImportKind,
  type ImportMapping,
  type ImportOutcome,
  type ImportProblem,
  importFields,
  MAX_IMPORT_PROBLEMS,
} from '@na-regua/contract/imports'
import { normalizeName } from '@na-regua/contract/names'
import { invalidFile } from '../files/decode-text.ts'
import { readTable } from '../files/read-table.ts'
import { appointmentImporter } from '../kinds/appointment-rows.ts'
import { customerImporter } from '../kinds/customer-rows.ts'
import { completeDay, findDateOrder } from '../kinds/parse-times.ts'
import { serviceImporter } from '../kinds/service-rows.ts'
import type { ImportTarget, StoredImport } from '../rows/rules.ts'
import {
  cutText,
  type FieldReader,
  type Importer,
  type ImportItem,
  type ImportScope,
  type ImportTable,
  joinNames,
  RowProblem,
  type RowRejection,
  readFields,
} from '../rows/rules.ts'

const importers: Record<ImportKind, unknown> = {
  customers: customerImporter,
  services: serviceImporter,
  appointments: appointmentImporter,
}

/** The items of an importer are passed to itself only. */
export const importerOf = (kind: ImportKind) => importers[kind] as Importer

/** A row of the file: what will be imported, or why not. */
export type ReadRow = RowNames & {
  item?: ImportItem
  problem?: RowRejection
  /** The row with the appointment that this one is a part of. */
  partOf?: number
}

/** What the owner finds a row by. `startText` names no one, so it is stored also after the import. */
type RowNames = { row: number; label: string; startText: string }

export type ReadRows = { rows: ReadRow[]; notes: string[] }

/** `mapping` is that of the check, or the stored one. */
export type FileToRead = Pick<StoredImport, 'kind' | 'mapping' | 'barbershopId' | 'content' | 'createdAt'>

export function createScope({ mapping, barbershopId }: FileToRead, target: ImportTarget, now: Date): ImportScope {
  return { ...target, barbershopId, mapping, now }
}

/** Reads every row of a stored file, without the database. */
export async function readRows(file: FileToRead, scope: ImportScope): Promise<ReadRows> {
  const { separator, headerRow } = file.mapping
  const options = { timeZone: scope.timeZone, uploadedAt: file.createdAt, separator, headerRow }
  const table = await readTable(file.content ?? '', options)
  requireDateOrder(table, scope.mapping)
  const { rows, notes } = parseRows(file.kind, table, scope)
  return { rows, notes: [...(table.notes ?? []), ...notes] }
}

function parseRows(kind: ImportKind, { rows }: ImportTable, scope: ImportScope): ReadRows {
  const importer = importerOf(kind)
  const parse = importer.createParser(scope)
  const allowed: readonly string[] = importFields[kind]
  const columns = scope.mapping.columns.map((field) => (field && allowed.includes(field) ? field : null))
  const rowsByRemark = new Map<string, number[]>()
  const read = rows.map(({ number: row, cells, title, startText = '', problem }): ReadRow => {
    const fields = readFields({ columns }, cells)
    const names = { row, label: title ?? labelOf(fields), startText }
    if (problem) return { ...names, problem: toRejection(problem) }
    return tryRow(names, () => {
      const remarks: string[] = []
      const item = { ...parse(fields, (text) => remarks.push(text)), row }
      for (const text of new Set(remarks)) rowsByRemark.set(text, [...(rowsByRemark.get(text) ?? []), row])
      return item
    })
  })
  const notes = importer.compareRows?.(read.flatMap(({ item }) => item ?? [])) ?? []
  const checkFile = importer.createFileCheck()
  const checked = read.map((one) => {
    const { item, problem: _, ...names } = one
    if (!item) return one
    if (item.partOf !== undefined) return { ...names, partOf: item.partOf }
    return tryRow(names, () => {
      checkFile(item)
      return item
    })
  })
  return { rows: checked, notes: [...notes, ...describeRemarks(rowsByRemark)] }
}

const MAX_LISTED_ROWS = 8

/** Each remark with the rows that it is about. */
function describeRemarks(rowsByRemark: ReadonlyMap<string, readonly number[]>): string[] {
  return [...rowsByRemark].map(([text, rows]) => {
    const more = rows.length > MAX_LISTED_ROWS ? ` e mais ${rows.length - MAX_LISTED_ROWS}` : ''
    const listed = rows.slice(0, MAX_LISTED_ROWS).join(', ')
    return `${text} (${rows.length === 1 ? 'linha' : 'linhas'} ${listed}${more}).`
  })
}

const fieldsWithDays: ReadonlySet<ImportField> = new Set(['date', 'time', 'end', 'birthday'])

/** Throws IMPORT_INVALID if the days of the file may be month first and the owner has not said which they are. */
function requireDateOrder({ header, rows, reading }: ImportTable, { columns, dateOrder }: ImportMapping) {
  if (dateOrder || !reading) return
  const ofTime = columns.map((field) => field !== null && fieldsWithDays.has(field))
  const hints = findDateOrder(rows.flatMap(({ cells }) => cells.filter((_, column) => ofTime[column]).map(completeDay)))
  const isEnglish = header.some((text, column) => ofTime[column] && /\b(?:date|time|start|end)\b/i.test(text))
  const isDoubtful = hints.monthFirst || (hints.hasNumericDays && hints.hasHalfDays && isEnglish)
  if (isDoubtful && !hints.dayFirst)
    throw invalidFile('As datas deste arquivo podem ter o mês antes do dia. Escolha a ordem das datas.')
}

function tryRow(names: RowNames, readItem: () => ImportItem): ReadRow {
  try {
    return { ...names, item: readItem() }
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    return { ...names, problem: toRejection(error) }
  }
}

const toRejection = ({ message, outcome, unmapped }: RowProblem): RowRejection => ({ message, outcome, unmapped })

const MAX_LABEL = 60

/** What the owner recognizes a row by. */
function labelOf(read: FieldReader): string {
  const text = read('title') || joinNames(read)
  return cutText(normalizeName(cutText(text, 2 * MAX_LABEL)), MAX_LABEL)
}

export function countOutcomes(counts: ImportCounts, outcomes: readonly ImportOutcome[]): ImportCounts {
  const sum = { ...counts }
  for (const outcome of outcomes) sum[outcome]++
  return sum
}

/** Wrong rows are listed before those that are left out. */
const order: readonly ImportOutcome[] = ['wrong', 'doubled', 'known', 'skipped']

export type FailedRow = { row: number; label?: string; startText: string; problem: RowRejection }

/** Without labels the problems name no one. */
export function listProblems(rows: readonly FailedRow[]): ImportProblem[] {
  return sortProblems(
    rows.map(({ row, label, startText, problem: { outcome, message } }) => ({
      row,
      label: [label, startText].filter(Boolean).join(', '),
      outcome,
      reason: message,
    })),
  )
}

/** At most so many as are shown and stored. */
export function sortProblems(problems: readonly ImportProblem[]): ImportProblem[] {
  return problems
    .toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome) || one.row - other.row)
    .slice(0, MAX_IMPORT_PROBLEMS)
}
