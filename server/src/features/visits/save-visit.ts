import { ApiError } from '@na-regua/contract/errors'
import type { Visit, VisitDraft } from '@na-regua/contract/visits'
import type { DatabasePool } from '../../lib/database.ts'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { describeVisit } from './describe-visit.ts'
import { discardStored, getVisit, listStoredVisits, lockVisits, writeVisit } from './queries.ts'
import { checkOpen, readLines } from './rules.ts'

type SaveRequest = { id: string; userId: string; draft: VisitDraft; now: Date }

/** Opens a visit, or stores what changed in it: the customer is still here. */
export async function saveVisit(db: DatabasePool, { userId, draft, now, ...request }: SaveRequest): Promise<Visit> {
  const id = request.id.toLowerCase()
  const described = await describeVisit(db, { draft, lines: readLines(draft.lines), userId })
  const { barbershopId, timeZone, ...parts } = described
  const appointmentId = draft.appointmentId?.toLowerCase()
  await db.transaction().execute(async (tx) => {
    await lockVisits(tx, barbershopId)
    const stored = await listStoredVisits(tx, { id, appointmentId })
    const open = checkOpen(stored, { id, barbershopId, appointmentId, version: draft.version })
    const isWritten = await writeVisit(tx, {
      ...parts,
      id,
      barbershopId,
      appointmentId,
      day: toLocal(toEpochMinute(now), timeZone).date,
      userId,
      at: now,
      closing: undefined,
      version: open?.version,
    })
    if (!isWritten) throw new ApiError('VISIT_CHANGED')
  })
  return getVisit(db, id, userId)
}

/** An open visit that will not be: it keeps its number. */
export async function discardVisit(
  db: DatabasePool,
  { id, userId, version }: { id: string; userId: string; version: number },
): Promise<Visit> {
  await getVisit(db, id, userId)
  if (!(await discardStored(db, { id, userId, version }))) throw new ApiError('VISIT_CHANGED')
  return getVisit(db, id, userId)
}
