import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { favoritesApi } from '@na-regua/contract/favorites'
import { LAST_MINUTE_CONSENT_TEXT, lastMinuteApi } from '@na-regua/contract/last-minute'
import { makeSlotsByRule } from '../src/features/last-minute/make-slots.ts'
import { notifyOfLastMinute } from '../src/features/last-minute/notify-customers.ts'
import { endTakenSlots } from '../src/features/last-minute/queries.ts'
import { createBookableBarbershop } from './booking-scene.ts'
import { createCaller, createSessionToken, createSubscription } from './factories.ts'
import type { Harness } from './harness.ts'

/** Creates a barbershop in São Paulo that is open from 9 to 18: its barber, owner and service, and calls of the endpoints. */
export async function createLastMinuteScene(world: Harness, options?: Parameters<typeof createBookableBarbershop>[1]) {
  const { db, clock } = world
  const shop = await createBookableBarbershop(db, options)
  const { owner_id } = await db
    .selectFrom('barbershops')
    .select('owner_id')
    .where('id', '=', shop.id)
    .executeTakeFirstOrThrow()
  await db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', owner_id).execute()
  const staffIds = shop.staff.map(({ id }) => id)
  await db.updateTable('users').set({ role: 'BARBER' }).where('id', 'in', staffIds).execute()
  await createSubscription(world, owner_id)
  const owner = { id: owner_id, token: await createSessionToken(world, owner_id) }
  const barber = shop.barbers[0] as { id: string; userId: string }
  const service = shop.services[0] as { id: string }
  const params = { id: shop.id }

  return {
    shop,
    owner,
    barber,
    service,
    make: (startsAt: string, endsAt: string, { percent = 20, token = owner.token, barberId = barber.id } = {}) =>
      world.call(lastMinuteApi.make, { token, params, body: { barberId, startsAt, endsAt, percent } }),
    list: async () => (await world.call(availabilityApi.lastMinute, { params })).body.slots,
    withdraw: (id: string, token = owner.token) => world.call(lastMinuteApi.withdraw, { token, params: { id } }),
    saveRule: (rule: object, token = owner.token) =>
      world.call(lastMinuteApi.saveRule, {
        token,
        params,
        body: { isOn: true, percent: 20, hoursBefore: 2, weekdays: [0, 1, 2, 3, 4, 5, 6], version: 1, ...rule },
      }),
    book: (token: string, startTime: string, body: object = {}) =>
      world.call(appointmentsApi.create, {
        token,
        body: { barberId: barber.id, serviceId: service.id, startTime, priceCents: 4000, ...body },
      }),
    /** Has the barbershop as a favorite and agreed to messages. */
    async createFan({ consents = true } = {}) {
      const { token, user } = await createCaller(world)
      await world.call(favoritesApi.toggle, { token: token, body: { barbershopId: shop.id, isFavorite: true } })
      const body = { isOn: true, consentText: LAST_MINUTE_CONSENT_TEXT }
      if (consents) await world.call(lastMinuteApi.setConsent, { token: token, body })
      return { token, id: user.id }
    },
    runRules: () => makeSlotsByRule({ db, clock }, {}),
    endTaken: () => endTakenSlots(db, clock.now()),
    notify: () => notifyOfLastMinute({ db, clock }, { barbershopId: shop.id }),
  }
}
