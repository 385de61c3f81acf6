import { type Static, Type } from 'typebox'
import { Id, IdParams, Instant, LocalDate, Nullable, PageQuery, Pagination, Strict } from './fields.ts'
import { type AccountKind, accountKinds } from './ledger.ts'
import { defineApi, route } from './route.ts'

const Account = Type.Enum(accountKinds)

/** An account and what was added to it: income, costs and what is owed are positive when they grow. */
const AccountSum = Type.Object({ account: Account, cents: Type.Integer() })

/** The parts of a result: what was sold, what each sale costs, what the barbershop costs. */
export const resultGroups = ['income', 'direct', 'expense'] as const
export type ResultGroup = (typeof resultGroups)[number]

/** What happened in a period of local days, from the book. Each figure is the sum of the entries with the same dates and its filter. */
const MoneyReport = Type.Object({
  from: LocalDate,
  to: LocalDate,
  /** Income less costs. */
  resultCents: Type.Integer(),
  groups: Type.Array(
    Type.Object({ group: Type.Enum(resultGroups), cents: Type.Integer(), accounts: Type.Array(AccountSum) }),
  ),
  /** What services and products brought each day. Days without any are left out. */
  days: Type.Array(Type.Object({ date: LocalDate, cents: Type.Integer() })),
  /** How customers paid: services, products and tips. A debt is what was put on the account less what was paid of it. */
  paid: Type.Array(AccountSum),
  barbers: Type.Array(
    Type.Object({
      /** Null: no barber in particular. */
      id: Nullable(Id),
      name: Nullable(Type.String()),
      servicesCents: Type.Integer(),
      productsCents: Type.Integer(),
      tipsCents: Type.Integer(),
    }),
  ),
  /** Services and products by name. */
  items: Type.Array(
    Type.Object({
      account: Type.Enum(['services', 'products']),
      name: Type.String(),
      quantity: Type.Integer(),
      cents: Type.Integer(),
    }),
  ),
})
export type MoneyReport = Static<typeof MoneyReport>

const MoneyEntry = Type.Object({
  transactionId: Id,
  position: Type.Integer(),
  occurredAt: Instant,
  account: Account,
  cents: Type.Integer(),
  isReversal: Type.Boolean(),
  /** Of the line of the visit. */
  itemName: Nullable(Type.String()),
  /** The barber, the customer or the cash register that the account or the line is of. */
  ownerName: Nullable(Type.String()),
  visit: Nullable(Type.Object({ id: Id, day: LocalDate, number: Type.Integer() })),
})
export type MoneyEntry = Static<typeof MoneyEntry>

const period = { from: LocalDate, to: LocalDate }

const filters = {
  ...period,
  account: Type.Optional(Account),
  /** All accounts of a part of the result. */
  group: Type.Optional(Type.Enum(resultGroups)),
  /** Only services and products. */
  isSold: Type.Optional(Type.Boolean()),
  /** Only what visits were paid with; of tips: what customers gave. */
  isPaid: Type.Optional(Type.Boolean()),
  /** Who earned it; of a tip: whose it is. */
  barberId: Type.Optional(Id),
  /** Only what no barber earned. */
  isWithoutBarber: Type.Optional(Type.Boolean()),
  /** The name of a service or a product. */
  item: Type.Optional(Type.String({ minLength: 1, maxLength: 120, pattern: '^[^\\u0000\\ud800-\\udfff]*$' })),
  /** Whose account it is: a customer, a barber or a register. */
  ownerId: Type.Optional(Id),
}
const EntryQuery = Strict({ ...filters, ...PageQuery(10) })
export type EntryFilters = {
  account?: AccountKind | undefined
  group?: ResultGroup | undefined
  isSold?: boolean | undefined
  isPaid?: boolean | undefined
  barberId?: string | undefined
  isWithoutBarber?: boolean | undefined
  item?: string | undefined
  ownerId?: string | undefined
}

/** What the owner reads of the money. */
export const moneyApi = defineApi(
  { tag: 'money', description: 'O dinheiro da barbearia, lido do livro' },
  {
    report: route('GET', '/barbershops/:id/money/report', {
      summary: 'O resultado de um período, e o que entrou por dia, forma de pagamento, barbeiro, serviço e produto',
      params: IdParams,
      querystring: Strict(period),
      errors: ['BARBERSHOP_NOT_FOUND', 'PERIOD_INVALID'],
      response: { 200: MoneyReport },
    }),
    reportCsv: route('GET', '/barbershops/:id/money/report.csv', {
      summary: 'O mesmo em CSV',
      params: IdParams,
      querystring: Strict(period),
      errors: ['BARBERSHOP_NOT_FOUND', 'PERIOD_INVALID'],
      produces: ['text/csv'],
      response: { 200: Type.String() },
    }),
    entries: route('GET', '/barbershops/:id/money/entries', {
      summary: 'Os lançamentos de que um número é a soma, o mais novo primeiro',
      params: IdParams,
      querystring: EntryQuery,
      errors: ['BARBERSHOP_NOT_FOUND', 'PERIOD_INVALID'],
      response: {
        200: Type.Object({
          /** Of all pages. */
          totalCents: Type.Integer(),
          entries: Type.Array(MoneyEntry),
          pagination: Pagination,
        }),
      },
    }),
    entriesCsv: route('GET', '/barbershops/:id/money/entries.csv', {
      summary: 'Todos os lançamentos de um período em CSV',
      params: IdParams,
      querystring: Strict(period),
      errors: ['BARBERSHOP_NOT_FOUND', 'PERIOD_INVALID'],
      produces: ['text/csv'],
      response: { 200: Type.String() },
    }),
  },
)
