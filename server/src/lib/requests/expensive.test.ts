import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendError } from '../http.ts'
import { limitConcurrency } from './concurrency.ts'
import { limitExpensive } from './expensive.ts'

describe('the limit of expensive requests', () => {
  let app: FastifyInstance
  let running: number
  let highest: number
  let finish: () => void

  beforeEach(async () => {
    app = fastify()
    app.setErrorHandler(sendError)
    limitConcurrency(app, { maxInFlight: 1000 })
    app.decorateRequest('callerId', {
      getter() {
        return this.headers.authorization
      },
    })
    limitExpensive(app)
    running = 0
    highest = 0
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    app.get('/expensive', { config: { isExpensive: true } }, async ({ headers }) => {
      highest = Math.max(highest, ++running)
      await finished
      running--
      if (headers['x-fail']) throw new Error('failed')
      return 'ok'
    })
    app.get('/cheap', async () => 'ok')
    await app.ready()
  })
  afterEach(() => app.close())

  const request = (account: string, headers = {}, remoteAddress = '192.0.2.1') =>
    app.inject({ url: '/expensive', headers: { authorization: account, ...headers }, remoteAddress })

  test('two of one account run at once, eight wait, the others are refused with the time to come back', async () => {
    const sent = Array.from({ length: 30 }, () => request('a'))
    await expect.poll(() => running).toBe(2)
    expect(app.countRequests()).toBe(2)
    expect((await app.inject('/cheap')).statusCode).toBe(200)
    const other = request('b', {}, '192.0.2.2')
    await expect.poll(() => running).toBe(3)
    finish()
    const responses = await Promise.all(sent)
    expect([(await other).statusCode, highest]).toEqual([200, 3])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([
      ...Array(10).fill(200),
      ...Array(20).fill(429),
    ])
    const refused = responses.find(({ statusCode }) => statusCode === 429)
    expect([refused?.headers['retry-after'], refused?.json().message]).toEqual([
      '2',
      'Muitas buscas ao mesmo tempo. Aguarde um instante e tente de novo.',
    ])
  })

  test('many accounts of one address run four at once, and a failure frees its turn', async () => {
    const sent = ['a', 'b', 'c', 'd', 'e'].flatMap((account) => [request(account, { 'x-fail': '1' }), request(account)])
    await expect.poll(() => running).toBe(4)
    expect((await app.inject('/cheap')).statusCode).toBe(200)
    finish()
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
    expect([statuses.sort(), highest]).toEqual([[...Array(5).fill(200), ...Array(5).fill(500)], 4])
    expect((await request('a')).statusCode).toBe(200)
  })
})
