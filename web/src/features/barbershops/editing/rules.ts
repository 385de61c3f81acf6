import { findNameProblem } from '@na-regua/contract/names'
import type { OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { findGeneralErrors, type GeneralDraft, hasPosition } from '../form/rules.ts'

/** Minutes between slots. */
export const gridSizes = [5, 10, 15, 20, 30, 60] as const

/** In minutes and days. */
type BookingTimes = Pick<OwnBarbershop, 'gridMin' | 'minimumNoticeMin' | 'cancelNoticeMin' | 'bookingWindowDays'>
export type BookingRules = BookingTimes & Pick<OwnBarbershop, 'autoConfirmation' | 'autoConfirmsAfterNoShows'>
export type InformationDraft = { general: GeneralDraft; bookingRules: BookingRules }

export function toInformationDraft(shop: OwnBarbershop): InformationDraft {
  const { gridMin, minimumNoticeMin, cancelNoticeMin, bookingWindowDays } = shop
  const { autoConfirmation, autoConfirmsAfterNoShows } = shop
  const { name, address, street, number, complement, neighborhood } = shop
  const { city, state, latitude, longitude } = shop
  return {
    general: {
      ...{ name, address, street, number, complement, neighborhood, city, state, latitude, longitude },
      zipCode: shop.zipCode ?? '',
      phone: shop.phone ?? '',
      whatsapp: shop.whatsapp ?? '',
      description: shop.description ?? '',
    },
    bookingRules: {
      ...{ gridMin, minimumNoticeMin, cancelNoticeMin, bookingWindowDays },
      ...{ autoConfirmation, autoConfirmsAfterNoShows },
    },
  }
}

export function fromInformationDraft({
  general,
  bookingRules,
}: InformationDraft): Body<typeof ownBarbershopsApi.updateBarbershop> {
  const { name, address, street, number, complement, neighborhood, city, state, zipCode, latitude, longitude } = general
  return {
    name: name.trim(),
    address: {
      street: street.trim(),
      number: number.trim(),
      complement: complement.trim(),
      neighborhood: neighborhood.trim(),
      city: city.trim(),
      state,
      zip: zipCode || null,
      line: address.trim(),
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
  if (!general.address.trim()) return 'Preencha o endereço.'
  if (!general.city.trim() || general.state.length !== 2 || !hasPosition(general)) return 'Informe cidade e estado.'
  if (Object.values(findGeneralErrors(general)).some(Boolean)) return 'Confira os campos em vermelho.'
  const isWindow = Number.isInteger(bookingRules.bookingWindowDays) && bookingRules.bookingWindowDays >= 1
  return isWindow && bookingRules.bookingWindowDays <= 365 ? undefined : 'A agenda abre de 1 a 365 dias.'
}
