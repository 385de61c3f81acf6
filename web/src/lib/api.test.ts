import { accountsApi } from '@na-regua/contract/accounts'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { afterEach, expect, test, vi } from 'vitest'
import { api, apiUrl, reachApiWith } from './api.ts'

const id = '0190a7f2-0000-7000-8000-000000000001'

/** The other side of the wire: answers each request with the next response and keeps what it was sent. */
function serverAnswering(...answers: (Response | Error)[]) {
  const requests: { url: string; init: RequestInit }[] = []
  reachApiWith(async (url, init = {}) => {
    requests.push({ url: String(url), init })
    const answer = answers.shift()
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

test('a call sends its method, address and body', async () => {
  const requests = serverAnswering(Response.json({ user: {}, token: 't' }))
  await api(accountsApi.login, { body: { email: 'a@b.co', password: 'x' } })
  expect(requests[0]?.url).toBe('/api/auth/login')
  expect(requests[0]?.init).toMatchObject({ method: 'POST', body: '{"email":"a@b.co","password":"x"}' })
})

test('a refusal carries the code, the message of the server and the details', async () => {
  serverAnswering(refusal(409, { code: 'SLOT_TAKEN', message: 'Já foi.', alternatives: [1] }))
  await expect(api(barbershopsApi.get, { params: { id } })).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    status: 409,
    message: 'Já foi.',
    details: { alternatives: [1] },
  })
})

test('a refusal without a known body still has a text to show', async () => {
  serverAnswering(new Response('<html>', { status: 502 }), new Response('', { status: 500 }))
  await expect(api(barbershopsApi.filters)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(api(barbershopsApi.filters)).rejects.toMatchObject({ message: 'Erro interno do sistema' })
})

test('no answer is a network failure in Portuguese, a late one says that it was late', async () => {
  serverAnswering(new TypeError('Failed to fetch'), new DOMException('', 'TimeoutError'))
  await expect(api(barbershopsApi.filters)).rejects.toThrow('Não foi possível falar com o servidor')
  await expect(api(barbershopsApi.filters)).rejects.toMatchObject({ reason: 'timeout' })
})

test('a call that its page no longer wants stays an abort', async () => {
  serverAnswering(new DOMException('', 'AbortError'))
  const signal = AbortSignal.abort()
  await expect(api(barbershopsApi.filters, { signal })).rejects.toMatchObject({ name: 'AbortError' })
})
