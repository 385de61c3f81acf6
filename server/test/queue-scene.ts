import { randomUUID } from 'node:crypto'
import { queueApi } from '@na-regua/contract/queue'
import { queueSettingsApi, queueTodayApi } from '@na-regua/contract/queue-today'
import type { Route } from '@na-regua/contract/route'
import { type BarbershopFields, createBarber, createBarbershopRow } from './barbershop-factories.ts'
import { createCaller, createSessionToken, createSubscription } from './factories.ts'
import type { Harness } from './harness.ts'

/** What an owner saves who switches the queue on. */
export const openSettings = {
  isOn: true,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  opensAt: null,
  closesAt: null,
  maxLength: 20,
  callMinutes: 5,
  slidePositions: 1,
  maxSlides: 2,
  walkInShare: 0,
  version: 1,
}

type SceneOptions = { shop?: BarbershopFields; settings?: Partial<typeof openSettings>; barberCount?: number }

/** A barbershop with its queue on, barbers, an owner with a plan, and calls of the endpoints. */
export async function createQueueScene(world: Harness, { shop: fields, settings, barberCount = 2 }: SceneOptions = {}) {
  const shop = await createBarbershopRow(world, fields)
  await createSubscription(world, shop.owner_id)
  const owner = { id: shop.owner_id, token: await createSessionToken(world, shop.owner_id) }
  const saved = await world.call(queueSettingsApi.save, {
    token: owner.token,
    params: { id: shop.id },
    body: { ...openSettings, ...settings },
  })
  if (saved.status !== 200) throw new Error(`queue settings were not saved: ${JSON.stringify(saved.body)}`)
  const barbers = await Promise.all(
    Array.from({ length: barberCount }, async (_, position) => {
      const barber = await createBarber(world, shop.id, { name: `Barbeiro ${position}`, position })
      return { id: barber.id, userId: barber.user_id, token: await createSessionToken(world, barber.user_id) }
    }),
  )
  const doorKey = String(saved.body.settings.doorUrl).split('#')[1] as string
  const screenKey = String(saved.body.settings.screenUrl).split('#')[1] as string
  const params = { id: shop.id }

  return {
    shop,
    owner,
    barbers: barbers as [(typeof barbers)[number], ...typeof barbers],
    doorKey,
    screenKey,
    settings: saved.body.settings,
    /** Joins with a new account. */
    async joinAsCustomer(body: object = {}) {
      const caller = await createCaller(world)
      const response = await world.call(queueApi.join, { token: caller.token, params, body })
      return { ...caller, ...response, entry: response.body.entry }
    },
    joinAtDoor: (body: object = {}) =>
      world.call(queueApi.joinAtDoor, {
        params: { key: doorKey },
        body: { entryId: randomUUID(), name: 'Zé', ...body },
      }),
    add: (body: object = {}, token = owner.token) =>
      world.call(queueTodayApi.add, { token, params, body: { entryId: randomUUID(), ...body } }),
    /** A change of staff, with the present version unless the body has another. */
    async tap(route: Pick<Route, 'method' | 'url'>, entryId: string, body: object = {}, token = owner.token) {
      const { version } = await world.db
        .selectFrom('queue_entries')
        .select('version')
        .where('id', '=', entryId)
        .executeTakeFirstOrThrow()
      return world.call(route, { token, params: { id: entryId }, body: { version, ...body } })
    },
    /** Ids of those who wait, in order. */
    async listWaiting() {
      const rows = await world.db
        .selectFrom('queue_entries')
        .select('id')
        .where('barbershop_id', '=', shop.id)
        .where('status', '=', 'WAITING')
        .orderBy('rank')
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
