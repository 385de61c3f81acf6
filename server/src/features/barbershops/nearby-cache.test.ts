import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, expect, test, vi } from 'vitest'
import { createBarbershop } from '../../../test/barbershop-factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { countStatements } from '../../../test/statement-counter.ts'
import { createApp } from '../../app.ts'

const world = await createHarness()
const { db, during } = countStatements(world.db)
const app = await createApp({ db, clock: world.clock, config: world.config })
afterAll(async () => {
  await app.close()
  await world.close()
})

for (let made = 0; made < 6; made++) await createBarbershop(world, { name: `Barbearia ${made}` })
const url = '/api/barbershops/nearby?latitude=-16.6869&longitude=-49.2648'
const later = () => world.clock.advance({ minutes: 1 })
// The first answer begins to listen for changes. The clock stands still: what shows a change has heard of it.
for (const name of ['Primeira', 'Segunda']) {
  await app.inject(url)
  await sql`update barbershops set name = ${name} where name <> 'Barbearia 1'`.execute(world.db)
  const isShown = async () => expect((await app.inject(url)).payload).toContain(name)
  await vi.waitFor(isShown, { timeout: 20_000, interval: 50 })
}

test('the same area asked for again within a second costs no statement and gives the same bytes', async () => {
  const first = await app.inject(url)
  let second: typeof first | undefined
  const statements = await during(async () => {
    second = await app.inject(url)
  })
  expect(statements).toBe(0)
  expect(second?.rawPayload).toEqual(first.rawPayload)
  expect(second?.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(second?.headers['cache-control']).toBe('public, max-age=1')
  expect(Value.Check(barbershopsApi.nearby.schema.response[200], second?.json())).toBe(true)
})

test('a second later it is asked anew, also where nobody heard of a new shop', async () => {
  await app.inject(url)
  await sql`alter table barbershops disable trigger barbershops_told`.execute(world.db)
  await createBarbershop(world, { name: 'Recém-aberta' })
  await sql`alter table barbershops enable trigger barbershops_told`.execute(world.db)
  expect((await app.inject(url)).json().pagination.total).toBe(6)
  later()
  expect((await app.inject(url)).json().pagination.total).toBe(7)
})

test('many who ask for one area at once cost one answer', async () => {
  later()
  expect(await during(() => Promise.all(Array.from({ length: 20 }, () => app.inject(url))))).toBe(2)
})

test('each browser gets the coding that it reads', async () => {
  later()
  const plain = await app.inject(url)
  const br = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  const gzip = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br;q=0' } })
  expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
  expect(brotliDecompressSync(br.rawPayload)).toEqual(plain.rawPayload)
  expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload)
})

test('a refusal is never kept, and HEAD answers without a body', async () => {
  const bad = `${url}&radiusInKm=0`
  for (const _ of [1, 2]) expect((await app.inject(bad)).statusCode).toBe(400)
  const head = await app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.payload]).toEqual([200, ''])
})
