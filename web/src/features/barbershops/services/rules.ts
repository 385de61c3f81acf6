import { findNameProblem } from '@na-regua/contract/names'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import { createKey } from '../form/rules.ts'

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
}

/** What most barbershops offer, with a usual duration in minutes and price in cents. Offered as chips; all can be changed. */
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
    key: createKey(),
    name,
    description: '',
    durationMin,
    priceCents,
    bufferMin: 0,
    isActive: true,
  }
}

type ServiceErrors = { name?: string; durationMin?: string; priceCents?: string; bufferMin?: string }

const MAX_MINUTES = { durationMin: 720, bufferMin: 120 }

function findDurationError(minutes: number | undefined) {
  if (minutes === undefined || minutes <= 0) return 'A duração deve ser maior que zero.'
  return Number.isInteger(minutes) && minutes <= MAX_MINUTES.durationMin ? undefined : 'A duração vai até 720 minutos.'
}

export function findServiceErrors({ name, durationMin, priceCents, bufferMin = 0 }: ServiceDraft): ServiceErrors {
  const isBuffer = Number.isInteger(bufferMin) && bufferMin >= 0 && bufferMin <= MAX_MINUTES.bufferMin
  return {
    name: findNameProblem(name, 'Dê um nome ao serviço.'),
    durationMin: findDurationError(durationMin),
    priceCents: priceCents !== undefined && priceCents >= 0 ? undefined : 'Informe o preço.',
    bufferMin: isBuffer ? undefined : 'De 0 a 120 minutos.',
  }
}

export function areServicesValid(services: readonly ServiceDraft[]) {
  return services.every((service) => Object.values(findServiceErrors(service)).every((text) => text === undefined))
}

/** The value of the field, in reais; undefined is an empty field. */
export function toReais(cents: number | undefined) {
  return cents === undefined ? '' : (cents / 100).toFixed(2)
}

/** '50.00' is 5000, '19.9' is 1990. */
export function toCents(reais: string) {
  return reais === '' ? undefined : Math.round(Number(reais) * 100)
}

export function toServiceDrafts(services: OwnBarbershop['services']): ServiceDraft[] {
  return services.map(({ id, name, description, durationMin, priceCents, bufferMin, isActive }) => ({
    key: id,
    id,
    name,
    description: description ?? '',
    durationMin,
    priceCents,
    bufferMin,
    isActive,
  }))
}

/** The request body. The order of the list is the order of the services. */
export function fromServiceDrafts(services: readonly ServiceDraft[]) {
  return services.map(
    ({ key: _, id, name, description, durationMin = 0, priceCents = 0, bufferMin = 0, isActive }) => ({
      ...(id && { id }),
      name: name.trim(),
      description: description.trim() || null,
      durationMin,
      priceCents,
      bufferMin,
      isActive,
    }),
  )
}
