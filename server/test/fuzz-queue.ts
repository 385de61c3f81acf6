import { randomUUID } from 'node:crypto'
import type { Route } from '@na-regua/contract/route'
import { signLinkToken } from '../src/features/booking/link/rules.ts'
import { getQueueLinkSecret } from '../src/features/queue/queries.ts'
import { createBarber } from './barbershop-factories.ts'
import type { FuzzSamples } from './fuzz-requests.ts'
import type { Harness } from './harness.ts'

type Row = { id: string }
type FuzzShops = { shop: Row; tenant: { shop: Row }; barberRow: Row; tenantService: Row; profiles: readonly Row[] }

/** What each endpoint changes: the status of its entries, by the end of its URL. */
const statuses = {
  call: 'WAITING',
  'undo-call': 'CALLED',
  start: 'WAITING',
  'undo-start': 'SERVED',
  'fall-back': 'WAITING',
  remove: 'WAITING',
  'undo-remove': 'REMOVED',
  leave: 'WAITING',
  link: 'WAITING',
} as const
const EACH = 4

/** Queues that are on in both barbershops, with some entries for each endpoint in the one at which customers book. */
export async function createFuzzQueue(world: Harness, { shop, tenant }: Pick<FuzzShops, 'shop' | 'tenant'>) {
  const { db, clock } = world
  const now = clock.now()
  // Serves no one else.
  const barber = await createBarber(world, shop.id, { position: 9 })
  const doorKey = randomUUID()
  const screenKey = randomUUID()
  const settings = {
    max_length: 60,
    call_minutes: 5,
    slide_positions: 1,
    max_slides: 2,
    walk_in_share: 0,
    updated_at: now,
  }
  const queue = { ...settings, is_on: true, weekdays: [0, 1, 2, 3, 4, 5, 6] }
  await db
    .insertInto('barbershop_queues')
    .values([
      { ...queue, barbershop_id: shop.id, door_key: doorKey, screen_key: screenKey },
      { ...queue, barbershop_id: tenant.shop.id, door_key: randomUUID(), screen_key: randomUUID() },
    ])
    .execute()
  const rows = Object.entries(statuses).flatMap(([action, status]) =>
    Array.from({ length: EACH }, () => ({ action, status, id: randomUUID() })),
  )
  const common = { barbershop_id: shop.id, source: 'door', name: 'Zé', joined_at: now, changed_at: now }
  const call = { called_at: now, come_by: now }
  const values = rows.map(({ id, status }, rank) => ({ ...common, id, status, rank, ...(status === 'CALLED' && call) }))
  await db.insertInto('queue_entries').values(values).execute()
  const secret = await getQueueLinkSecret(db)
  return {
    queue: {
      barber,
      doorKey,
      screenKey,
      rows: rows.map((row) => ({ ...row, token: signLinkToken(secret, row.id) })),
    },
  }
}

export type FuzzQueue = Awaited<ReturnType<typeof createFuzzQueue>>

/** Samples of the endpoints of the queue; none for others. */
export function queueSamplesOf({ url }: Route, { queue, ...made }: FuzzQueue & FuzzShops): FuzzSamples {
  if (!url.includes('queue')) return {}
  const [, last = ''] = /\/([\w-]+)$/.exec(url) ?? []
  const action = last === 'leave' || url.includes('/queue/today') ? last : 'link'
  const rows = queue.rows.filter((row) => row.action === action || !(action in statuses))
  const isOfTenant = /^\/barbershops\/:id\/queue\/(settings|entries)/.test(url)
  return {
    ...(url.includes('today/entries/:id') && {
      id: [...rows.map(({ id }) => id), randomUUID()],
    }),
    ...(url.includes('entries/:') && { version: [1, 1, 1, 0] }),
    ...(url.includes('/queue/today') && {
      barberId: [queue.barber.id, queue.barber.id, queue.barber.id, randomUUID()],
    }),
    ...(/^\/barbershops.*queue\/today/.test(url) && { id: [made.shop.id, made.shop.id, randomUUID()] }),
    token: [...rows.map(({ token }) => token), 'nada'],
    key: url.includes('doors')
      ? [queue.doorKey, queue.doorKey, 'x'.repeat(16), 'x']
      : url.includes('screens')
        ? [queue.screenKey, 'x'.repeat(16), 'x']
        : ['door', 'screen', 'x'],
    entryId: [randomUUID(), randomUUID(), randomUUID(), 'x'],
    positions: [1, 5, 0, 6],
    ...(isOfTenant && {
      barberId: [made.barberRow.id, made.barberRow.id, randomUUID()],
      serviceId: [made.tenantService.id, made.tenantService.id, randomUUID()],
      customerId: made.profiles.map(({ id }) => id),
    }),
    weekdays: [[0, 1, 2, 3, 4, 5, 6], [1], [], [7], [1, 1]],
    opensAt: [null, '09:00', '24:00'],
    closesAt: [null, '00:00', '18:00', '9:00'],
    maxLength: [60, 60, 1, 61],
    callMinutes: [5, 1, 31],
    slidePositions: [1, 5, 6],
    maxSlides: [0, 5, 6],
    walkInShare: [0, 50, 15],
  }
}
