import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { MAX_CENTS } from './amounts.ts'
import {
  EMAIL_PATTERN,
  HOUR_MINUTE_PATTERN,
  ID_PATTERN,
  INSTAGRAM_PATTERN,
  LOCAL_DATE_PATTERN,
  MAX_EMAIL,
  MAX_INSTAGRAM,
  TOKEN_PATTERN,
} from './text-limits.ts'

/** An object without additional properties. */
export function Strict<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** Free text without NUL and lone surrogates, which PostgreSQL cannot store. Lengths are UTF-16 units. */
export function Text(length: { min?: number; max: number }) {
  return Type.String({ minLength: length.min ?? 0, maxLength: length.max, pattern: '^[^\\u0000\\ud800-\\udfff]*$' })
}

// The format alone would accept 'urn:uuid:…', which PostgreSQL rejects.
export const Id = Type.String({ format: 'uuid', pattern: ID_PATTERN })
export const IdParams = Strict({ id: Id })

export const RandomToken = Type.String({ pattern: TOKEN_PATTERN })

/**
 * An instant: ISO 8601, in UTC in responses. The format alone would accept leap seconds, spaces and incomplete offsets, which
 * JavaScript engines parse differently or not at all.
 */
export const Instant = Type.String({
  format: 'date-time',
  pattern: '^20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)$',
})

/** A calendar day in the shop's zone, YYYY-MM-DD. */
export const LocalDate = Type.String({ format: 'date', pattern: LOCAL_DATE_PATTERN })

/** Local time at the barbershop, HH:MM. */
export const HourMinute = Type.String({ pattern: HOUR_MINUTE_PATTERN })

/** Invisible characters and spaces around it are removed before it is checked, stored or compared. */
export const Email = Type.String({
  maxLength: MAX_EMAIL,
  pattern: EMAIL_PATTERN,
  'x-normalize': 'email',
})

export const Latitude = Type.Number({ minimum: -90, maximum: 90 })
export const Longitude = Type.Number({ minimum: -180, maximum: 180 })

/** Money is integer cents of a Brazilian real. */
export const Cents = Type.Integer({ minimum: 0, maximum: MAX_CENTS })

/** When staff tapped that the customer arrived, and that the service began and ended. */
export const Taps = {
  arrivedAt: Nullable(Instant),
  /** Being served: it has begun, has no end yet, and is CONFIRMED. */
  servingFrom: Nullable(Instant),
  /** Also set by the clock: then it is still CONFIRMED. */
  servingUntil: Nullable(Instant),
}

export function PageQuery(perPage: number) {
  return {
    page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
    perPage: Type.Integer({ minimum: 1, maximum: 50, default: perPage }),
  }
}

export const Pagination = Type.Object({
  total: Type.Integer(),
  page: Type.Integer(),
  totalPages: Type.Integer(),
  perPage: Type.Integer(),
})
export type Pagination = Static<typeof Pagination>

/** The wait of a queue: minutes from now, rounded to 5, of which half of the waits are inside. `fromMin` 0 means: at once. */
export const WaitRange = Type.Object({ fromMin: Type.Integer({ minimum: 0 }), toMin: Type.Integer({ minimum: 0 }) })
export type WaitRange = Static<typeof WaitRange>

/** Services of one appointment. */
export const MAX_SERVICES_PER_APPOINTMENT = 5

/** How long a code is valid that was sent by email. */
export const CODE_MINUTES = 10

/**
 * A person's phone: area code and number of a Brazilian one, digits only; a foreign one with '+' and its country code. What people
 * write around it is removed before it is checked, see `normalizers` in server/src/lib/schemas.ts.
 */
export const PersonPhone = Type.String({
  pattern: '^(\\d{10,11}|\\+[1-9]\\d{6,14})$',
  'x-normalize': 'person-phone',
})

/** A Brazilian number. */
export const BarbershopPhone = Type.String({ pattern: '^\\d{10,11}$', 'x-normalize': 'barbershop-phone' })

/** The handle of an account. A link of its profile is accepted, see instagram.ts. */
export const InstagramHandle = Type.String({
  maxLength: MAX_INSTAGRAM,
  pattern: INSTAGRAM_PATTERN,
  'x-normalize': 'instagram',
})
