import { setImmediate as yieldToOthers } from 'node:timers/promises'
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
export type ReadRow = { row: number; label: string; item?: ImportItem; problem?: RowProblem }

/** Reads every row of a stored file, without the database. `mapping` is that of the check, or the stored one. */
export async function readRows(stored: StoredImport, target: ImportTarget, now: Date) {
  const { kind, mapping, barbershopId, content, createdAt } = stored
  const scope: ImportScope = { ...target, barbershopId, mapping, now }
  const table = await readTable(content ?? '', { timeZone: target.timeZone, uploadedAt: createdAt })
  return { scope, rows: await parseRows(kind, table, scope) }
}

async function parseRows(kind: ImportKind, { rows }: ImportTable, scope: ImportScope): Promise<ReadRow[]> {
  const importer = importerOf(kind)
  const parse = importer.createParser(scope)
  const checkFile = importer.createFileCheck()
  const allowed: readonly string[] = importFields[kind]
  const columns = scope.mapping.columns.map((field) => (field && allowed.includes(field) ? field : null))
  const found: ReadRow[] = []
  for (const [index, { number: row, cells, problem }] of rows.entries()) {
    // Other requests run in between.
    if (index % 250 === 249) await yieldToOthers()
    const read = readFields({ columns }, cells)
    const label = labelOf(read)
    try {
      if (problem) throw problem
      const item = { ...parse(read), row }
      checkFile(item)
      found.push({ row, label, item })
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      found.push({ row, label, problem: error })
    }
  }
  return found
}

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

export function listProblems(rows: readonly { row: number; label?: string; problem: RowProblem }[]): ImportProblem[] {
  return sortProblems(
    rows.map(({ row, label = '', problem }) => ({ row, label, outcome: problem.outcome, reason: problem.message })),
  )
}

/** At most so many as are shown and stored. */
export function sortProblems(problems: readonly ImportProblem[]): ImportProblem[] {
  return problems
    .toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome) || one.row - other.row)
    .slice(0, MAX_IMPORT_PROBLEMS)
}
