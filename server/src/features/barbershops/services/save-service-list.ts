import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { cleanName } from '../../accounts/rules.ts'
import { type BarbershopEdit, type EditDeps, editBarbershop } from '../editing/edit-barbershop.ts'
import {
  type ComboRow,
  deleteTermsOfCombos,
  findOwnServices,
  insertTermsOfCombos,
  removeServices,
  replaceCombos,
  replaceTerms,
  type ServiceRow,
  upsertServices,
} from './queries.ts'
import { listComboParts, listTerms, withoutDerived } from './rules.ts'

type ServicesInput = Body<typeof ownBarbershopsApi.setServices>

/**
 * Replaces the services of a barbershop, in this order, with their combos and what barbers differ in. Missing services are removed;
 * appointments have their own copy of name, price and duration. 404 when an id belongs to another barbershop.
 */
export function replaceServices(
  deps: EditDeps,
  edit: BarbershopEdit,
  { services, version }: ServicesInput,
): Promise<OwnBarbershop> {
  const rows = services.map(toRow)
  const ids = rows.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw new ApiError('INVALID_INPUT')
  const terms = listTerms(services)
  const barberIds = [...new Set(terms.flatMap(({ barbers }) => barbers.map(({ barberId }) => barberId)))]
  return editBarbershop(deps, { ...edit, version, permission: 'prices' }, async (tx, shop, now) => {
    const own = await findOwnServices(tx, shop.id, { ids, barberIds })
    if (own.services < ids.length) throw new ApiError('SERVICE_NOT_FOUND')
    if (own.barbers < barberIds.length) throw new ApiError('BARBER_NOT_FOUND')
    await removeServices(tx, shop.id, { except: ids, now })
    const savedIds = await upsertServices(tx, shop.id, rows)
    const combos = listComboParts(services, savedIds, own.combos).map(({ index, serviceIds }) =>
      toComboRow(rows[index] as ServiceRow, savedIds[index], serviceIds),
    )
    const areSaved = own.combos.length > 0
    const derived = areSaved ? await deleteTermsOfCombos(tx, shop.id) : []
    await replaceCombos(tx, shop.id, { combos, areSaved })
    const ofServices = terms.map(({ index, barbers }) => {
      const serviceId = savedIds[index] as string
      return { serviceId, barbers: withoutDerived(barbers, serviceId, derived) }
    })
    await replaceTerms(tx, shop.id, ofServices)
    if (combos.length > 0) await insertTermsOfCombos(tx, shop.id)
  })
}

function toComboRow({ durationMin, priceCents }: ServiceRow, serviceId = '', serviceIds: readonly string[]): ComboRow {
  return { serviceId, serviceIds, durationMin, priceCents }
}

function toRow(service: ServicesInput['services'][number], position: number): ServiceRow {
  const { id, durationMin, priceCents, isActive, bufferMin, category, description } = service
  return {
    durationMin,
    priceCents,
    isActive,
    bufferMin,
    position,
    id: id?.toLowerCase(),
    name: cleanName(service.name, new ApiError('INVALID_INPUT', {}, 'Dê um nome a cada serviço.')),
    description: description?.trim() || null,
    hasDescription: description !== undefined,
    category: category?.trim() || null,
    hasCategory: category !== undefined,
  }
}
