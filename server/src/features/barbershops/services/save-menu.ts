import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { type Deps, type Edit, editShop } from '../own-barbershops/edit-shop.ts'
import { cleanLine } from '../own-barbershops/rules.ts'
import { countServices, type MenuItem, removeServices, saveServices } from './queries.ts'

type Wish = Body<typeof ownBarbershopsApi.setServices>

/**
 * What the shop offers, in this order. A service that is left out is offered no more; appointments keep what was agreed when
 * they were made. 404 when one of the ids is another shop's.
 */
export function saveMenu(deps: Deps, edit: Edit, { services, version }: Wish): Promise<OwnBarbershop> {
  const menu = services.map(toItem)
  const ids = menu.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw new ApiError('INVALID_INPUT')
  return editShop(deps, { ...edit, version }, async (tx, shop, now) => {
    if ((await countServices(tx, shop.id, ids)) < ids.length) throw new ApiError('SERVICE_NOT_FOUND')
    await removeServices(tx, shop.id, { except: ids, now })
    await saveServices(tx, shop.id, menu)
  })
}

function toItem({ id, ...service }: Wish['services'][number], position: number): MenuItem {
  const name = cleanLine(service.name)
  if (!name) throw new ApiError('INVALID_INPUT', {}, 'Dê um nome a cada serviço.')
  const hasDescription = service.description !== undefined
  return {
    ...service,
    id: id?.toLowerCase(),
    name,
    description: service.description?.trim() || null,
    hasDescription,
    position,
  }
}
