import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import { MAX_SLUGS } from '@na-regua/contract/slugs'
import type { Database } from '../../../lib/database.ts'
import { type BarbershopEdit, type EditDeps, editBarbershop } from '../editing/edit-barbershop.ts'
import { getSlugState, insertFirstFreeSlug, setCurrentSlug } from './queries.ts'
import { isReservedSlug, listSlugCandidates } from './rules.ts'

const RESERVED = 'Este endereço é reservado pela Na Régua. Escolha outro.'
const TOO_MANY = `Esta barbearia já teve ${MAX_SLUGS} endereços, e todos continuam levando a ela. Volte a um deles.`

/** The former address redirects to the new one from then on, and stays the barbershop's. */
export function changeSlug(deps: EditDeps, edit: BarbershopEdit, slug: string): Promise<OwnBarbershop> {
  if (isReservedSlug(slug)) throw new ApiError('SLUG_UNAVAILABLE', {}, RESERVED)
  return editBarbershop(deps, edit, async (tx, shop) => {
    const { count, current, ownerOfSlug } = await getSlugState(tx, shop.id, slug)
    if (current === slug) return
    if (ownerOfSlug && ownerOfSlug !== shop.id) throw new ApiError('SLUG_UNAVAILABLE')
    if (!ownerOfSlug && count >= MAX_SLUGS) throw new ApiError('SLUG_UNAVAILABLE', {}, TOO_MANY)
    if (!(await setCurrentSlug(tx, shop.id, slug))) throw new ApiError('SLUG_UNAVAILABLE')
  })
}

const TRIES = 3

/** Made from the name of a new barbershop. In the transaction that creates it. */
export async function assignSlug(
  tx: Database,
  barbershopId: string,
  shop: Record<'name' | 'neighborhood' | 'city', string>,
): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++)
    if (await insertFirstFreeSlug(tx, barbershopId, listSlugCandidates(shop))) return
  throw new Error(`no address is free for barbershop ${barbershopId}`)
}
