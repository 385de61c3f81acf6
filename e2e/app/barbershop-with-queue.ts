import { MAX_QUEUE_NAME } from '@na-regua/contract/queue'
import { queueTodayApi } from '@na-regua/contract/queue-today'
import { requestApi } from '../steps/request-api.ts'
import { openAlwaysOpenBarbershop } from './always-open-barbershop.ts'
import type { Backend } from './backend.ts'

/** A barbershop with customers who wait, one of them with a long name. */
export async function openBarbershopWithQueue(backend: Backend) {
  const { barber, owner, shop } = await openAlwaysOpenBarbershop(backend)
  const keys = { door_key: `porta-${shop.id}`, screen_key: `tela-${shop.id}` }
  const late = { call_minutes: 5, slide_positions: 1, max_slides: 2, walk_in_share: 0 }
  const hours = { weekdays: [0, 1, 2, 3, 4, 5, 6], opens_minute: null, closes_minute: null, max_length: 20 }
  const row = { barbershop_id: shop.id, is_on: true, updated_at: backend.now(), ...hours, ...late, ...keys }
  await backend.db.insertInto('barbershop_queues').values(row).execute()
  for (const name of [
    'Ana Lua',
    'Oftalmotorrinolaringologisticamente'.repeat(2).slice(0, MAX_QUEUE_NAME),
    'Beto Sol',
    'Caio Só',
    'Duda Nova',
  ]) {
    const body = { entryId: crypto.randomUUID(), name }
    await requestApi(queueTodayApi.add, { params: { id: shop.id }, body, token: barber.token })
  }
  return { barber, owner, shop }
}
