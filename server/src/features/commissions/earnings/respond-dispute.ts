import { randomUUID } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { formatCents } from '../../../lib/format-cents.ts'
import { postTransaction } from '../../ledger/post-transaction.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { type DisputedLine, insertAdjustment, lockDisputedLine, saveResponse } from './queries.ts'

type Response = { lineId: string; userId: string; response: string; adjustmentCents: number }

/** Responds to a dispute, once, and notifies the barber. An adjustment is a line of its own: what was earned before stays as it is. */
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
    if (adjustmentCents !== 0) await adjust(tx, line, { ...request, now })
    await notifyBarber(tx, line, { ...request, now })
  })
  return now
}

type DatedResponse = Response & { now: Date }

async function adjust(tx: Database, line: DisputedLine, { lineId, userId, adjustmentCents, now }: DatedResponse) {
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
}

/** Others who may see the money need not read any more that it was disputed. */
async function notifyBarber(tx: Database, line: DisputedLine, { lineId, userId, now, ...response }: DatedResponse) {
  const { name, barberUserId, barbershopName, moneyUserIds } = line
  const { adjustmentCents } = response
  const adjustment = adjustmentCents === 0 ? 'sem ajuste' : `ajuste de ${formatCents(adjustmentCents)}`
  const notification = {
    userId: barberUserId,
    type: 'dispute_answered',
    topic: 'business',
    dedupeKey: `dispute:${lineId.toLowerCase()}:answered`,
    title: 'Contestação respondida',
    message: `${name}, em ${barbershopName}, ${adjustment}: “${response.response}”`,
    pushMessage: `${barbershopName} respondeu, ${adjustment}.`,
    path: '/ganhos?periodo=mes',
  } as const
  const notifications = barberUserId === userId ? [] : [notification]
  const read = moneyUserIds.map((id) => ({ userId: id, subject: `dispute:${lineId.toLowerCase()}` }))
  await publishEvent(tx, { notifications, read, published: {}, jobs: [] }, now)
}
