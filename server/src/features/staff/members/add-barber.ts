import { ApiError } from '@na-regua/contract/errors'
import type { StaffMember } from '@na-regua/contract/members'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { cleanName } from '../../accounts/rules.ts'
import { insertUserWithoutAccount } from '../../accounts/without-account/queries.ts'
import { upsertMembership } from '../invites/queries.ts'
import { countBarbersAndInvites, getEditingPlan, lockOwnedBarbershop } from '../owned/queries.ts'
import { checkBarberLimit } from '../owned/rules.ts'
import { findShopOfBarber, getMember } from './queries.ts'

type AddBarberRequest = {
  userId: string
  barbershopId: string
  name: string
  /** Of the new barber, made by the client. */
  id?: string
}

/**
 * Adds a barber who has no account yet: customers book with them at once, and the barbershop runs their day. Another try with the same id
 * returns the barber of the first one.
 */
export async function addBarber(
  { db, clock }: { db: DatabasePool; clock: Clock },
  { userId, barbershopId, name, id }: AddBarberRequest,
): Promise<StaffMember> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const barbershop = await lockOwnedBarbershop(tx, barbershopId, { userId, action: 'team' })
    const { plan } = await getEditingPlan(tx, barbershop.ownerId, now)
    const shopOfId = id && (await findShopOfBarber(tx, id))
    if (id && shopOfId === barbershop.id) return getMember(tx, id, now)
    if (shopOfId) throw new ApiError('INVALID_INPUT')
    checkBarberLimit(await countBarbersAndInvites(tx, barbershop.ownerId, now), plan)
    const barberUserId = await insertUserWithoutAccount(tx, cleanName(name), now)
    const barberId = await upsertMembership(tx, { id, barbershopId: barbershop.id, userId: barberUserId }, now)
    await publish(tx, [barbershop.ownerId], 'account')
    return getMember(tx, barberId, now)
  })
}
