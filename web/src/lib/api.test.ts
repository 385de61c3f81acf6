import { accountsApi } from '@na-regua/contract/accounts'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { afterEach, expect, test, vi } from 'vitest'
import { api, apiUrl, setApiTransport } from './api.ts'

const id = '0190a7f2-0000-7000-8000-000000000001'

/** A fake transport that returns the given responses in order and records the requests. */
function mockResponses(...responses: (Response | Error)[]) {
  const requests: { url: string; init: RequestInit }[] = []
  setApiTransport(async (url, init = {}) => {
    requests.push({ url: String(url), init })
    const answer = responses.shift()
    if (answer instanceof Response) return answer
    throw answer
  })
  return requests
}

function refusal(status: number, body: object) {
  return Response.json(body, { status })
}

afterEach(() => vi.restoreAllMocks())

test('parameters are filled in and escaped, lists joined, absent values left out', () => {
  expect(apiUrl('/barbershops/:id/reviews', { id: 'a/b' }, { page: 2, perPage: undefined })).toBe(
    '/api/barbershops/a%2Fb/reviews?page=2',
  )
  expect(apiUrl('/x', {}, { ids: ['a', 'b'], features: [] })).toBe('/api/x?ids=a%2Cb')
  expect(apiUrl('/filters')).toBe('/api/filters')
})

test('a request sends its method, URL and body [7.1]', async () => {
  const requests = mockResponses(Response.json({ user: {}, token: 't' }))
  await api(accountsApi.login, { body: { email: 'a@b.co', password: 'x' } })
  expect(requests[0]?.url).toBe('/api/auth/login')
  expect(requests[0]?.init).toMatchObject({ method: 'POST', body: '{"email":"a@b.co","password":"x"}' })
})

test('an error response has the code, the message and the details of the server', async () => {
  mockResponses(refusal(409, { code: 'SLOT_TAKEN', message: 'Já foi.', alternatives: [1] }))
  await expect(api(barbershopsApi.get, { params: { id } })).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    status: 409,
    message: 'Já foi.',
    details: { alternatives: [1] },
  })
})

test('an error response says when to try again', async () => {
  mockResponses(new Response('', { status: 503, headers: { 'retry-after': '7' } }))
  await expect(api(barbershopsApi.filters)).rejects.toMatchObject({ details: { retryAfter: 7 } })
})

test('an error response with an unknown body still has a message to show', async () => {
  mockResponses(new Response('<html>', { status: 502 }), new Response('', { status: 500 }))
  await expect(api(barbershopsApi.filters)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(api(barbershopsApi.filters)).rejects.toMatchObject({ message: 'Erro interno do sistema' })
})

test('a page in place of the server’s response is no response', async () => {
  const html = { headers: { 'content-type': 'text/html; charset=utf-8' } }
  mockResponses(new Response('<p>Entre na rede do hotel</p>', html), new Response('<p>', { ...html, status: 502 }))
  await expect(api(barbershopsApi.filters)).rejects.toMatchObject({ name: 'NetworkError', reason: 'network' })
  await expect(api(barbershopsApi.filters)).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 502 })
})

test('no response is a network error in Portuguese, a late one is a time-out [7.1]', async () => {
  mockResponses(new TypeError('Failed to fetch'), new DOMException('', 'TimeoutError'))
  await expect(api(barbershopsApi.filters)).rejects.toThrow('Não foi possível falar com o servidor')
  await expect(api(barbershopsApi.filters)).rejects.toMatchObject({ reason: 'timeout' })
})

test('a request that the page aborted stays an abort', async () => {
  mockResponses(new DOMException('', 'AbortError'))
  const signal = AbortSignal.abort()
  await expect(api(barbershopsApi.filters, { signal })).rejects.toMatchObject({ name: 'AbortError' })
})
