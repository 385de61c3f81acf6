import { basename } from 'node:path'
import { ApiError } from '@na-regua/contract/errors'
import {
  type ImportDraft,
  type ImportEncoding,
  type ImportKind,
  type ImportMapping,
  type ImportReport,
  importFields,
  type UnknownName,
} from '@na-regua/contract/imports'
import { normalizeName } from '@na-regua/contract/names'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { invalidFile } from './files/decode-text.ts'
import { guessAreaCode, guessColumns } from './files/guess-mapping.ts'
import { findStoredImport, getImport, getImportTarget, insertImport, saveMapping } from './queries.ts'
import { cutText, foldWords, type ImportItem, noCounts, type RowRejection, type UnmappedName } from './rows/rules.ts'
import { explainThreadFailure, readFileInThread, readRowsInThread } from './threads/read-in-thread.ts'
import { countOutcomes, createScope, importerOf, listProblems, type ReadRow } from './threads/read-rows.ts'

export type ImportDeps = { db: DatabasePool; clock: Clock }

type Upload = {
  barbershopId: string
  userId: string
  kind: ImportKind
  fileName: string
  bytes: Buffer
  encoding?: ImportEncoding | undefined
  separator?: ImportMapping['separator'] | undefined
  headerRow?: number | undefined
}

/** Stores the file as a draft, which is deleted a day later unless it is committed. Throws IMPORT_INVALID, IMPORT_TOO_LARGE. */
export async function uploadImport({ db, clock }: ImportDeps, upload: Upload): Promise<ImportDraft> {
  const { barbershopId, userId, kind, bytes, encoding, separator, headerRow } = upload
  const now = clock.now()
  const target = await getImportTarget(db, barbershopId, userId)
  const file = { bytes, kind, timeZone: target.timeZone, uploadedAt: now, encoding, separator, headerRow }
  const read = await readFileInThread(userId, file).catch(explainThreadFailure)
  const { content, header, columns, rowCount, notes, reading } = read
  const mapping: ImportMapping = {
    ...(separator && { separator }),
    ...(headerRow !== undefined && { headerRow }),
    dateOrder: null,
    statuses: [],
    columns: guessColumns(kind, header),
    barbers: [],
    services: [],
    barberId: target.barbers.length === 1 ? (target.barbers[0]?.id ?? null) : null,
    serviceId: null,
    areaCode: guessAreaCode(target.phones),
  }
  const row = { barbershop_id: target.id, user_id: userId, kind, file_name: cleanFileName(upload.fileName), content }
  const id = await insertImport(db, { ...row, row_count: rowCount, created_at: now }, mapping)
  return {
    import: await getImport(db, id, userId, now),
    columns,
    notes,
    reading,
    mapping,
    barbers: target.barbers.map(({ id: barberId, name }) => ({ id: barberId, name })),
    services: target.services
      .filter(({ isActive }) => isActive)
      .map(({ id: serviceId, name }) => ({ id: serviceId, name })),
  }
}

/** Without a folder, and short. */
export function cleanFileName(name: string): string {
  return cutText(normalizeName(basename(name.replaceAll('\\', '/'))), 60) || 'arquivo'
}

type Check = { id: string; userId: string; mapping: ImportMapping }

const SAMPLES = 5

/** A dry run: reads every row and compares it with what the barbershop has. Writes the mapping only, which a commit then uses. */
export async function checkImport({ db, clock }: ImportDeps, { id, userId, mapping }: Check): Promise<ImportReport> {
  const now = clock.now()
  const stored = await findStoredImport(db, id, userId)
  if (!stored) throw new ApiError('IMPORT_NOT_FOUND')
  if (stored.status !== 'DRAFT') throw new ApiError('IMPORT_CLOSED')
  requireColumns(stored.kind, mapping)
  const target = await getImportTarget(db, stored.barbershopId, userId)
  const file = { ...stored, mapping }
  const scope = createScope(file, target, now)
  const { rows, notes } = await readRowsInThread(userId, file, scope).catch(explainThreadFailure)
  const importer = importerOf(stored.kind)
  const items = rows.flatMap(({ item }) => item ?? [])
  const problems = await importer.findProblems(db, scope, items)
  const checked = rows.map((read) => (read.problem ? read : { ...read, problem: problems.get(read.row) }))
  const isNew = ({ problem, item }: ReadRow): ReadRow['item'] => (problem ? undefined : item)
  const version = await saveMapping(db, { id, userId, mapping })
  if (version === undefined) throw new ApiError('IMPORT_CLOSED')
  const failed = checked.flatMap(({ row, label, startText, problem }) =>
    problem ? [{ row, label, startText, problem }] : [],
  )
  return {
    version,
    counts: countOutcomes(
      noCounts,
      checked.flatMap(({ problem, partOf }) => (partOf === undefined ? [problem?.outcome ?? 'new'] : [])),
    ),
    problems: listProblems(failed),
    notes,
    samples: checked
      .flatMap((read) => isNew(read) ?? [])
      .slice(0, SAMPLES)
      .map((item: ImportItem) => ({ row: item.row, text: importer.describe(item, scope) })),
    unknownBarbers: countUnmapped(failed, 'barber'),
    unknownServices: countUnmapped(failed, 'service'),
    unknownStatuses: countUnmapped(failed, 'status'),
  }
}

/** Columns without which no row could be imported. */
const required: Record<ImportKind, readonly (readonly string[])[]> = {
  customers: [
    ['name', 'otherName', 'lastName'],
    ['phone', 'otherPhone'],
  ],
  services: [['name'], ['price']],
  appointments: [['date'], ['name', 'title']],
}
const namesOf: Record<string, string> = {
  name: 'o nome',
  phone: 'o telefone',
  price: 'o preço',
  date: 'a data',
}

function requireColumns(kind: ImportKind, { columns }: ImportMapping) {
  const known: readonly (string | null)[] = columns.filter(
    (field) => field && (importFields[kind] as readonly string[]).includes(field),
  )
  const missing = required[kind].find((fields) => !fields.some((field) => known.includes(field)))
  if (missing) throw invalidFile(`Diga qual coluna tem ${namesOf[missing[0] ?? '']}.`)
}

/** The names that most rows have come first. */
function countUnmapped(failed: readonly { problem: RowRejection }[], kind: UnmappedName['kind']): UnknownName[] {
  const counts = new Map<string, UnknownName>()
  for (const { problem } of failed) {
    if (problem.unmapped?.kind !== kind) continue
    const key = foldWords(problem.unmapped.name)
    const { name, rows } = counts.get(key) ?? { name: problem.unmapped.name, rows: 0 }
    counts.set(key, { name, rows: rows + 1 })
  }
  return [...counts.values()].toSorted((one, other) => other.rows - one.rows).slice(0, 100)
}
