import { setTimeout as wait } from 'node:timers/promises'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { dashboardApi } from '@na-regua/contract/dashboard'
import { reviewsApi } from '@na-regua/contract/reviews'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'

const ROUNDS = 40
/** 12:00 in São Paulo, 11:00 in Manaus. */
const noon = '2026-03-11T15:00:00Z'
const world = await createHarness({ now: noon })
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440] })
await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', scene.owner.id).execute()
const customers = await createCustomers(world.db, ROUNDS)

beforeEach(async () => {
  world.clock.set(noon)
  await sql`delete from reviews; delete from appointments;
    update barbershops set completed_count = 0, rating_sum = 0, review_count = 0`.execute(world.db)
})

type Corrected = 'COMPLETED' | 'NO_SHOW' | 'CANCELLED'
const correct = (id: string, status: Corrected, { token } = scene.barber) =>
  world.call(appointmentsApi.correct, { params: { id }, token, body: { status } })
const change = (action: 'complete' | 'noShow' | 'cancel', id: string, { token } = scene.barber) =>
  world.call(appointmentsApi[action], { params: { id }, token })
const review = (appointmentId: string, { token } = scene.customer) =>
  world.call(reviewsApi.create, { token, body: { appointmentId, rating: 5 } })
const resultOf = ({ status, body }: { status: number; body: { code?: string } }) => body.code ?? String(status)

async function readState(id: string) {
  const { rows } = await sql<{ status: string; version: number; completed: number }>`
    select status, version, (select completed_count from barbershops where id = barbershop_id) as completed
      from appointments where id = ${id}`.execute(world.db)
  return rows[0]
}

describe('a wrong outcome', () => {
  test('is corrected by the staff, recorded, and counted where it belongs', async () => {
    const id = await scene.put({ status: 'CONFIRMED', minutes: -60 })
    await change('complete', id)
    expect(await readState(id)).toEqual({ status: 'COMPLETED', version: 2, completed: 1 })
    const { body } = await correct(id, 'NO_SHOW')
    expect(body.appointment).toMatchObject({ status: 'NO_SHOW', correctableUntil: '2026-03-12T03:00:00.000Z' })
    expect(await readState(id)).toEqual({ status: 'NO_SHOW', version: 3, completed: 0 })
    const { body: none } = await world.call(dashboardApi.get, { token: scene.owner.token })
    expect(none.revenueCents).toBeNull()
    expect(resultOf(await review(id))).toBe('REVIEW_NOT_ALLOWED')

    expect(resultOf(await correct(id, 'COMPLETED', scene.owner))).toBe('200')
    expect(resultOf(await correct(id, 'COMPLETED', scene.owner))).toBe('200')
    expect(await readState(id)).toEqual({ status: 'COMPLETED', version: 4, completed: 1 })
    const { body: some } = await world.call(dashboardApi.get, { token: scene.owner.token })
    expect(some.revenueCents).toBe(5000)
    const { rows } =
      await sql`select version, from_status, to_status, corrected_by, corrected_at from appointment_corrections
      where appointment_id = ${id} order by version`.execute(world.db)
    expect(rows).toEqual([
      {
        version: 3,
        from_status: 'COMPLETED',
        to_status: 'NO_SHOW',
        corrected_by: scene.barber.id,
        corrected_at: new Date(noon),
      },
      {
        version: 4,
        from_status: 'NO_SHOW',
        to_status: 'COMPLETED',
        corrected_by: scene.owner.id,
        corrected_at: new Date(noon),
      },
    ])
    const { rows: notified } = await sql<{ type: string }>`select type from notifications
      where user_id = ${scene.customer.id} and dedupe_key like ${`appointment:${id}:%`} order by dedupe_key`.execute(
      world.db,
    )
    // The review is requested later, and only if nothing was corrected since.
    expect(notified.map(({ type }) => type)).toEqual(['booking_missed'])
  })

  test('that is corrected soon requests no review; one that stays requests it once, ten minutes later', async () => {
    await sql`delete from notifications; delete from pending_events; delete from graphile_worker._private_jobs`.execute(
      world.db,
    )
    const mailbox = createMailbox(world)
    const put = () => scene.put({ status: 'CONFIRMED', minutes: -60 - 60 * ids.length })
    const ids: string[] = []
    for (const _ of [1, 2, 3]) ids.push(await put())
    const [completed, missed, back] = ids as [string, string, string]
    for (const id of ids) await change('complete', id)
    await correct(missed, 'NO_SHOW')
    await correct(back, 'NO_SHOW')
    await correct(back, 'COMPLETED')
    const requested = async () =>
      (
        await sql<{
          dedupeKey: string
        }>`select dedupe_key as "dedupeKey" from notifications where type = 'booking_completed'`.execute(world.db)
      ).rows
        .map(({ dedupeKey }) => dedupeKey)
        .toSorted()
    const emailed = () => mailbox.emails.filter(({ subject }) => subject.startsWith('Como ficou o corte?')).length
    await mailbox.deliver(new Date(Date.now() + 9 * 60_000))
    expect([await requested(), emailed()]).toEqual([[], 0])
    for (const _ of [1, 2]) await mailbox.deliver(new Date(Date.now() + 11 * 60_000))
    expect(await requested()).toEqual(
      [`appointment:${completed}:completed:2`, `appointment:${back}:completed:4`].toSorted(),
    )
    expect(emailed()).toBe(2)
  })

  test('that was reviewed meanwhile requests no review', async () => {
    await sql`delete from notifications; delete from pending_events; delete from graphile_worker._private_jobs`.execute(
      world.db,
    )
    const id = await scene.put({ status: 'CONFIRMED', minutes: -60 })
    await change('complete', id)
    await review(id)
    const mailbox = createMailbox(world)
    await mailbox.deliver(new Date(Date.now() + 11 * 60_000))
    expect(mailbox.emails.map(({ subject }) => subject).join()).not.toContain('Como ficou')
  })

  test('of a reviewed appointment stays, and a review follows a correction', async () => {
    const id = await scene.put({ status: 'NO_SHOW', minutes: -60 })
    expect(resultOf(await review(id))).toBe('REVIEW_NOT_ALLOWED')
    await correct(id, 'COMPLETED')
    expect(resultOf(await review(id))).toBe('201')
    const refused = await correct(id, 'NO_SHOW')
    expect([refused.status, refused.body.code]).toEqual([409, 'APPOINTMENT_REVIEWED'])
    expect(refused.body.message).toBe('O cliente já avaliou este atendimento, então ele continua finalizado.')
    const { body } = await correct(id, 'COMPLETED')
    expect(body.appointment).toMatchObject({ status: 'COMPLETED', reviewed: true, correctableUntil: null })
  })

  test.each([
    ['America/Sao_Paulo', '2026-03-12T02:59:00Z', '2026-03-12T03:00:00Z'],
    ['America/Manaus', '2026-03-12T03:59:00Z', '2026-03-12T04:00:00Z'],
  ])('is corrected until midnight in %s, of the day on which it was recorded', async (timeZone, before, midnight) => {
    const early = await createStatusScene(world, { timeZone })
    const late = await createStatusScene(world, { timeZone })
    const ids = [
      await early.put({ status: 'CONFIRMED', minutes: -2 * 1440 }),
      await late.put({ status: 'CONFIRMED', minutes: -2 * 1440 }),
    ] as const
    await change('complete', ids[0], early.barber)
    await change('complete', ids[1], late.barber)
    world.clock.set(before)
    expect(resultOf(await correct(ids[0], 'NO_SHOW', early.barber))).toBe('200')
    world.clock.set(midnight)
    expect(resultOf(await correct(ids[1], 'NO_SHOW', late.barber))).toBe('CORRECTION_TOO_LATE')
  })
})

describe('a walk-in', () => {
  const walkIn = (status: 'CONFIRMED' | 'COMPLETED', minutes = -60) => scene.put({ customer: null, status, minutes })

  test('has no no-show, and is cancelled until the end of the day', async () => {
    const id = await walkIn('CONFIRMED')
    const refused = await change('noShow', id)
    expect([refused.status, refused.body.code]).toEqual([422, 'WALK_IN_NO_SHOW'])
    expect(resultOf(await change('cancel', id))).toBe('200')
    const next = await walkIn('CONFIRMED', -120)
    world.clock.set('2026-03-12T03:00:00Z')
    expect(resultOf(await change('cancel', next))).toBe('APPOINTMENT_OVER')
  })

  test('that was completed by mistake is cancelled, and no longer counts', async () => {
    const id = await walkIn('CONFIRMED')
    await change('complete', id)
    expect(resultOf(await correct(id, 'NO_SHOW'))).toBe('WALK_IN_NO_SHOW')
    const { body } = await correct(id, 'CANCELLED')
    expect(body.appointment).toMatchObject({ status: 'CANCELLED', cancelledBy: 'barber' })
    expect(await readState(id)).toEqual({ status: 'CANCELLED', version: 3, completed: 0 })
    const other = await scene.put({ status: 'COMPLETED', minutes: -200 })
    expect(resultOf(await correct(other, 'CANCELLED'))).toBe('STATE_CHANGED')
  })
})

describe(`${ROUNDS} rounds`, () => {
  test('of a review against a correction: one of them, never a review of a no-show', async () => {
    const seen = new Set<string>()
    for (const [round, customer] of customers.entries()) {
      const id = await scene.put({ customer, status: 'COMPLETED', minutes: -60 })
      // From at once to 19 ms later: the two meet at each point of their way, and each of them wins some rounds.
      const delayMs = Math.floor(round / 2)
      const later = round % 2 ? 'review' : 'correction'
      const pending = [
        wait(later === 'review' ? delayMs : 0).then(() => review(id, customer)),
        wait(later === 'correction' ? delayMs : 0).then(() => correct(id, 'NO_SHOW')),
      ]
      const results = (await Promise.all(pending)).map(resultOf).toSorted().join()
      seen.add(results)
      expect(['201,APPOINTMENT_REVIEWED', '200,REVIEW_NOT_ALLOWED']).toContain(results)
      const after = results.startsWith('201') ? { status: 'COMPLETED', version: 1 } : { status: 'NO_SHOW', version: 2 }
      expect(await readState(id)).toEqual({ ...after, completed: 0 })
      await sql`delete from reviews; delete from appointments`.execute(world.db)
    }
    expect(seen.size).toBe(2)
  })

  test('of staff who correct to both outcomes at once: each change is one record and one version', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await scene.put({ customer: customers[round] as SceneCustomer, status: 'COMPLETED', minutes: -60 })
      const results = await Promise.all(
        [scene.barber, scene.owner, scene.barber, scene.owner].map((by, index) =>
          correct(id, index % 2 ? 'COMPLETED' : 'NO_SHOW', by),
        ),
      )
      expect(results.every((result) => ['200', 'STATE_CHANGED'].includes(resultOf(result)))).toBe(true)
      const { rows } = await sql<{ corrections: number; steps: number }>`
        select count(*) as corrections, count(*) filter (where from_status <> to_status) as steps
          from appointment_corrections where appointment_id = ${id}`.execute(world.db)
      const state = await readState(id)
      expect([state?.version, rows[0]?.steps]).toEqual([Number(rows[0]?.corrections) + 1, rows[0]?.corrections])
      expect(state?.completed).toBe(state?.status === 'COMPLETED' && Number(rows[0]?.corrections) > 0 ? 1 : 0)
      await sql`delete from appointments; update barbershops set completed_count = 0`.execute(world.db)
    }
  })
})
