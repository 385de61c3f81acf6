import { type Static, Type } from 'typebox'
import { IdAndName } from './appointments.ts'
import { Email, Id, IdParams, Instant, Nullable, PageQuery, Pagination, PersonPhone, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'
import {
  BIRTHDAY_PATTERN,
  MAX_CUSTOMER_ALLERGIES,
  MAX_CUSTOMER_NOTES,
  MAX_NAME,
  MAX_SEARCH_TEXT,
} from './text-limits.ts'

export const MAX_CUSTOMER_TAGS = 12
export const MAX_CUSTOMER_TAG = 30
/** Orders of the list; all but the name begin with the highest, `spent` for who sees money. */
export const customerSorts = ['name', 'lastVisit', 'visits', 'spent'] as const
export type CustomerSort = (typeof customerSorts)[number]
export const MAX_CUSTOMER_PHOTOS = 12
/** The message for one photo more. */
export const TOO_MANY_CUSTOMER_PHOTOS_MESSAGE = `Você pode guardar no máximo ${MAX_CUSTOMER_PHOTOS} fotos por cliente.`

const CustomerVisit = Type.Object({
  startTime: Instant,
  /** Null for a service that the barbershop has removed since. */
  serviceId: Nullable(Id),
  serviceName: Type.String(),
  barberId: Id,
  barberName: Type.String(),
})

/** A customer as one barbershop knows them. */
export const Customer = Type.Object({
  id: Id,
  name: Type.String(),
  /** Digits of a Brazilian number; a foreign one begins with its `+`. */
  phone: Nullable(Type.String()),
  /** The caller may not read the phone that there is. Absent from what older versions stored. */
  isPhoneHidden: Type.Optional(Type.Boolean()),
  /** Signs in: appointments appear in the account. The others are known by phone. */
  hasAccount: Type.Boolean(),
  isBlocked: Type.Boolean(),
  tags: Type.Array(Type.String()),
  /** Completed appointments. */
  visits: Type.Integer(),
  missed: Type.Integer(),
  /** By the customer. */
  cancelled: Type.Integer(),
  /** Null for a reader who sees no money. */
  spentCents: Nullable(Type.Integer()),
  lastVisitAt: Nullable(Instant),
  nextAt: Nullable(Instant),
  /** The usual days between visits to this barbershop, the median; null with less than three gaps. */
  rhythmDays: Nullable(Type.Integer()),
  /** The newest completed appointments, at most 3. */
  lastVisits: Type.Array(CustomerVisit),
})
export type Customer = Static<typeof Customer>

/** `isOnBoard`: the caller sees everyone's appointments of the barbershop; otherwise only the caller's own day. */
const NextAppointment = Type.Object({ id: Id, barberId: Id, isOnBoard: Type.Boolean() })

/** The account of a customer has its own name and phone, which staff cannot change. */
export const CustomerProfile = Type.Object({
  ...Customer.properties,
  barbershop: IdAndName,
  notes: Type.String(),
  allergies: Type.String(),
  /** As the barbershop noted it: that of an account is its own. Absent from what older versions stored. */
  email: Type.Optional(Nullable(Type.String())),
  /** The caller may not read the email that there is. */
  isEmailHidden: Type.Optional(Type.Boolean()),
  /** MM-DD. Absent from what older versions stored. */
  birthday: Type.Optional(Nullable(Type.String())),
  /** Wants no messages but those about appointments. */
  refusesMarketing: Type.Optional(Type.Boolean()),
  favoriteBarber: Nullable(Type.String()),
  favoriteService: Nullable(Type.String()),
  /** The appointment of `nextAt`, if the caller may open it. Absent from what older versions stored. */
  next: Type.Optional(Nullable(NextAppointment)),
  /** Days between completed appointments; null with less than two. */
  averageGapDays: Nullable(Type.Integer()),
  /** Show haircuts, oldest first. Each is the WebP of the middle width; images.ts derives the others. */
  photos: Type.Array(Type.String()),
  /** When staff recorded that the customer agrees to the photos; null without consent. */
  photosConsentedAt: Nullable(Instant),
  version: Type.Integer(),
})
export type CustomerProfile = Static<typeof CustomerProfile>

const ProfileResponse = Type.Object({ customer: CustomerProfile })

/** What a barbershop knows of its customers. Only its staff reads and changes it. */
export const customersApi = defineApi(
  { tag: 'customers', description: 'Os clientes de uma barbearia e as suas fichas' },
  {
    barbershops: route('GET', '/customers/barbershops', {
      summary: 'As barbearias em que a pessoa trabalha ou de que é dona',
      response: {
        200: Type.Object({
          barbershops: Type.Array(
            Type.Object({
              ...IdAndName.properties,
              timeZone: Type.String(),
              /** Takes walk-ins in a queue. */
              hasQueue: Type.Boolean(),
            }),
          ),
        }),
      },
    }),
    list: route('GET', '/barbershops/:id/customers', {
      summary: 'Os clientes de uma barbearia, por nome ou começo do telefone',
      params: IdParams,
      querystring: Strict({
        ...PageQuery(10),
        q: Type.Optional(Text({ max: MAX_SEARCH_TEXT })),
        /** Only those whose last completed appointment is at least so many days ago and who have no upcoming one. */
        absentDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
        /** Only those whose next visit is due by their own rhythm in this barbershop, and who have no open appointment. */
        isDue: Type.Optional(Type.Boolean()),
        tag: Type.Optional(Text({ min: 1, max: MAX_CUSTOMER_TAG })),
        sort: Type.Enum(customerSorts, { default: 'name' }),
      }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: {
        200: Type.Object({
          customers: Type.Array(Customer),
          pagination: Pagination,
          /** Those in use in the barbershop, the most frequent first. */
          tags: Type.Array(Type.String()),
        }),
      },
    }),
    create: route('POST', '/barbershops/:id/customers', {
      summary: 'Cadastra um cliente; de um telefone conhecido responde a ficha que já existe',
      params: IdParams,
      body: Strict({ name: Text({ min: 1, max: MAX_NAME }), phone: PersonPhone }),
      errors: ['BARBERSHOP_NOT_FOUND', 'CUSTOMER_LIMIT'],
      response: { 200: ProfileResponse },
    }),
    get: route('GET', '/customers/:id', {
      summary: 'A ficha de um cliente',
      params: IdParams,
      errors: ['CUSTOMER_NOT_FOUND'],
      response: { 200: ProfileResponse },
    }),
    update: route('PUT', '/customers/:id', {
      summary: 'Muda notas, alergias, marcadores e fotos da ficha, e nome e telefone de quem não tem conta',
      params: IdParams,
      body: Strict({
        version: Type.Integer({ minimum: 1 }),
        notes: Type.Optional(Text({ max: MAX_CUSTOMER_NOTES })),
        allergies: Type.Optional(Text({ max: MAX_CUSTOMER_ALLERGIES })),
        tags: Type.Optional(Type.Array(Text({ min: 1, max: MAX_CUSTOMER_TAG }), { maxItems: MAX_CUSTOMER_TAGS })),
        name: Type.Optional(Text({ min: 1, max: MAX_NAME })),
        phone: Type.Optional(PersonPhone),
        email: Type.Optional(Nullable(Email)),
        birthday: Type.Optional(Nullable(Type.String({ pattern: BIRTHDAY_PATTERN }))),
        refusesMarketing: Type.Optional(Type.Boolean()),
        /** False withdraws the consent and removes all photos. */
        hasPhotoConsent: Type.Optional(Type.Boolean()),
        /** URLs from POST /uploads of the same user, or those that the profile already has. The others are removed. */
        photos: Type.Optional(
          Type.Array(Text({ min: 1, max: 300 }), { maxItems: MAX_CUSTOMER_PHOTOS, uniqueItems: true }),
        ),
      }),
      errors: [
        'CUSTOMER_NOT_FOUND',
        'EDIT_CONFLICT',
        'CUSTOMER_HAS_ACCOUNT',
        'CUSTOMER_PHONE_TAKEN',
        'PHOTO_CONSENT_MISSING',
        'IMAGE_UNKNOWN',
      ],
      response: { 200: ProfileResponse },
    }),
    block: route('PUT', '/customers/:id/block', {
      summary: 'Bloqueia ou desbloqueia um cliente: bloqueado, ele não marca horário nesta barbearia',
      params: IdParams,
      body: Strict({ isBlocked: Type.Boolean() }),
      errors: ['CUSTOMER_NOT_FOUND'],
      response: { 200: ProfileResponse },
    }),
    remove: route('DELETE', '/customers/:id', {
      summary: 'Apaga os dados de um cliente sem conta (LGPD); os atendimentos ficam sem nome',
      params: IdParams,
      errors: ['CUSTOMER_NOT_FOUND', 'CUSTOMER_HAS_ACCOUNT', 'CUSTOMER_HAS_APPOINTMENTS'],
      response: { 200: Type.Object({ ok: Type.Boolean() }) },
    }),
    exportCsv: route('GET', '/barbershops/:id/customers.csv', {
      summary: 'Os clientes de uma barbearia como CSV',
      produces: ['text/csv'],
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.String() },
    }),
  },
)
