import { ApiError } from '@na-regua/contract/errors'
import type { OwnPlan } from '@na-regua/contract/plans'

/** A plan that ended leaves everything to look at and nothing to change. */
export function requireEditing({ canEdit }: OwnPlan): void {
  if (!canEdit) throw new ApiError('PLAN_LAPSED')
}

/** `active` shops there are without the one that wants to be. */
export function requireRoom({ plan }: OwnPlan, active: number): void {
  const most = plan.max_barbershops
  if (most === null || active < most) return
  const words = most === 1 ? '1 barbearia ativa' : `${most} barbearias ativas`
  throw new ApiError('PLAN_LIMIT', { limit: most }, `Você atingiu o limite de ${words} do seu plano.`)
}

/** One line, without what people cannot see at its ends. */
export function cleanLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}

/** What stands before the number: 'Rua T-55, 100 - Setor Bueno' is in 'Rua T-55'. */
export function streetOf(address: string): string {
  return cleanLine(address.split(',', 1)[0] ?? '').slice(0, 160)
}

type Address = { address: string; street: string; neighborhood: string }

/** The line that people read follows its parts: another street makes it anew, another neighbourhood is exchanged in it. */
export function composeAddress(before: Address, { street, neighborhood }: Omit<Address, 'address'>): string {
  if (street !== before.street) return [street, neighborhood].filter(Boolean).join(' - ') || before.address
  return before.neighborhood ? before.address.replace(before.neighborhood, () => neighborhood) : before.address
}
