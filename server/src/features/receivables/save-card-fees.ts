import { ApiError } from '@na-regua/contract/errors'
import type { CardFee } from '@na-regua/contract/receivables'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { lockOwnBarbershop } from '../barbershops/editing/queries.ts'
import { requireEditing } from '../barbershops/editing/rules.ts'
import { getOwnPlan } from '../plans/queries.ts'
import { insertCardFees } from './queries.ts'
import { findFeesProblem } from './rules.ts'

type NewVersion = {
  barbershopId: string
  userId: string
  /** The latest, as the caller saw it. */
  version: number
  validFrom: string
  fees: readonly CardFee[]
  /** The local day. */
  today: string
}

/** Adds a version of the fees. Visits that are closed keep what was charged then. */
export async function saveCardFees(
  { db, clock }: { db: DatabasePool; clock: Clock },
  { barbershopId, userId, version, validFrom, fees, today }: NewVersion,
): Promise<void> {
  const problem = validFrom < today ? 'As taxas valem a partir de hoje ou de um dia à frente.' : findFeesProblem(fees)
  if (problem) throw new ApiError('INVALID_INPUT', {}, problem)
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const shop = await lockOwnBarbershop(tx, { id: barbershopId, userId, action: 'money' })
    requireEditing(await getOwnPlan(tx, shop.ownerId, now))
    if (!(await insertCardFees(tx, { barbershopId: shop.id, version, validFrom, fees }, now)))
      throw new ApiError('EDIT_CONFLICT')
  })
}
