import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { findLife, lockOpenOfChair, setStatus } from './queries.ts'
import { tellParties } from './tell-parties.ts'

const REASON = 'O barbeiro não atende mais nesta barbearia.'

/** A chair is emptied by its shop: what it has ahead is called off in the owner's name. Answers how many. */
export async function giveUpChair(
  tx: Database,
  { barberId, ownerId, now }: { barberId: string; ownerId: string; now: Date },
): Promise<number> {
  const ids = await lockOpenOfChair(tx, barberId, now)
  for (const id of ids) {
    const life = await findLife(tx, id)
    if (!life) continue
    const change = { status: 'CANCELLED', cancelledBy: 'owner', reason: REASON } as const
    if (!(await setStatus(tx, life, change, now))) throw new ApiError('STATE_CHANGED')
    const after = { ...life, ...change, version: life.version + 1 }
    await tellParties(tx, { before: life, after, by: { actor: 'owner', userId: ownerId }, now })
  }
  return ids.length
}
