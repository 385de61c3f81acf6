import { createHmac, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Database } from './database.ts'
import { getSecret } from './secrets.ts'

/** About two million rounds of SHA-256 in the mean: a second on a phone's one or two workers, 0.3 s on a laptop. */
const ROUNDS_A_TRY = 2000
const TRIES = [500, 1500] as const

/** Long enough to fill the form, short enough that solved ones cannot be hoarded. */
const LIFE_MS = 10 * 60_000

type Keys = { hmacSignatureSecret: string; hmacKeySignatureSecret: string }

/**
 * The self-hosted captcha: puzzles in the format of altcha-lib 2 and the altcha widget 3. The library compares the life
 * of a puzzle with the machine's own time, so this is the one place without a clock of ours.
 */
export function createProofOfWork(db: Database, configuredSecret: string | undefined) {
  let secret: Promise<string> | undefined

  async function readKeys(): Promise<Keys> {
    secret ??= configuredSecret ? Promise.resolve(configuredSecret) : getSecret(db, 'captcha')
    const key = await secret.catch((error) => {
      secret = undefined
      throw error
    })
    const derive = (purpose: string) => createHmac('sha256', key).update(purpose).digest('hex')
    return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('solution') }
  }

  async function createPuzzle(): Promise<Challenge> {
    const expiresAt = new Date(Date.now() + LIFE_MS)
    const work = { algorithm: 'PBKDF2/SHA-256', cost: ROUNDS_A_TRY, counter: randomInt(...TRIES) }
    return createChallenge({ ...work, deriveKey, expiresAt, ...(await readKeys()) })
  }

  /** True once for each solved puzzle of ours: a solution would verify again, so it is remembered until it expires. */
  async function spendSolution(token: string): Promise<boolean> {
    const payload = parsePayload(token)
    if (!payload || !(await isSolved(payload, await readKeys()))) return false
    const { expiresAt = 0 } = payload.challenge.parameters
    const spent = await db
      .insertInto('spent_challenges')
      .values({ challenge: String(payload.challenge.signature), expires_at: new Date(expiresAt * 1000) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('challenge')
      .executeTakeFirst()
    return spent !== undefined
  }

  return { createPuzzle, spendSolution }
}

function parsePayload(token: string): Payload | undefined {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString())
  } catch {
    return undefined
  }
}

/** The library throws on some shapes of rubbish; to us rubbish is an unsolved puzzle. */
async function isSolved({ challenge, solution }: Payload, keys: Keys): Promise<boolean> {
  try {
    return (await verifySolution({ challenge, solution, deriveKey, ...keys })).verified
  } catch {
    return false
  }
}
