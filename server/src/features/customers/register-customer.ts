import type { CustomerProfile, customersApi } from '@na-regua/contract/customers'
import type { Body } from '@na-regua/contract/route'
import type { DatabasePool } from '../../lib/database.ts'
import { cleanName } from '../accounts/rules.ts'
import { addCustomer, getCustomer, getStaffRole } from './queries.ts'

type Registration = { barbershopId: string; userId: string; now: Date }

/** A known phone is the known customer, as in a booking by phone. */
export async function registerCustomer(
  db: DatabasePool,
  { barbershopId, userId, now }: Registration,
  { name, phone }: Body<typeof customersApi.create>,
): Promise<CustomerProfile> {
  await getStaffRole(db, barbershopId, userId)
  const { profileId } = await db.transaction().execute(async (tx) => {
    const added = await addCustomer(tx, { barbershopId, name: cleanName(name), phone }, now)
    // Who has left the staff meanwhile has added none.
    await getStaffRole(tx, barbershopId, userId)
    return added
  })
  return getCustomer(db, profileId, userId, now)
}
