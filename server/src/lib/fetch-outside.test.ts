import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { fetchOutside } from './fetch-outside.ts'

const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (request.url === '/there') return void response.end('{}')
  response.writeHead(302, { location: '/there' }).end()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('redirects of external services are not followed', async () => {
  await expect(fetchOutside(`${site}/here`)).rejects.toThrow()
  expect(asked).toEqual(['/here'])
  expect((await fetchOutside(`${site}/there`)).status).toBe(200)
})
