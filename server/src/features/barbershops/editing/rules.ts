import { ApiError } from '@na-regua/contract/errors'
import type { OwnPlan } from '@na-regua/contract/plans'

/** Without a current plan everything is read-only. */
export function requireEditing({ canEdit }: OwnPlan): void {
  if (!canEdit) throw new ApiError('PLAN_LAPSED')
}
