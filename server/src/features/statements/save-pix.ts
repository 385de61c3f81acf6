import { ApiError } from '@na-regua/contract/errors'
import type { PixReceiver } from '@na-regua/contract/pix'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { lockOwnBarbershop } from '../barbershops/editing/queries.ts'
import { requireEditing } from '../barbershops/editing/rules.ts'
import { getOwnPlan } from '../plans/queries.ts'
import { savePixSettings } from './queries.ts'
import { toPixReceiver } from './rules.ts'

type Change = { barbershopId: string; userId: string; receiver: PixReceiver | null; version: number }

/** Only the owner: the money goes where the key leads. Throws PIX_KEY_INVALID, EDIT_CONFLICT. */
export async function savePix(
  { db, clock }: { db: DatabasePool; clock: Clock },
  { barbershopId, userId, receiver, version }: Change,
): Promise<void> {
  const canonical = receiver && toPixReceiver(receiver)
  if (canonical === undefined) throw new ApiError('PIX_KEY_INVALID')
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const shop = await lockOwnBarbershop(tx, { id: barbershopId, userId, action: 'ownership' })
    requireEditing(await getOwnPlan(tx, shop.ownerId, now))
    if (!(await savePixSettings(tx, { barbershopId: shop.id, receiver: canonical, version }, now)))
      throw new ApiError('EDIT_CONFLICT')
  })
}
