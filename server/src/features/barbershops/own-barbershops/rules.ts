import { ApiError } from '@na-regua/contract/errors'
import type { OwnPlan } from '@na-regua/contract/plans'

/** Without a current plan everything is read-only. */
export function requireEditing({ canEdit }: OwnPlan): void {
  if (!canEdit) throw new ApiError('PLAN_LAPSED')
}

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

/** The part before the number: 'Rua T-55, 100 - Setor Bueno' becomes 'Rua T-55'. */
export function toStreet(address: string): string {
  return cleanText(address.split(',', 1)[0] ?? '').slice(0, 160)
}

type Address = { address: string; street: string; neighborhood: string }

/** A new street replaces the whole address line, a new neighbourhood only the old one in it. */
export function composeAddress(before: Address, { street, neighborhood }: Omit<Address, 'address'>): string {
  if (street !== before.street) return [street, neighborhood].filter(Boolean).join(' - ') || before.address
  return before.neighborhood ? before.address.replace(before.neighborhood, () => neighborhood) : before.address
}
