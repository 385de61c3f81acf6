import { ApiError } from '@na-regua/contract/errors'
import type { EmailSubscription } from '@na-regua/contract/notifications'
import type { Database } from '../../../lib/database.ts'
import { getSecret } from '../../../lib/secrets.ts'
import { setPreferences } from '../preferences/queries.ts'
import { isTopicEnabled } from '../queries.ts'
import { parseUnsubscribeToken, signUnsubscribeToken, type UnsubscribeScope } from './rules.ts'

const SECRET = 'unsubscribe'

/** Every email of a topic contains this link, which unsubscribes without a login. */
export async function getUnsubscribeUrl(db: Database, { site, ...subscription }: UnsubscribeScope & { site: string }) {
  return `${site}/descadastrar?token=${signUnsubscribeToken(await getSecret(db, SECRET), subscription)}`
}

async function getSubscription(db: Database, token: string): Promise<UnsubscribeScope> {
  const subscription = parseUnsubscribeToken(await getSecret(db, SECRET), token)
  if (!subscription) throw new ApiError('LINK_INVALID')
  return subscription
}

/** The response does not contain the user. */
export async function getEmailSubscription(db: Database, token: string): Promise<EmailSubscription> {
  const { userId, topic } = await getSubscription(db, token)
  return { topic, isOn: await isTopicEnabled(db, { userId, topic, channel: 'email' }) }
}

export async function setEmailSubscription(db: Database, { token, isOn }: { token: string; isOn: boolean }, now: Date) {
  const { userId, topic } = await getSubscription(db, token)
  await setPreferences(db, userId, [{ topic, channel: 'email', isOn }], now)
  return { topic, isOn }
}
