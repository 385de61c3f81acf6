import { ApiError } from '@na-regua/contract/errors'
import type { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'

type ServiceInput = Body<typeof ownBarbershopsApi.setServices>['services'][number]
/** The services in a combo, sorted by id. */
type SavedCombo = { serviceId: string; serviceIds: readonly string[] }
type ComboParts = { index: number; serviceIds: string[] }

/** A barber and a combo that they do not provide, because they do not provide a service in it. */
export type DerivedTerms = { barberId: string; serviceId: string }

/** Null: as the barbershop. */
export type TermsRow = {
  barberId: string
  isProvided: boolean
  durationMin: number | null
  priceCents: number | null
}

/**
 * Which services of the list are combos, and of what. A combo that the request says nothing about stays one while all its services are
 * in the list. Throws INVALID_INPUT for a combo in a combo, and for two of the same services.
 */
export function listComboParts(
  services: readonly Pick<ServiceInput, 'includes'>[],
  savedIds: readonly string[],
  saved: readonly SavedCombo[],
): ComboParts[] {
  const combos = services.flatMap(({ includes }, index): ComboParts[] => {
    if (includes) return [{ index, serviceIds: includes.map((part) => findPart(part, savedIds)).sort() }]
    const known = saved.find(({ serviceId }) => serviceId === savedIds[index])
    const staysCombo = includes === undefined && known?.serviceIds.every((id) => savedIds.includes(id))
    return known && staysCombo ? [{ index, serviceIds: [...known.serviceIds] }] : []
  })
  const comboIds = new Set(combos.map(({ index }) => savedIds[index]))
  const isPart = (id: string) => id !== '' && !comboIds.has(id)
  if (!combos.every(({ serviceIds }) => serviceIds.every(isPart)))
    throw new ApiError('INVALID_INPUT', {}, 'Um combo junta serviços da lista, e não outro combo.')
  if (combos.some(({ serviceIds }) => new Set(serviceIds).size < serviceIds.length)) throw new ApiError('INVALID_INPUT')
  if (new Set(combos.map(({ serviceIds }) => serviceIds.join())).size < combos.length)
    throw new ApiError('INVALID_INPUT', {}, 'Já existe um combo com estes serviços.')
  return combos
}

/** An id of the list, or a position in it; empty for any other. */
function findPart(part: string | number, savedIds: readonly string[]): string {
  if (typeof part === 'number') return savedIds[part] ?? ''
  return savedIds.find((id) => id === part.toLowerCase()) ?? ''
}

/**
 * The terms without exclusions from combos that were derived: a request repeats what was read, and whether a barber provides the combo
 * follows again from its services.
 */
export function withoutDerived(barbers: readonly TermsRow[], serviceId: string, derived: readonly DerivedTerms[]) {
  const isDerived = ({ barberId, isProvided }: TermsRow) =>
    !isProvided && derived.some((one) => one.barberId === barberId && one.serviceId === serviceId)
  return barbers.flatMap((row) => {
    if (!isDerived(row)) return [row]
    return row.durationMin === null && row.priceCents === null ? [] : [{ ...row, isProvided: true }]
  })
}

/** Lists the barbers who differ in something, for the services whose terms are replaced, by their position in the list. */
export function listTerms(services: readonly Pick<ServiceInput, 'barbers'>[]) {
  return services.flatMap(({ barbers }, index) => {
    if (barbers === undefined) return []
    const rows = (barbers ?? []).map(
      ({ barberId, isProvided, durationMin = null, priceCents = null }): TermsRow => ({
        barberId: barberId.toLowerCase(),
        isProvided,
        durationMin,
        priceCents,
      }),
    )
    if (new Set(rows.map(({ barberId }) => barberId)).size < rows.length) throw new ApiError('INVALID_INPUT')
    const differing = rows.filter((row) => !row.isProvided || row.durationMin !== null || row.priceCents !== null)
    return [{ index, barbers: differing }]
  })
}
