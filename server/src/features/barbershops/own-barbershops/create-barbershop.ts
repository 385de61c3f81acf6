import { type AddressParts, addressLengths, splitAddressLine } from '@na-regua/contract/addresses'
import { ApiError } from '@na-regua/contract/errors'
import {
  NAME_AND_ADDRESS_MISSING,
  type OwnBarbershop,
  type ownBarbershopsApi,
} from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { hasWord } from '@na-regua/contract/text-limits'
import type { Caller } from '../../../lib/auth.ts'
import { zoneOf } from '../../../lib/places/time-zone.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { cleanName } from '../../accounts/rules.ts'
import { insertNotification } from '../../notifications/events/queries.ts'
import { findNearestMunicipality, isState } from '../../places/rules.ts'
import { getOwnPlan, lockLimits } from '../../plans/queries.ts'
import { lockIssuedImages } from '../../uploads/queries.ts'
import type { EditDeps } from '../editing/edit-barbershop.ts'
import { getOwnBarbershop } from '../editing/queries.ts'
import { requireEditing } from '../editing/rules.ts'
import { refreshBarbershops } from '../queries.ts'
import { assignSlug } from '../slugs/change-slug.ts'
import { countActiveBarbershops, findDuplicate, insertBarbershop, type NewBarbershop } from './queries.ts'
import { changeParts, cleanText, requirePlanCapacity, requireSamePlace } from './rules.ts'

type CreateInput = Body<typeof ownBarbershopsApi.createBarbershop>

const DUPLICATE_MS = 3_600_000

/**
 * Creates an active barbershop without hours and services, in the time zone of its position. The limit of the plan also holds under
 * concurrent requests. The same input within an hour returns the existing barbershop, so that a client may retry.
 */
export async function createBarbershop(
  { db, clock }: EditDeps,
  caller: Caller,
  input: CreateInput,
): Promise<OwnBarbershop> {
  if (input.ownerId && input.ownerId.toLowerCase() !== caller.id) throw new ApiError('FORBIDDEN')
  const now = clock.now()
  const shop = toNewBarbershop(caller.id, input, now)
  return db.transaction().execute(async (tx) => {
    await lockLimits(tx, caller.id)
    const duplicate = await findDuplicate(tx, shop, new Date(now.getTime() - DUPLICATE_MS))
    if (duplicate) return getOwnBarbershop(tx, duplicate, now)
    const ownPlan = await getOwnPlan(tx, caller.id, now)
    requireEditing(ownPlan)
    requirePlanCapacity(ownPlan, await countActiveBarbershops(tx, caller.id))
    await lockIssuedImages(tx, { userId: caller.id, urls: shop.cover_image_url ? [shop.cover_image_url] : [] })
    const id = await insertBarbershop(tx, { ...shop, leads_ties: ownPlan.plan.tier !== 'basic', uses_visits: true })
    await refreshBarbershops(tx, [id])
    await assignSlug(tx, id, shop)
    await insertNotification(tx, toApproval(id, shop), now)
    await publish(tx, [caller.id], 'account')
    return getOwnBarbershop(tx, id, now)
  })
}

function toNewBarbershop(
  ownerId: string,
  input: CreateInput,
  now: Date,
): Omit<NewBarbershop, 'leads_ties' | 'uses_visits'> {
  const blank = new ApiError('INVALID_INPUT', {}, NAME_AND_ADDRESS_MISSING)
  const name = cleanName(input.name ?? '', blank)
  const address = cleanText(input.address ?? '')
  // Invisible characters alone are no address.
  if (!hasWord(address)) throw blank
  const { latitude, longitude, phone = null, whatsapp = null, instagram = null } = input
  if (input.state && !isState(input.state)) throw new ApiError('INVALID_INPUT')
  const { number, ...place } = toParts(input, address)
  requireSamePlace(input, place)
  return {
    owner_id: ownerId,
    name,
    address,
    ...place,
    street_number: number,
    zip_code: input.zipCode ?? null,
    phone,
    whatsapp,
    instagram,
    description: input.description?.trim() || null,
    latitude,
    longitude,
    time_zone: zoneOf(latitude, longitude),
    cover_image_url: input.coverImageUrl ?? null,
    auto_confirmation: 'everyone',
    created_at: now,
    updated_at: now,
  }
}

/** What is not given follows from the line and from the position. */
function toParts(input: CreateInput, line: string): AddressParts {
  const nearest = findNearestMunicipality(input)
  if (!nearest) throw new ApiError('PLACE_ABROAD')
  const { number, complement, neighborhood, city, state } = input
  const street = cleanText(input.street ?? '')
  const ofLine = street ? { street, number: '' } : splitAddressLine(line)
  const unknown = { ...ofLine, complement: '', neighborhood: '', city: nearest.city, state: nearest.state }
  const parts = changeParts(unknown, {
    street: ofLine.street,
    number: number || ofLine.number,
    complement,
    neighborhood,
    city,
    state,
  })
  return { ...parts, street: parts.street.slice(0, addressLengths.street) }
}

function toApproval(id: string, { owner_id, name }: Pick<NewBarbershop, 'owner_id' | 'name'>) {
  return {
    userId: owner_id,
    type: 'barbershop_approved' as const,
    topic: 'business' as const,
    dedupeKey: `barbershop:${id}:approved`,
    title: 'Barbearia no ar',
    message: `${name} já aparece nas buscas. Convide a equipe para receber agendamentos.`,
    path: `/barbershop/${id}`,
  }
}
