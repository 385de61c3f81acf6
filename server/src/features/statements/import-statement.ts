import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { addDays, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { cleanFileName } from '../imports/check-import.ts'
import { getBookZone } from '../ledger/queries.ts'
import { readStatementInThread } from './files/read-in-thread.ts'
import type { ParsedStatement } from './files/rules.ts'
import { matchPayment } from './match-payment.ts'
import { insertStatement, listOpenKeys, listUnlinkedIds } from './queries.ts'
import { findNamedPayment, indexByTxid } from './rules.ts'

type Upload = { barbershopId: string; userId: string; fileName: string; bytes: Buffer }
type Deps = { db: DatabasePool; clock: Clock }

/** How long after its visit a printed code may be paid and still lead to it. */
const PAID_WITHIN_DAYS = 60
const DAY_MS = 86_400_000

/**
 * Keeps what a statement has of Pix that no earlier one had, and confirms the payments that a txid names with their amount. Everything else is
 * decided by a person. Throws IMPORT_INVALID, IMPORT_TOO_LARGE.
 */
export async function importStatement(deps: Deps, { barbershopId, userId, fileName, bytes }: Upload) {
  const { db, clock } = deps
  const timeZone = await getBookZone(db, barbershopId, userId)
  const statement = await readStatementInThread(bytes)
  const now = clock.now()
  // Today is not over: a Pix that comes later today is not missing.
  const yesterday = addDays(toLocal(toEpochMinute(now), timeZone).date, -1)
  const { firstDay, entries } = statement
  const lastDay = statement.lastDay < yesterday ? statement.lastDay : yesterday
  const row = { barbershopId, userId, fileName: cleanFileName(fileName), firstDay, lastDay, entries }
  const added = await db.transaction().execute((tx) => insertStatement(tx, row, now))
  if (added === undefined) throw new ApiError('BARBERSHOP_NOT_FOUND')
  const matched = await matchByTxid(deps, { barbershopId, userId, statement })
  return { added, known: entries.length - added, matched }
}

type Imported = { barbershopId: string; userId: string; statement: ParsedStatement }

/** Also for entries of earlier imports that are still undecided: an import that was interrupted is made whole by the same file. */
async function matchByTxid({ db, clock }: Deps, { barbershopId, userId, statement }: Imported): Promise<number> {
  const named = new Map(
    statement.entries.flatMap(({ key, txids }) => (txids.length > 0 ? [[key, txids] as const] : [])),
  )
  if (named.size === 0) return 0
  const open = await listOpenKeys(db, { barbershopId, keys: [...named.keys()] })
  const since = new Date(Date.parse(statement.firstDay) - PAID_WITHIN_DAYS * DAY_MS)
  const payments = indexByTxid(await listUnlinkedIds(db, { barbershopId, since }))
  let matched = 0
  for (const { id: entryId, key } of open) {
    const paymentId = findNamedPayment(named.get(key) ?? [], payments)
    if (!paymentId) continue
    const now = clock.now()
    const link = { entryId, paymentId, userId, isDecidedByPerson: false, now }
    if ((await matchPayment(db, link))?.isDecided) matched++
  }
  return matched
}
