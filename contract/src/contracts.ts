import { type Static, Type } from 'typebox'
import { Id, IdParams, Instant, LocalDate, Nullable, Strict } from './fields.ts'
import { defineApi, route } from './route.ts'
import { CNPJ_PATTERN } from './text-limits.ts'

/** On what terms a barber works: as an employee, as a partner by Lei 13.352/2016 (Salão Parceiro), or renting their place. */
export const contractRegimes = ['employee', 'partner', 'rent'] as const
const Regime = Type.Enum(contractRegimes)
export type ContractRegime = (typeof contractRegimes)[number]

const fields = {
  regime: Regime,
  /** 14 digits or capitals, without signs; an employee has none. */
  cnpj: Nullable(Type.String({ pattern: CNPJ_PATTERN })),
  startsOn: LocalDate,
  /** The last day. Null: it has none. */
  endsOn: Nullable(LocalDate),
}

const Contract = Type.Object({
  id: Id,
  ...fields,
  version: Type.Integer(),
  /** The signed paper as a PDF or a picture. */
  file: Nullable(Type.Object({ type: Type.String(), bytes: Type.Integer(), addedAt: Instant })),
})
export type Contract = Static<typeof Contract>

const Barber = Type.Object({ id: Id, name: Type.String() })

const ContractsOfBarber = Type.Object({
  ...Barber.properties,
  isRemoved: Type.Boolean(),
  /** Newest first; no two of them have a day in common. */
  contracts: Type.Array(Contract),
})
export type ContractsOfBarber = Static<typeof ContractsOfBarber>

/** What the services of a month brought, and how they are divided by one contract. */
const PartnerShare = Type.Object({
  barber: Barber,
  cnpj: Nullable(Type.String()),
  /** What customers paid for services, less discounts. */
  servicesCents: Type.Integer(),
  /** The part of the partner (cota-parte), for their invoice to the barbershop. */
  partnerCents: Type.Integer(),
  /** The part of the barbershop: its income. */
  barbershopCents: Type.Integer(),
  /** Beside the division of services: commission of products, and tips. */
  productsCents: Type.Integer(),
  tipsCents: Type.Integer(),
})
export type PartnerShare = Static<typeof PartnerShare>

const PartnerShares = Type.Object({
  month: Type.String(),
  shares: Type.Array(PartnerShare),
  total: Type.Omit(PartnerShare, ['barber', 'cnpj']),
})
export type PartnerShares = Static<typeof PartnerShares>

const MonthQuery = Strict({ month: Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' }) })

export const MAX_CONTRACT_FILE_BYTES = 5 * 1024 * 1024

/** The contracts of barbers, and what partners (Salão Parceiro) and the barbershop each get of a month. */
export const contractsApi = defineApi(
  { tag: 'contracts', description: 'Contratos dos barbeiros e a cota-parte do Salão Parceiro' },
  {
    list: route('GET', '/barbershops/:id/contracts', {
      summary: 'Os contratos de cada barbeiro; sem o direito de ver dinheiro, só os próprios',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: {
        200: Type.Object({
          /** Local to the barbershop. */
          today: LocalDate,
          barbers: Type.Array(ContractsOfBarber),
        }),
      },
    }),
    create: route('POST', '/barbershops/:id/contracts', {
      summary: 'Cadastra um contrato; dois de um barbeiro não valem no mesmo dia',
      params: IdParams,
      body: Strict({ barberId: Id, ...fields }),
      errors: ['BARBER_NOT_FOUND', 'INVALID_INPUT', 'CONTRACT_OVERLAP', 'CONTRACT_LIMIT'],
      response: { 201: Contract },
    }),
    update: route('PUT', '/contracts/:id', {
      summary: 'Corrige um contrato',
      params: IdParams,
      body: Strict({ ...fields, version: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }) }),
      errors: ['NOT_FOUND', 'INVALID_INPUT', 'CONTRACT_OVERLAP', 'EDIT_CONFLICT'],
      response: { 200: Contract },
    }),
    remove: route('DELETE', '/contracts/:id', {
      summary: 'Apaga um contrato com o arquivo',
      params: IdParams,
      errors: ['NOT_FOUND'],
      response: { 200: Type.Object({ removed: Type.Literal(true) }) },
    }),
    addFile: route('POST', '/contracts/:id/file', {
      summary: 'Guarda o contrato assinado no lugar do que havia',
      upload: 'file',
      uploadedFile: 'Contrato em PDF ou foto, de no máximo 5 MB',
      params: IdParams,
      errors: ['NOT_FOUND', 'CONTRACT_FILE_INVALID', 'CONTRACT_FILE_TOO_LARGE', 'IMAGE_TOO_DETAILED'],
      response: { 200: Contract },
    }),
    file: route('GET', '/contracts/:id/file', {
      summary: 'O contrato assinado; o barbeiro abre o próprio',
      params: IdParams,
      errors: ['NOT_FOUND'],
      produces: ['application/pdf', 'image/webp'],
      response: { 200: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) },
    }),
    shares: route('GET', '/barbershops/:id/partner-shares', {
      summary: 'A cota-parte de cada parceiro em um mês, e a da barbearia',
      params: IdParams,
      querystring: MonthQuery,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: PartnerShares },
    }),
    sharesCsv: route('GET', '/barbershops/:id/partner-shares.csv', {
      summary: 'O mesmo em CSV',
      params: IdParams,
      querystring: MonthQuery,
      errors: ['BARBERSHOP_NOT_FOUND'],
      produces: ['text/csv'],
      response: { 200: Type.String() },
    }),
  },
)
