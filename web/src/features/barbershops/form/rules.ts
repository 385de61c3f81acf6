import { findInstagramProblem } from '@na-regua/contract/instagram'
import { findNameProblem, normalizeName } from '@na-regua/contract/names'
import {
  MAX_BARBERSHOP_IMAGES,
  type OwnBarbershop,
  type ownBarbershopsApi,
  TOO_MANY_IMAGES_MESSAGE,
} from '@na-regua/contract/own-barbershops'
import { findPhoneProblem } from '@na-regua/contract/phones'
import type { Body } from '@na-regua/contract/route'
import { hasWord, matchesPattern, STATE_PATTERN, ZIP_CODE_PATTERN } from '@na-regua/contract/text-limits'
import { formatList } from '../../../lib/format.ts'
import type { Address } from '../../../lib/geolocation.ts'
import type { ImageLimit } from '../../../lib/upload.ts'
import {
  areSpecialDatesValid,
  areWeeklyHoursValid,
  createWeeklyHours,
  type DayDraft,
  type SpecialDateDraft,
} from '../opening-hours-form/rules.ts'
import { areServicesValid, createServiceDraft, type ServiceDraft } from '../services/rules.ts'

export type GeneralDraft = Address & {
  name: string
  phone: string
  whatsapp: string
  instagram: string
  description: string
}

export const emptyGeneral: GeneralDraft = {
  name: '',
  address: '',
  street: '',
  number: '',
  complement: '',
  neighborhood: '',
  zipCode: '',
  state: '',
  city: '',
  phone: '',
  whatsapp: '',
  instagram: '',
  description: '',
}

const barbershopPhone = { isOptional: true, isBrazilian: true }

type GeneralErrors = Partial<Record<keyof GeneralDraft, string>>

/** Errors of invalid values; empty fields have none. */
export function findGeneralErrors({ phone, whatsapp, instagram, zipCode }: GeneralDraft): GeneralErrors {
  return {
    phone: findPhoneProblem(phone, barbershopPhone),
    whatsapp: findPhoneProblem(whatsapp, barbershopPhone),
    instagram: findInstagramProblem(instagram),
    zipCode: zipCode === '' || matchesPattern(ZIP_CODE_PATTERN, zipCode) ? undefined : 'O CEP tem 8 números.',
  }
}

export function hasPosition({ latitude, longitude }: Pick<Address, 'latitude' | 'longitude'>) {
  return latitude !== undefined && longitude !== undefined
}

type MissingErrors = { name?: string; address?: string; position?: string }

/** True without what the barbershop cannot be created without. */
export function lacksNameOrAddress({ name, address }: Pick<GeneralDraft, 'name' | 'address'>) {
  return normalizeName(name) === '' || !hasWord(address)
}

/** Errors of what is still empty, shown when the user tries to go on. */
export function findMissingErrors(general: GeneralDraft): MissingErrors {
  return {
    name: findNameProblem(general.name, 'Dê um nome à barbearia.'),
    address: hasWord(general.address) ? undefined : 'Preencha a rua e o número, ou escreva o endereço.',
    position: hasPosition(general) ? undefined : 'Marque no mapa onde fica a barbearia.',
  }
}

/** What the first step still needs, as texts. */
export function listMissingInput(general: GeneralDraft): string[] {
  const missing = [
    normalizeName(general.name) === '' && 'o nome',
    !hasWord(general.address) && 'o endereço',
    !hasPosition(general) && 'o ponto no mapa',
  ]
  const wrong = Object.values(findGeneralErrors(general)).some(Boolean)
  return [...missing.filter((word) => word !== false), ...(wrong ? ['corrigir os campos em vermelho'] : [])]
}

export const barbershopImages: ImageLimit = { max: MAX_BARBERSHOP_IMAGES, message: TOO_MANY_IMAGES_MESSAGE }

/** Each image once, the cover first. */
export function listOwnImages({ images, coverImageUrl }: Pick<OwnBarbershop, 'images' | 'coverImageUrl'>): string[] {
  const all = coverImageUrl ? [coverImageUrl, ...images] : images
  return [...new Set(all)].slice(0, MAX_BARBERSHOP_IMAGES)
}

/** Error text of a failed change: an image was removed, became the cover, or was added. */
export function describeImageChangeError(before: readonly string[], after: readonly string[]) {
  if (before.some((url) => !after.includes(url))) return 'Erro ao remover imagem'
  const isCoverMoved = before.length > 0 && before[0] !== after[0]
  return isCoverMoved ? 'Erro ao definir imagem de capa' : 'Erro ao salvar. Tente novamente.'
}

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
    step: 0,
    general: emptyGeneral,
    featureIds: [],
    services: [],
    weeklyHours: createWeeklyHours(),
    specialDates: [],
    images: [],
    cutsHere: false,
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
    return missing.length > 0 ? `Falta ${formatList(missing)}.` : undefined
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
      step: storedStep,
      general: { ...emptyGeneral, ...general },
      featureIds,
      services: services.map((service) => ({ ...createServiceDraft(), ...service })),
      weeklyHours,
      specialDates,
      images,
      cutsHere,
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
  const { zipCode, phone, whatsapp, instagram, description } = general
  return {
    name: name.trim(),
    address: address.trim(),
    street: street.trim() || undefined,
    number: number.trim() || undefined,
    complement: complement.trim() || undefined,
    neighborhood: neighborhood.trim() || undefined,
    city: city.trim() || undefined,
    state: matchesPattern(STATE_PATTERN, state) ? state : undefined,
    zipCode: zipCode || null,
    latitude: general.latitude ?? 0,
    longitude: general.longitude ?? 0,
    ownerId,
    coverImageUrl: images[0] ?? null,
    phone: phone || null,
    whatsapp: whatsapp || null,
    instagram: instagram.trim() || null,
    description: description.trim() || null,
  }
}
