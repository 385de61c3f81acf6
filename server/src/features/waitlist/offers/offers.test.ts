import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { customersApi } from '@na-regua/contract/customers'
import { privacyApi } from '@na-regua/contract/privacy'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { waitlistApi } from '@na-regua/contract/waitlist'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { alterToken } from '../../../../test/alter-token.ts'
import type { SceneCustomer } from '../../../../test/booking-scene.ts'
import { createSessionToken } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { findOfferViolations } from '../../../../test/offer-violations.ts'
import { createWaitlistScene } from '../../../../test/waitlist-scene.ts'
import { type AppointmentRecord, findAppointmentRecord } from '../../appointments/status/queries.ts'
import { updateSlot } from '../../booking/reschedule/queries.ts'
import { expireOfferJob } from './end-offer.ts'
import { getLinkedOfferId } from './queries.ts'
import { sendOfferEmailJob } from './send-offer-email.ts'
import { withdrawOffersOf } from './withdraw-offers.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

/** 16:00 in São Paulo. */
const FOUR = '2026-03-11T19:00:00.000Z'

async function createOffer(count = 1) {
  const scene = await createWaitlistScene(world)
  const customers = await scene.customers(count)
  for (const customer of customers) {
    await scene.request(customer)
    world.clock.advance({ minutes: 1 })
  }
  world.clock.set(noonInSaoPaulo)
  await scene.free(FOUR)
  const [customer, other] = customers as [SceneCustomer, SceneCustomer]
  const [offer] = await scene.offersOf(customer)
  if (!offer) throw new Error('no offer')
  return { scene, customer, other, offer }
}

describe('an offer', () => {
  test('holds the freed time for who waits, and shows what, where, until when and why', async () => {
    const { scene, offer } = await createOffer()
    expect(offer).toMatchObject({
      status: 'OPEN',
      startTime: FOUR,
      endTime: '2026-03-11T19:30:00.000Z',
      serviceName: 'Corte 30',
      priceCents: 5000,
      offeredAt: noonInSaoPaulo,
      expiresAt: '2026-03-11T15:10:00.000Z',
      serverTime: noonInSaoPaulo,
      reason: { fit: 'barbershop', isFavorite: false, waitingSince: noonInSaoPaulo },
    })
    const shown = await world.call(waitlistApi.getOffer, { params: { token: offer.token } })
    expect(shown.body.offer).toEqual(offer)
    const { body } = await world.call(appointmentsApi.create, {
      token: scene.booker.token,
      body: { barberId: scene.barber.id, serviceId: scene.service.id, startTime: FOUR },
    })
    expect(body.code).toBe('SLOT_TAKEN')
    expect(await scene.freedTimes()).toEqual([{ cause: 'cancelled', status: 'OFFERING' }])
  })

  test('is notified with its link and deadline, and a job expires it', async () => {
    const { customer, offer } = await createOffer()
    const { rows } = await sql`select title, message, path from notifications where user_id = ${customer.id}`.execute(
      world.db,
    )
    expect(rows).toEqual([
      {
        title: 'Abriu um horário na Navalha de Ouro',
        message: expect.stringMatching(
          /^Corte 30 com Cliente \d, quarta, 11\/03\/2026 às 16h\. Está guardado para você até 12h10\.$/,
        ),
        path: `/o/${offer.token}`,
      },
    ])
    const pending = await sql<{ name: string }>`
      select job->>'name' as name, job->>'delaySeconds' as delay from pending_events cross join json_array_elements(jobs) job
       where job->>'key' like 'offer-email:%' or job->>'key' like 'expire-offer:%' order by pending_events.id desc, 1 limit 2`.execute(
      world.db,
    )
    expect(pending.rows).toEqual([
      { name: 'expire-offer', delay: '600' },
      { name: 'send-offer-email', delay: null },
    ])
  })

  test('accepted, it is a confirmed appointment; once more changes nothing', async () => {
    const { scene, customer, offer } = await createOffer()
    const first = await scene.accept(offer.token)
    expect(first.body.offer.status).toBe('ACCEPTED')
    expect((await scene.accept(offer.token)).body.offer.status).toBe('ACCEPTED')
    const { body } = await world.call(agendasApi.listOfCustomer, { token: customer.token, query: {} })
    expect(body.appointments).toMatchObject([{ status: 'CONFIRMED', startTime: FOUR, priceCents: 5000 }])
    expect(await scene.requestsOf(customer)).toMatchObject([{ status: 'FULFILLED', offerCount: 1, openOffer: null }])
    await scene.match()
    expect(await scene.freedTimes()).toEqual([{ cause: 'cancelled', status: 'DONE' }])
    const profiles =
      await sql`select 1 from customer_profiles where user_id = ${customer.id} and barbershop_id = ${scene.shop.id}`.execute(
        world.db,
      )
    expect(profiles.rows).toHaveLength(1)
  })

  test('declined, the time passes to the next customer', async () => {
    const { scene, customer, other, offer } = await createOffer(2)
    expect(await scene.offersOf(other)).toEqual([])
    expect((await scene.decline(offer.token)).body.offer.status).toBe('DECLINED')
    expect((await scene.accept(offer.token)).body.code).toBe('OFFER_ENDED')
    await scene.match()
    expect(await scene.offersOf(other)).toMatchObject([{ startTime: FOUR }])
    expect(await scene.offersOf(customer)).toEqual([])
    expect(await scene.requestsOf(customer)).toMatchObject([{ status: 'ACTIVE', offerCount: 1 }])
  })

  test('in silence, it expires and passes on; the last one leaves the time free for all', async () => {
    const { scene, customer, other, offer } = await createOffer(2)
    world.clock.advance({ minutes: 10 })
    expect((await scene.accept(offer.token)).body.code).toBe('OFFER_ENDED')
    await scene.match()
    expect(await scene.offersOf(other)).toMatchObject([{ startTime: FOUR }])
    world.clock.advance({ minutes: 10 })
    await scene.match()
    expect(await scene.offersOf(other)).toEqual([])
    expect(await scene.offersOf(customer)).toEqual([])
    expect(await scene.holds()).toEqual([])
    expect(await scene.freedTimes()).toEqual([{ cause: 'cancelled', status: 'DONE' }])
  })

  test.each(['PAUSED', 'CANCELLED'] as const)('ends with a request that is %s', async (status) => {
    const { scene, customer, other, offer } = await createOffer(2)
    const [request] = await scene.requestsOf(customer)
    const change = { token: customer.token, params: { id: String(request?.id) }, body: { status, version: 1 } }
    expect((await world.call(waitlistApi.setStatus, change)).body.request).toMatchObject({
      status,
      version: 2,
      openOffer: null,
    })
    expect((await world.call(waitlistApi.setStatus, change)).body.code).toBe('WAITLIST_REQUEST_CHANGED')
    expect((await scene.accept(offer.token)).body.code).toBe('OFFER_ENDED')
    await scene.match()
    expect(await scene.offersOf(other)).toHaveLength(1)
  })

  test('whose hold another booking deletes after its time has ended, and the time passes on', async () => {
    const { scene, customer, other } = await createOffer(2)
    world.clock.advance({ minutes: 11 })
    await scene.book(FOUR)
    expect(await scene.offersOf(customer)).toEqual([])
    expect(await scene.holds()).toEqual([])
    await scene.match()
    expect(await scene.offersOf(other)).toEqual([])
    const { rows } = await sql`select status from waitlist_offers where user_id = ${customer.id}`.execute(world.db)
    expect(rows).toEqual([{ status: 'EXPIRED' }])
  })

  test('is not accepted over another appointment of the customer, and stays open', async () => {
    const { scene, customer, offer } = await createOffer()
    const elsewhere = await createWaitlistScene(world)
    await elsewhere.book('2026-03-11T19:15:00.000Z', customer)
    expect((await scene.accept(offer.token)).body.code).toBe('CUSTOMER_BUSY')
    expect(await scene.offersOf(customer)).toHaveLength(1)
  })

  test('is not accepted where the barber is off by now', async () => {
    const { scene, offer } = await createOffer()
    const off = {
      barber_id: scene.barber.id,
      starts_at: new Date('2026-03-11T18:00:00Z'),
      ends_at: new Date('2026-03-11T21:00:00Z'),
    }
    await world.db.insertInto('time_off').values(off).execute()
    expect((await scene.accept(offer.token)).body.code).toBe('OFFER_ENDED')
    expect(await scene.holds()).toEqual([])
  })

  test('a token that is not ours shows nothing', async () => {
    const { offer } = await createOffer()
    const token = alterToken(offer.token)
    expect((await world.call(waitlistApi.getOffer, { params: { token } })).body.code).toBe('LINK_INVALID')
  })

  test('is emailed while it is open, unless the customer wants no emails of the topic', async () => {
    const { customer, offer } = await createOffer()
    const offerId = await getLinkedOfferId(world.db, offer.token)
    const sent: { to: string; subject: string; text: string }[] = []
    const mail = {
      send: async (to: string, { subject, text }: { subject: string; text: string }) =>
        void sent.push({ to, subject, text }),
    }
    const texts = { title: 'Abriu um horário na Navalha de Ouro', message: 'Corte às 16h.' }
    const payload = { offerId, ...texts, path: `/o/${offer.token}` }
    const send = () => sendOfferEmailJob.run({ ...world, mail: mail as never, site: 'https://naregua.test' }, payload)
    await send()
    expect(sent).toMatchObject([{ to: `${customer.id}@cliente.test`, subject: texts.title }])
    expect(sent[0]?.text).toContain(`https://naregua.test/o/${offer.token}`)
    const preference = { user_id: customer.id, topic: 'waitlist', channel: 'email', is_on: false }
    await world.db.insertInto('notification_preferences').values(preference).execute()
    await send()
    await world.db.deleteFrom('notification_preferences').where('user_id', '=', customer.id).execute()
    world.clock.advance({ minutes: 10 })
    await send()
    expect(sent).toHaveLength(1)
  })

  test('its job expires it, and does nothing before its end', async () => {
    const { scene, customer, offer } = await createOffer()
    const offerId = await getLinkedOfferId(world.db, offer.token)
    await expireOfferJob.run(world, { offerId })
    expect(await scene.offersOf(customer)).toHaveLength(1)
    world.clock.advance({ minutes: 10 })
    await expireOfferJob.run(world, { offerId })
    const { rows } = await sql`select status from waitlist_offers where id = ${offerId}`.execute(world.db)
    expect(rows).toEqual([{ status: 'EXPIRED' }])
    expect(await scene.holds()).toEqual([])
  })
})

/** The users whose pages read their appointments again. */
async function listRefreshed() {
  const { rows } = await sql<{ id: string }>`select distinct person as id from pending_events
    cross join json_array_elements_text(published->'appointments') as person order by 1`.execute(world.db)
  return rows.map(({ id }) => id)
}

describe('the end of an offer refreshes the pages of its customer, the barber and the owner', () => {
  type Ended = Awaited<ReturnType<typeof createOffer>>
  test.each<[string, (ended: Ended) => Promise<unknown>]>([
    ['declined', ({ scene, offer }) => scene.decline(offer.token)],
    [
      'expired',
      async ({ offer }) => {
        world.clock.advance({ minutes: 10 })
        await expireOfferJob.run(world, { offerId: await getLinkedOfferId(world.db, offer.token) })
      },
    ],
    ['withdrawn', ({ customer }) => withdrawOffersOf(world.db, { userId: customer.id }, world.clock.now())],
  ])('%s', async (_, end) => {
    const ended = await createOffer()
    await sql`delete from pending_events`.execute(world.db)
    await end(ended)
    const { scene, customer } = ended
    expect(await listRefreshed()).toEqual([customer.id, scene.barberUser.id, scene.ownerId].toSorted())
  })
})

describe('an offer whose customer may not have it any more', () => {
  const statusOf = async (token: string) =>
    (await world.call(waitlistApi.getOffer, { params: { token } })).body.offer?.status

  test('ends when the customer closes the account, and the next in line gets it', async () => {
    const { scene, customer, other, offer } = await createOffer(2)
    const token = await createSessionToken(world, customer.id)
    const { status } = await world.call(privacyApi.requestDeletion, { token, body: {} })
    expect(status).toBe(200)
    await scene.match()
    expect((await scene.offersOf(other)).map(({ startTime }) => startTime)).toEqual([FOUR])
    expect((await scene.accept(offer.token)).status).not.toBe(200)
  })

  test('ends when the barbershop blocks the customer, and no other barbershop’s does', async () => {
    const { scene, customer, other, offer } = await createOffer(2)
    const profile = { barbershop_id: scene.shop.id, user_id: customer.id }
    const { id } = await world.db
      .insertInto('customer_profiles')
      .values(profile)
      .returning('id')
      .executeTakeFirstOrThrow()
    const elsewhere = await createOffer()
    const block = { params: { id }, token: scene.barberUser.token, body: { isBlocked: true } }
    expect((await world.call(customersApi.block, block)).status).toBe(200)
    // Withdrawn or expired, by the clock of the database.
    expect(await statusOf(offer.token)).not.toBe('OPEN')
    expect(await statusOf(elsewhere.offer.token)).toBe('OPEN')
    await scene.match()
    expect((await scene.offersOf(other)).map(({ startTime }) => startTime)).toEqual([FOUR])
  })
})

type OfferScene = Awaited<ReturnType<typeof createOffer>>['scene']

describe('an offer that has expired, before its job has run', () => {
  const takings: [string, (scene: OfferScene) => Promise<{ status: number }>][] = [
    [
      'a booking',
      ({ barber, service, booker }) => {
        const body = { barberId: barber.id, serviceId: service.id, startTime: FOUR }
        return world.call(appointmentsApi.create, { token: booker.token, body })
      },
    ],
    [
      'a walk-in',
      ({ barber, service, barberUser }) => {
        const body = { barberId: barber.id, serviceId: service.id, startTime: FOUR }
        return world.call(appointmentsApi.walkIn, { token: barberUser.token, body })
      },
    ],
    [
      'a rescheduled appointment',
      async ({ book, booker }) => {
        const id = await book('2026-03-11T20:00:00.000Z')
        return world.call(appointmentsApi.reschedule, {
          token: booker.token,
          params: { id },
          body: { newStartTime: FOUR },
        })
      },
    ],
  ]

  test.each(takings)('ends with its hold when %s takes the time', async (_, take) => {
    const { scene } = await createOffer()
    const [hold] = await scene.holds()
    world.clock.advance({ minutes: 11 })
    expect((await take(scene)).status).toBeLessThan(300)
    expect(await scene.holds()).toEqual([])
    const offers = world.db
      .selectFrom('waitlist_offers')
      .select('status')
      .where('id', '=', hold?.id ?? '')
    expect(await offers.execute()).toEqual([{ status: 'EXPIRED' }])
  })
})

test('an appointment booked by phone is not moved onto an offered time', async () => {
  const { scene } = await createOffer()
  await world.db
    .updateTable('users')
    .set({ role: 'OWNER' })
    .where('id', 'in', [scene.ownerId, scene.barberUser.id])
    .execute()
  const { body } = await world.call(staffBookingsApi.book, {
    token: scene.barberUser.token,
    params: { id: scene.shop.id },
    body: {
      barberId: scene.barber.id,
      startTime: '2026-03-11T20:00:00.000Z',
      serviceIds: [scene.service.id],
      newCustomer: { name: 'Rui', phone: '62999990000' },
    },
  })
  const record = (await findAppointmentRecord(world.db, body.appointment.id)) as AppointmentRecord
  const moveTo = (start: Date) => {
    const barber = { barberId: scene.barber.id, userId: scene.barber.userId }
    const slot = { barber, start, end: new Date(start.getTime() + 1_800_000), status: 'CONFIRMED' as const }
    const now = world.clock.now()
    return world.db.transaction().execute((tx) => updateSlot(tx, record, { ...slot, requestedAt: now }, now))
  }
  expect(await moveTo(new Date(FOUR))).toBe(false)
  expect(await moveTo(new Date('2026-03-11T20:10:00.000Z'))).toBe(true)
})

/** 17:00 in São Paulo. */
const FIVE = '2026-03-11T20:00:00.000Z'

test('a time that was accepted, moved away by staff and accepted again is no double offer', async () => {
  const { scene, other, offer } = await createOffer(2)
  await scene.accept(offer.token)
  const id = await getLinkedOfferId(world.db, offer.token)
  const { version, source } = await world.db
    .selectFrom('appointments')
    .select(['version', 'source'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(source).toBe('waitlist')
  const move = { token: scene.barberUser.token, params: { id }, body: { startTime: FIVE, version } }
  expect((await world.call(staffBookingsApi.move, move)).status).toBe(200)
  await scene.match()
  const [again] = await scene.offersOf(other)
  expect(again).toMatchObject({ startTime: FOUR })
  expect(await findOfferViolations(world.db)).toEqual([])
  await scene.accept(String(again?.token))
  expect(await findOfferViolations(world.db)).toEqual([])
})

test.each([0, 1, 2])('a double offer of which %i are accepted is found', async (acceptedCount) => {
  const { scene, other, offer } = await createOffer(2)
  await scene.free(FIVE)
  const [second] = await scene.offersOf(other)
  for (const { token } of [offer, second].slice(0, acceptedCount) as { token: string }[]) await scene.accept(token)
  const rollback = new Error('rolled back')
  const found: unknown[] = []
  const pretend = world.db.transaction().execute(async (tx) => {
    // What PostgreSQL prevents: the second offer is of the time of the first.
    await sql`alter table appointments drop constraint appointments_barber_no_overlap`.execute(tx)
    for (const table of ['appointments', 'waitlist_offers'])
      await sql`update ${sql.table(table)} set starts_at = starts_at - interval '1 hour', ends_at = ends_at - interval '1 hour'
        where starts_at = ${FIVE} and barber_id = ${scene.barber.id}`.execute(tx)
    found.push(...(await findOfferViolations(tx)))
    throw rollback
  })
  await expect(pretend).rejects.toBe(rollback)
  expect(found).toEqual([{ what: 'two offers of a slot', count: 1 }])
})
