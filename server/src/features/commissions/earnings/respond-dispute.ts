import { randomUUID } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { postTransaction } from '../../ledger/post-transaction.ts'
import { insertAdjustment, lockDisputedLine, saveResponse } from './queries.ts'

type Response = { lineId: string; userId: string; response: string; adjustmentCents: number }

/** Responds to a dispute, once. An adjustment is a line of its own: what was earned before stays as it is. */
export async function respondToDispute({ db, clock }: { db: DatabasePool; clock: Clock }, request: Response) {
  const { lineId, userId, response, adjustmentCents } = request
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const line = await lockDisputedLine(tx, { lineId, userId })
    if (!line) throw new ApiError('NOT_FOUND')
    if (line.isReversed && adjustmentCents !== 0)
      throw new ApiError('INVALID_INPUT', {}, 'A comanda foi estornada: responda sem ajuste.')
    if (!line.isOpen || !(await saveResponse(tx, { lineId, userId, response, now })))
      throw new ApiError('EDIT_CONFLICT')
    if (adjustmentCents === 0) return
    const { barbershopId, barberId, visitId, position } = line
    await postTransaction(
      tx,
      {
        id: randomUUID(),
        barbershopId,
        kind: 'commission',
        sourceId: visitId,
        occurredAt: now,
        actorId: userId,
        postings: [
          { kind: 'commission', cents: adjustmentCents, line: position },
          { kind: 'commissionPayable', ownerId: barberId, cents: -adjustmentCents, line: position },
        ],
      },
      now,
    )
    await insertAdjustment(tx, line, { lineId, cents: adjustmentCents, now })
  })
  return now
}
