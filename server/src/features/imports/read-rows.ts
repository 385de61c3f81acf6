import {
  type ImportCounts,
  type ImportKind,
  type ImportOutcome,
  type ImportProblem,
  importFields,
  MAX_IMPORT_PROBLEMS,
} from '@na-regua/contract/imports'
import { normalizeName } from '@na-regua/contract/names'
import { readTable } from './files/read-table.ts'
import { appointmentImporter } from './kinds/appointment-rows.ts'
import { customerImporter } from './kinds/customer-rows.ts'
import { serviceImporter } from './kinds/service-rows.ts'
import type { ImportTarget, StoredImport } from './queries.ts'
import {
  cutText,
  type FieldReader,
  type Importer,
  type ImportItem,
  type ImportScope,
  type ImportTable,
  RowProblem,
  type RowRejection,
  readFields,
} from './rules.ts'

const importers: Record<ImportKind, unknown> = {
  customers: customerImporter,
  services: serviceImporter,
  appointments: appointmentImporter,
}

/** The items of an importer are passed to itself only. */
export const importerOf = (kind: ImportKind) => importers[kind] as Importer

/** A row of the file: what will be imported, or why not. */
export type ReadRow = RowNames & { item?: ImportItem; problem?: RowRejection }

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
  const table = await readTable(file.content ?? '', { timeZone: scope.timeZone, uploadedAt: file.createdAt })
  const { rows, notes } = parseRows(file.kind, table, scope)
  return { rows, notes: [...(table.notes ?? []), ...notes] }
}

function parseRows(kind: ImportKind, { rows }: ImportTable, scope: ImportScope): ReadRows {
  const importer = importerOf(kind)
  const parse = importer.createParser(scope)
  const allowed: readonly string[] = importFields[kind]
  const columns = scope.mapping.columns.map((field) => (field && allowed.includes(field) ? field : null))
  const read = rows.map(({ number: row, cells, title, startText = '', problem }): ReadRow => {
    const fields = readFields({ columns }, cells)
    const names = { row, label: title ?? labelOf(fields), startText }
    if (problem) return { ...names, problem: toRejection(problem) }
    return tryRow(names, () => ({ ...parse(fields), row }))
  })
  const notes = importer.compareRows?.(read.flatMap(({ item }) => item ?? [])) ?? []
  const checkFile = importer.createFileCheck()
  const checked = read.map((one) => {
    const { item, problem: _, ...names } = one
    if (!item) return one
    return tryRow(names, () => {
      checkFile(item)
      return item
    })
  })
  return { rows: checked, notes }
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
  const text = read('title') || `${read('name')} ${read('lastName')}`
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
