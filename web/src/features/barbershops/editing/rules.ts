import { findNameProblem } from '@na-regua/contract/names'
import type { OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { findGeneralErrors, type GeneralDraft, hasPosition } from '../form/rules.ts'

/** Minutes between slots. */
export const gridSizes = [5, 10, 15, 20, 30, 60] as const

/** In minutes and days. */
export type BookingRules = Pick<OwnBarbershop, 'gridMin' | 'minimumNoticeMin' | 'cancelNoticeMin' | 'bookingWindowDays'>
export type InformationDraft = { general: GeneralDraft; bookingRules: BookingRules }

export function toInformationDraft(shop: OwnBarbershop): InformationDraft {
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
    bookingRules: { gridMin, minimumNoticeMin, cancelNoticeMin, bookingWindowDays },
  }
}

export function fromInformationDraft({
  general,
  bookingRules,
}: InformationDraft): Body<typeof ownBarbershopsApi.updateBarbershop> {
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
    ...bookingRules,
    gridMin: gridSizes.find((minutes) => minutes === bookingRules.gridMin),
  }
}

export function findInformationError({ general, bookingRules }: InformationDraft): string | undefined {
  const nameProblem = findNameProblem(general.name, 'Dê um nome à barbearia.')
  if (nameProblem) return nameProblem
  if (!general.city.trim() || general.state.length !== 2 || !hasPosition(general)) return 'Informe cidade e estado.'
  if (Object.values(findGeneralErrors(general)).some(Boolean)) return 'Confira os campos em vermelho.'
  const isWindow = Number.isInteger(bookingRules.bookingWindowDays) && bookingRules.bookingWindowDays >= 1
  return isWindow && bookingRules.bookingWindowDays <= 365 ? undefined : 'A agenda abre de 1 a 365 dias.'
}
