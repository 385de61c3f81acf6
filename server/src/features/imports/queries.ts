import { ApiError } from '@na-regua/contract/errors'
import {
  type DataImport,
  type ImportCounts,
  type ImportKind,
  type ImportMapping,
  type ImportProblem,
  UNDO_DAYS,
} from '@na-regua/contract/imports'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { deleteBatch } from '../../lib/worker/run-sweeps.ts'
import { isPermittedSql } from '../barbershops/roles/queries.ts'
import type { ImportTarget, StoredImport } from './rows/rules.ts'
import { type CreatedRow, noCounts } from './rows/rules.ts'

const DAY_MS = 86_400_000

export async function getImportTarget(db: Database, barbershopId: string, userId: string): Promise<ImportTarget> {
  const { rows } = await sql<ImportTarget>`/* get import target */
    select id, name, owner_id as "ownerId", time_zone as "timeZone", array[whatsapp, phone] as phones,
           (select coalesce(json_agg(json_build_object('id', barbers.id, 'userId', users.id, 'name', users.name)
                     order by barbers.position, barbers.id), '[]')
              from barbers join users on users.id = barbers.user_id
             where barbers.barbershop_id = barbershops.id and removed_at is null) as barbers,
           (select coalesce(json_agg(json_build_object('id', services.id, 'name', services.name, 'durationMin', duration_min,
                     'priceCents', price_cents, 'isActive', services.is_active) order by services.position, services.id), '[]')
              from services where services.barbershop_id = barbershops.id and removed_at is null) as services
      from barbershops where id = ${barbershopId} and ${isPermittedSql('settings', userId)}`.execute(db)
  if (!rows[0]) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return rows[0]
}

export type NewImport = {
  barbershop_id: string
  user_id: string
  kind: ImportKind
  file_name: string
  content: string
  row_count: number
  created_at: Date
}

export async function insertImport(db: Database, row: NewImport, mapping: ImportMapping): Promise<string> {
  const { id } = await db
    .insertInto('imports')
    .values({ ...row, mapping: JSON.stringify(mapping) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type ImportRow = Omit<DataImport, 'counts' | 'undoUntil' | 'createdAt'> & {
  counts: ImportCounts
  createdAt: Date
  committedAt: Date | null
}

const completeCounts = sql`${JSON.stringify(noCounts)}::jsonb || counts`

const importColumns = sql`
  imports.id, imports.barbershop_id as "barbershopId", imports.kind, file_name as "fileName", status, row_count as rows, handled,
  ${completeCounts} as counts, problems, imports.created_at as "createdAt",
  committed_at as "committedAt", removed,
  (select count(*) from imported_rows where import_id = imports.id and retained_reason is not null)::int as "retainedCount",
  (select coalesce(json_agg(left_row order by left_row."row"), '[]') from (
    select row_number as "row", retained_reason as reason, coalesce(profile.name, services.name, appointments.customer_name, 'Cliente') as name
      from imported_rows left join customer_profiles profile on profile.id = target_id
      left join services on services.id = target_id left join appointments on appointments.id = target_id
     where import_id = imports.id and retained_reason is not null order by row_number limit 50) left_row) as retained`

function toImport({ createdAt, committedAt, ...row }: ImportRow, now: Date): DataImport {
  const until = committedAt && new Date(committedAt.getTime() + UNDO_DAYS * DAY_MS)
  const undoUntil = row.status === 'DONE' && until && until > now ? until.toISOString() : null
  return { ...row, createdAt: createdAt.toISOString(), undoUntil }
}

const isOwned = (userId: string) => isPermittedSql('settings', userId, sql`imports.barbershop_id`)

/** Returns an import of an own barbershop. */
export async function getImport(db: Database, id: string, userId: string, now: Date): Promise<DataImport> {
  const { rows } = await sql<ImportRow>`/* get import */
    select ${importColumns} from imports where id = ${id} and ${isOwned(userId)}`.execute(db)
  if (!rows[0]) throw new ApiError('IMPORT_NOT_FOUND')
  return toImport(rows[0], now)
}

/** Those that were committed, newest first. */
export async function listImports(
  db: Database,
  barbershopId: string,
  userId: string,
  now: Date,
): Promise<DataImport[]> {
  const { rows } = await sql<ImportRow>`/* list imports */
    select ${importColumns} from imports
     where barbershop_id = ${barbershopId} and ${isOwned(userId)} and status <> 'DRAFT' order by created_at desc, id limit 20`.execute(
    db,
  )
  return rows.map((row) => toImport(row, now))
}

/** For a request with its user; without, for a job. */
export async function findStoredImport(db: Database, id: string, userId?: string): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`/* find stored import */
    select imports.id, barbershop_id as "barbershopId", owner_id as "ownerId", kind, status, content, mapping, row_count as "rowCount", handled, ${completeCounts} as counts, problems,
           imports.created_at as "createdAt", committed_at as "committedAt"
      from imports join barbershops on barbershops.id = barbershop_id
     where imports.id = ${id} ${userId === undefined ? sql`` : sql`and ${isPermittedSql('settings', userId)}`}`.execute(
    db,
  )
  return rows[0]
}

/** The version to commit; undefined for an import that is no draft any more, or no longer the user's. */
export async function saveMapping(
  db: Database,
  { id, userId, mapping }: { id: string; userId: string; mapping: ImportMapping },
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`/* save mapping */
    update imports set mapping = ${JSON.stringify(mapping)}::jsonb, version = version + 1
     where id = ${id} and status = 'DRAFT' and ${isOwned(userId)} returning version`.execute(db)
  return rows[0]?.version
}

type Start = { id: string; userId: string; now: Date }

/** Compare-and-set of the draft that was checked: of several requests one starts the import. False for the others. */
export async function startImport(
  tx: Database,
  { id, userId, version, now }: Start & { version: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* start import */
    update imports set status = 'RUNNING', committed_at = ${now}
     where id = ${id} and status = 'DRAFT' and version = ${version} and ${isOwned(userId)}`.execute(tx)
  return numAffectedRows === 1n
}

/** Compare-and-set of an import that is done, within the days of its undo. */
export async function startUndo(tx: Database, { id, userId, now }: Start): Promise<boolean> {
  const { numAffectedRows } = await sql`/* start undo */
    update imports set status = 'UNDOING'
     where id = ${id} and status = 'DONE' and committed_at > ${new Date(now.getTime() - UNDO_DAYS * DAY_MS)}
       and ${isOwned(userId)}`.execute(tx)
  return numAffectedRows === 1n
}

/** The first lock of each batch: another job of the same import waits, and then finds the rows done. */
export async function lockImport(tx: Database, id: string) {
  const { rows } = await sql<Pick<StoredImport, 'status' | 'handled'>>`/* lock import */
    select status, handled from imports where id = ${id} for no key update`.execute(tx)
  return rows[0]
}

export type ImportProgress = {
  handled: number
  counts: ImportCounts
  problems: readonly ImportProblem[]
  isDone: boolean
}

/** The file is deleted with the last batch. */
export async function saveProgress(tx: Database, id: string, { handled, counts, problems, isDone }: ImportProgress) {
  await sql`/* save import progress */
    update imports set handled = ${handled}, counts = ${JSON.stringify(counts)}::jsonb,
           problems = ${JSON.stringify(problems)}::jsonb,
           status = case when ${isDone} then 'DONE' else status end, content = case when ${isDone} then null else content end
     where id = ${id}`.execute(tx)
}

export async function insertCreatedRows(tx: Database, importId: string, rows: readonly CreatedRow[]): Promise<void> {
  await sql`/* insert created rows */
    insert into imported_rows (import_id, target_id, kind, row_number, digest)
    select ${importId}::uuid, id, kind, "row", digest
      from json_to_recordset(${JSON.stringify(rows)}::json) as input("row" int, kind text, id uuid, digest text)`.execute(
    tx,
  )
}

/** Lists rows of one kind that the undo has not decided on. Appointments come first, because customers are retained for them. */
export async function listRowsToUndo(tx: Database, importId: string, limit: number): Promise<CreatedRow[]> {
  const { rows } = await sql<CreatedRow>`/* list rows to undo */
    select row_number as "row", kind, target_id as id, digest from imported_rows
     where import_id = ${importId} and retained_reason is null
       and kind = (select min(kind) from imported_rows where import_id = ${importId} and retained_reason is null)
     order by target_id limit ${limit}`.execute(tx)
  return rows
}

type Undone = {
  ids: readonly string[]
  retained: readonly { id: string; reason: string }[]
  removed: number
}

export async function saveUndoResult(
  tx: Database,
  importId: string,
  { ids, retained, removed }: Undone,
): Promise<void> {
  await sql`/* save retained rows */
    update imported_rows set retained_reason = input.reason
      from json_to_recordset(${JSON.stringify(retained)}::json) as input(id uuid, reason text)
     where import_id = ${importId} and target_id = input.id`.execute(tx)
  await sql`/* delete undone rows */
    delete from imported_rows where import_id = ${importId} and target_id = any(${ids}::uuid[]) and retained_reason is null`.execute(
    tx,
  )
  await sql`/* count removed */ update imports set removed = removed + ${removed} where id = ${importId}`.execute(tx)
}

/** To DONE: another undo removes the rest. False unless an undo was running. */
export async function endUndo(tx: Database, id: string, status: 'UNDONE' | 'DONE'): Promise<boolean> {
  const { numAffectedRows } = await sql`/* end undo */
    update imports set status = ${status} where id = ${id} and status = 'UNDOING'`.execute(tx)
  return numAffectedRows === 1n
}

/** Drafts are deleted a day after the upload, all others when no undo is possible any more. */
export function deleteOldImports(db: Database, now: Date, limit: number, status: 'draft' | 'any'): Promise<number> {
  const days = status === 'draft' ? 1 : UNDO_DAYS + 2
  const until = new Date(now.getTime() - days * DAY_MS)
  return deleteBatch(db, {
    table: 'imports',
    by: 'created_at',
    until,
    limit,
    ...(status === 'draft' && { and: sql`status = 'DRAFT'` }),
  })
}
