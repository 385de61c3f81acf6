import { PRIVACY_VERSION, TERMS_VERSION } from '@na-regua/contract/accounts'
import type { Database } from '../../../lib/database.ts'

/** Notes that a person agreed to both documents as they stand: the form and the Google button say so beside them. */
export async function giveConsents(tx: Database, userId: string, now: Date): Promise<void> {
  const given = { user_id: userId, given_at: now }
  await tx
    .insertInto('consents')
    .values([
      { ...given, document: 'terms', version: TERMS_VERSION },
      { ...given, document: 'privacy', version: PRIVACY_VERSION },
    ])
    .onConflict((conflict) => conflict.constraint('consents_key').doNothing())
    .execute()
}
