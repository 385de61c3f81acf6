import { createHmac, randomInt } from 'node:crypto'
import type { Captcha } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { fetchOutside } from './fetch-outside.ts'
import { getSecret } from './secrets.ts'

export type CaptchaVerifier = {
  /** What the web shows before registration. */
  issue(): Promise<Captcha>
  /** Consumes `token`. Throws CAPTCHA_INVALID unless it proves a solution that was not used before. */
  check(token: string | undefined): Promise<void>
}

const RECAPTCHA_TIMEOUT_MS = 5000

export function createCaptcha({ db, config }: { db: Database; config: Pick<Config, 'captcha'> }): CaptchaVerifier {
  const { provider, siteKey, recaptchaSecret = '', recaptchaUrl } = config.captcha
  if (provider === 'off') return { issue: async () => ({ provider }), check: async () => {} }
  if (provider === 'recaptcha') {
    return {
      issue: async () => ({ provider, siteKey }),
      check: (token) => checkRecaptcha(recaptchaUrl, recaptchaSecret, token),
    }
  }
  const { createPuzzle, consumeSolution } = createProofOfWork(db, config.captcha.secret)
  return {
    issue: async () => ({ provider, challenge: await createPuzzle() }),
    async check(token) {
      if (!token || !(await consumeSolution(token))) throw new ApiError('CAPTCHA_INVALID')
    },
  }
}

/** Source: https://developers.google.com/recaptcha/docs/verify. Google itself refuses a token that is sent twice. */
async function checkRecaptcha(url: string, secret: string, token: string | undefined) {
  if (!token) throw new ApiError('CAPTCHA_INVALID')
  const result = await requestRecaptcha(url, new URLSearchParams({ secret, response: token }))
  if (result.success !== true) throw new ApiError('CAPTCHA_INVALID')
}

/** While Google is unavailable the captcha cannot be verified, so registration fails with UNAVAILABLE. */
async function requestRecaptcha(url: string, body: URLSearchParams): Promise<{ success?: unknown }> {
  try {
    const signal = AbortSignal.timeout(RECAPTCHA_TIMEOUT_MS)
    const response = await fetchOutside(url, { method: 'POST', body, signal })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return Object(await response.json())
  } catch {
    throw new ApiError('UNAVAILABLE')
  }
}

/** About two million rounds of SHA-256 on average: a second with one or two workers on a phone, 0.3 s on a laptop. */
const ROUNDS_PER_TRY = 2000
const TRIES = [500, 1500] as const

/** Long enough to fill in the form, short enough that solutions cannot be hoarded. */
const TTL_MS = 10 * 60_000

type Keys = { hmacSignatureSecret: string; hmacKeySignatureSecret: string }

/**
 * The self-hosted captcha, in the format of altcha-lib 2 and the altcha widget 3. The library compares the expiry of a puzzle
 * with the system time, so this is the one place that does not use our Clock.
 */
function createProofOfWork(db: Database, configuredSecret: string | undefined) {
  let secret: Promise<string> | undefined

  async function loadKeys(): Promise<Keys> {
    secret ??= configuredSecret ? Promise.resolve(configuredSecret) : getSecret(db, 'captcha')
    const key = await secret.catch((error) => {
      secret = undefined
      throw error
    })
    const derive = (purpose: string) => createHmac('sha256', key).update(purpose).digest('hex')
    return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('solution') }
  }

  async function createPuzzle(): Promise<Challenge> {
    const expiresAt = new Date(Date.now() + TTL_MS)
    const work = { algorithm: 'PBKDF2/SHA-256', cost: ROUNDS_PER_TRY, counter: randomInt(...TRIES) }
    return createChallenge({ ...work, deriveKey, expiresAt, ...(await loadKeys()) })
  }

  /** True once for each solved puzzle of ours. A solution would verify again, so it is stored until it expires. */
  async function consumeSolution(token: string): Promise<boolean> {
    const payload = parsePayload(token)
    if (!payload || !(await isSolved(payload, await loadKeys()))) return false
    const { expiresAt = 0 } = payload.challenge.parameters
    const consumed = await db
      .insertInto('spent_challenges')
      .values({ challenge: String(payload.challenge.signature), expires_at: new Date(expiresAt * 1000) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('challenge')
      .executeTakeFirst()
    return consumed !== undefined
  }

  return { createPuzzle, consumeSolution }
}

function parsePayload(token: string): Payload | undefined {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString())
  } catch {
    return undefined
  }
}

/** The library throws on some malformed payloads; those count as unsolved. */
async function isSolved({ challenge, solution }: Payload, keys: Keys): Promise<boolean> {
  try {
    return (await verifySolution({ challenge, solution, deriveKey, ...keys })).verified
  } catch {
    return false
  }
}
