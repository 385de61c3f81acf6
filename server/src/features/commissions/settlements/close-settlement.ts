import type { Settlement } from '@na-regua/contract/commissions'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { postTransaction } from '../../ledger/post-transaction.ts'
import { getBalance, lockAccounts, openAccounts } from '../../ledger/queries.ts'
import { canSettle, findSettlement, findSettlementShop, insertSettlement } from './queries.ts'
import { closingPostings } from './rules.ts'

type Closing = {
  id: string
  barbershopId: string
  barberId: string
  userId: string
  until: string
  rentCents: number
  totalCents: number
}

/** Freezes what is open with a barber until a day. What changes later, such as a reversed visit, is part of the next settlement. */
export async function closeSettlement(
  { db, clock }: { db: DatabasePool; clock: Clock },
  closing: Closing,
): Promise<Settlement> {
  const { id, barbershopId, barberId, userId, until, rentCents } = closing
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const shop = await findSettlementShop(tx, { barbershopId, userId, until, now })
    if (!shop || !(await canSettle(tx, { barbershopId, barberId, userId }))) throw new ApiError('BARBER_NOT_FOUND')
    if (until > shop.today) throw new ApiError('PERIOD_INVALID', {}, 'Um acerto vai no máximo até hoje.')
    const accounts = [
      { kind: 'commissionPayable', ownerId: barberId },
      { kind: 'advance', ownerId: barberId },
    ] as const
    const accountOf = await openAccounts(tx, barbershopId, accounts)
    await lockAccounts(tx, accounts.map(accountOf))
    const repeated = await findRepeated(tx, closing)
    if (repeated) return repeated
    const advanceBalanceCents = await getBalance(tx, { barbershopId, kind: 'advance', ownerId: barberId })
    const settlement = { ...closing, endsAt: shop.endsAt, advanceBalanceCents, now }
    const inserted = await insertSettlement(tx, settlement)
    if (!inserted) throw new ApiError('EDIT_CONFLICT', {}, 'Os valores mudaram enquanto você olhava. Confira de novo.')
    const { advancesCents, lines } = inserted
    if (lines === 0 && rentCents === 0 && advancesCents === 0) throw new ApiError('SETTLEMENT_EMPTY')
    const postings = closingPostings({ barberId, rentCents, advancesCents })
    const transaction = {
      id,
      barbershopId,
      kind: 'settlement',
      sourceId: id,
      occurredAt: now,
      actorId: userId,
      postings,
    }
    await postTransaction(tx, transaction, now)
    return (await findSettlement(tx, { id, userId })) as Settlement
  })
}

async function findRepeated(tx: Database, { id, userId, barberId, until }: Closing): Promise<Settlement | undefined> {
  const found = await findSettlement(tx, { id, userId })
  if (found && (found.barber.id !== barberId.toLowerCase() || found.until !== until))
    throw new ApiError('IDEMPOTENCY_CONFLICT')
  return found
}
