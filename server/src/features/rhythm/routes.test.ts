import { notificationsApi } from '@na-regua/contract/notifications'
import { privacyApi } from '@na-regua/contract/privacy'
import { pushApi } from '@na-regua/contract/push'
import { RHYTHM_CONSENT_TEXT, rhythmApi } from '@na-regua/contract/rhythm'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'
import { createPushInput } from '../../../test/push-scene.ts'
import { createRhythmScene } from '../../../test/rhythm-scene.ts'
import { relayAllEvents } from '../../lib/worker/relay-events.ts'
import { eraseAccounts } from '../privacy/erase-accounts.ts'
import { createNudgeToken } from './consent/queries.ts'
import { listNudgeActions } from './list-nudge-actions.ts'
import { sendNudges } from './send-nudges.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())

let scene: Awaited<ReturnType<typeof createRhythmScene>>
beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  await sql`delete from rhythm_consents; delete from rhythm_nudges; delete from notifications; delete from pending_events;
    delete from graphile_worker._private_jobs`.execute(world.db)
  mailbox.emails.length = 0
  scene = await createRhythmScene(world)
})

const get = async (token = scene.customer.token) => (await world.call(rhythmApi.get, { token })).body
const consents = () =>
  world.db.selectFrom('rhythm_consents').selectAll().orderBy('given_at').orderBy('withdrawn_at').execute()

/** The customer is due, agrees and is nudged. */
async function nudge() {
  await scene.visit([24, 47, 71, 95])
  await scene.consent(true)
  await sendNudges(world, {})
  const [notification] = await scene.listNudges()
  return String(notification?.path)
}

describe('the consent', () => {
  test('is kept with its date and text, also when it is withdrawn', async () => {
    expect(await get()).toEqual({ givenAt: null, consentText: RHYTHM_CONSENT_TEXT, isInvited: false, silentIn: [] })
    expect((await scene.consent(true)).body.givenAt).toBe(noonInSaoPaulo)
    world.clock.advance({ minutes: 5 })
    expect((await scene.consent(true)).body.givenAt).toBe(noonInSaoPaulo)
    expect((await scene.consent(false)).body.givenAt).toBeNull()
    expect((await scene.consent(false)).status).toBe(200)
    await scene.consent(true)
    const at = (minutes: number) => new Date(Date.parse(noonInSaoPaulo) + minutes * 60_000)
    const consent_text = RHYTHM_CONSENT_TEXT
    expect(await consents()).toMatchObject([
      { user_id: scene.customer.id, consent_text, given_at: at(0), withdrawn_at: at(5) },
      { user_id: scene.customer.id, consent_text, given_at: at(5), withdrawn_at: null },
    ])
  })

  test.each([undefined, '', 'Sim', `${RHYTHM_CONSENT_TEXT} `])(
    'is only given to the present text, not to %j',
    async (consentText) => {
      const { token } = scene.customer
      const { status, body } = await world.call(rhythmApi.set, { token, body: { isOn: true, consentText } })
      expect([status, body.code]).toEqual([409, 'CONSENT_OUTDATED'])
      expect(await consents()).toEqual([])
    },
  )

  test('of two at the same time there is one', async () => {
    for (let round = 0; round < 20; round++) {
      await Promise.all([scene.consent(true), scene.consent(true)])
      expect((await consents()).filter(({ withdrawn_at }) => withdrawn_at === null)).toHaveLength(1)
      await scene.consent(false)
    }
  })

  test('is invited to after a completed appointment, until the person decides', async () => {
    await scene.put({ status: 'CONFIRMED' })
    expect((await get()).isInvited).toBe(false)
    await scene.visit([2])
    expect((await get()).isInvited).toBe(true)
    expect((await get(scene.stranger.token)).isInvited).toBe(false)
    await scene.consent(true)
    await scene.consent(false)
    expect((await get()).isInvited).toBe(false)
  })

  test('needs a session', async () => {
    expect((await world.call(rhythmApi.get)).status).toBe(401)
    expect((await world.call(rhythmApi.set, { body: { isOn: true } })).status).toBe(401)
  })
})

describe('the link', () => {
  test('turns the nudges off without a session, and only those of its user', async () => {
    const token = (await nudge()).split('#aviso=')[1] as string
    await scene.consent(true, scene.stranger)
    expect((await world.call(rhythmApi.getByLink, { params: { token } })).body).toEqual({ isOn: true })
    expect((await world.call(rhythmApi.turnOff, { params: { token } })).body).toEqual({ isOn: false })
    expect((await world.call(rhythmApi.turnOff, { params: { token } })).body).toEqual({ isOn: false })
    expect((await world.call(rhythmApi.getByLink, { params: { token } })).body).toEqual({ isOn: false })
    expect((await get()).givenAt).toBeNull()
    expect((await get(scene.stranger.token)).givenAt).not.toBeNull()
    await scene.visit([0])
    world.clock.advance({ minutes: 30 * 1440 })
    await sendNudges(world, {})
    expect(await scene.listNudges()).toHaveLength(1)
  })

  test('of another secret, or altered, is refused', async () => {
    const token = await createNudgeToken(world.db, scene.customer.id)
    const forged = token.replace(scene.customer.id, scene.stranger.id)
    for (const one of [forged, `${token}x`, token.slice(1), scene.customer.id, 'x']) {
      expect((await world.call(rhythmApi.turnOff, { params: { token: one } })).body.code).toBe('LINK_INVALID')
      expect((await world.call(rhythmApi.getByLink, { params: { token: one } })).body.code).toBe('LINK_INVALID')
    }
  })
})

test('the button of the push opens the page of the link; other pushes have none', async () => {
  const userId = scene.customer.id
  const pushes = [`rhythm:${crypto.randomUUID()}`, 'appointment:1:confirmed:1'].map((dedupeKey) => ({
    userId,
    dedupeKey,
  }))
  const path = `/aviso/${await createNudgeToken(world.db, userId)}`
  expect(await listNudgeActions(world.db, pushes)).toEqual([[expect.objectContaining({ path, token: null })], []])
  expect(await listNudgeActions(world.db, pushes.slice(1))).toEqual([[]])
})

describe('the e-mail', () => {
  const emails = () => mailbox.emails.filter(({ to }) => to.startsWith(scene.customer.id))
  const deliver = (minutes = 0) => mailbox.deliver(minutes ? new Date(Date.now() + minutes * 60_000) : undefined)

  test('says the same, with both links', async () => {
    const path = await nudge()
    await deliver()
    const [email, ...others] = emails()
    expect(others).toEqual([])
    expect(email?.subject).toBe('Faz 24 dias: quer o de sempre, domingo às 12h?')
    expect(email?.text).toContain(path)
    expect(email?.text).toContain(`/aviso/${path.split('#aviso=')[1]}`)
  })

  test('is not sent when the topic is off, or the person has booked since or turned it off', async () => {
    const preferences = [{ topic: 'rhythm', channel: 'email', isOn: false }]
    await world.call(notificationsApi.setPreferences, { token: scene.customer.token, body: { preferences } })
    await nudge()
    await deliver()
    expect(emails()).toEqual([])
    await sql`delete from notification_preferences; delete from rhythm_nudges; update rhythm_consents set check_at = given_at`.execute(
      world.db,
    )
    await sendNudges(world, {})
    const id = await scene.put({ status: 'CONFIRMED' })
    await deliver()
    expect(emails()).toEqual([])
    await sql`delete from appointments where id = ${id}`.execute(world.db)
    await sql`delete from rhythm_nudges; update rhythm_consents set check_at = given_at`.execute(world.db)
    await sendNudges(world, {})
    await scene.consent(false)
    await deliver()
    expect(emails()).toEqual([])
  })

  test('waits when the person gets a push, and the push follows from the notification', async () => {
    await world.call(pushApi.subscribe, { token: scene.customer.token, body: createPushInput() })
    await nudge()
    await relayAllEvents(world.db)
    const pushes = await world.db.selectFrom('push_deliveries').select(['type', 'topic', 'title']).execute()
    expect(pushes).toEqual([{ type: 'visit_due', topic: 'rhythm', title: expect.stringMatching(/^Faz 24 dias/) }])
    await deliver(9)
    expect(emails()).toEqual([])
    await deliver(11)
    expect(emails()).toHaveLength(1)
  })
})

test('where two were ignored is listed', async () => {
  await nudge()
  await sql`update rhythm_nudges set nudged_at = nudged_at + interval '1 minute'`.execute(world.db)
  await sql`insert into rhythm_nudges (user_id, barbershop_id, last_visit_on, gap_days, starts_at, nudged_at)
    select user_id, barbershop_id, '2026-03-20', gap_days, starts_at, nudged_at + interval '30 days' from rhythm_nudges`.execute(
    world.db,
  )
  world.clock.advance({ minutes: 36 * 1440 })
  expect((await get()).silentIn).toEqual([])
  world.clock.advance({ minutes: 2 * 1440 })
  expect((await get()).silentIn).toEqual([{ id: scene.shop.id, name: 'Navalha de Ouro' }])
})

test('export and erasure contain consents and nudges', async () => {
  await nudge()
  const { token } = scene.customer
  const { body } = await world.call(privacyApi.export, { token })
  expect(body.data.aceitesDaHoraDeVoltar).toMatchObject([{ consent_text: RHYTHM_CONSENT_TEXT }])
  expect(body.data.avisosDaHoraDeVoltar).toMatchObject([{ last_visit_on: '2026-02-15', gap_days: 24 }])
  await world.db
    .updateTable('sessions')
    .set({ last_used_at: world.clock.now(), created_at: world.clock.now() })
    .execute()
  expect((await world.call(privacyApi.requestDeletion, { token, body: {} })).status).toBe(200)
  await sql`delete from rhythm_nudges; update rhythm_consents set check_at = given_at`.execute(world.db)
  await sendNudges(world, {})
  expect(await world.db.selectFrom('rhythm_nudges').select('id').execute()).toEqual([])
  world.clock.advance({ minutes: 8 * 1440 })
  await eraseAccounts({ ...world, cancelUpcomingAppointments: async () => [] } as never)
  expect(await consents()).toEqual([])
})
