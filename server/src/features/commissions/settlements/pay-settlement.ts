import { randomUUID } from 'node:crypto'
import type { MoneySource, Settlement } from '@na-regua/contract/commissions'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { getUsualRegister } from '../../cash/queries.ts'
import { postTransaction } from '../../ledger/post-transaction.ts'
import { canSettle, findSettlement, markPaid, sumTips } from './queries.ts'
import { paymentPostings } from './rules.ts'

type Payment = { id: string; userId: string; paidFrom: MoneySource }

/** Pays a closed settlement, once. */
export async function paySettlement(
  { db, clock }: { db: DatabasePool; clock: Clock },
  { id, userId, paidFrom }: Payment,
): Promise<Settlement> {
  const now = clock.now()
  const found = await findSettlement(db, { id, userId })
  const request = found && { barbershopId: found.barbershop.id, barberId: found.barber.id, userId }
  if (!request || !(await canSettle(db, request))) throw new ApiError('NOT_FOUND')
  const { barbershopId, barberId } = request
  const registerId = await getUsualRegister(db, barbershopId)
  return db.transaction().execute(async (tx) => {
    const totalCents = await markPaid(tx, { id, userId, paidFrom, now })
    if (totalCents === undefined) throw new ApiError('EDIT_CONFLICT', {}, 'Este acerto já foi pago.')
    const tipsCents = await sumTips(tx, id)
    const postings = paymentPostings({ barberId, totalCents, tipsCents, paidFrom, registerId })
    const payment = {
      id: randomUUID(),
      barbershopId,
      kind: 'settlement',
      sourceId: id,
      occurredAt: now,
      actorId: userId,
      postings,
    }
    await postTransaction(tx, payment, now)
    return (await findSettlement(tx, { id, userId })) as Settlement
  })
}
