import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { placesApi } from '@na-regua/contract/places'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createCaller, createSessionToken, createUser } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'

/** Local doubles of IBGE and ViaCEP: tests never reach the real services. */
let answer: (path: string, response: ServerResponse) => void
const asked: string[] = []
const outside = createServer((request, response) => {
  asked.push(request.url ?? '')
  answer(request.url ?? '', response)
})
await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`

const offline = await createHarness()
const online = await createHarness({ environment: { IBGE_URL: url, VIACEP_URL: url } })
const person = await createUser(online)
let token = ''
afterAll(async () => {
  await offline.close()
  await online.close()
  outside.closeAllConnections()
  outside.close()
})

const say =
  (body: unknown, status = 200) =>
  (_: string, response: ServerResponse) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
const abbreviation = (n: number) => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26))
const states = Array.from({ length: 27 }, (_, n) => ({
  id: n + 1,
  sigla: abbreviation(n),
  nome: `Estado ${n}`,
  regiao: {},
}))
const bueno = {
  cep: '74215-100',
  logradouro: 'Rua T-55',
  bairro: 'Setor Bueno',
  localidade: 'Goiânia',
  uf: 'GO',
  ddd: '62',
}

beforeEach(async () => {
  online.clock.advance({ minutes: 2 * 24 * 60 })
  token = await createSessionToken(online, person.id)
  asked.length = 0
})

const listStates = async (world = online) => (await world.call(placesApi.states)).body.states
const listCities = async (sigla: string, world = online) =>
  (await world.call(placesApi.cities, { params: { sigla } })).body.cities
const findZip = (zip: string) => online.call(placesApi.zipCode, { params: { zip }, token })

test('the shipped table holds every state and city, by name [2.99]', async () => {
  const shipped = await listStates(offline)
  expect(shipped).toHaveLength(27)
  expect(shipped.slice(0, 3)).toEqual([
    { id: 12, nome: 'Acre', sigla: 'AC' },
    { id: 27, nome: 'Alagoas', sigla: 'AL' },
    { id: 16, nome: 'Amapá', sigla: 'AP' },
  ])
  const counts = await Promise.all(
    shipped.map(async ({ sigla }: { sigla: string }) => (await listCities(sigla, offline)).length),
  )
  expect(counts.reduce((sum, count) => sum + count)).toBe(5571)
  expect(await listCities('go', offline)).toContainEqual({ id: 5208707, nome: 'Goiânia' })
  expect((await offline.call(placesApi.cities, { params: { sigla: 'XX' } })).status).toBe(404)
})

test('IBGE is requested once a day and returned unchanged [2.99, 3.11, 7.14]', async () => {
  answer = say(states)
  expect(await listStates()).toEqual(states.map(({ id, sigla, nome }) => ({ id, sigla, nome })))
  await listStates()
  expect(asked).toEqual(['/api/v1/localidades/estados?orderBy=nome'])
  answer = say([{ id: 5208707, nome: 'Goiânia', microrregiao: null }])
  expect(await listCities('GO')).toEqual([{ id: 5208707, nome: 'Goiânia' }])
})

test.each<[string, typeof answer]>([
  ['is down', say('', 503)],
  ['talks rubbish', say('<html>')],
  ['has half of the country', say(states.slice(1))],
  ['has states without a name', say(states.map((state) => ({ ...state, nome: null })))],
  ['hangs up', (_, response) => void response.destroy()],
  ['says nothing for 3 s', () => {}],
])('where IBGE %s the table serves, and for a while nobody waits again', async (_, broken) => {
  answer = broken
  expect(await listStates()).toEqual(await listStates(offline))
  expect(await listCities('AC')).toEqual(await listCities('AC', offline))
  expect(asked).toHaveLength(1)
  online.clock.advance({ minutes: 11 })
  answer = say(states)
  expect((await listStates())[0].nome).toBe('Estado 0')
})

test('a CEP is found with and without its hyphen, and requested once', async () => {
  answer = say(bueno)
  const address = { street: 'Rua T-55', neighborhood: 'Setor Bueno', city: 'Goiânia', state: 'GO' }
  for (const zip of ['74215-100', '74215100']) {
    const { status, body } = await findZip(zip)
    expect([status, body]).toEqual([200, address])
  }
  expect(asked).toEqual(['/ws/74215100/json/'])
})

test.each([[{ erro: true }], [{ erro: 'true' }]])('an unassigned CEP (%j) is reported as unknown', async (served) => {
  answer = say(served)
  const { status, body } = await findZip('99999999')
  expect([status, body.code]).toEqual([404, 'ZIP_CODE_NOT_FOUND'])
})

test.each<[string, typeof answer]>([
  ['down', say('', 500)],
  ['of rubbish', say({ localidade: 7 })],
  ['cut off', (_, response) => void response.destroy()],
  ['silent', () => {}],
])('a service %s leaves the address to be typed, and says so', async (_, broken) => {
  answer = broken
  for (let again = 0; again < 2; again++) {
    const { status, body } = await findZip('01001000')
    expect([status, body]).toEqual([
      503,
      {
        code: 'ZIP_CODE_UNAVAILABLE',
        message: 'A busca por CEP não está disponível agora. Preencha o endereço à mão.',
      },
    ])
  }
  expect(asked).toHaveLength(1)
})

test('one CEP without a valid response pauses itself, and neither the others nor what is known', async () => {
  answer = say({ ...bueno, logradouro: 'Rua T-37' })
  expect((await findZip('74230030')).status).toBe(200)
  answer = (path, response) => (path.includes('01310100') ? say('Bad Request', 400) : say(bueno))(path, response)
  const statusOf = async (zip: string) => (await findZip(zip)).status
  expect(await statusOf('01310100')).toBe(503)
  expect([await statusOf('74230030'), await statusOf('74215102')]).toEqual([200, 200])
  // The same CEP many times is one.
  for (let again = 0; again < 5; again++) {
    online.clock.advance({ minutes: 1 })
    expect(await statusOf('01310100')).toBe(503)
  }
  expect(await statusOf('74215103')).toBe(200)
})

test('several CEPs in a row without a response pause all but what is known, for half a minute', async () => {
  answer = say(bueno)
  expect((await findZip('74215104')).status).toBe(200)
  answer = say('', 500)
  for (const zip of ['01001001', '01001002', '01001003']) expect((await findZip(zip)).status).toBe(503)
  asked.length = 0
  answer = say(bueno)
  expect([(await findZip('74215105')).status, (await findZip('74215104')).status]).toEqual([503, 200])
  expect(asked).toEqual([])
  online.clock.advance({ minutes: 1 })
  expect((await findZip('74215105')).status).toBe(200)
})

test('without a service no CEP is found', async () => {
  const { token: own } = await createCaller(offline)
  const { status, body } = await offline.call(placesApi.zipCode, { params: { zip: '74215100' }, token: own })
  expect([status, body.code]).toEqual([404, 'ZIP_CODE_NOT_FOUND'])
})

test('only a logged-in user causes a request, and only with eight digits', async () => {
  expect((await online.call(placesApi.zipCode, { params: { zip: '74215100' } })).status).toBe(401)
  for (const zip of ['7421510', '742151000', '74215-10a', '..%2F..']) expect((await findZip(zip)).status).toBe(400)
})
