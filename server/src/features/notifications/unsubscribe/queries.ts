import type { Database } from '../../../lib/database.ts'
import { getSecret } from '../../../lib/secrets.ts'
import { type Subscription, signToken } from './rules.ts'

const SECRET = 'unsubscribe'

/** For `layOutLetter`: every letter of a topic says where it is switched off, without a login. */
export async function getUnsubscribeUrl(db: Database, { site, ...subscription }: Subscription & { site: string }) {
  return `${site}/descadastrar?token=${signToken(await getSecret(db, SECRET), subscription)}`
}
