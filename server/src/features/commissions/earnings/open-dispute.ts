import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { formatCents } from '../../../lib/format-cents.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { insertDispute } from './queries.ts'

type Dispute = { lineId: string; userId: string; reason: string }

/** Opens a dispute about a line of the barber's own, once, and notifies everyone else who may see the money. */
export async function openDispute({ db, clock }: { db: DatabasePool; clock: Clock }, dispute: Dispute): Promise<Date> {
  const { lineId, userId, reason } = dispute
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const line = await insertDispute(tx, { ...dispute, now })
    if (!line) throw new ApiError('NOT_FOUND')
    if (!line.isOpened) throw new ApiError('EDIT_CONFLICT', {}, 'Esta linha já foi contestada.')
    const notification = {
      type: 'dispute_opened',
      topic: 'business',
      dedupeKey: `dispute:${lineId.toLowerCase()}:opened`,
      title: 'Comissão contestada',
      message: `${line.barberName} contestou ${formatCents(line.cents)} de ${line.name}, em ${line.barbershopName}: “${reason}”`,
      pushMessage: `${line.barberName} contestou uma linha, em ${line.barbershopName}.`,
      path: '/financeiro/comissoes',
    } as const
    const notifications = line.moneyUserIds.filter((id) => id !== userId).map((id) => ({ ...notification, userId: id }))
    await publishEvent(tx, { notifications, published: {}, jobs: [] }, now)
  })
  return now
}
