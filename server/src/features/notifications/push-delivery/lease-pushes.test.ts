import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { pushApi } from '@na-regua/contract/push'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { startPushService } from '../../../../test/push-double.ts'
import { relayAllEvents } from '../../../lib/worker/relay-events.ts'
import { listPushActions } from '../../appointments/push-actions/list-push-actions.ts'
import { settleNotification } from '../../appointments/push-actions/queries.ts'
import { insertNotification } from '../events/queries.ts'
import { createPushSender } from './create-push-sender.ts'
import { leaseDuePushes, type PushReport, saveReports } from './queries.ts'

const service = await startPushService()
const world = await createHarness({ environment: { PUSH_HOSTS: service.origin } })
const warnings: object[] = []
const sender = createPushSender({ ...world, listPushActions, log: { warn: (details) => warnings.push(details) } })
afterAll(async () => {
  await world.close()
  await service.close()
})
const ana = await createCaller(world)

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  await sql`delete from push_subscriptions; delete from notifications; delete from pending_events`.execute(world.db)
  warnings.length = 0
})

async function subscribe() {
  const device = service.createDevice()
  expect((await world.call(pushApi.subscribe, { token: ana.token, body: device.input })).status).toBe(200)
  return device
}

const notify = (dedupeKey: string, type: 'booking_confirmed' | 'staff_changed' = 'booking_confirmed') =>
  insertNotification(
    world.db,
    { userId: ana.user.id, type, dedupeKey, title: dedupeKey, message: '' },
    world.clock.now(),
  )

async function deliver() {
  await relayAllEvents(world.db)
  await sender.sendDue()
}

const rows = () =>
  world.db
    .selectFrom('push_deliveries')
    .select(['id', 'dedupe_key', 'outcome', 'attempts'])
    .orderBy('dedupe_key')
    .execute()
const lease = (seconds = 15) => {
  const now = world.clock.now()
  const until = new Date(now.getTime() + seconds * 1000)
  return leaseDuePushes(world.db, { now, until, limit: 10, except: [] })
}

const id = crypto.randomUUID()
const ms = Date.now()
/** One of each kind that the product writes, which is how it begins. */
const written = [
  `displacement:${id}:${ms}`,
  ...[`dispute:${id}:opened`, `dispute:${id}:answered`],
  `address:${id}:email-refused:2026-03-11`,
  ...[`appointment:${id}:received:1`, `appointment:${id}:reminder-day:2`, `appointment:${id}:presence:3`],
  ...[`barber:${id}:removed:${ms}`, `barber:${id}:joined:${ms}`, `barber:${id}:cancelled:${ms}`],
  ...[`barbershop:${id}:approved`, `barbershop:${id}:off:${ms}`],
  ['barber', id, 'left', ms].join(':'),
  `invite:${id}:refused:${ms}`,
  `offer:${id}`,
  ...[`queue:${id}:called:2`, `queue:${id}:next:1`],
  ...[`review:${id}:received`, `review:${id}:answered`],
  `rhythm:${id}`,
  ...[`role:${id}:ended`, `role:${id}:changed:${ms}`, `role:${id}:joined:${ms}`],
  `series:${id}:booked:1`,
  `subscription:${id}:renewed:${ms}`,
]

describe('a push', () => {
  test('of every kind that the product writes is delivered', async () => {
    // Two are built without a template of their own.
    const kinds = new Set(['appointment', 'barber'])
    for await (const file of glob('**/*.ts', { cwd: new URL('../../', import.meta.url), exclude: ['**/*.test.ts'] })) {
      const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
      for (const [, kind] of source.matchAll(/dedupeKey(?::| =)\s+`(\w+):\$/g)) kinds.add(kind as string)
    }
    expect(new Set(written.map((dedupeKey) => dedupeKey.split(':')[0]))).toEqual(kinds)
    const device = await subscribe()
    for (const dedupeKey of written) await notify(dedupeKey)
    await deliver()
    expect(
      device
        .received()
        .map(({ payload }) => payload.title)
        .toSorted(),
    ).toEqual(written.toSorted())
    expect(warnings).toEqual([])
  })

  test('that cannot be read stops no other, is tried again, and ends', async () => {
    const device = await subscribe()
    await notify('event:1:a')
    await notify(`appointment:${'-'.repeat(36)}:received:1`)
    await notify('event:2:a')
    await deliver()
    expect(new Set(device.received().map(({ payload }) => payload.title))).toEqual(new Set(['event:1:a', 'event:2:a']))
    expect((await rows()).map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      [null, 1],
      ['sent', 0],
      ['sent', 0],
    ])
    expect(warnings).toHaveLength(1)
    world.clock.advance({ minutes: 1440 })
    await deliver()
    expect((await rows())[0]).toMatchObject({ outcome: 'expired', attempts: 2 })
  })

  test('that an error of ours stopped is sent later', async () => {
    const device = await subscribe()
    const setZone = (zone: string) => sql`update push_subscriptions set time_zone = ${zone}`.execute(world.db)
    await setZone('Marte/Norte')
    await notify('event:1:a')
    await deliver()
    expect(await rows()).toMatchObject([{ outcome: null, attempts: 1 }])
    expect(warnings).toMatchObject([{ err: { name: 'RangeError' } }])
    await setZone('America/Sao_Paulo')
    world.clock.advance({ minutes: 1 })
    await deliver()
    expect(await rows()).toMatchObject([{ outcome: 'sent', attempts: 1 }])
    expect(device.received()).toHaveLength(1)
  })
})

describe('a lease', () => {
  test('that has ended reports nothing over what another process has found out', async () => {
    const device = await subscribe()
    await notify('event:1:a')
    await relayAllEvents(world.db)
    const [lost] = await lease()
    if (!lost) throw new Error('nothing was due')
    const later: PushReport = { ...lost, attempts: 1, dueAt: new Date(world.clock.now().getTime() + 60_000) }
    world.clock.advance({ minutes: 1 })
    const [taken] = await lease()
    await saveReports(world.db, [later, { ...lost, outcome: 'refused' }], world.clock.now())
    expect(await rows()).toMatchObject([{ outcome: null, attempts: 0 }])
    world.clock.advance({ minutes: 1 })
    await sender.sendDue()
    expect(device.received()).toHaveLength(1)
    await saveReports(world.db, [later, { ...later, leasedUntil: taken?.leasedUntil as Date }], world.clock.now())
    expect(await rows()).toMatchObject([{ outcome: 'sent', attempts: 0 }])
  })

  test('that has ended still reports that the push was sent', async () => {
    await subscribe()
    await notify('event:1:a')
    await relayAllEvents(world.db)
    const [lost] = await lease()
    world.clock.advance({ minutes: 1 })
    await lease()
    if (lost) await saveReports(world.db, [{ ...lost, outcome: 'sent' }], world.clock.now())
    expect(await rows()).toMatchObject([{ outcome: 'sent' }])
  })
})

describe('rows are locked by id', () => {
  test.each(['reports', 'taps'])('of %s', async (kind) => {
    await subscribe()
    for (const name of ['received', 'reminder-day', 'confirmed']) await notify(`appointment:${id}:${name}:1`)
    await relayAllEvents(world.db)
    const leased = (await lease()).toSorted((one, other) => (one.id < other.id ? 1 : -1))
    const last = leased[0]
    const first = leased.at(-1)
    // In the table the last one comes first.
    for (const { id: each } of leased)
      await sql`update push_deliveries set attempts = 0 where id = ${each}`.execute(world.db)
    await sql`vacuum full push_deliveries`.execute(world.db)
    const lock = (tx: typeof world.db, each: string | undefined) =>
      sql`select from push_deliveries where id = ${each} for update nowait`.execute(tx)
    const subject = { userId: ana.user.id, appointmentId: id, version: 1, act: 'confirm' } as const
    const work: Promise<unknown>[] = []
    await world.db.transaction().execute(async (tx) => {
      await lock(tx as typeof world.db, first?.id)
      const reports = leased.map((push) => ({ ...push, outcome: 'sent' }) as const)
      const now = world.clock.now()
      work.push(kind === 'reports' ? saveReports(world.db, reports, now) : settleNotification(world.db, subject, now))
      const isWaiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await isWaiting.execute(world.db)).rows.length).toBeGreaterThan(0)
      await expect(lock(world.db, last?.id)).resolves.toBeDefined()
    })
    await Promise.all(work)
  })
})
