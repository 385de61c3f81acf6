import { googleApi } from '@na-regua/contract/google'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../../../../test/harness.ts'

const world = await createHarness({ environment: { SEED: 'demo' } })
afterAll(() => world.close())

const cookies = new Map<string, string>()

/** Requests a URL like a browser, with cookies. */
async function request(address: string) {
  const url = new URL(address, 'http://localhost')
  const response = await world.app.inject({
    url: url.pathname + url.search,
    headers: { host: 'localhost', cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  for (const { name, value } of response.cookies) cookies.set(name, value)
  return response
}

/** Follows redirects; returns the last URL and its response. */
async function follow(address: string) {
  let url = address
  for (let step = 0; step < 8; step++) {
    const response = await request(url)
    const next = response.headers.location
    if (typeof next !== 'string') return { url, response }
    url = next
    if (url.startsWith('/login')) return { url, response }
  }
  throw new Error(`too many redirects: ${url}`)
}

async function runFlow(search: string) {
  const { status, body } = await world.call(googleApi.start)
  expect(status, JSON.stringify(body)).toBe(200)
  const { url, response } = await follow(body.url)
  expect(response.payload).toContain('Quem vai entrar?')
  const back = await follow(`${new URL(url, 'http://localhost').pathname}?${search}`)
  return { secret: body.secret, code: back.url.split('#google=')[1] ?? '' }
}

test('the flow with the local Google creates an account, and the second time signs in to it', async () => {
  const first = await runFlow('email=marina%40google.test&name=Marina')
  const entered = await world.call(googleApi.exchangeCode, { body: { code: first.code, secret: first.secret } })
  expect(entered.body.user).toMatchObject({ email: 'marina@google.test', name: 'Marina', isEmailVerified: true })
  const second = await runFlow('email=marina%40google.test')
  const again = await world.call(googleApi.exchangeCode, { body: { code: second.code, secret: second.secret } })
  expect(again.body.user).toEqual(entered.body.user)
})
