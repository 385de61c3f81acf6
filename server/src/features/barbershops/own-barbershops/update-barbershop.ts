import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import type { Database } from '../../../lib/database.ts'
import { zoneOf } from '../../../lib/time-zone.ts'
import { findTown, isState } from '../../places/rules.ts'
import { requirePictures } from '../../uploads/queries.ts'
import { type Deps, type Edit, editShop } from './edit-shop.ts'
import { type LockedShop, replaceImages, type ShopChange, updateShop } from './queries.ts'
import { cleanLine, composeAddress } from './rules.ts'

type Wish = Body<typeof ownBarbershopsApi.updateBarbershop>

/** Changes what is given and leaves the rest as it is. A shop that moves takes the zone of its new place. */
export function updateBarbershop(deps: Deps, edit: Edit, wish: Wish): Promise<OwnBarbershop> {
  return editShop(deps, { ...edit, version: wish.version }, async (tx, shop) => {
    const pictures = await toPictures(tx, shop, edit.caller.id, wish)
    await updateShop(tx, shop.id, {
      ...toNames(wish),
      ...toPlace(shop, wish),
      ...toRules(wish),
      ...(pictures.cover !== undefined && { cover_image_url: pictures.cover }),
    })
    if (pictures.images) await replaceImages(tx, shop.id, pictures.images)
  })
}

function toNames({ name, phone, whatsapp, description }: Wish): ShopChange {
  const line = name === undefined ? undefined : cleanLine(name)
  if (line === '') throw new ApiError('INVALID_INPUT', {}, 'Preencha nome e endereço')
  return {
    name: line,
    phone,
    whatsapp,
    description: description === undefined ? undefined : description?.trim() || null,
  }
}

function toPlace(shop: LockedShop, { address = {}, latitude, longitude }: Wish): ShopChange {
  if (address.state && !isState(address.state)) throw new ApiError('INVALID_INPUT')
  const position = { latitude: latitude ?? shop.latitude, longitude: longitude ?? shop.longitude }
  const hasMoved = position.latitude !== shop.latitude || position.longitude !== shop.longitude
  if (hasMoved && !findTown(position)) throw new ApiError('PLACE_ABROAD')
  const clean = (text: string | undefined, before: string) => (text === undefined ? before : cleanLine(text))
  const street = clean(address.street, shop.street)
  const neighborhood = clean(address.neighborhood, shop.neighborhood)
  return {
    street,
    neighborhood,
    address: composeAddress(shop, { street, neighborhood }),
    city: (address.city && cleanLine(address.city)) || undefined,
    state: address.state,
    zip_code: address.zip,
    ...(hasMoved && { ...position, time_zone: zoneOf(position.latitude, position.longitude) }),
  }
}

function toRules({ gridMin, minimumNoticeMin, cancelNoticeMin, bookingWindowDays }: Wish): ShopChange {
  return {
    grid_minutes: gridMin,
    minimum_notice_minutes: minimumNoticeMin,
    cancel_notice_minutes: cancelNoticeMin,
    booking_window_days: bookingWindowDays,
  }
}

/** A cover that is taken out of the pictures makes room for the first of those that stay. */
async function toPictures(tx: Database, shop: LockedShop, userId: string, { images, coverImageUrl }: Wish) {
  const list = images && [...new Set(images)]
  const urls = [...(list ?? []), ...(coverImageUrl ? [coverImageUrl] : [])]
  await requirePictures(tx, { userId, urls, already: [...shop.images, ...(shop.cover ? [shop.cover] : [])] })
  const { cover } = shop
  const isCoverGone = list && cover && shop.images.includes(cover) && !list.includes(cover)
  return { images: list, cover: coverImageUrl === undefined && isCoverGone ? (list[0] ?? null) : coverImageUrl }
}
