import { type Static, Type } from 'typebox'
import { addressLengths } from './addresses.ts'
import { MAX_SERVICES_PER_APPOINTMENT } from './appointments.ts'
import { Barbershop, Feature, PaymentMethods, SpecialDate } from './barbershops.ts'
import {
  BarbershopPhone,
  Cents,
  HourMinute,
  Id,
  IdParams,
  InstagramHandle,
  Latitude,
  Longitude,
  Nullable,
  Strict,
  Text,
} from './fields.ts'
import { OwnPlan } from './plans.ts'
import { defineApi, route } from './route.ts'
import { Conflicting, keepConflicts, ScheduleConflict } from './staff.ts'
import { MAX_NAME, STATE_PATTERN, ZIP_CODE_PATTERN } from './text-limits.ts'

export const MAX_BARBERSHOP_IMAGES = 6
/** The message for one image more. */
export const TOO_MANY_IMAGES_MESSAGE = `Você pode adicionar no máximo ${MAX_BARBERSHOP_IMAGES} imagens.`

export const MAX_BARBERSHOP_DESCRIPTION = 2000
/** The message for a barbershop without them. */
export const NAME_AND_ADDRESS_MISSING = 'Preencha nome e endereço'
/** Minutes between slots. */
export const gridSizes = [5, 10, 15, 20, 30, 60] as const
export const MAX_BOOKING_WINDOW_DAYS = 365

/** Of one barbershop. */
export const MAX_SERVICES = 100
export const MAX_SERVICE_DESCRIPTION = 500
export const MAX_SERVICE_CATEGORY = 40
export const MAX_SERVICE_MINUTES = 720
/** To clean up after a service. */
export const MAX_BUFFER_MINUTES = 120
/** A combo has at most as many as one appointment. */
export const MIN_COMBO_SERVICES = 2

export type { SpecialDate }

/** Which bookings are confirmed at once: none, every one, or those of customers who have been served in the barbershop. */
const AutoConfirmation = Type.Enum(['off', 'returning', 'everyone'])

/** The public fields and those that only its owner sees. */
export const OwnBarbershop = Type.Object({
  ...Barbershop.properties,
  /** Deactivated because of the plan, not by the owner. */
  isBlocked: Type.Boolean(),
  /** Incremented by every edit. A save with an older version is rejected. */
  version: Type.Integer(),
  featureIds: Type.Array(Type.Integer()),
  gridMin: Type.Integer(),
  autoConfirmation: AutoConfirmation,
  /** Also those that start within SHORT_NOTICE_MIN. */
  autoConfirmsShortNotice: Type.Boolean(),
  /** Also those of customers with two no-shows in the barbershop. */
  autoConfirmsAfterNoShows: Type.Boolean(),
  barberCount: Type.Integer(),
  /** The checks of the verified badge beside the plan; `completed` are appointments of the last 90 days. */
  verification: Type.Object({
    hasEmail: Type.Boolean(),
    hasPhone: Type.Boolean(),
    hasPhoto: Type.Boolean(),
    completed: Type.Integer(),
  }),
})
export type OwnBarbershop = Static<typeof OwnBarbershop>

const Phone = Nullable(BarbershopPhone)
const ZipCode = Nullable(Type.String({ pattern: ZIP_CODE_PATTERN }))
const State = Type.String({ pattern: STATE_PATTERN })
/** A URL from POST /uploads of the same user, or one that the barbershop already has. */
const ImageUrl = Text({ min: 1, max: 300 })
const Version = Type.Optional(Type.Integer({ minimum: 1 }))

/** A number at the end of `street` is taken for the number when that is absent. */
const addressFields = {
  street: Type.Optional(Text({ max: addressLengths.street })),
  number: Type.Optional(Text({ max: addressLengths.number })),
  complement: Type.Optional(Text({ max: addressLengths.complement })),
  neighborhood: Type.Optional(Text({ max: addressLengths.neighborhood })),
  state: Type.Optional(State),
}

/** Absent fields stay as they are. */
const Information = {
  /** An empty one is refused with NAME_AND_ADDRESS_MISSING. */
  name: Type.Optional(Text({ max: MAX_NAME })),
  address: Type.Optional(
    Strict({
      ...addressFields,
      city: Type.Optional(Text({ min: 1, max: addressLengths.city })),
      zip: Type.Optional(ZipCode),
      /** What customers read. Absent: composed from the parts, unless it is the owner's own text. Empty: composed again. */
      line: Type.Optional(Text({ max: addressLengths.line })),
    }),
  ),
  latitude: Type.Optional(Latitude),
  longitude: Type.Optional(Longitude),
  phone: Type.Optional(Phone),
  whatsapp: Type.Optional(Phone),
  instagram: Type.Optional(Nullable(InstagramHandle)),
  description: Type.Optional(Nullable(Text({ max: MAX_BARBERSHOP_DESCRIPTION }))),
  paymentMethods: Type.Optional(PaymentMethods),
  images: Type.Optional(Type.Array(ImageUrl, { maxItems: MAX_BARBERSHOP_IMAGES })),
  coverImageUrl: Type.Optional(Nullable(ImageUrl)),
  gridMin: Type.Optional(Type.Enum(gridSizes)),
  minimumNoticeMin: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_080 })),
  cancelNoticeMin: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_080 })),
  bookingWindowDays: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_BOOKING_WINDOW_DAYS })),
  autoConfirmation: Type.Optional(AutoConfirmation),
  autoConfirmsShortNotice: Type.Optional(Type.Boolean()),
  autoConfirmsAfterNoShows: Type.Optional(Type.Boolean()),
  version: Version,
}

/** Absent values are those of the barbershop. */
const BarberTermsInput = Strict({
  barberId: Id,
  isProvided: Type.Boolean(),
  durationMin: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_SERVICE_MINUTES }))),
  priceCents: Type.Optional(Nullable(Cents)),
})

/** With an id it changes a service of the barbershop. Services missing in the list are removed; past appointments keep their copy. */
const ServiceInput = Strict({
  id: Type.Optional(Id),
  name: Text({ min: 1, max: MAX_NAME }),
  description: Type.Optional(Nullable(Text({ max: MAX_SERVICE_DESCRIPTION }))),
  durationMin: Type.Integer({ minimum: 1, maximum: MAX_SERVICE_MINUTES }),
  priceCents: Cents,
  isActive: Type.Optional(Type.Boolean()),
  bufferMin: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_BUFFER_MINUTES })),
  category: Type.Optional(Nullable(Text({ max: MAX_SERVICE_CATEGORY }))),
  /** Makes it a combo of these services: their ids, or for new ones their positions in the list, from zero. Null: of none. */
  includes: Type.Optional(
    Nullable(
      Type.Array(Type.Union([Id, Type.Integer({ minimum: 0, maximum: 99 })]), {
        minItems: MIN_COMBO_SERVICES,
        maxItems: MAX_SERVICES_PER_APPOINTMENT,
        uniqueItems: true,
      }),
    ),
  ),
  /** Replaces the terms of all barbers for this service. Null: none differs. */
  barbers: Type.Optional(Nullable(Type.Array(BarberTermsInput, { maxItems: 200 }))),
})

const OperatingHour = Strict({
  id: Type.Optional(Id),
  dayOfWeek: Type.Integer({ minimum: 0, maximum: 6 }),
  /** A closing at or before the opening is on the next day. */
  openTime: HourMinute,
  closeTime: HourMinute,
  isClosed: Type.Boolean(),
})

/** The hours of the week and the special dates. */
export const openingHoursChange = {
  /** Several rows of one weekday are several intervals. */
  operatingHours: Type.Array(OperatingHour, { maxItems: 42 }),
  /** From today on; absent: they stay as they are. */
  specialDates: Type.Optional(Type.Array(SpecialDate, { maxItems: 200 })),
  version: Version,
}

/** All services, in their order. */
export const servicesChange = { services: Type.Array(ServiceInput, { maxItems: MAX_SERVICES }), version: Version }

const OwnBarbershopBody = Type.Object({ barbershop: OwnBarbershop })
const WithCancellations = Type.Object({ ...OwnBarbershopBody.properties, cancelledAppointments: Type.Integer() })

/** What a new barbershop does first, as its data show it. Absent from the list once everything is done. */
const FirstSteps = Type.Object({
  id: Id,
  name: Type.String(),
  steps: Type.Object({
    hasBarber: Type.Boolean(),
    hasHours: Type.Boolean(),
    hasPhoto: Type.Boolean(),
    hasBooking: Type.Boolean(),
    hasPoster: Type.Boolean(),
    confirmsAtOnce: Type.Boolean(),
  }),
})
export type FirstSteps = Static<typeof FirstSteps>

export const ownBarbershopsApi = defineApi(
  { tag: 'ownBarbershops', description: 'As barbearias do dono' },
  {
    listBarbershops: route('GET', '/owners/me/barbershops', {
      summary: 'As barbearias do dono, com o plano que as limita',
      response: { 200: Type.Object({ barbershops: Type.Array(OwnBarbershop), ownPlan: OwnPlan }) },
    }),
    createBarbershop: route('POST', '/barbershops', {
      summary: 'Cria uma barbearia',
      body: Strict({
        /** Name and address are required. An absent one is refused as an empty one is. */
        name: Type.Optional(Nullable(Text({ max: MAX_NAME }))),
        /** What customers read. */
        address: Type.Optional(Nullable(Text({ max: addressLengths.line }))),
        ...addressFields,
        city: Type.Optional(Text({ max: addressLengths.city })),
        zipCode: Type.Optional(ZipCode),
        latitude: Latitude,
        longitude: Longitude,
        /** Must be the caller when given. */
        ownerId: Type.Optional(Id),
        coverImageUrl: Type.Optional(Nullable(ImageUrl)),
        phone: Type.Optional(Phone),
        whatsapp: Type.Optional(Phone),
        instagram: Type.Optional(Nullable(InstagramHandle)),
        description: Type.Optional(Nullable(Text({ max: MAX_BARBERSHOP_DESCRIPTION }))),
      }),
      errors: ['PLAN_LAPSED', 'PLAN_LIMIT', 'PLACE_ABROAD', 'PLACE_MISMATCH', 'IMAGE_UNKNOWN'],
      response: { 201: Type.Object({ id: Id, barbershop: OwnBarbershop }) },
    }),
    updateBarbershop: route('PUT', '/barbershops/:id', {
      summary: 'Muda as informações de uma barbearia',
      params: IdParams,
      body: Strict(Information),
      errors: [
        'BARBERSHOP_NOT_FOUND',
        'PLAN_LAPSED',
        'EDIT_CONFLICT',
        'PLACE_ABROAD',
        'PLACE_MISMATCH',
        'IMAGE_UNKNOWN',
      ],
      response: { 200: OwnBarbershopBody },
    }),
    setFeatures: route('PUT', '/barbershops/:id/features', {
      summary: 'Escolhe as comodidades',
      params: IdParams,
      body: Strict({
        featureIds: Type.Array(Type.Integer({ minimum: 1, maximum: 32_767 }), { maxItems: 60 }),
        version: Version,
      }),
      errors: ['BARBERSHOP_NOT_FOUND', 'PLAN_LAPSED', 'EDIT_CONFLICT'],
      response: { 200: Type.Object({ ...OwnBarbershopBody.properties, features: Type.Array(Feature) }) },
    }),
    setServices: route('PUT', '/barbershops/:id/services', {
      summary: 'Define os serviços, na ordem em que aparecem',
      params: IdParams,
      body: Strict({
        ...servicesChange,
        /** False: 409 if there are appointments with a service that is no longer offered. Otherwise they stay. */
        keepConflicts,
      }),
      errors: [
        'BARBERSHOP_NOT_FOUND',
        'SERVICE_NOT_FOUND',
        'BARBER_NOT_FOUND',
        'PLAN_LAPSED',
        'EDIT_CONFLICT',
        'SCHEDULE_CONFLICT',
      ],
      response: { 200: OwnBarbershopBody },
    }),
    setOperatingHours: route('PUT', '/barbershops/:id/operating-hours', {
      summary: 'Define os horários da semana e as datas especiais',
      params: IdParams,
      body: Strict({
        ...openingHoursChange,
        /** Accepts appointments outside the new hours. Without it they are returned with 409. */
        keepConflicts,
      }),
      errors: ['BARBERSHOP_NOT_FOUND', 'PLAN_LAPSED', 'EDIT_CONFLICT', 'SCHEDULE_INVALID', 'SCHEDULE_CONFLICT'],
      response: { 200: OwnBarbershopBody, 409: Conflicting },
    }),
    setFeatured: route('PATCH', '/barbershops/:id/featured', {
      summary: 'Destaca a barbearia nas buscas (plano Premium)',
      params: IdParams,
      body: Strict({ isFeatured: Type.Boolean() }),
      errors: ['BARBERSHOP_NOT_FOUND', 'PLAN_LAPSED', 'FEATURED_NEEDS_PREMIUM'],
      response: { 200: OwnBarbershopBody },
    }),
    listFirstSteps: route('GET', '/owners/me/first-steps', {
      summary: 'O que falta para as barbearias novas do dono começarem a receber clientes',
      response: { 200: Type.Object({ barbershops: Type.Array(FirstSteps) }) },
    }),
    dismissFirstSteps: route('POST', '/barbershops/:id/first-steps/dismiss', {
      summary: 'Dispensa a lista dos primeiros passos',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object({ dismissed: Type.Boolean() }) },
    }),
    activate: route('POST', '/owners/me/barbershops/:id/activate', {
      summary: 'Ativa a barbearia, dentro do limite do plano',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND', 'PLAN_LAPSED', 'PLAN_LIMIT'],
      response: { 200: OwnBarbershopBody },
    }),
    deactivate: route('POST', '/owners/me/barbershops/:id/deactivate', {
      summary: 'Desativa a barbearia; nada é apagado',
      description:
        'O que está marcado continua valendo, a não ser que booked=cancel cancele tudo e avise os clientes; com booked=ask e agendamentos à frente responde 409 e a lista deles.',
      params: IdParams,
      querystring: Strict({ booked: Type.Optional(Type.Enum(['keep', 'cancel', 'ask'])) }),
      errors: ['BARBERSHOP_NOT_FOUND', 'FUTURE_APPOINTMENTS'],
      response: {
        200: WithCancellations,
        409: Type.Object({
          code: Type.String(),
          message: Type.String(),
          timeZone: Type.Optional(Type.String()),
          appointments: Type.Optional(Type.Array(ScheduleConflict)),
        }),
      },
    }),
  },
)
