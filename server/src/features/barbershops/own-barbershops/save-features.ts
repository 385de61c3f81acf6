import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import { type BarbershopEdit, type EditDeps, editBarbershop } from '../editing/edit-barbershop.ts'
import { replaceFeatures } from './queries.ts'

/** Throws INVALID_INPUT when one of the ids is unknown. */
export function saveFeatures(
  deps: EditDeps,
  edit: BarbershopEdit,
  featureIds: readonly number[],
): Promise<OwnBarbershop> {
  const ids = [...new Set(featureIds)]
  return editBarbershop(deps, edit, async (tx, shop) => {
    const saved = await replaceFeatures(tx, shop.id, ids)
    if (saved < ids.length) throw new ApiError('INVALID_INPUT')
  })
}
