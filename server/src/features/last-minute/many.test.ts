import { lastMinuteApi } from '@na-regua/contract/last-minute'
import { rhythmApi } from '@na-regua/contract/rhythm'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createLastMinuteScene } from '../../../test/last-minute-scene.ts'
import { notifyOfLastMinute } from './notify-customers.ts'
import { endTakenSlots } from './queries.ts'

const world = await createHarness()
const { db, clock } = world
afterAll(() => world.close())
beforeEach(() => clock.set(noonInSaoPaulo))

/** Noon is 15:00 in UTC. */
const at = (time: string) => `2026-03-11T${time}:00.000Z`

test('a barbershop whose slots cannot be written takes none from the others', async () => {
  const scenes = [await createLastMinuteScene(world), await createLastMinuteScene(world)]
  const [first, second] = scenes.toSorted((one, other) => (one.shop.id < other.shop.id ? -1 : 1)) as typeof scenes
  for (const scene of scenes) await scene.saveRule({})
  await sql`alter table last_minute_slots add constraint fails check (barbershop_id <> ${sql.lit(first?.shop.id)})`.execute(
    db,
  )
  await expect(first?.runRules()).rejects.toThrow('fails')
  await sql`alter table last_minute_slots drop constraint fails`.execute(db)
  expect(await first?.list()).toEqual([])
  expect(await second?.list()).toHaveLength(2)
})

test('slots end in pages of any size', async () => {
  const scene = await createLastMinuteScene(world, { barberCount: 3 })
  for (const { id } of scene.shop.barbers) {
    expect((await scene.make(at('16:00'), at('17:00'), { barberId: id })).status).toBe(201)
    expect((await scene.make(at('18:00'), at('19:00'), { barberId: id })).status).toBe(201)
  }
  clock.set(at('17:30'))
  expect(await endTakenSlots(db, clock.now(), 2)).toBeGreaterThanOrEqual(3)
  expect(await endTakenSlots(db, clock.now(), 1)).toBe(0)
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from last_minute_slots where status = 'OPEN' and barbershop_id = ${scene.shop.id}`.execute(
    db,
  )
  expect(rows).toEqual([{ open: 3 }])
})

test('everybody is notified, in batches, also where another barbershop notifies one of them meanwhile', async () => {
  const scene = await createLastMinuteScene(world)
  const fans = await Promise.all([1, 2, 3, 4, 5].map(() => scene.createFan()))
  const [busyId, ...otherIds] = fans.map(({ id }) => id).toSorted()
  await scene.make(at('16:00'), at('18:00'))
  const notifying = await db.transaction().execute(async (tx) => {
    await sql`insert into last_minute_messages (user_id, sent_on, barbershop_id, sent_at)
      values (${busyId}, '2026-03-11', ${scene.shop.id}, ${clock.now()})`.execute(tx)
    const done = notifyOfLastMinute({ db, clock }, { barbershopId: scene.shop.id }, { batch: 2 })
    for (let waiting = 0; waiting === 0; ) {
      const { rows } = await sql`select from pg_locks where not granted and locktype = 'transactionid'`.execute(db)
      waiting = rows.length
    }
    return { done }
  })
  await notifying.done
  const { rows } = await sql<{ id: string }>`
    select user_id as id from notifications where type = 'last_minute' and user_id = any (${fans.map(({ id }) => id)}::uuid[])
     order by user_id`.execute(db)
  expect(rows.map(({ id }) => id)).toEqual(otherIds)
})

test('a slot changes what is searched, not every page that is cached', async () => {
  const scene = await createLastMinuteScene(world)
  const client = new pg.Client({ connectionString: world.config.databaseUrl })
  await client.connect()
  const topics: string[] = []
  const ended = new Promise<void>((resolve) => {
    client.on('notification', ({ payload = '' }) => {
      if (payload === 'end') resolve()
      else topics.push(JSON.parse(payload).topic)
    })
  })
  await client.query('listen live')
  const [slot] = (await scene.make(at('16:00'), at('18:00'))).body.slots
  await scene.withdraw(slot.id)
  await sql`select pg_notify('live', 'end')`.execute(db)
  await ended
  await client.end()
  expect(topics).toContain('index')
  expect(topics).not.toContain('barbershops')
})

test('slots, the rule and the consents cannot be changed without an end', async () => {
  const limited = await createHarness({ environment: { RATE_LIMIT: 'on' } })
  try {
    limited.clock.set(noonInSaoPaulo)
    const scene = await createLastMinuteScene(limited)
    const last = async (send: () => Promise<{ status: number; body: { code?: string } }>) => {
      let response = await send()
      for (let count = 1; count < 61; count++) response = await send()
      return response.body.code
    }
    const { token } = scene.owner
    const setConsent = () => limited.call(lastMinuteApi.setConsent, { token, body: { isOn: false } })
    const codes = [
      await last(() => scene.make(at('01:00'), at('02:00'))),
      await last(() => scene.withdraw(crypto.randomUUID())),
      await last(() => scene.saveRule({ version: 99 })),
      await last(setConsent),
      await last(() => limited.call(rhythmApi.set, { token, body: { isOn: false } })),
    ]
    expect(codes).toEqual(Array(5).fill('TOO_MANY_REQUESTS'))
  } finally {
    await limited.close()
  }
})
