import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../../lib/auth.ts'
import { publish } from '../../../lib/change-feed.ts'
import { zoneOf } from '../../../lib/time-zone.ts'
import { insertNotification } from '../../notifications/queries.ts'
import { findTown, isState } from '../../places/rules.ts'
import { getOwnPlan, lockLimits } from '../../plans/queries.ts'
import { requirePictures } from '../../uploads/queries.ts'
import { refreshBarbershops } from '../queries.ts'
import type { Deps } from './edit-shop.ts'
import { countActiveShops, findTwin, getOwnShop, insertShop, type NewShop } from './queries.ts'
import { cleanLine, requireEditing, requireRoom, streetOf } from './rules.ts'

type Wish = Body<typeof ownBarbershopsApi.createBarbershop>

const TWIN_MS = 3_600_000

/**
 * A shop that is found at once, in the zone of its place, without hours and services yet. Within the plan's limit also when
 * several are made together; the same wish sent again within an hour answers the shop that it made.
 */
export async function createBarbershop({ db, clock }: Deps, caller: Caller, wish: Wish): Promise<OwnBarbershop> {
  if (wish.ownerId && wish.ownerId.toLowerCase() !== caller.id) throw new ApiError('FORBIDDEN')
  const now = clock.now()
  const shop = toNewShop(caller.id, wish, now)
  return db.transaction().execute(async (tx) => {
    await lockLimits(tx, caller.id)
    const twin = await findTwin(tx, shop, new Date(now.getTime() - TWIN_MS))
    if (twin) return getOwnShop(tx, twin, now)
    const ownPlan = await getOwnPlan(tx, caller.id, now)
    requireEditing(ownPlan)
    requireRoom(ownPlan, await countActiveShops(tx, caller.id))
    await requirePictures(tx, { userId: caller.id, urls: shop.cover_image_url ? [shop.cover_image_url] : [] })
    const id = await insertShop(tx, shop)
    await refreshBarbershops(tx, [id])
    await insertNotification(tx, approvalOf(id, shop), now)
    await publish(tx, [caller.id], 'account')
    return getOwnShop(tx, id, now)
  })
}

function toNewShop(ownerId: string, wish: Wish, now: Date): NewShop {
  const [name, address] = [cleanLine(wish.name), cleanLine(wish.address)]
  if (!name || !address) throw new ApiError('INVALID_INPUT', {}, 'Preencha nome e endereço')
  const { latitude, longitude, phone = null, whatsapp = null } = wish
  const town = findTown({ latitude, longitude })
  if (wish.state && !isState(wish.state)) throw new ApiError('INVALID_INPUT')
  if (!town) throw new ApiError('PLACE_ABROAD')
  return {
    owner_id: ownerId,
    name,
    address,
    street: cleanLine(wish.street ?? '') || streetOf(address),
    neighborhood: cleanLine(wish.neighborhood ?? ''),
    city: cleanLine(wish.city ?? '') || town.city,
    state: wish.state ?? town.state,
    zip_code: wish.zipCode ?? null,
    phone,
    whatsapp,
    description: wish.description?.trim() || null,
    latitude,
    longitude,
    time_zone: zoneOf(latitude, longitude),
    cover_image_url: wish.coverImageUrl ?? null,
    created_at: now,
    updated_at: now,
  }
}

function approvalOf(id: string, { owner_id, name }: NewShop) {
  return {
    userId: owner_id,
    type: 'barbershop_approved' as const,
    topic: 'business' as const,
    fact: `barbershop:${id}:approved`,
    title: 'Barbearia no ar',
    message: `${name} já aparece nas buscas. Convide a equipe para receber agendamentos.`,
    path: `/barbershop/${id}`,
  }
}
