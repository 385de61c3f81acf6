import type { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { emptyGeneral, type General, listMissing } from '../form/rules.ts'
import { type DayDraft, isWeekReady, usualWeek } from '../opening-hours-form/rules.ts'
import { areServicesReady, type ServiceDraft } from '../services/rules.ts'

export const steps = ['Geral', 'Comodidades', 'Serviços', 'Horários', 'Imagens'] as const
export const LAST_STEP = steps.length - 1

/** A shop on its way, as it is kept between visits. The first picture is the cover. */
export type ShopDraft = {
  step: number
  general: General
  featureIds: number[]
  services: ServiceDraft[]
  week: DayDraft[]
  pictures: string[]
}

export function newDraft(): ShopDraft {
  return { step: 0, general: emptyGeneral, featureIds: [], services: [], week: usualWeek(), pictures: [] }
}

/** What the step still needs before the next one, in words; nothing when it is ready. */
export function findHurdle({ step, general, services, week }: ShopDraft): string | undefined {
  if (step === 0) {
    const missing = listMissing(general)
    return missing.length > 0 ? `Falta ${new Intl.ListFormat('pt-BR').format(missing)}.` : undefined
  }
  if (step === 2 && !areServicesReady(services)) return 'Cada serviço precisa de nome, duração e preço.'
  if (step === 3 && !isWeekReady(week)) return 'Confira os horários em vermelho.'
  return undefined
}

/** A draft in which nobody wrote anything is not worth being offered again. */
export function isWorthKeeping({ general, featureIds, services, pictures }: ShopDraft) {
  const hasWords = Object.values(general).some((value) => value !== undefined && value !== '')
  return hasWords || featureIds.length > 0 || services.length > 0 || pictures.length > 0
}

/** What an older visit kept, or nothing where it cannot be read. */
export function parseDraft(text: string | null): ShopDraft | undefined {
  try {
    const { step, general, featureIds, services, week, pictures } = JSON.parse(text ?? '') as ShopDraft
    const isWhole = [featureIds, services, week, pictures].every(Array.isArray) && week.length === 7
    if (!isWhole || typeof general.name !== 'string') return undefined
    const kept = Math.min(LAST_STEP, Math.max(0, Math.trunc(Number(step)) || 0))
    return { step: kept, general: { ...emptyGeneral, ...general }, featureIds, services, week, pictures }
  } catch {
    return undefined
  }
}

/** The first call of all: what makes a shop. What is empty does not travel. */
export function toNewShop(
  { general, pictures }: ShopDraft,
  ownerId: string,
): Body<typeof ownBarbershopsApi.createBarbershop> {
  const { name, address, street, neighborhood, city, state, zipCode, phone, whatsapp, description } = general
  return {
    name: name.trim(),
    address: address.trim(),
    street: street.trim() || undefined,
    neighborhood: neighborhood.trim() || undefined,
    city: city.trim() || undefined,
    state: state.length === 2 ? state : undefined,
    zipCode: zipCode || null,
    latitude: general.latitude ?? 0,
    longitude: general.longitude ?? 0,
    ownerId,
    coverImageUrl: pictures[0] ?? null,
    phone: phone || null,
    whatsapp: whatsapp || null,
    description: description.trim() || null,
  }
}
