import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import type { Database } from '../../../lib/database.ts'
import { cleanName } from '../../accounts/rules.ts'
import { type BarbershopEdit, type BarbershopWork, type EditDeps, writeEdit } from '../editing/edit-barbershop.ts'
import {
  type ComboRow,
  deleteTermsOfCombos,
  findOwnServices,
  insertTermsOfCombos,
  listActiveServiceIds,
  listUpcomingWith,
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
 * appointments have their own copy of name, price and duration, and stay. With `keepConflicts: false` 409 SCHEDULE_CONFLICT if there are
 * some with a service that is no longer offered. 404 when an id belongs to another barbershop.
 */
export function replaceServices(deps: EditDeps, edit: BarbershopEdit, input: ServicesInput): Promise<OwnBarbershop> {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const { barbershop, conflicts } = await changeServices(tx, { edit, input, now })
    if (input.keepConflicts === false) rejectConflicts(conflicts.length)
    return barbershop
  })
}

function rejectConflicts(count: number): void {
  if (count === 0) return
  const appointments = count === 1 ? '1 agendamento' : `${count} agendamentos`
  throw new ApiError('SCHEDULE_CONFLICT', {}, `Há ${appointments} com serviços que saem da lista.`)
}

type ServicesChange = { edit: BarbershopEdit; input: Omit<ServicesInput, 'keepConflicts'>; now: Date }

/** Writes the services in a transaction of the caller, and returns the upcoming appointments with one that is no longer offered. */
export async function changeServices(
  tx: Database,
  { edit, input: { services, version }, now }: ServicesChange,
): Promise<{ barbershop: OwnBarbershop; conflicts: { id: string }[] }> {
  const rows = services.map(toRow)
  const ids = rows.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw new ApiError('INVALID_INPUT')
  const terms = listTerms(services)
  const barberIds = [...new Set(terms.flatMap(({ barbers }) => barbers.map(({ barberId }) => barberId)))]
  let conflicts: { id: string }[] = []
  const work: BarbershopWork = async (_, shop) => {
    const before = await listActiveServiceIds(tx, shop.id)
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
    const after = new Set(await listActiveServiceIds(tx, shop.id))
    conflicts = await listUpcomingWith(tx, { serviceIds: before.filter((id) => !after.has(id)), now })
  }
  const barbershop = await writeEdit(tx, { ...edit, version, permission: 'prices' }, work, now)
  return { barbershop, conflicts }
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
