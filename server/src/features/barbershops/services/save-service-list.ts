import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { cleanName } from '../../accounts/rules.ts'
import { type BarbershopEdit, type EditDeps, editBarbershop } from '../own-barbershops/edit-barbershop.ts'
import { countServices, removeServices, type ServiceRow, upsertServices } from './queries.ts'

type ServicesInput = Body<typeof ownBarbershopsApi.setServices>

/**
 * Replaces the services of a barbershop, in this order. Missing services are removed; appointments have their own copy of name, price
 * and duration. 404 when an id belongs to another barbershop.
 */
export function replaceServices(
  deps: EditDeps,
  edit: BarbershopEdit,
  { services, version }: ServicesInput,
): Promise<OwnBarbershop> {
  const rows = services.map(toRow)
  const ids = rows.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw new ApiError('INVALID_INPUT')
  return editBarbershop(deps, { ...edit, version }, async (tx, shop, now) => {
    if ((await countServices(tx, shop.id, ids)) < ids.length) throw new ApiError('SERVICE_NOT_FOUND')
    await removeServices(tx, shop.id, { except: ids, now })
    await upsertServices(tx, shop.id, rows)
  })
}

function toRow({ id, ...service }: ServicesInput['services'][number], position: number): ServiceRow {
  const name = cleanName(service.name, new ApiError('INVALID_INPUT', {}, 'Dê um nome a cada serviço.'))
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
