import { Type } from 'typebox'
import { Cents, HourMinute, LocalDate, Text } from './fields.ts'
import { MAX_SERVICE_QUERY } from './text-limits.ts'

/** A service by words of its name and its price, and when it begins. */
export const slotFilters = {
  service: Type.Optional(
    Type.String({
      ...Text({ min: 1, max: MAX_SERVICE_QUERY }),
      description: 'Só as que têm um serviço com estas palavras; os horários são então os deste serviço',
    }),
  ),
  freeOn: Type.Optional(
    Type.String({ ...LocalDate, description: 'Só as que têm horário livre neste dia, até 30 dias depois de hoje' }),
  ),
  freeFrom: Type.Optional(Type.String({ ...HourMinute, description: 'A partir desta hora local; sem freeOn, hoje' })),
  freeUntil: Type.Optional(Type.String({ ...HourMinute, description: 'E antes desta' })),
  priceMin: Type.Optional(Cents),
  priceMax: Type.Optional(Cents),
}

/** Characters of the names of features, joined by commas. */
export const MAX_FEATURES_TEXT = 600

/** Minutes of a wait that can be filtered by. */
export const waitLimits = { min: 5, max: 120 } as const

/** What selects barbershops around a point: the same for every list, and for a map. */
export const nearbyFilters = {
  ratingMin: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
  /** Names joined by commas. */
  features: Type.Optional(Text({ max: MAX_FEATURES_TEXT })),
  openNow: Type.Optional(Type.Boolean({ description: 'Só as que atendem agora' })),
  freeToday: Type.Optional(Type.Boolean({ description: 'Só as que têm horário livre hoje' })),
  ...slotFilters,
  featured: Type.Optional(Type.Boolean({ description: 'Só as em destaque' })),
  walkIns: Type.Optional(Type.Boolean({ description: 'Só as que atendem sem hora, pela fila' })),
  lastMinute: Type.Optional(Type.Boolean({ description: 'Só as que têm um horário relâmpago' })),
  maxWait: Type.Optional(
    Type.Integer({
      minimum: waitLimits.min,
      maximum: waitLimits.max,
      description: 'Só as com espera na fila de no máximo tantos minutos; as sem número ficam de fora',
    }),
  ),
}
