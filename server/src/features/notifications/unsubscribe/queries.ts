import { ApiError } from '@na-regua/contract/errors'
import type { EmailSubscription } from '@na-regua/contract/notifications'
import type { Database } from '../../../lib/database.ts'
import { getSecret } from '../../../lib/secrets.ts'
import { setPreferences } from '../preferences/queries.ts'
import { isWanted } from '../queries.ts'
import { readToken, type Subscription, signToken } from './rules.ts'

const SECRET = 'unsubscribe'

/** For `layOutLetter`: every letter of a topic says where it is switched off, without a login. */
export async function getUnsubscribeUrl(db: Database, { site, ...subscription }: Subscription & { site: string }) {
  return `${site}/descadastrar?token=${signToken(await getSecret(db, SECRET), subscription)}`
}

async function getSubscription(db: Database, token: string): Promise<Subscription> {
  const subscription = readToken(await getSecret(db, SECRET), token)
  if (!subscription) throw new ApiError('LINK_INVALID')
  return subscription
}

/** Of whom it speaks is told to nobody. */
export async function getLetters(db: Database, token: string): Promise<EmailSubscription> {
  const { userId, topic } = await getSubscription(db, token)
  return { topic, isOn: await isWanted(db, { userId, topic, channel: 'email' }) }
}

export async function setLetters(db: Database, { token, isOn }: { token: string; isOn: boolean }, now: Date) {
  const { userId, topic } = await getSubscription(db, token)
  await setPreferences(db, userId, [{ topic, channel: 'email', isOn }], now)
  return { topic, isOn }
}
