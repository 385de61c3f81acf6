import { createECDH, createHash } from 'node:crypto'
import type { Config } from '../../../lib/config.ts'
import type { Database } from '../../../lib/database.ts'
import { getSecret } from '../../../lib/secrets.ts'

/** The server's key pair of RFC 8292, base64url, and whom a push service contacts about it. */
export type Vapid = { publicKey: string; privateKey: string; subject: string }

type VapidConfig = Pick<Config, 'vapidPrivateKey' | 'vapidSubject'>

/**
 * The configured key, or the one that all processes of this database share, generated on first use. Devices are subscribed for this key:
 * with another one every subscription is void.
 */
export async function loadVapid(db: Database, { vapidPrivateKey, vapidSubject }: VapidConfig): Promise<Vapid> {
  const pair = createECDH('prime256v1')
  const scalar = vapidPrivateKey ? Buffer.from(vapidPrivateKey, 'base64url') : toScalar(await getSecret(db, 'vapid'))
  pair.setPrivateKey(scalar)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: scalar.toString('base64url'),
    subject: vapidSubject,
  }
}

/** One in four billion secrets is no private key of P-256; then its hash is. */
function toScalar(secret: string): Buffer {
  const scalar = Buffer.from(secret, 'hex')
  return isPrivateKey(scalar) ? scalar : createHash('sha256').update(scalar).digest()
}

function isPrivateKey(scalar: Buffer): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(scalar)
    return true
  } catch {
    return false
  }
}

/** Whether a device's `p256dh` is a point of the curve: only for one can a push be encrypted. */
export function isPublicKey(p256dh: string): boolean {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    pair.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
