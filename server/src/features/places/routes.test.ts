import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { placesApi } from '@na-regua/contract/places'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'

type Reply = { status?: number; body?: unknown; isSilent?: boolean }

/** A local double of the geocoder: tests never reach the real one. */
const bueno = {
  address: { suburb: 'Setor Bueno', city: 'Goiânia', 'ISO3166-2-lvl4': 'BR-GO', country: 'Brasil' },
}
let reply: Reply = { body: bueno }
const asked: string[] = []
const geocoder = createServer((request, response) => {
  asked.push(request.url ?? '')
  const { status = 200, body, isSilent } = reply
  if (!isSilent) response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
})
await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}`

const offline = await createHarness()
const online = await createHarness({ environment: { GEOCODER_URL: url } })
afterAll(async () => {
  await offline.close()
  await online.close()
  geocoder.closeAllConnections()
  geocoder.close()
})
beforeEach(() => {
  online.clock.advance({ minutes: 5 })
  reply = { body: bueno }
  asked.length = 0
})

const find = (lat: unknown, lon: unknown, world = offline) =>
  world.call(placesApi.reverseGeocode, { query: { lat, lon } })

test.each([
  [-16.6869, -49.2648, 'Goiânia - GO, Brasil'],
  [-23.5614, -46.6559, 'São Paulo - SP, Brasil'],
  [-3.119, -60.0217, 'Manaus - AM, Brasil'],
  [-3.854, -32.423, 'Fernando de Noronha - PE, Brasil'],
  [-9.4075, -36.6336, 'Palmeira dos Índios - AL, Brasil'],
  [-31.77, -52.34, 'Pelotas - RS, Brasil'],
])('without a geocoder %f, %f is %s', async (lat, lon, formattedAddress) => {
  const { status, body } = await find(lat, lon)
  expect(status).toBe(200)
  expect(body).toMatchObject({ formattedAddress, country: 'Brasil' })
})

test('far from Brazil there is no place', async () => {
  for (const [lat, lon] of [
    [38.72, -9.14],
    [35.68, 139.69],
    [90, 0],
    [-3, -20],
  ]) {
    const { status, body } = await find(lat, lon)
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  }
})

test('with a geocoder the neighbourhood is returned, and nearby positions share one request [3.12, 7.13]', async () => {
  const first = await find(-16.70001, -49.27001, online)
  expect(first.body).toEqual({
    city: 'Goiânia',
    state: 'GO',
    country: 'Brasil',
    neighborhood: 'Setor Bueno',
    formattedAddress: 'Setor Bueno, Goiânia - GO, Brasil',
  })
  expect((await find(-16.70002, -49.27002, online)).body).toEqual(first.body)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('lat=-16.70001&lon=-49.27001')
})

test('concurrent requests for one position cause one upstream request', async () => {
  await Promise.all(Array.from({ length: 10 }, () => find(-16.71, -49.28, online)))
  expect(asked).toHaveLength(1)
})

test('a second place within the same second is named by its municipality, at once', async () => {
  await find(-16.72, -49.29, online)
  expect((await find(-23.55, -46.63, online)).body.formattedAddress).toBe('São Paulo - SP, Brasil')
  expect(asked).toHaveLength(1)
})

test.each<[string, number, Reply]>([
  ['fails', -16.61, { status: 500, body: {} }],
  ['talks rubbish', -16.62, { body: '<html>' }],
  ['answers something else', -16.63, { body: { error: 'Unable to geocode' } }],
])('when the geocoder %s the municipality serves, and it is left in peace for a while', async (_, lat, failure) => {
  reply = failure
  expect((await find(lat, -49.3, online)).body.city).toMatch(/^\p{L}/u)
  reply = { body: bueno }
  online.clock.set(new Date(online.clock.now().getTime() + 5000))
  await find(lat, -49.3, online)
  expect(asked).toHaveLength(1)
  online.clock.advance({ minutes: 1 })
  expect((await find(lat, -49.3, online)).body.formattedAddress).toContain('Setor Bueno')
})

test('a silent geocoder delays a response by at most three seconds', async () => {
  reply = { isSilent: true }
  expect((await find(-15.78, -47.93, online)).body.state).toBe('DF')
})

test.each<[string, Record<string, unknown>]>([
  ['nothing', {}],
  ['half a place', { lat: -16 }],
  ['a latitude beyond the pole', { lat: -91, lon: 0 }],
  ['what is no number', { lat: 'NaN', lon: 0 }],
  ['what has no end', { lat: 0, lon: '-Infinity' }],
  ['a parameter that nobody knows', { lat: 0, lon: 0, zoom: 3 }],
])('refuses %s', async (_, query) => {
  const { status, body } = await offline.call(placesApi.reverseGeocode, { query })
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
})
