import { ApiError } from '@na-regua/contract/errors'
import type { DataImport } from '@na-regua/contract/imports'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { recordEvent } from '../../lib/events.ts'
import { addJob, defineJob, PermanentFailure } from '../../lib/jobs.ts'
import { publish } from '../../lib/worker/relay-events.ts'
import { runSweeps } from '../../lib/worker/run-sweeps.ts'
import { removeImportedAppointments } from '../appointments/imported/queries.ts'
import { incrementVersion } from '../barbershops/editing/queries.ts'
import { lockImportBarbershop, removeImportedServices } from '../barbershops/imported/queries.ts'
import { refreshBarbershops } from '../barbershops/queries.ts'
import { removeImportedProfiles } from '../customers/imported/queries.ts'
import type { ImportDeps } from './check-import.ts'
import {
  deleteOldImports,
  endUndo,
  findStoredImport,
  getImport,
  listRowsToUndo,
  lockImport,
  saveUndoResult,
  startUndo,
} from './queries.ts'
import type { CreatedRow, StoredImport } from './rows/rules.ts'
import { isForGood } from './run-import.ts'

/** Starts the undo of an import that is done. Repeated it returns the same import. */
export async function undoImport(
  { db, clock }: ImportDeps,
  { id, userId }: { id: string; userId: string },
): Promise<DataImport> {
  const now = clock.now()
  const known = await getImport(db, id, userId, now)
  if (known.status === 'DRAFT' || known.status === 'RUNNING') throw new ApiError('IMPORT_CLOSED')
  await db.transaction().execute(async (tx) => {
    if (await startUndo(tx, { id, userId, now }))
      await addJob(tx, undoImportJob, { importId: id, startedAt: now.toISOString() }, { key: `import:${id}` })
  })
  const found = await getImport(db, id, userId, now)
  if (found.status === 'DONE') throw new ApiError('IMPORT_FINAL')
  return found
}

const BATCH = 200

type UndoDeps = { db: DatabasePool; clock: Clock }
type UndoPayload = { importId: string; startedAt?: string }

/**
 * Removes what the import created, in batches, except what was used or changed since. A job that no repetition would help returns the
 * import to DONE, so that another undo can remove the rest, and throws PermanentFailure.
 */
export async function runUndo({ db, clock }: UndoDeps, { importId, startedAt }: UndoPayload): Promise<void> {
  const stored = await findStoredImport(db, importId)
  if (stored?.status !== 'UNDOING') return
  try {
    while (await db.transaction().execute((tx) => undoBatch(tx, stored, clock.now())));
  } catch (error) {
    if (!isForGood(error as Error, startedAt ? new Date(startedAt) : null, clock.now())) throw error
    await db.transaction().execute(async (tx) => {
      if (await endUndo(tx, importId, 'DONE')) await publishUndo(tx, stored)
    })
    throw new PermanentFailure(`undo of import ${importId}: ${(error as Error).message}`)
  }
}

const publishUndo = (tx: Database, { ownerId, kind }: StoredImport) =>
  publish(tx, [ownerId], kind === 'services' ? 'account' : 'appointments')

/** False when nothing is left. */
async function undoBatch(tx: Database, stored: StoredImport, now: Date): Promise<boolean> {
  if ((await lockImport(tx, stored.id))?.status !== 'UNDOING') return false
  const rows = await listRowsToUndo(tx, stored.id, BATCH)
  const [first] = rows
  if (!first) {
    await endUndo(tx, stored.id, 'UNDONE')
    await publishUndo(tx, stored)
    return false
  }
  const { removed, retained } = await removers[first.kind](tx, stored, rows, now)
  await saveUndoResult(tx, stored.id, { ids: rows.map(({ id }) => id), retained, removed })
  return true
}

type Removal = { removed: number; retained: { id: string; reason: string }[] }
type Remover = (tx: Database, stored: StoredImport, rows: readonly CreatedRow[], now: Date) => Promise<Removal>

const CHANGED = 'Mudou desde a importação'
const usesOfCustomer = {
  appointment: 'Tem agendamento',
  series: 'Tem ou teve horário fixo',
  queue: 'Está na fila ou já esteve',
  visit: 'Tem comanda',
} as const

/** What was deleted in the meantime is in no row. */
const removers: Record<CreatedRow['kind'], Remover> = {
  async appointment(tx, _, rows, now) {
    const found = await removeImportedAppointments(tx, idsOf(rows), now)
    const appointments = found.filter(({ isRemoved }) => isRemoved)
    if (appointments.length > 0) await recordEvent(tx, { name: 'appointments.deleted', appointments, at: now })
    return decide(found, ({ isPast }) => (isPast ? 'Já começou ou passou' : CHANGED))
  },
  async customer(tx, _, rows) {
    const found = await removeImportedProfiles(tx, idsOf(rows))
    return decide(found, ({ use }) => (use ? usesOfCustomer[use] : CHANGED))
  },
  async service(tx, { barbershopId }, rows, now) {
    await lockImportBarbershop(tx, barbershopId)
    const found = await removeImportedServices(
      tx,
      rows.map(({ id, digest = '' }) => ({ id, digest })),
    )
    await incrementVersion(tx, barbershopId, now)
    await refreshBarbershops(tx, [barbershopId])
    return decide(found, ({ isUsed }) => (isUsed ? 'Está em uso' : CHANGED))
  },
}

const idsOf = (rows: readonly CreatedRow[]) => rows.map(({ id }) => id)

function decide<T extends { id: string; isRemoved: boolean }>(
  found: readonly T[],
  explain: (row: T) => string,
): Removal {
  const retained = found.filter(({ isRemoved }) => !isRemoved)
  return {
    removed: found.length - retained.length,
    retained: retained.map((row) => ({ id: row.id, reason: explain(row) })),
  }
}

export const undoImportJob = defineJob('undo-import', { run: runUndo })

/** Files that were never committed, and imports that can no longer be undone. */
export async function sweepImports({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  await runSweeps({
    drafts: (limit) => deleteOldImports(db, now, limit, 'draft'),
    imports: (limit) => deleteOldImports(db, now, limit, 'any'),
  })
}

export const sweepImportsJob = defineJob('sweep-imports', { schedule: '50 * * * *', run: sweepImports })
