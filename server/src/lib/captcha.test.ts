import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountsApi, TERMS_VERSION } from '@na-regua/contract/accounts'
import { type Challenge, createChallenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, describe, expect, test } from 'vitest'
import { createHarness } from '../../test/harness.ts'
import { createCaptcha } from './captcha.ts'

const world = await createHarness({ environment: { CAPTCHA: 'altcha' } })
afterAll(() => world.close())

const getChallenge = async (): Promise<Challenge> => (await world.call(accountsApi.captcha)).body.challenge
const encode = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64')

/** What the widget does in the browser, and the text that it puts into the form. */
async function solve(challenge: Challenge) {
  const solution = (await solveChallenge({ challenge, deriveKey })) as Solution
  return { token: encode({ challenge, solution }), solution }
}

let made = 0
function register(recaptchaToken?: string, change: object = {}) {
  const person = {
    name: 'Ana',
    email: `ana-${++made}@naregua.test`,
    password: 'navalha-azul-7',
    acceptedTerms: TERMS_VERSION,
  }
  return world.call(accountsApi.register, { body: { ...person, recaptchaToken, ...change } })
}

describe('the proof-of-work captcha', () => {
  test('returns an uncached puzzle in the format of the widget', async () => {
    const { body, headers } = await world.call(accountsApi.captcha)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toEqual({
      provider: 'altcha',
      challenge: {
        parameters: {
          algorithm: 'PBKDF2/SHA-256',
          cost: 2000,
          expiresAt: expect.any(Number),
          keyLength: 32,
          keyPrefix: expect.stringMatching(/^[0-9a-f]{32}$/),
          keySignature: expect.stringMatching(/^[0-9a-f]{64}$/),
          nonce: expect.any(String),
          salt: expect.any(String),
        },
        signature: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
  })

  test('accepts a solution for one registration, even when it is sent five times concurrently', async () => {
    const { token } = await solve(await getChallenge())
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => register(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400])
    expect((await register(token)).body.code).toBe('CAPTCHA_INVALID')
  })

  test('is not consumed by a rejected password [4.16]', async () => {
    const { token } = await solve(await getChallenge())
    expect((await register(token, { password: 'flamengo' })).body.code).toBe('WEAK_PASSWORD')
    expect((await register(token)).status).toBe(201)
  })

  test('reports that an email is taken only with a valid solution', async () => {
    const { token } = await solve(await getChallenge())
    await register(token, { email: 'dona@naregua.test' })
    expect((await register(undefined, { email: 'dona@naregua.test' })).body.code).toBe('CAPTCHA_INVALID')
    const again = await solve(await getChallenge())
    expect((await register(again.token, { email: 'dona@naregua.test' })).body.code).toBe('EMAIL_TAKEN')
  })

  test('refuses malformed tokens, foreign and modified puzzles, wrong and expired solutions', async () => {
    const challenge = await getChallenge()
    const { solution } = await solve(challenge)
    const { parameters, signature } = challenge
    const work = {
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 1,
      deriveKey,
      hmacSignatureSecret: 'x',
      hmacKeySignatureSecret: 'y',
    }
    const foreign = await createChallenge({ ...work, expiresAt: new Date(Date.now() + 60_000) })
    const rubbish = [
      ...[undefined, '', 'x', '%%%', encode([]), encode({}), encode({ challenge: null, solution: 7 })],
      ...['null', '7', '"x"', '[[[['].map((text) => Buffer.from(text).toString('base64')),
      encode({ challenge: { parameters: { ...parameters, cost: 1 }, signature }, solution }),
      encode({ challenge: { parameters: { ...parameters, expiresAt: 4_000_000_000 }, signature }, solution }),
      encode({ challenge: { parameters }, solution }),
      encode({ challenge, solution: { ...solution, derivedKey: '00' } }),
      encode({ challenge, solution: { counter: -1, derivedKey: 'zz' } }),
      (await solve(foreign)).token,
    ]
    for (const token of rubbish) {
      const answer = await register(token)
      expect([answer.status, answer.body.code]).toEqual([400, 'CAPTCHA_INVALID'])
    }
    expect((await register(encode({ challenge, solution }))).status).toBe(201)
  })

  test('is shared by all processes of one database, and not with other databases', async () => {
    const { token } = await solve(await getChallenge())
    const sibling = createCaptcha(world)
    await expect(sibling.check(token)).resolves.toBeUndefined()
    const stranger = createCaptcha({
      ...world,
      config: { captcha: { ...world.config.captcha, secret: 'another secret!!' } },
    })
    await expect(stranger.check((await solve(await getChallenge())).token)).rejects.toThrow()
  })
})

describe('reCAPTCHA', () => {
  async function ask(answer: string, status = 200) {
    const asked: string[] = []
    const google = createServer(async (request, response) => {
      asked.push((await request.toArray()).join(''))
      response.writeHead(status).end(answer)
    }).listen(0)
    await once(google, 'listening')
    const recaptchaUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}`
    const captcha = { provider: 'recaptcha' as const, siteKey: 'site', recaptchaSecret: 'secret', recaptchaUrl }
    const gate = createCaptcha({ ...world, config: { captcha } })
    const refusal = await gate.check('token').then(
      () => 'passed',
      (error) => error.code,
    )
    const without = await gate.check(undefined).catch((error) => error.code)
    google.close()
    return { refusal, without, asked, issued: await gate.issue() }
  }

  test('verifies at Google with the secret and exposes only the site key', async () => {
    expect(await ask('{"success":true}')).toEqual({
      refusal: 'passed',
      without: 'CAPTCHA_INVALID',
      asked: ['secret=secret&response=token'],
      issued: { provider: 'recaptcha', siteKey: 'site' },
    })
  })

  test('refuses when Google does, and is unavailable when Google is or responds with garbage', async () => {
    expect((await ask('{"success":false}')).refusal).toBe('CAPTCHA_INVALID')
    expect((await ask('{"success":"true"}')).refusal).toBe('CAPTCHA_INVALID')
    expect((await ask('null')).refusal).toBe('CAPTCHA_INVALID')
    expect((await ask('<html>')).refusal).toBe('UNAVAILABLE')
    expect((await ask('{"success":true}', 502)).refusal).toBe('UNAVAILABLE')
  })
})

test('accepts every registration when disabled [5.7]', async () => {
  const open = createCaptcha({ ...world, config: { captcha: { provider: 'off', recaptchaUrl: '' } } })
  expect(await open.issue()).toEqual({ provider: 'off' })
  await expect(open.check(undefined)).resolves.toBeUndefined()
})
