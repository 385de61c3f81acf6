import { favoritesApi } from '@na-regua/contract/favorites'
import { LAST_MINUTE_CONSENT_TEXT, lastMinuteApi } from '@na-regua/contract/last-minute'
import { notificationsApi } from '@na-regua/contract/notifications'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createCaller } from '../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createLastMinuteScene } from '../../../test/last-minute-scene.ts'
import { makeSlotsByRule } from './make-slots.ts'
import { notifyOfLastMinute } from './notify-customers.ts'
import { sweepLastMinute } from './sweep-last-minute.ts'

const world = await createHarness()
const { db, clock } = world
afterAll(() => world.close())
beforeEach(() => clock.set(noonInSaoPaulo))

const at = (time: string, date = '2026-03-11') => `${date}T${time}:00.000Z`
const listMessages = async (userId: string) => {
  const { rows } = await sql<{ title: string; message: string; path: string }>`
    select title, message, path from notifications where user_id = ${userId} and type = 'last_minute' order by created_at`.execute(
    db,
  )
  return rows
}

test('who has the barbershop as a favorite and agreed is notified once of a slot', async () => {
  const scene = await createLastMinuteScene(world)
  const fan = await scene.createFan()
  const silent = await scene.createFan({ consents: false })
  await scene.make(at('16:00'), at('18:00'))
  await scene.notify()
  await scene.notify()
  expect(await listMessages(silent.id)).toEqual([])
  expect(await listMessages(fan.id)).toEqual([
    {
      title: 'Horário relâmpago: 20% de desconto',
      message: expect.stringContaining('Navalha de Ouro: hoje às 13h com'),
      path: `/barbershop/${scene.shop.id}/booking/${scene.barber.id}/${scene.service.id}?date=2026-03-11`,
    },
  ])
})

test('the message says the first start that can still be booked', async () => {
  const scene = await createLastMinuteScene(world)
  await sql`update barbershops set minimum_notice_minutes = 30 where id = ${scene.shop.id}`.execute(db)
  const fan = await scene.createFan()
  await scene.make(at('16:00'), at('18:00'))
  // 13:50 in São Paulo.
  clock.set(at('16:50'))
  await scene.notify()
  expect(await listMessages(fan.id)).toMatchObject([
    { message: expect.stringContaining('Navalha de Ouro: hoje às 14h30 com') },
  ])
})

test('not who comes within a week, is blocked, or wants them nowhere', async () => {
  const scene = await createLastMinuteScene(world)
  const booked = await scene.createFan()
  const muted = await scene.createFan()
  const blocked = await scene.createFan()
  await scene.book(booked.token, at('14:00', '2026-03-16'), { priceCents: 5000 })
  const preferences = (['in-app', 'push'] as const).map((channel) => ({
    topic: 'last-minute' as const,
    channel,
    isOn: false,
  }))
  await world.call(notificationsApi.setPreferences, { token: muted.token, body: { preferences } })
  await sql`insert into customer_profiles (barbershop_id, user_id, name, blocked_at)
    values (${scene.shop.id}, ${blocked.id}, 'Bloqueado', now())`.execute(db)
  await scene.make(at('16:00'), at('18:00'))
  await scene.notify()
  for (const { id } of [booked, muted, blocked]) expect(await listMessages(id)).toEqual([])
})

test('once a day and three times in seven days over all barbershops', async () => {
  const one = await createLastMinuteScene(world)
  const other = await createLastMinuteScene(world)
  const fan = await one.createFan()
  await world.call(favoritesApi.toggle, { token: fan.token, body: { barbershopId: other.shop.id, isFavorite: true } })
  const sentOn: number[] = []
  for (let day = 11; day <= 18; day++) {
    clock.set(at('15:00', `2026-03-${day}`))
    const before = (await listMessages(fan.id)).length
    for (const scene of [one, other]) {
      expect((await scene.make(at('16:00', `2026-03-${day}`), at('17:00', `2026-03-${day}`))).status).toBe(201)
      await scene.notify()
    }
    const after = (await listMessages(fan.id)).length
    expect(after - before).toBeLessThanOrEqual(1)
    if (after > before) sentOn.push(day)
  }
  expect(sentOn).toEqual([11, 12, 13, 18])
})

test('at night the message waits for the morning, and says nothing of what was booked since', async () => {
  const scene = await createLastMinuteScene(world)
  const fan = await scene.createFan()
  // 22:30 in São Paulo.
  clock.set(at('01:30', '2026-03-12'))
  const [slot] = (await scene.make(at('13:00', '2026-03-12'), at('15:00', '2026-03-12'))).body.slots
  await scene.notify()
  expect(await listMessages(fan.id)).toEqual([])
  const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs
    where key = ${`last-minute:${scene.shop.id}`}`.execute(db)
  expect(rows).toEqual([{ run_at: new Date(at('11:00', '2026-03-12')) }])
  await scene.withdraw(slot.id)
  clock.set(at('11:00', '2026-03-12'))
  await scene.notify()
  expect(await listMessages(fan.id)).toEqual([])
})

test('two processes notify each customer once', async () => {
  const scene = await createLastMinuteScene(world)
  const fans = await Promise.all(Array.from({ length: 5 }, () => scene.createFan()))
  await scene.make(at('16:00'), at('18:00'))
  await Promise.all([1, 2, 3].map(() => notifyOfLastMinute({ db, clock }, { barbershopId: scene.shop.id })))
  for (const { id } of fans) expect(await listMessages(id)).toHaveLength(1)
})

test('a consent needs the text that was read, keeps its date, and ends', async () => {
  const {
    token,
    user: { id },
  } = await createCaller(world)
  const set = (body: object) => world.call(lastMinuteApi.setConsent, { token, body })
  expect((await world.call(lastMinuteApi.consent, { token })).body).toEqual({
    givenAt: null,
    isCurrent: false,
    consentText: LAST_MINUTE_CONSENT_TEXT,
  })
  expect((await set({ isOn: true })).body.code).toBe('CONSENT_OUTDATED')
  const { givenAt } = (await set({ isOn: true, consentText: LAST_MINUTE_CONSENT_TEXT })).body
  expect(givenAt).toBe(noonInSaoPaulo)
  clock.advance({ minutes: 5 })
  expect((await set({ isOn: true, consentText: LAST_MINUTE_CONSENT_TEXT })).body.givenAt).toBe(givenAt)
  expect((await set({ isOn: false })).body.givenAt).toBeNull()
  const { rows } =
    await sql`select given_at, withdrawn_at, consent_text from last_minute_consents where user_id = ${id}`.execute(db)
  expect(rows).toEqual([
    { given_at: new Date(givenAt), withdrawn_at: clock.now(), consent_text: LAST_MINUTE_CONSENT_TEXT },
  ])
})

test('old slots and messages are deleted, others stay', async () => {
  const scene = await createLastMinuteScene(world)
  await scene.createFan()
  await scene.make(at('16:00'), at('18:00'))
  await scene.notify()
  const count = async () => {
    const { rows } = await sql<{ slots: number; messages: number }>`
      select (select count(*) from last_minute_slots where barbershop_id = ${scene.shop.id}) as slots,
             (select count(*) from last_minute_messages where barbershop_id = ${scene.shop.id}) as messages`.execute(db)
    return rows[0]
  }
  clock.set(at('20:00'))
  await makeSlotsByRule({ db, clock }, {})
  await sweepLastMinute({ db, clock })
  expect(await count()).toEqual({ slots: 1, messages: 1 })
  clock.set('2026-07-01T12:00:00Z')
  await sweepLastMinute({ db, clock })
  expect(await count()).toEqual({ slots: 1, messages: 0 })
  clock.set('2027-06-01T12:00:00Z')
  await sweepLastMinute({ db, clock })
  expect(await count()).toEqual({ slots: 0, messages: 0 })
})
