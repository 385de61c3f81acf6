import { type AddressParts, composeAddressLine, isOwnAddressLine, splitStreet } from '@na-regua/contract/addresses'
import { ApiError } from '@na-regua/contract/errors'
import type { OwnPlan } from '@na-regua/contract/plans'
import type { Position } from '../../../lib/sphere.ts'
import { findNearestMunicipality, isPlausiblePlace } from '../../places/rules.ts'

/** `active` counts the active barbershops without the new one. */
export function requirePlanCapacity({ plan }: OwnPlan, active: number): void {
  const limit = plan.max_barbershops
  if (limit === null || active < limit) return
  const count = limit === 1 ? '1 barbearia ativa' : `${limit} barbearias ativas`
  throw new ApiError('PLAN_LIMIT', { limit }, `Você atingiu o limite de ${count} do seu plano.`)
}

/** One line without surrounding whitespace. */
export function cleanText(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}

type AddressInput = Partial<AddressParts>

/** The parts after an edit. A street that is given without a number may end with it. */
export function changeParts(before: AddressParts, input: AddressInput): AddressParts {
  const given = Object.entries(input).filter(([, text]) => text !== undefined)
  const clean = Object.fromEntries(given.map(([part, text]) => [part, cleanText(text)])) as AddressInput
  const split = clean.street && !clean.number ? splitStreet(clean.street) : undefined
  return { ...before, ...clean, ...(split?.number && split), city: clean.city || before.city }
}

type AddressLine = { before: { line: string; parts: AddressParts }; parts: AddressParts; line: string | undefined }

/**
 * The public line after an edit. The owner's own text is never overwritten by a change of a part; a composed line follows its parts,
 * and so does one that is saved empty.
 */
export function changeAddressLine({ before, parts, line }: AddressLine): string {
  const own = line === undefined ? before.line : cleanText(line)
  const isOwn = line === undefined ? isOwnAddressLine(own, before.parts) : own !== ''
  return isOwn ? own : composeAddressLine(parts) || before.line
}

/** Throws PLACE_ABROAD far from Brazil, PLACE_MISMATCH when the position is certainly not in the city. */
export function requireSamePlace(position: Position, place: { city: string; state: string }): void {
  const nearest = findNearestMunicipality(position)
  if (!nearest) throw new ApiError('PLACE_ABROAD')
  if (!isPlausiblePlace(position, place))
    throw new ApiError(
      'PLACE_MISMATCH',
      {},
      `O ponto no mapa fica em ${nearest.city} - ${nearest.state}, e não em ${place.city} - ${place.state}. Corrija o ponto ou a cidade.`,
    )
}
