import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { countStatements } from '../../../../test/statement-counter.ts'
import { createApp } from '../../../app.ts'

const world = await createHarness()
const { db, during } = countStatements(world.db)
const app = await createApp({ db, clock: world.clock, config: world.config })
afterAll(async () => {
  await app.close()
  await world.close()
})

for (let made = 0; made < 6; made++) await createBarbershopRow(world, { name: `Barbearia ${made}` })
const url = '/api/barbershops/nearby?latitude=-16.6869&longitude=-49.2648'
const later = () => world.clock.advance({ minutes: 1 })
// The first response subscribes to changes. The clock stands still, so only an event can show a change.
for (const name of ['Primeira', 'Segunda']) {
  await app.inject(url)
  await sql`update barbershops set name = ${name} where name <> 'Barbearia 1'`.execute(world.db)
  await app.listing.catchUp()
  expect((await app.inject(url)).payload).toContain(name)
}

test('the same request within a second costs no statement and returns the same bytes', async () => {
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

test('a new barbershop whose event was lost is listed when the stored response has expired', async () => {
  expect((await app.inject(url)).json().pagination.total).toBe(6)
  await sql`alter table barbershops disable trigger barbershops_told`.execute(world.db)
  await createBarbershopRow(world, { name: 'Recém-aberta' })
  await sql`alter table barbershops enable trigger barbershops_told`.execute(world.db)
  later()
  await app.listing.catchUp()
  expect((await app.inject(url)).json().pagination.total).toBe(7)
})

test('concurrent requests for one area cost one response', async () => {
  await sql`update barbershops set name = 'Terceira' where name <> 'Barbearia 1'`.execute(world.db)
  await app.listing.catchUp()
  expect(await during(() => Promise.all(Array.from({ length: 20 }, () => app.inject(url))))).toBe(1)
})

test('each browser gets the content coding that it accepts', async () => {
  later()
  const plain = await app.inject(url)
  const br = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  const gzip = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br;q=0' } })
  expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
  expect(brotliDecompressSync(br.rawPayload)).toEqual(plain.rawPayload)
  expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload)
})

test('an error is never stored, and HEAD responds without a body', async () => {
  const bad = `${url}&radiusInKm=0`
  for (const _ of [1, 2]) expect((await app.inject(bad)).statusCode).toBe(400)
  const head = await app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.payload]).toEqual([200, ''])
})
