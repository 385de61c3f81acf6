import { type Static, Type } from 'typebox'
import { Id, IdParams, Instant, LocalDate, Nullable, Strict } from './fields.ts'
import { defineApi, route } from './route.ts'

/** A payment by Pix of a closed visit (comanda). */
const VisitPix = Type.Object({
  id: Id,
  visitId: Id,
  /** The local day of its visit, whose number it is. */
  day: LocalDate,
  number: Type.Integer(),
  closedAt: Instant,
  cents: Type.Integer(),
  customerName: Nullable(Type.String()),
  barberName: Nullable(Type.String()),
  /** Null: it waits until a person checks that it has arrived. */
  confirmedAt: Nullable(Instant),
})
export type VisitPix = Static<typeof VisitPix>

/**
 * What a statement says of a Pix. matched: it is a payment. amount_differs: it names a payment of another amount. unknown_here: no payment is
 * known for it. missing_there: a payment that the statement of its day does not have.
 */
export const statementStates = ['matched', 'amount_differs', 'unknown_here', 'missing_there'] as const
export type StatementState = (typeof statementStates)[number]

/** A Pix that arrived and about which a person decides. */
const BankEntry = Type.Object({
  id: Id,
  day: LocalDate,
  cents: Type.Integer(),
  /** As the bank writes it. */
  description: Nullable(Type.String()),
  state: Type.Enum(statementStates),
  /** Of another amount. */
  payment: Nullable(VisitPix),
  /** Payments of the same amount about that day, the likeliest first. Nothing is decided by them. */
  suggestions: Type.Array(VisitPix),
  /** The first suggestion, where as many Pix as payments of the amount are of the day: which is which then changes nothing. */
  isClear: Type.Boolean(),
})
export type BankEntry = Static<typeof BankEntry>

const BankStatement = Type.Object({
  id: Id,
  fileName: Type.String(),
  firstDay: LocalDate,
  lastDay: LocalDate,
  importedAt: Instant,
  /** What was new in it, and how much of that is a payment that is known here. */
  entries: Type.Integer(),
  matched: Type.Integer(),
})
export type BankStatement = Static<typeof BankStatement>

const StatementInbox = Type.Object({
  statements: Type.Array(BankStatement),
  /** Undecided ones, the latest first. */
  entries: Type.Array(BankEntry),
  /** Payments that the statements of their days do not have. */
  missing: Type.Array(VisitPix),
})
export type StatementInbox = Static<typeof StatementInbox>

const Decided = Type.Object({ decided: Type.Literal(true) })

/** What arrived by Pix, by the statements of the bank. Nothing is corrected without a person. */
export const statementsApi = defineApi(
  { tag: 'statements', description: 'Conferência do Pix com o extrato do banco' },
  {
    waiting: route('GET', '/barbershops/:id/pix/waiting', {
      summary: 'Os Pix que aguardam conferência: os próprios, ou todos para quem cuida da agenda ou do dinheiro',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object({ payments: Type.Array(VisitPix) }) },
    }),
    inbox: route('GET', '/barbershops/:id/statements', {
      summary: 'O que falta decidir: Pix sem comanda, com outro valor, ou que não está no extrato',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: StatementInbox },
    }),
    upload: route('POST', '/barbershops/:id/statements', {
      summary: 'Importa um extrato; o que já veio em outro arquivo não entra de novo',
      upload: 'file',
      uploadedFile: 'Extrato da conta em OFX ou CSV, de no máximo 5 MB',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND', 'IMPORT_INVALID', 'IMPORT_TOO_LARGE'],
      response: {
        200: Type.Object({
          /** Pix of the file that are new, that an earlier file had, and that are now known to be payments. */
          added: Type.Integer(),
          known: Type.Integer(),
          matched: Type.Integer(),
        }),
      },
    }),
    match: route('POST', '/statements/entries/:id/match', {
      summary: 'Este Pix é aquele pagamento. Uma diferença de valor é aceita e lançada',
      params: IdParams,
      body: Strict({ paymentId: Id }),
      errors: ['NOT_FOUND', 'PAYMENT_NOT_FOUND', 'STATEMENT_CHANGED', 'MONTH_CLOSED'],
      response: { 200: Decided },
    }),
    setAside: route('POST', '/statements/entries/:id/set-aside', {
      summary: 'Este Pix não é de uma comanda; ou volta para a lista',
      params: IdParams,
      body: Strict({ isSetAside: Type.Boolean() }),
      errors: ['NOT_FOUND', 'STATEMENT_CHANGED'],
      response: { 200: Decided },
    }),
    accept: route('POST', '/statements/payments/:id/accept', {
      summary: 'O pagamento está certo, mesmo fora do extrato. Repetido, não muda nada',
      params: IdParams,
      errors: ['PAYMENT_NOT_FOUND', 'MONTH_CLOSED'],
      response: { 200: Decided },
    }),
  },
)
