import type { AddressParts } from '@na-regua/contract/addresses'
import { ApiError } from '@na-regua/contract/errors'
import {
  NAME_AND_ADDRESS_MISSING,
  type OwnBarbershop,
  type ownBarbershopsApi,
} from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import type { Database } from '../../../lib/database.ts'
import { zoneOf } from '../../../lib/places/time-zone.ts'
import { cleanName } from '../../accounts/rules.ts'
import { isState } from '../../places/rules.ts'
import { lockIssuedImages } from '../../uploads/queries.ts'
import { type BarbershopEdit, type EditDeps, editBarbershop } from '../editing/edit-barbershop.ts'
import type { LockedBarbershop } from '../editing/queries.ts'
import { type BarbershopChange, replaceImages, updateBarbershopRow } from './queries.ts'
import { changeAddressLine, changeParts, requireSamePlace } from './rules.ts'

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

function toContact({ name, phone, whatsapp, instagram, paymentMethods, description }: UpdateInput): BarbershopChange {
  const blank = new ApiError('INVALID_INPUT', {}, NAME_AND_ADDRESS_MISSING)
  return {
    name: name === undefined ? undefined : cleanName(name, blank),
    phone,
    whatsapp,
    instagram,
    payment_methods: paymentMethods,
    description: description === undefined ? undefined : description?.trim() || null,
  }
}

function toAddress(shop: LockedBarbershop, { address = {}, latitude, longitude }: UpdateInput): BarbershopChange {
  const { zip, line, ...input } = address
  if (input.state && !isState(input.state)) throw new ApiError('INVALID_INPUT')
  const position = { latitude: latitude ?? shop.latitude, longitude: longitude ?? shop.longitude }
  const hasMoved = position.latitude !== shop.latitude || position.longitude !== shop.longitude
  const before = pickParts(shop)
  const parts = changeParts(before, input)
  // A contradiction of earlier versions does not prevent other edits.
  if (hasMoved || parts.city !== shop.city || parts.state !== shop.state) requireSamePlace(position, parts)
  const { number, ...columns } = parts
  return {
    ...columns,
    street_number: number,
    address: changeAddressLine({ before: { line: shop.address, parts: before }, parts, line }),
    zip_code: zip,
    ...(hasMoved && { ...position, time_zone: zoneOf(position.latitude, position.longitude) }),
  }
}

function pickParts({ street, number, complement, neighborhood, city, state }: AddressParts): AddressParts {
  return { street, number, complement, neighborhood, city, state }
}

function toBookingRules({
  gridMin,
  minimumNoticeMin,
  cancelNoticeMin,
  bookingWindowDays,
  autoConfirmation,
  autoConfirmsShortNotice,
  autoConfirmsAfterNoShows,
}: UpdateInput): BarbershopChange {
  return {
    grid_minutes: gridMin,
    minimum_notice_minutes: minimumNoticeMin,
    cancel_notice_minutes: cancelNoticeMin,
    booking_window_days: bookingWindowDays,
    auto_confirmation: autoConfirmation,
    auto_confirms_short_notice: autoConfirmsShortNotice,
    auto_confirms_after_no_shows: autoConfirmsAfterNoShows,
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
