import { ApiError } from '@na-regua/contract/errors'
import { type DataImport, type ImportProblem, MAX_IMPORT_PROBLEMS, MAX_IMPORT_ROWS } from '@na-regua/contract/imports'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { toApiError } from '../../lib/http.ts'
import { addJob, defineJob, PermanentFailure } from '../../lib/jobs.ts'
import { publish } from '../../lib/worker/relay-events.ts'
import { requireEditing } from '../barbershops/editing/rules.ts'
import { getOwnPlan } from '../plans/queries.ts'
import type { ImportDeps } from './check-import.ts'
import {
  findStoredImport,
  getImport,
  getImportTarget,
  type ImportProgress,
  insertCreatedRows,
  lockImport,
  saveProgress,
  startImport,
} from './queries.ts'
import type { ImportScope, StoredImport } from './rows/rules.ts'
import { readRowsInThread } from './threads/read-in-thread.ts'
import {
  countOutcomes,
  createScope,
  type FailedRow,
  importerOf,
  listProblems,
  type ReadRow,
  sortProblems,
} from './threads/read-rows.ts'

/**
 * Starts the import that was checked. Repeated, also when the first response was lost, it returns the same import. Throws EDIT_CONFLICT
 * if another mapping was checked since.
 */
export async function commitImport(
  { db, clock }: ImportDeps,
  { id, userId, version }: { id: string; userId: string; version: number },
): Promise<DataImport> {
  const now = clock.now()
  const stored = await findStoredImport(db, id, userId)
  if (!stored) throw new ApiError('IMPORT_NOT_FOUND')
  requireEditing(await getOwnPlan(db, stored.ownerId, now))
  await db.transaction().execute(async (tx) => {
    if (await startImport(tx, { id, userId, version, now }))
      await addJob(tx, runImportJob, { importId: id }, { key: `import:${id}` })
  })
  const found = await getImport(db, id, userId, now)
  if (found.status === 'DRAFT') throw new ApiError('EDIT_CONFLICT')
  return found
}

/** Rows per transaction. A barbershop has few services. Bookings with a barber wait while one with appointments of that barber is written. */
const BATCH = { customers: 500, services: MAX_IMPORT_ROWS, appointments: 50 } as const

type RunDeps = { db: DatabasePool; clock: Clock }

/**
 * Imports the rows in batches. A job that was interrupted continues behind the last batch that was committed. One that no repetition
 * would help ends the import with what it has, which can be undone, and throws PermanentFailure.
 */
export async function runImport({ db, clock }: RunDeps, { importId }: { importId: string }): Promise<void> {
  const stored = await findStoredImport(db, importId)
  if (stored?.status !== 'RUNNING') return
  try {
    await importRows({ db, clock }, stored)
  } catch (error) {
    if (!isForGood(error as Error, stored.committedAt, clock.now())) throw error
    await db.transaction().execute((tx) => endFailedImport(tx, importId))
    throw new PermanentFailure(`import ${importId}: ${(error as Error).message}`)
  }
}

/** What is not known to fail each time is repeated for so long. */
const MAX_RETRY_MS = 3_600_000

/** A value that the database refuses (class 22) or a file that cannot be read fails each time, an outage does not. */
export function isForGood(error: Error, startedAt: Date | null, now: Date): boolean {
  if (toApiError(error)?.code === 'UNAVAILABLE') return false
  if (error instanceof ApiError || String((error as { code?: string }).code).startsWith('22')) return true
  return startedAt !== null && now.getTime() - startedAt.getTime() > MAX_RETRY_MS
}

/** The rows that are missing count as wrong. */
async function endFailedImport(tx: Database, id: string): Promise<void> {
  if ((await lockImport(tx, id))?.status !== 'RUNNING') return
  const stored = await findStoredImport(tx, id)
  if (!stored) return
  const { kind, ownerId, rowCount, handled, counts, problems } = stored
  const missing = rowCount - handled
  const words = missing === 1 ? 'a última linha não foi importada' : `as últimas ${missing} linhas não foram importadas`
  // Rows follow the header; before them is what was imported.
  const problem: ImportProblem = {
    row: handled + 2,
    label: '',
    outcome: 'wrong',
    reason: `A importação parou por um erro nosso: ${words}. Você pode desfazer.`,
  }
  await saveProgress(tx, id, {
    handled: rowCount,
    counts: { ...counts, wrong: counts.wrong + missing },
    isDone: true,
    problems: [problem, ...problems].slice(0, MAX_IMPORT_PROBLEMS),
  })
  await publish(tx, [ownerId], kind === 'services' ? 'account' : 'appointments')
}

async function importRows({ db, clock }: RunDeps, stored: StoredImport): Promise<void> {
  // As of the commit, so that a repeated job reads the same rows.
  const target = await getImportTarget(db, stored.barbershopId, stored.ownerId)
  const scope = createScope(stored, target, stored.committedAt ?? clock.now())
  const { rows } = await readRowsInThread(stored.ownerId, stored, scope)
  let progress: ImportProgress | undefined = { ...stored, isDone: false }
  while (progress && !progress.isDone) {
    const from: ImportProgress = progress
    progress = await db
      .transaction()
      .execute((tx) => importBatch(tx, { stored, scope: { ...scope, now: clock.now() }, rows, from }))
  }
}

type Batch = { stored: StoredImport; scope: ImportScope; rows: readonly ReadRow[]; from: ImportProgress }

/** Undefined if another job has handled the rows. */
async function importBatch(tx: Database, { stored, scope, rows, from }: Batch): Promise<ImportProgress | undefined> {
  const { id, kind, ownerId } = stored
  const locked = await lockImport(tx, id)
  if (locked?.status !== 'RUNNING' || locked.handled !== from.handled) return undefined
  const batch = rows.slice(from.handled, from.handled + BATCH[kind])
  const importer = importerOf(kind)
  const items = batch.flatMap(({ item }) => item ?? [])
  await importer.lock(tx, scope, items)
  const problems = await importer.findProblems(tx, scope, items)
  const created = await importer.insert(
    tx,
    scope,
    items.filter(({ row }) => !problems.has(row)),
  )
  await insertCreatedRows(tx, id, created)
  const inserted = new Set(created.flatMap(({ row, kind: created }) => (created === importer.kind ? [row] : [])))
  const failed = batch.flatMap(({ row, startText, problem, partOf }): FailedRow[] => {
    if (partOf !== undefined) return []
    const reason = problem ?? problems.get(row) ?? (inserted.has(row) ? undefined : importer.refusal)
    return reason ? [{ row, startText, problem: reason }] : []
  })
  const outcomes = [...failed.map(({ problem }) => problem.outcome), ...[...inserted].map(() => 'new' as const)]
  const handled = from.handled + batch.length
  const progress = {
    handled,
    counts: countOutcomes(from.counts, outcomes),
    problems: sortProblems([...from.problems, ...listProblems(failed)]),
    isDone: handled >= rows.length,
  }
  await saveProgress(tx, id, progress)
  const staff = kind === 'appointments' ? scope.barbers.map(({ userId }) => userId) : []
  await publish(tx, [...new Set([ownerId, ...staff])], kind === 'services' ? 'account' : 'appointments')
  return progress
}

export const runImportJob = defineJob('run-import', { run: runImport })
