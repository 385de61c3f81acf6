import { commandPrefix } from './command-records.ts'

export type StoredRecord = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer; storedAt: number }

export const ALGORITHM = { name: 'AES-GCM', length: 256 } as const
const IV_BYTES = 12
const DAY_MS = 24 * 60 * 60 * 1000
export const VAULT_LIFETIME_MS = 14 * DAY_MS

/** Whether a record, named with its user, is of the command queue. */
export const isCommand = (name: string) => name.includes(`/${commandPrefix}`)

/** Commands wait as long as it takes. What is of tomorrow is of a clock that has been corrected since. */
export function isRecordExpired(name: string, { storedAt }: StoredRecord): boolean {
  const age = Date.now() - storedAt
  return (age > VAULT_LIFETIME_MS || age < -DAY_MS) && !isCommand(name)
}

/** Encrypts any JSON value. */
export async function encrypt(key: CryptoKey, value: unknown): Promise<StoredRecord> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const text = new TextEncoder().encode(JSON.stringify(value))
  const data = await crypto.subtle.encrypt({ name: ALGORITHM.name, iv }, key, text)
  return { iv, data, storedAt: Date.now() }
}

/** Undefined for a record that has expired or was encrypted with another key. */
export async function decrypt<T>(
  key: CryptoKey,
  name: string,
  record: StoredRecord | undefined,
): Promise<T | undefined> {
  if (!record || isRecordExpired(name, record)) return undefined
  try {
    const data = await crypto.subtle.decrypt({ name: ALGORITHM.name, iv: record.iv }, key, record.data)
    return JSON.parse(new TextDecoder().decode(data)) as T
  } catch {
    return undefined
  }
}
