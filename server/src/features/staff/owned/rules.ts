import { ApiError } from '@na-regua/contract/errors'
import type { Plan } from '@na-regua/contract/plans'

/** Throws PLAN_LIMIT when one more chair would be more than the plan allows. Invites that wait for an answer count. */
export function requireSeat(
  { chairs, invites }: { chairs: number; invites: number },
  { max_barbers: most }: Plan,
): void {
  if (most === null || chairs + invites < most) return
  const barbers = most === 1 ? '1 barbeiro' : `${most} barbeiros`
  const waiting = invites > 0 ? ' Convites pendentes contam.' : ''
  throw new ApiError('PLAN_LIMIT', {}, `Você atingiu o limite de ${barbers} do seu plano.${waiting}`)
}
