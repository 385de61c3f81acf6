import { ApiError } from '@na-regua/contract/errors'
import type { Plan } from '@na-regua/contract/plans'

/** Throws PLAN_LIMIT when one more barber would exceed the plan. Open invites count. */
export function checkBarberLimit(used: { barbers: number; invites: number }, { max_barbers: limit }: Plan): void {
  if (limit === null || used.barbers + used.invites < limit) return
  const barbers = limit === 1 ? '1 barbeiro' : `${limit} barbeiros`
  const pending = used.invites > 0 ? ' Convites pendentes contam.' : ''
  throw new ApiError('PLAN_LIMIT', {}, `Você atingiu o limite de ${barbers} do seu plano.${pending}`)
}
