import { type Static, Type } from 'typebox'
import { MAX_CENTS } from './amounts.ts'
import { Cents, Id, IdParams, Instant, LocalDate, Nullable, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'
import { MAX_CASH_NOTE, MAX_REASON, MAX_REGISTER_NAME } from './text-limits.ts'

/** How a visit is paid. `account`: the customer owes it. */
export const cashMethods = ['cash', 'pix', 'debit', 'credit', 'account', 'voucher'] as const
export type CashMethod = (typeof cashMethods)[number]

/** What is put into a register or taken out of it, besides payments. */
export const cashMovementKinds = ['supply', 'drop', 'expense', 'advance'] as const
export type CashMovementKind = (typeof cashMovementKinds)[number]

/** Where the money of a movement comes from or goes to, as kinds of accounts of the book. */
export const cashAccounts = {
  /** The bank or the safe; or the owner's own pocket. */
  supply: ['bank', 'equity'],
  drop: ['bank', 'equity'],
  expense: ['supplies', 'maintenance', 'utilities', 'rent', 'marketing', 'taxes', 'otherExpenses'],
  advance: ['advance'],
} as const satisfies Record<CashMovementKind, readonly string[]>
export type CashAccount = (typeof cashAccounts)[CashMovementKind][number]

const CashAccount = Type.Enum([
  'bank',
  'equity',
  'supplies',
  'maintenance',
  'utilities',
  'rent',
  'marketing',
  'taxes',
  'otherExpenses',
  'advance',
])

export const CashMovement = Type.Object({
  id: Id,
  kind: Type.Enum(cashMovementKinds),
  amountCents: Type.Integer(),
  account: CashAccount,
  /** Who got an advance. */
  barberName: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  occurredAt: Instant,
  /** Null for someone whose account is gone. */
  actorName: Nullable(Type.String()),
  /** The movement that this one takes back. */
  reverses: Nullable(Id),
  isReversed: Type.Boolean(),
})
export type CashMovement = Static<typeof CashMovement>

/** Of a session that was closed: what should have been there, and what was counted; null for what was not counted. */
const CashCount = Type.Object({
  method: Type.Enum(cashMethods),
  expectedCents: Type.Integer(),
  countedCents: Nullable(Type.Integer()),
})
export type CashCount = Static<typeof CashCount>

export const MAX_CASH_REGISTERS = 50

const registerFields = {
  id: Id,
  name: Type.String(),
  /** Where cash goes unless another is chosen, and what is not cash is counted. A barbershop has one. */
  isUsual: Type.Boolean(),
}

export const CashSession = Type.Object({
  id: Id,
  register: Type.Object(registerFields),
  /** The local day on which it was opened; it may end on the next. */
  day: LocalDate,
  openedAt: Instant,
  openedByName: Nullable(Type.String()),
  floatCents: Type.Integer(),
  /** How much more was counted than the book said. */
  floatDifferenceCents: Type.Integer(),
  closedAt: Nullable(Instant),
  closedByName: Nullable(Type.String()),
  note: Nullable(Type.String()),
  movements: Type.Array(CashMovement),
  /** Null until it was counted: who counts does not know what is expected. */
  counts: Nullable(Type.Array(CashCount)),
})
export type CashSession = Static<typeof CashSession>

const OneSession = Type.Object({ session: CashSession })

const StoredRegister = Type.Object({ ...registerFields, isActive: Type.Boolean() })
const OneRegister = Type.Object({ register: StoredRegister })

const CashRegister = Type.Object({
  ...StoredRegister.properties,
  /** The open one, without what should be in the drawer. */
  session: Nullable(CashSession),
  /** What was counted at the end of the last session; null before the first. */
  lastCountedCents: Nullable(Type.Integer()),
})
export type CashRegister = Static<typeof CashRegister>
const RegisterName = Text({ min: 1, max: MAX_REGISTER_NAME })

const CashDay = Type.Object({
  date: LocalDate,
  timeZone: Type.String(),
  sessions: Type.Array(CashSession),
  /** What was paid on this day while no session was open. */
  outside: Type.Array(Type.Object({ method: Type.Enum(cashMethods), cents: Type.Integer() })),
})
export type CashDay = Static<typeof CashDay>

/** What is counted when a session is closed. What the customer owes is in no drawer. */
const Counted = Strict({
  cash: Cents,
  pix: Type.Optional(Cents),
  debit: Type.Optional(Cents),
  credit: Type.Optional(Cents),
  voucher: Type.Optional(Cents),
})

export const cashApi = defineApi(
  { tag: 'cash', description: 'O caixa: abrir, lançar entradas e saídas, contar e fechar' },
  {
    current: route('GET', '/barbershops/:id/cash', {
      summary:
        'Os caixas, cada um com o que foi contado no último fechamento, e os abertos sem o que deveria haver neles',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: {
        200: Type.Object({
          timeZone: Type.String(),
          /** The local day. */
          today: LocalDate,
          /** The usual one first, also those that are not used any more; none before the first was opened. */
          registers: Type.Array(CashRegister),
          /** Who may get an advance. */
          barbers: Type.Array(Type.Object({ id: Id, name: Type.String() })),
        }),
      },
    }),
    addRegister: route('POST', '/barbershops/:id/cash/registers', {
      summary: 'Mais um caixa da barbearia, como o do bar',
      params: IdParams,
      body: Strict({
        /** Made by the device: a repetition adds nothing. */
        id: Id,
        name: RegisterName,
      }),
      errors: ['BARBERSHOP_NOT_FOUND', 'REGISTER_LIMIT', 'IDEMPOTENCY_CONFLICT'],
      response: { 201: OneRegister },
    }),
    changeRegister: route('PATCH', '/cash/registers/:id', {
      summary: 'Muda o nome de um caixa, ou deixa de usar um que está fechado e vazio',
      params: IdParams,
      body: Strict({ name: Type.Optional(RegisterName), isActive: Type.Optional(Type.Boolean()) }),
      errors: ['REGISTER_NOT_FOUND', 'BARBERSHOP_NOT_FOUND', 'REGISTER_IN_USE'],
      response: { 200: OneRegister },
    }),
    open: route('POST', '/barbershops/:id/cash/sessions', {
      summary: 'Abre o caixa com o fundo de troco; a diferença para o livro é lançada',
      params: IdParams,
      body: Strict({
        /** Made by the device: a repetition changes nothing. */
        id: Id,
        /** The usual one if it is not stated. */
        registerId: Type.Optional(Id),
        floatCents: Cents,
      }),
      errors: ['BARBERSHOP_NOT_FOUND', 'REGISTER_NOT_FOUND', 'CASH_OPEN', 'IDEMPOTENCY_CONFLICT', 'MONTH_CLOSED'],
      response: { 201: OneSession },
    }),
    move: route('POST', '/cash/sessions/:id/movements', {
      summary: 'Suprimento, sangria, despesa ou vale, em dinheiro do caixa',
      params: IdParams,
      body: Strict({
        /** Made by the device: a repetition changes nothing. */
        id: Id,
        kind: Type.Enum(cashMovementKinds),
        amountCents: Type.Integer({ minimum: 1, maximum: MAX_CENTS }),
        account: CashAccount,
        /** Of an advance. */
        barberId: Type.Optional(Id),
        reason: Type.Optional(Text({ max: MAX_REASON })),
      }),
      errors: [
        'CASH_NOT_FOUND',
        'BARBERSHOP_NOT_FOUND',
        'BARBER_NOT_FOUND',
        'INVALID_INPUT',
        'CASH_CLOSED',
        'BALANCE_TOO_LOW',
        'IDEMPOTENCY_CONFLICT',
        'MONTH_CLOSED',
      ],
      response: { 200: OneSession },
    }),
    reverse: route('POST', '/cash/movements/:id/reversal', {
      summary: 'Estorna um lançamento do caixa que ainda está aberto',
      params: IdParams,
      body: Strict({ reason: Text({ min: 1, max: MAX_REASON }) }),
      errors: [
        'CASH_NOT_FOUND',
        'BARBERSHOP_NOT_FOUND',
        'INVALID_INPUT',
        'CASH_CLOSED',
        'ALREADY_REVERSED',
        'BALANCE_TOO_LOW',
        'MONTH_CLOSED',
      ],
      response: { 200: OneSession },
    }),
    close: route('POST', '/cash/sessions/:id/close', {
      summary: 'Fecha o caixa com o que foi contado, sem ver o esperado; a diferença em dinheiro é lançada',
      params: IdParams,
      body: Strict({ counted: Counted, note: Type.Optional(Text({ max: MAX_CASH_NOTE })) }),
      errors: ['CASH_NOT_FOUND', 'BARBERSHOP_NOT_FOUND', 'CASH_CLOSED', 'MONTH_CLOSED'],
      response: { 200: OneSession },
    }),
    day: route('GET', '/barbershops/:id/cash/day', {
      summary: 'Os caixas que foram abertos em um dia, com o esperado e o contado por forma de pagamento',
      params: IdParams,
      querystring: Strict({ date: LocalDate }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: CashDay },
    }),
  },
)
