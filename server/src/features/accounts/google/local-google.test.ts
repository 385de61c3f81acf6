import { googleApi } from '@na-regua/contract/google'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../../../../test/harness.ts'

const world = await createHarness({ environment: { SEED: 'demo' } })
afterAll(() => world.close())

const cookies = new Map<string, string>()

/** One address as a browser opens it, with what it was told to remember. */
async function open(address: string) {
  const url = new URL(address, 'http://localhost')
  const answer = await world.app.inject({
    url: url.pathname + url.search,
    headers: { host: 'localhost', cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  for (const { name, value } of answer.cookies) cookies.set(name, value)
  return answer
}

/** Follows as far as it leads; answers the last address that was not followed any more and what stood there. */
async function follow(address: string) {
  let url = address
  for (let step = 0; step < 8; step++) {
    const answer = await open(url)
    const next = answer.headers.location
    if (typeof next !== 'string') return { url, answer }
    url = next
    if (url.startsWith('/login')) return { url, answer }
  }
  throw new Error(`no end at ${url}`)
}

async function visit(words: string) {
  const { status, body } = await world.call(googleApi.start)
  expect(status, JSON.stringify(body)).toBe(200)
  const { url, answer } = await follow(body.url)
  expect(answer.payload).toContain('Quem vai entrar?')
  const back = await follow(`${new URL(url, 'http://localhost').pathname}?${words}`)
  return { secret: body.secret, told: back.url.split('#google=')[1] ?? '' }
}

test('the way to Google and back opens an account, and the second time the same one', async () => {
  const first = await visit('email=marina%40google.test&name=Marina')
  const entered = await world.call(googleApi.enter, { body: { code: first.told, secret: first.secret } })
  expect(entered.body.user).toMatchObject({ email: 'marina@google.test', name: 'Marina', isEmailVerified: true })
  const second = await visit('email=marina%40google.test')
  const again = await world.call(googleApi.enter, { body: { code: second.told, secret: second.secret } })
  expect(again.body.user).toEqual(entered.body.user)
})
