import type { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { emptyGeneral, type GeneralDraft, listMissingInput } from '../form/rules.ts'
import {
  areSpecialDatesValid,
  areWeeklyHoursValid,
  createWeeklyHours,
  type DayDraft,
  type SpecialDateDraft,
} from '../opening-hours-form/rules.ts'
import { areServicesValid, createServiceDraft, type ServiceDraft } from '../services/rules.ts'

export const wizardSteps = ['Geral', 'Comodidades', 'Serviços', 'Horários', 'Imagens'] as const
export const LAST_STEP = wizardSteps.length - 1

/** A new barbershop, stored until it is created. The first image is the cover. */
export type BarbershopDraft = {
  step: number
  general: GeneralDraft
  featureIds: number[]
  services: ServiceDraft[]
  weeklyHours: DayDraft[]
  /** Holidays on which the owner decided to close, or to open. */
  specialDates: SpecialDateDraft[]
  images: string[]
  /** The owner becomes a barber of it. */
  cutsHere: boolean
}

export function createDraft(): BarbershopDraft {
  return {
    ...{ step: 0, general: emptyGeneral, featureIds: [], services: [] },
    ...{ weeklyHours: createWeeklyHours(), specialDates: [], images: [], cutsHere: false },
  }
}

/** What the step still needs, or undefined if it is complete. */
export function findStepError({
  step,
  general,
  services,
  weeklyHours,
  specialDates,
}: BarbershopDraft): string | undefined {
  if (step === 0) {
    const missing = listMissingInput(general)
    return missing.length > 0 ? `Falta ${new Intl.ListFormat('pt-BR').format(missing)}.` : undefined
  }
  if (step === 2 && !areServicesValid(services)) return 'Cada serviço precisa de nome, duração e preço.'
  const areHoursValid = areWeeklyHoursValid(weeklyHours) && areSpecialDatesValid(specialDates)
  if (step === 3 && !areHoursValid) return 'Confira os horários em vermelho.'
  return undefined
}

/** False for a draft without any input. */
export function isWorthSaving({ general, featureIds, services, images }: BarbershopDraft) {
  const hasText = Object.values(general).some((value) => value !== undefined && value !== '')
  return hasText || featureIds.length > 0 || services.length > 0 || images.length > 0
}

/** Field names of drafts that earlier versions stored. JSON escapes quotes, so they cannot occur in a typed text. */
const renamedFields = [
  ['"pictures":', '"images":'],
  ['"week":', '"weeklyHours":'],
] as const

function renameFields(json: string) {
  return renamedFields.reduce((text, [from, to]) => text.replace(from, to), json)
}

/** A stored draft, or undefined if it is invalid. */
export function parseDraft(text: string | null): BarbershopDraft | undefined {
  try {
    const stored = JSON.parse(renameFields(text ?? '')) as BarbershopDraft
    const { step, general, featureIds, services, weeklyHours, specialDates = [], images, cutsHere = false } = stored
    const isComplete =
      [featureIds, services, weeklyHours, specialDates, images].every(Array.isArray) && weeklyHours.length === 7
    if (!isComplete || typeof general.name !== 'string') return undefined
    const storedStep = Math.min(LAST_STEP, Math.max(0, Math.trunc(Number(step)) || 0))
    return {
      ...{ step: storedStep, general: { ...emptyGeneral, ...general }, featureIds },
      services: services.map((service) => ({ ...createServiceDraft(), ...service })),
      ...{ weeklyHours, specialDates, images, cutsHere },
    }
  } catch {
    return undefined
  }
}

/** The body of the first request. Empty fields are omitted. */
export function toNewBarbershop(
  { general, images }: BarbershopDraft,
  ownerId: string,
): Body<typeof ownBarbershopsApi.createBarbershop> {
  const { name, address, street, number, complement, neighborhood, city, state } = general
  const { zipCode, phone, whatsapp, description } = general
  return {
    name: name.trim(),
    address: address.trim(),
    street: street.trim() || undefined,
    number: number.trim() || undefined,
    complement: complement.trim() || undefined,
    neighborhood: neighborhood.trim() || undefined,
    city: city.trim() || undefined,
    state: state.length === 2 ? state : undefined,
    zipCode: zipCode || null,
    latitude: general.latitude ?? 0,
    longitude: general.longitude ?? 0,
    ownerId,
    coverImageUrl: images[0] ?? null,
    phone: phone || null,
    whatsapp: whatsapp || null,
    description: description.trim() || null,
  }
}
