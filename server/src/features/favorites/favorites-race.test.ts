import { favoritesApi, MAX_FAVORITES } from '@na-regua/contract/favorites'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createCaller } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { openSecondApp } from '../../../test/race-harness.ts'

const ROUNDS = 40

const world = await createHarness()
const apps = await openSecondApp(world)
await apps.warmUp()
afterAll(async () => {
  await apps.close()
  await world.close()
})

const shop = await createBarbershopRow(world)
const { user, token } = await createCaller(world)
const toggle = (number: number, barbershopId: string, isFavorite?: boolean) =>
  apps.call(number, favoritesApi.toggle, { token, body: { barbershopId, isFavorite } })
const isStored = async () =>
  (await world.db.selectFrom('favorites').select('user_id').where('barbershop_id', '=', shop.id).execute()).length === 1

test(`a desired state is the final one among its repetitions, in ${ROUNDS} rounds`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const isFavorite = round % 2 === 0
    const responses = await Promise.all([0, 1, 2, 3].map((number) => toggle(number, shop.id, isFavorite)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await isStored()).toBe(isFavorite)
  }
})

test(`concurrent requests never exceed the limit, in ${ROUNDS} rounds`, async () => {
  const columns = sql`owner_id, name, address, street, neighborhood, city, state, latitude, longitude, time_zone`
  await sql`insert into barbershops (${columns})
    select ${columns} from barbershops, generate_series(1, ${MAX_FAVORITES + 5}) where id = ${shop.id}`.execute(
    world.db,
  )
  const ids = (await world.db.selectFrom('barbershops').select('id').orderBy('id').execute()).map(({ id }) => id)
  const wanted = ids.slice(0, 6)
  let exceeded = 0
  for (let round = 0; round < ROUNDS; round++) {
    await sql`delete from favorites`.execute(world.db)
    await sql`insert into favorites (user_id, barbershop_id)
      select ${user.id}, unnest(${ids.slice(6, 6 + MAX_FAVORITES - 1)}::uuid[])`.execute(world.db)
    const responses = await Promise.all(wanted.map((id, number) => toggle(number, id, true)))
    const { rows } = await sql<{ count: number }>`select count(*) from favorites`.execute(world.db)
    if (Number(rows[0]?.count) > MAX_FAVORITES) exceeded++
    expect(responses.map(({ code }) => code).filter((code) => code !== 'TOO_MANY_FAVORITES' && code)).toEqual([])
  }
  expect(exceeded).toBe(0)
})
