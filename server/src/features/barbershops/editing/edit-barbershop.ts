import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { getOwnPlan } from '../../plans/queries.ts'
import { refreshBarbershops } from '../queries.ts'
import { getOwnBarbershop, incrementVersion, type LockedBarbershop, lockOwnBarbershop } from './queries.ts'
import { requireEditing } from './rules.ts'

export type EditDeps = { db: DatabasePool; clock: Clock }

/** `version` is the one that the owner edited; without it the last save wins. */
export type BarbershopEdit = {
  caller: Pick<Caller, 'id'>
  id: string
  version?: number
  permission?: 'settings' | 'prices'
}

export type BarbershopWork = (tx: Database, shop: LockedBarbershop, now: Date) => Promise<void>

/**
 * Runs an edit of a barbershop in a transaction: the caller must be allowed to (404), the owner's plan must allow editing (403), and it must not
 * have changed since they loaded it (409). The commit notifies lists, search and the other pages of the owner and the managers.
 */
export async function editBarbershop(
  { db, clock }: EditDeps,
  edit: BarbershopEdit,
  work: BarbershopWork,
): Promise<OwnBarbershop> {
  const now = clock.now()
  return db.transaction().execute((tx) => writeEdit(tx, edit, work, now))
}

/** The same in a transaction of the caller. */
export async function writeEdit(
  tx: Database,
  { caller, id, version, permission = 'settings' }: BarbershopEdit,
  work: BarbershopWork,
  now: Date,
): Promise<OwnBarbershop> {
  const shop = await lockOwnBarbershop(tx, { id, userId: caller.id, action: permission })
  requireEditing(await getOwnPlan(tx, shop.ownerId, now))
  if (version !== undefined && version !== shop.version) throw new ApiError('EDIT_CONFLICT')
  await work(tx, shop, now)
  await incrementVersion(tx, shop.id, now)
  await refreshBarbershops(tx, [shop.id])
  await publish(tx, [shop.ownerId], 'account')
  return getOwnBarbershop(tx, shop.id, now)
}
