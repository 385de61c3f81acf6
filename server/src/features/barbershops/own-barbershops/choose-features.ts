import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import { type Deps, type Edit, editShop } from './edit-shop.ts'
import { replaceFeatures } from './queries.ts'

/** Throws INVALID_INPUT when one of them is no feature that shops can have. */
export function chooseFeatures(deps: Deps, edit: Edit, featureIds: readonly number[]): Promise<OwnBarbershop> {
  const ids = [...new Set(featureIds)]
  return editShop(deps, edit, async (tx, shop) => {
    const known = await replaceFeatures(tx, shop.id, ids)
    if (known < ids.length) throw new ApiError('INVALID_INPUT')
  })
}
