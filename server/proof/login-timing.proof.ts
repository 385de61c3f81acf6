// S4: neither the response nor its timing reveals whether an address has an account, or how it signs in.
import { accountsApi } from '@na-regua/contract/accounts'
import { afterAll, expect, test } from 'vitest'
import { createUser } from '../test/factories.ts'
import { createHarness } from '../test/harness.ts'

/** Requests of each kind, interleaved. */
const RUNS = Number(process.env.LOGIN_RUNS ?? 1000)
const MAX_DIFFERENCE_MS = 5

const world = await createHarness()
const limited = await createHarness({ environment: { RATE_LIMIT: 'on' } })
afterAll(async () => {
  await world.close()
  await limited.close()
})

const password = 'tesoura-afiada-31'
await createUser(world, { email: 'dona@naregua.test', password })
const google = await createUser(world, { email: 'google@naregua.test' })
await world.db
  .insertInto('identities')
  .values({ issuer: 'https://accounts.google.com', subject: 'sub-1', user_id: google.id })
  .execute()

const kinds = {
  'an unknown address': 'ninguem@naregua.test',
  'a wrong password': 'dona@naregua.test',
  'a Google account': 'google@naregua.test',
}
type Kind = keyof typeof kinds
const names = Object.keys(kinds) as Kind[]

const quantile = (sorted: number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))] as number

function shuffle<T>(list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

test('an unknown address, a wrong password and a Google account get the same response in the same time', async () => {
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Kind, number[]>
  const responses = new Set<string>()
  const logIn = async (name: Kind) => {
    const from = performance.now()
    const { status, body } = await world.call(accountsApi.login, { body: { email: kinds[name], password: 'errada' } })
    responses.add(JSON.stringify([status, body]))
    return performance.now() - from
  }
  for (const name of names) await logIn(name)
  for (let run = 0; run < RUNS; run++) for (const name of shuffle(names)) times[name].push(await logIn(name))
  const medians = names.map((name) => {
    const sorted = times[name].toSorted((a, b) => a - b)
    const [low, middle, high] = [0.05, 0.5, 0.95].map((share) => quantile(sorted, share).toFixed(2))
    console.log(`${name}: median ${middle} ms (5 % ${low}, 95 % ${high}), n = ${sorted.length}`)
    return quantile(sorted, 0.5)
  })
  const difference = Math.max(...medians) - Math.min(...medians)
  console.log(`the medians differ by ${difference.toFixed(2)} ms`)
  expect([...responses]).toEqual([
    JSON.stringify([422, { code: 'INVALID_CREDENTIALS', message: 'Email ou senha inválidos' }]),
  ])
  expect(difference).toBeLessThanOrEqual(MAX_DIFFERENCE_MS)
})

test('wrong guesses of many clients do not lock out the owner', async () => {
  await createUser(limited, { email: 'vitima@naregua.test', password })
  const login = (remoteAddress: string, guess: string) =>
    limited.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      payload: { email: 'vitima@naregua.test', password: guess },
    })
  const statuses = new Set<number>()
  for (let client = 0; client < 40; client++)
    for (let guess = 0; guess < 12; guess++) statuses.add((await login(`198.51.100.${client}`, 'errada')).statusCode)
  expect(statuses).toEqual(new Set([422, 429]))
  expect((await login('203.0.113.7', password)).statusCode).toBe(200)
})
