import type { Captcha } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { fetchOutside } from './fetch-outside.ts'
import { createProofOfWork } from './proof-of-work.ts'

export type CaptchaVerifier = {
  /** What the web shows before registering. */
  issue(): Promise<Captcha>
  /** Throws CAPTCHA_INVALID unless `token` proves a fresh solution, which is spent by this. */
  check(token: string | undefined): Promise<void>
}

const ANSWER_TIMEOUT_MS = 5000

export function createCaptcha({ db, config }: { db: Database; config: Pick<Config, 'captcha'> }): CaptchaVerifier {
  const { provider, siteKey, recaptchaSecret = '', recaptchaUrl } = config.captcha
  if (provider === 'off') return { issue: async () => ({ provider }), check: async () => {} }
  if (provider === 'recaptcha') {
    return {
      issue: async () => ({ provider, siteKey }),
      check: (token) => checkRecaptcha(recaptchaUrl, recaptchaSecret, token),
    }
  }
  const { createPuzzle, spendSolution } = createProofOfWork(db, config.captcha.secret)
  return {
    issue: async () => ({ provider, challenge: await createPuzzle() }),
    async check(token) {
      if (!token || !(await spendSolution(token))) throw new ApiError('CAPTCHA_INVALID')
    },
  }
}

/** Source: https://developers.google.com/recaptcha/docs/verify. Google itself refuses a token that comes twice. */
async function checkRecaptcha(url: string, secret: string, token: string | undefined) {
  if (!token) throw new ApiError('CAPTCHA_INVALID')
  const answer = await askRecaptcha(url, new URLSearchParams({ secret, response: token }))
  if (answer.success !== true) throw new ApiError('CAPTCHA_INVALID')
}

/** While the outside service is away nobody can be told from a robot: the person is asked to come back. */
async function askRecaptcha(url: string, body: URLSearchParams): Promise<{ success?: unknown }> {
  try {
    const response = await fetchOutside(url, { method: 'POST', body, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return Object(await response.json())
  } catch {
    throw new ApiError('UNAVAILABLE')
  }
}
