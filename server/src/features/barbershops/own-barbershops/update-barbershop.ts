import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import type { Database } from '../../../lib/database.ts'
import { zoneOf } from '../../../lib/places/time-zone.ts'
import { cleanName } from '../../accounts/rules.ts'
import { findNearestMunicipality, isState } from '../../places/rules.ts'
import { lockIssuedImages } from '../../uploads/queries.ts'
import { type BarbershopEdit, type EditDeps, editBarbershop } from './edit-barbershop.ts'
import { type BarbershopChange, type LockedBarbershop, replaceImages, updateBarbershopRow } from './queries.ts'
import { cleanText, composeAddress } from './rules.ts'

type UpdateInput = Body<typeof ownBarbershopsApi.updateBarbershop>

/** Changes the given fields. A barbershop that moves gets the time zone of its new position. */
export function updateBarbershop(deps: EditDeps, edit: BarbershopEdit, input: UpdateInput): Promise<OwnBarbershop> {
  return editBarbershop(deps, { ...edit, version: input.version }, async (tx, shop) => {
    const { images, cover } = await toImages(tx, shop, edit.caller.id, input)
    await updateBarbershopRow(tx, shop.id, {
      ...toContact(input),
      ...toAddress(shop, input),
      ...toBookingRules(input),
      ...(cover !== undefined && { cover_image_url: cover }),
    })
    if (images) await replaceImages(tx, shop.id, images)
  })
}

function toContact({ name, phone, whatsapp, description }: UpdateInput): BarbershopChange {
  const blank = new ApiError('INVALID_INPUT', {}, 'Preencha nome e endereço')
  return {
    name: name === undefined ? undefined : cleanName(name, blank),
    phone,
    whatsapp,
    description: description === undefined ? undefined : description?.trim() || null,
  }
}

function toAddress(shop: LockedBarbershop, { address = {}, latitude, longitude }: UpdateInput): BarbershopChange {
  if (address.state && !isState(address.state)) throw new ApiError('INVALID_INPUT')
  const position = { latitude: latitude ?? shop.latitude, longitude: longitude ?? shop.longitude }
  const hasMoved = position.latitude !== shop.latitude || position.longitude !== shop.longitude
  if (hasMoved && !findNearestMunicipality(position)) throw new ApiError('PLACE_ABROAD')
  const clean = (text: string | undefined, before: string) => (text === undefined ? before : cleanText(text))
  const street = clean(address.street, shop.street)
  const neighborhood = clean(address.neighborhood, shop.neighborhood)
  return {
    street,
    neighborhood,
    address: composeAddress(shop, { street, neighborhood }),
    city: (address.city && cleanText(address.city)) || undefined,
    state: address.state,
    zip_code: address.zip,
    ...(hasMoved && { ...position, time_zone: zoneOf(position.latitude, position.longitude) }),
  }
}

function toBookingRules({
  gridMin,
  minimumNoticeMin,
  cancelNoticeMin,
  bookingWindowDays,
}: UpdateInput): BarbershopChange {
  return {
    grid_minutes: gridMin,
    minimum_notice_minutes: minimumNoticeMin,
    cancel_notice_minutes: cancelNoticeMin,
    booking_window_days: bookingWindowDays,
  }
}

/** When the cover is removed from the images, the first remaining image becomes the cover. */
async function toImages(tx: Database, shop: LockedBarbershop, userId: string, { images, coverImageUrl }: UpdateInput) {
  const list = images && [...new Set(images)]
  const urls = [...(list ?? []), ...(coverImageUrl ? [coverImageUrl] : [])]
  await lockIssuedImages(tx, { userId, urls, already: [...shop.images, ...(shop.cover ? [shop.cover] : [])] })
  const { cover } = shop
  const isCoverRemoved = list && cover && shop.images.includes(cover) && !list.includes(cover)
  return { images: list, cover: coverImageUrl === undefined && isCoverRemoved ? (list[0] ?? null) : coverImageUrl }
}
