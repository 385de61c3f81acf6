import { notificationsApi } from '@na-regua/contract/notifications'
import { privacyApi } from '@na-regua/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createCaller } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'

const world = await createHarness({ environment: { SEED: 'demo' } })
const mute = await createHarness()
afterAll(() => Promise.all([world.close(), mute.close()]))
const ana = await createCaller(world)

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  await sql`delete from whatsapp_consents`.execute(world.db)
  await sql`update users set phone = '62999991234'`.execute(world.db)
})

const set = (isOn: boolean) => world.call(notificationsApi.setWhatsapp, { token: ana.token, body: { isOn } })
const consents = () =>
  world.db.selectFrom('whatsapp_consents').select(['user_id', 'given_at', 'withdrawn_at']).orderBy('given_at').execute()

test('reminders are off by default; consent and withdrawal are recorded with their dates', async () => {
  const { body } = await world.call(notificationsApi.whatsapp, { token: ana.token })
  expect(body).toEqual({ isAvailable: true, hasPhone: true, givenAt: null })
  expect((await set(true)).body.givenAt).toBe(noonInSaoPaulo)
  world.clock.advance({ minutes: 5 })
  expect((await set(true)).body.givenAt).toBe(noonInSaoPaulo)
  expect((await set(false)).body.givenAt).toBeNull()
  world.clock.advance({ minutes: 5 })
  expect((await set(false)).body.givenAt).toBeNull()
  await set(true)
  const at = (minutes: number) => new Date(Date.parse(noonInSaoPaulo) + minutes * 60_000)
  expect(await consents()).toEqual([
    { user_id: ana.user.id, given_at: at(0), withdrawn_at: at(5) },
    { user_id: ana.user.id, given_at: at(10), withdrawn_at: null },
  ])
  const { body: copy } = await world.call(privacyApi.export, { token: ana.token })
  expect(copy.data.aceitesDoWhatsApp).toHaveLength(2)
})

test('consent requires a phone number; withdrawal does not', async () => {
  await set(true)
  await sql`update users set phone = null`.execute(world.db)
  const { status, body } = await set(true)
  expect([status, body.code]).toEqual([422, 'PHONE_REQUIRED'])
  expect((await set(false)).body).toEqual({ isAvailable: true, hasPhone: false, givenAt: null })
})

test('without a configured sender consent is rejected', async () => {
  const { token } = await createCaller(mute)
  await sql`update users set phone = '62999991234'`.execute(mute.db)
  expect((await mute.call(notificationsApi.whatsapp, { token })).body.isAvailable).toBe(false)
  expect((await mute.call(notificationsApi.setWhatsapp, { token, body: { isOn: true } })).status).toBe(404)
})

test.each([{}, { isOn: 'yes' }, { isOn: true, userId: crypto.randomUUID() }])('rejects %j', async (body) => {
  expect((await world.call(notificationsApi.setWhatsapp, { token: ana.token, body })).status).toBe(400)
})

test('concurrent requests create one consent', async () => {
  await Promise.all([set(true), set(true), set(true)])
  expect(await consents()).toHaveLength(1)
})
