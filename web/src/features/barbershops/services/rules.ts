import { MAX_CENTS } from '@na-regua/contract/amounts'
import { MAX_SERVICES_PER_APPOINTMENT } from '@na-regua/contract/appointments'
import type { BarberTerms } from '@na-regua/contract/barbershops'
import { findNameProblem } from '@na-regua/contract/names'
import {
  MAX_BUFFER_MINUTES,
  MAX_SERVICE_MINUTES,
  MIN_COMBO_SERVICES,
  type OwnBarbershop,
} from '@na-regua/contract/own-barbershops'
import { createUuid } from '../../../lib/unique-id.ts'

/** `key` is the React key of the row; `id` exists once the service is saved. */
export type ServiceDraft = {
  key: string
  id?: string
  name: string
  description: string
  /** Undefined while the field is empty. */
  durationMin: number | undefined
  priceCents: number | undefined
  bufferMin: number | undefined
  isActive: boolean
  /** Empty: none. */
  category: string
  /** The keys of the services in a combo. */
  includes?: readonly string[]
  /** What was typed of a combo before it had parts, and does not follow from them. */
  typed?: { durationMin?: boolean; priceCents?: boolean }
  /** By the id of a barber who differs. */
  terms: Readonly<Record<string, TermsDraft>>
}

/** How a barber differs. Undefined: as the barbershop. */
export type TermsDraft = { isProvided: boolean; durationMin?: number; priceCents?: number }

/** What most barbershops provide, with a usual duration in minutes and price in cents. Shown as chips; all can be changed. */
export const usualServices: Readonly<Record<string, readonly [durationMin: number, priceCents: number]>> = {
  Corte: [40, 4500],
  Barba: [30, 3500],
  'Corte e barba': [60, 7000],
  Degradê: [45, 5000],
  'Corte infantil': [30, 4000],
  Sobrancelha: [15, 1500],
  Pezinho: [15, 1500],
  Pigmentação: [30, 3500],
  Hidratação: [30, 4000],
  Luzes: [90, 12_000],
  Platinado: [120, 16_000],
  Relaxamento: [60, 8000],
}

/** Without a usual name it lasts 30 minutes and costs R$ 50,00. */
export function createServiceDraft(name = ''): ServiceDraft {
  const [durationMin, priceCents] = usualServices[name] ?? [30, 5000]
  return {
    key: createUuid(),
    name,
    description: '',
    durationMin,
    priceCents,
    bufferMin: 0,
    isActive: true,
    category: '',
    terms: {},
  }
}

/** A combo of nothing yet. Its duration and price follow from what is added, until they are changed. */
export function createComboDraft(): ServiceDraft {
  return { ...createServiceDraft(), category: 'Combos', durationMin: 0, priceCents: 0, includes: [] }
}

type ServiceErrors = Partial<
  Record<'name' | 'durationMin' | 'priceCents' | 'bufferMin' | 'includes' | 'terms', string | undefined>
>

const WHOLE_MINUTES = 'Use minutos inteiros, como 30 ou 45.'

function findDurationError(minutes: number | undefined) {
  if (minutes === undefined || minutes <= 0) return 'A duração deve ser maior que zero.'
  if (!Number.isInteger(minutes)) return WHOLE_MINUTES
  return minutes <= MAX_SERVICE_MINUTES ? undefined : `A duração vai até ${MAX_SERVICE_MINUTES} minutos.`
}

function findBufferError(minutes: number) {
  if (!Number.isInteger(minutes)) return WHOLE_MINUTES
  return minutes >= 0 && minutes <= MAX_BUFFER_MINUTES ? undefined : `De 0 a ${MAX_BUFFER_MINUTES} minutos.`
}

function findPriceError(cents: number | undefined) {
  if (cents === undefined) return 'Informe o preço.'
  if (!Number.isInteger(cents) || cents < 0) return 'Informe o preço em reais, como 45 ou 45,50.'
  return cents <= MAX_CENTS ? undefined : 'O preço vai até R$ 100.000,00.'
}

/** Errors of what differs for a barber. An empty field is the value of the list. */
export function findTermsErrors({ durationMin, priceCents }: Partial<TermsDraft> = {}) {
  return {
    durationMin: durationMin === undefined ? undefined : findDurationError(durationMin),
    priceCents: priceCents === undefined ? undefined : findPriceError(priceCents),
  }
}

function findComboError(includes: ServiceDraft['includes']) {
  if (!includes) return undefined
  if (includes.length >= MIN_COMBO_SERVICES && includes.length <= MAX_SERVICES_PER_APPOINTMENT) return undefined
  return `Um combo junta de ${MIN_COMBO_SERVICES} a ${MAX_SERVICES_PER_APPOINTMENT} serviços.`
}

/** What a combo adds up to, in minutes and cents. */
export function sumParts(services: readonly ServiceDraft[], includes: readonly string[]) {
  const parts = services.filter(({ key }) => includes.includes(key))
  return {
    durationMin: parts.reduce((sum, part) => sum + (part.durationMin || 0), 0),
    priceCents: parts.reduce((sum, part) => sum + (part.priceCents || 0), 0),
  }
}

/** An edit of the fields. What is typed for a combo without parts is no sum of them; an emptied field is one again. */
export function editDraft(service: ServiceDraft, change: Partial<ServiceDraft>): ServiceDraft {
  const isEmptyCombo = service.includes?.length === 0 && change.includes === undefined
  if (!isEmptyCombo) return { ...service, ...change }
  const typed = {
    ...service.typed,
    ...('durationMin' in change && { durationMin: Boolean(change.durationMin) }),
    ...('priceCents' in change && { priceCents: Boolean(change.priceCents) }),
  }
  return { ...service, ...change, typed }
}

/**
 * Adds or removes a service of a combo. Duration and price stay what they were beside the sum: a discount is kept, and what was typed
 * before the first part stays as it is.
 */
export function togglePart(services: readonly ServiceDraft[], combo: ServiceDraft, key: string): Partial<ServiceDraft> {
  const { includes = [], durationMin = 0, priceCents = 0, typed } = combo
  const next = includes.includes(key) ? includes.filter((part) => part !== key) : [...includes, key]
  const before = sumParts(services, includes)
  const after = sumParts(services, next)
  return {
    includes: next,
    durationMin: typed?.durationMin ? durationMin : Math.max(0, durationMin + after.durationMin - before.durationMin),
    priceCents: typed?.priceCents ? priceCents : Math.max(0, priceCents + after.priceCents - before.priceCents),
  }
}

/** Without the service, also in combos. */
export function removeService(services: readonly ServiceDraft[], key: string): ServiceDraft[] {
  return services
    .filter((service) => service.key !== key)
    .map((service) =>
      service.includes?.includes(key)
        ? { ...service, includes: service.includes.filter((part) => part !== key) }
        : service,
    )
}

/** Whether the barber provides it: a combo only with everything in it. */
export function isDraftProvidedBy(services: readonly ServiceDraft[], service: ServiceDraft, barberId: string): boolean {
  const parts = services.filter(({ key }) => service.includes?.includes(key))
  return [service, ...parts].every(({ terms }) => terms[barberId]?.isProvided !== false)
}

/** A barber who differs in nothing has no terms. */
export function changeTerms({ terms }: ServiceDraft, barberId: string, change: Partial<TermsDraft>) {
  const { [barberId]: own = { isProvided: true }, ...others } = terms
  const next = { ...own, ...change }
  const differs = !next.isProvided || next.durationMin !== undefined || next.priceCents !== undefined
  return { terms: differs ? { ...others, [barberId]: next } : others }
}

export function findServiceErrors(service: ServiceDraft): ServiceErrors {
  const { name, durationMin, priceCents, bufferMin = 0, includes, terms } = service
  const [ofBarber] = Object.values(terms).flatMap((own) => Object.values(findTermsErrors(own)).filter(Boolean))
  return {
    name: findNameProblem(name, 'Dê um nome ao serviço.'),
    durationMin: findDurationError(durationMin),
    priceCents: findPriceError(priceCents),
    bufferMin: findBufferError(bufferMin),
    includes: findComboError(includes),
    terms: ofBarber && `De um barbeiro: ${ofBarber}`,
  }
}

export function areServicesValid(services: readonly ServiceDraft[]) {
  return services.every((service) => Object.values(findServiceErrors(service)).every((text) => text === undefined))
}

/** The keys of saved services are their ids. */
export function toServiceDrafts(services: OwnBarbershop['services']): ServiceDraft[] {
  return services.map(({ id, name, description, durationMin, priceCents, bufferMin, isActive, ...more }) => ({
    key: id,
    id,
    name,
    durationMin,
    priceCents,
    bufferMin,
    isActive,
    description: description ?? '',
    category: more.category ?? '',
    includes: more.includes ?? undefined,
    terms: Object.fromEntries((more.barbers ?? []).map(toTermsDraft)),
  }))
}

function toTermsDraft({ barberId, isProvided, durationMin, priceCents }: BarberTerms): [string, TermsDraft] {
  return [barberId, { isProvided, durationMin: durationMin ?? undefined, priceCents: priceCents ?? undefined }]
}

/** The request body. The order of the list is the order of the services. */
export function fromServiceDrafts(services: readonly ServiceDraft[]) {
  return services.map((service) => {
    const { id, durationMin = 0, priceCents = 0, bufferMin = 0, isActive, includes, terms } = service
    return {
      ...(id && { id }),
      name: service.name.trim(),
      description: service.description.trim() || null,
      durationMin,
      priceCents,
      bufferMin,
      isActive,
      category: service.category.trim() || null,
      includes: includes ? includes.map((key) => services.findIndex((part) => part.key === key)) : null,
      barbers: Object.entries(terms).map(([barberId, own]) => ({ barberId, ...own })),
    }
  })
}
