import type { User } from '@na-regua/contract/accounts'
import type { profileApi } from '@na-regua/contract/profile'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../../lib/auth.ts'
import { publish } from '../../../lib/change-feed.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { cleanName } from '../rules.ts'
import { updateProfile } from './queries.ts'

/** Other open pages of the person learn of it with the commit. */
export async function saveProfile(
  { db }: { db: DatabasePool },
  caller: Caller,
  { name, phone }: Body<typeof profileApi.update>,
): Promise<User> {
  return db.transaction().execute(async (tx) => {
    const user = await updateProfile(tx, { id: caller.id, name: cleanName(name), phone })
    await publish(tx, [caller.id], 'account')
    return user
  })
}
