import type { OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { findGeneralErrors, type General, hasPlace } from '../form/rules.ts'

/** Minutes between the times that customers may choose. */
export const gridSizes = [5, 10, 15, 20, 30, 60] as const

/** How the shop's book is kept, in minutes and days. */
export type BookRules = Pick<OwnBarbershop, 'gridMin' | 'minimumNoticeMin' | 'cancelNoticeMin' | 'bookingWindowDays'>
export type Information = { general: General; book: BookRules }

export function toInformation(shop: OwnBarbershop): Information {
  const { gridMin, minimumNoticeMin, cancelNoticeMin, bookingWindowDays, name, address, street, neighborhood } = shop
  const { city, state, latitude, longitude } = shop
  return {
    general: {
      ...{ name, address, street, neighborhood, city, state, latitude, longitude },
      zipCode: shop.zipCode ?? '',
      phone: shop.phone ?? '',
      whatsapp: shop.whatsapp ?? '',
      description: shop.description ?? '',
    },
    book: { gridMin, minimumNoticeMin, cancelNoticeMin, bookingWindowDays },
  }
}

export function fromInformation({ general, book }: Information): Body<typeof ownBarbershopsApi.updateBarbershop> {
  const { name, street, neighborhood, city, state, zipCode, latitude, longitude } = general
  return {
    name: name.trim(),
    address: {
      street: street.trim(),
      neighborhood: neighborhood.trim(),
      city: city.trim(),
      state,
      zip: zipCode || null,
    },
    latitude,
    longitude,
    phone: general.phone || null,
    whatsapp: general.whatsapp || null,
    description: general.description.trim() || null,
    ...book,
    gridMin: gridSizes.find((minutes) => minutes === book.gridMin),
  }
}

/** Why it cannot be saved, in words. */
export function findInformationHurdle({ general, book }: Information): string | undefined {
  if (!general.name.trim()) return 'Dê um nome à barbearia.'
  if (!general.city.trim() || general.state.length !== 2 || !hasPlace(general)) return 'Informe cidade e estado.'
  if (Object.values(findGeneralErrors(general)).some(Boolean)) return 'Confira os campos em vermelho.'
  const isWindow = Number.isInteger(book.bookingWindowDays) && book.bookingWindowDays >= 1
  return isWindow && book.bookingWindowDays <= 365 ? undefined : 'A agenda abre de 1 a 365 dias.'
}
