import type { User } from '@na-regua/contract/accounts'
import type { profileApi } from '@na-regua/contract/profile'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../../lib/auth.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { cleanName } from '../rules.ts'
import { updateUser } from './queries.ts'

/** Publishes the change to the user's other open pages. */
export async function updateProfile(
  { db }: { db: DatabasePool },
  caller: Caller,
  { name, phone }: Body<typeof profileApi.update>,
): Promise<User> {
  return db.transaction().execute(async (tx) => {
    const user = await updateUser(tx, { id: caller.id, name: cleanName(name), phone })
    await publish(tx, [caller.id], 'account')
    return user
  })
}
