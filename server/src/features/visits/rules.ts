import { ApiError } from '@na-regua/contract/errors'
import {
  type DiscountBearer,
  FREE_DISCOUNT_PERCENT,
  type LineKind,
  MAX_VISIT_CENTS,
  type VisitLineInput,
  type VisitPaymentInput,
  type VisitPaymentMethod,
  type VisitStatus,
} from '@na-regua/contract/visits'
import { formatCents } from '../../lib/format-cents.ts'
import type { Posting } from '../ledger/rules.ts'
import type { Charge } from '../receivables/charge-cards.ts'

/** A line as it is stored, but for the name, which the barbershop's lists give. */
export type Line = {
  kind: LineKind
  serviceId: string | undefined
  productId: string | undefined
  barberId: string | undefined
  assistantBarberId: string | undefined
  name: string | undefined
  quantity: number
  unitCents: number
  discountCents: number
  discountBorneBy: DiscountBearer
  discountReason: string | undefined
}
export type NamedLine = Line & { name: string }

/** Checks the lines of a visit, each of its kind. Throws VISIT_INVALID with a sentence. */
export function readLines(inputs: readonly VisitLineInput[]): Line[] {
  const lines = inputs.map(readLine)
  if (totalOf(lines) > MAX_VISIT_CENTS) throw invalid(`Uma comanda soma até ${formatCents(MAX_VISIT_CENTS)}.`)
  return lines
}

function readLine(input: VisitLineInput): Line {
  const line: Line = {
    kind: input.kind,
    serviceId: input.serviceId?.toLowerCase(),
    productId: input.productId?.toLowerCase(),
    barberId: input.barberId?.toLowerCase(),
    assistantBarberId: input.assistantBarberId?.toLowerCase(),
    name: input.name?.trim() || undefined,
    quantity: input.quantity ?? 1,
    unitCents: input.unitCents,
    discountCents: input.discountCents ?? 0,
    discountBorneBy: input.discountBorneBy ?? 'both',
    discountReason: input.discountReason?.trim() || undefined,
  }
  const problem = findLineProblem(line)
  if (problem) throw invalid(problem)
  return line
}

function findLineProblem(line: Line): string | undefined {
  const { kind, quantity, unitCents, discountCents, barberId, assistantBarberId } = line
  if (assistantBarberId && assistantBarberId === barberId) return 'O ajudante é outra pessoa.'
  if (discountCents > quantity * unitCents) return 'O desconto não pode passar do preço.'
  return kind === 'service' || kind === 'product' ? findSaleProblem(line) : findPlainProblem(line)
}

function findSaleProblem({ kind, serviceId, productId, name }: Line): string | undefined {
  if (kind === 'product') return productId && !serviceId ? undefined : 'Escolha o produto.'
  return !productId && (serviceId || name) ? undefined : 'Diga qual foi o serviço.'
}

/** Tips and debts are an amount, and nothing else. */
function findPlainProblem(line: Line): string | undefined {
  const { kind, serviceId, productId, quantity, unitCents, discountCents, barberId } = line
  const isPlain = !serviceId && !productId && quantity === 1 && discountCents === 0
  if (!isPlain || unitCents === 0) return 'Informe só o valor da gorjeta ou do fiado.'
  return kind === 'tip' && !barberId ? 'Diga de quem é a gorjeta.' : undefined
}

/** What a line adds to the total. */
function netOf({ quantity, unitCents, discountCents }: Pick<Line, 'quantity' | 'unitCents' | 'discountCents'>) {
  return quantity * unitCents - discountCents
}

export function totalOf(lines: readonly Pick<Line, 'quantity' | 'unitCents' | 'discountCents'>[]): number {
  return lines.reduce((sum, line) => sum + netOf(line), 0)
}

export type TakenPayment = VisitPaymentInput & { isReceived: boolean }

/** A payment as it is stored: cash with its register, a card with what the acquirer keeps. */
export type ChargedPayment = TakenPayment & Charge

/** Checks the payments, which sum to the total of the lines. Throws PAYMENTS_MISMATCH or VISIT_INVALID with a sentence. */
export function readPayments(inputs: readonly VisitPaymentInput[], total: number): TakenPayment[] {
  const payments = inputs.map((input) => ({
    ...input,
    id: input.id.toLowerCase(),
    registerId: input.registerId?.toLowerCase(),
    isReceived: input.isReceived ?? false,
  }))
  for (const payment of payments) {
    const problem = findPaymentProblem(payment)
    if (problem) throw invalid(problem)
  }
  if (new Set(payments.map(({ id }) => id)).size < payments.length) throw invalid('Há um pagamento repetido.')
  const paid = payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (paid !== total) {
    const sentence = `A comanda soma ${formatCents(total)} e os pagamentos, ${formatCents(paid)}.`
    throw new ApiError('PAYMENTS_MISMATCH', { totalCents: total, paidCents: paid }, sentence)
  }
  return payments
}

/** What only some methods have. */
const fieldsOfMethods: readonly { field: keyof TakenPayment; methods: readonly VisitPaymentMethod[] }[] = [
  { field: 'tenderedCents', methods: ['cash'] },
  { field: 'registerId', methods: ['cash'] },
  { field: 'installments', methods: ['credit'] },
  { field: 'cardBrand', methods: ['debit', 'credit'] },
  { field: 'voucherCode', methods: ['voucher'] },
]

function findPaymentProblem(payment: TakenPayment): string | undefined {
  const { method, amountCents, tenderedCents, isReceived } = payment
  const isForeign = fieldsOfMethods.some(
    ({ field, methods }) => payment[field] !== undefined && !methods.includes(method),
  )
  if (isForeign || (isReceived && method !== 'pix')) return 'Há um dado que não é desta forma de pagamento.'
  if (tenderedCents !== undefined && tenderedCents < amountCents) return 'O dinheiro recebido é menos que o valor.'
  return undefined
}

export const invalid = (sentence: string) => new ApiError('VISIT_INVALID', {}, sentence)

/**
 * Whether the line is so much cheaper than listed, or than it says itself, that it needs the permission for discounts: a price that is raised
 * and discounted again would be paid as commission.
 */
export function isLargeDiscount(line: Line, listedCents: number): boolean {
  const fullCents = Math.max(listedCents, line.unitCents) * line.quantity
  return netOf(line) * 100 < fullCents * (100 - FREE_DISCOUNT_PERCENT)
}

type PostedVisit = {
  lines: readonly Line[]
  payments: readonly TakenPayment[]
  profileId: string | undefined
}

/** What the book says of a visit: what was received, and for what. */
export function visitPostings({ lines, payments, profileId }: PostedVisit): Posting[] {
  const received = payments.map(({ method, amountCents: cents, registerId, isReceived }): Posting => {
    if (method === 'cash') return { kind: 'cash', ownerId: registerId, cents }
    if (method === 'account') return { kind: 'debt', ownerId: profileId, cents }
    if (method === 'pix') return { kind: isReceived ? 'pix' : 'pixPending', cents }
    return { kind: method === 'voucher' ? 'voucher' : 'card', cents }
  })
  const earned = lines.map((line, position): Posting => {
    const cents = -netOf(line)
    if (line.kind === 'tip') return { kind: 'tips', ownerId: line.barberId, cents, line: position }
    if (line.kind === 'debt') return { kind: 'debt', ownerId: profileId, cents, line: position }
    return { kind: line.kind === 'service' ? 'services' : 'products', cents, line: position }
  })
  return [...received, ...earned]
}

/** How the visit changes what the customer owes: new debts, and debts that they pay. */
export function debtChange(lines: readonly Line[], payments: readonly TakenPayment[]) {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    borrowedCents: sum(payments.filter(({ method }) => method === 'account').map(({ amountCents }) => amountCents)),
    repaidCents: sum(lines.filter(({ kind }) => kind === 'debt').map(netOf)),
  }
}

type DebtState = {
  /** What the customer owed before the visit. */
  owedCents: number
  /** Null: nothing is sold to them on account. */
  limitCents: number | null
}

/** Throws DEBT_LIMIT where the customer would owe more than they may, or pays more than they owe. */
export function checkDebt({ borrowedCents, repaidCents }: ReturnType<typeof debtChange>, state: DebtState): void {
  const { owedCents, limitCents } = state
  if (repaidCents > owedCents)
    throw new ApiError('DEBT_LIMIT', { owedCents }, `O cliente deve só ${formatCents(Math.max(0, owedCents))}.`)
  if (borrowedCents === 0) return
  if (limitCents === null) throw new ApiError('DEBT_LIMIT', {}, 'Este cliente não tem limite de fiado.')
  const left = Math.max(0, limitCents - owedCents + repaidCents)
  if (borrowedCents > left)
    throw new ApiError('DEBT_LIMIT', { leftCents: left }, `Do limite de fiado restam ${formatCents(left)}.`)
}

/** A visit as it is stored, as far as it decides what may become of it. */
export type StoredVisit = {
  id: string
  barbershopId: string
  appointmentId: string | null
  status: VisitStatus
  version: number
  paymentIds: string[]
  lines: StoredLine[]
}

type LineField = 'kind' | 'quantity' | 'unitCents' | 'discountCents'
type LineId = 'serviceId' | 'productId' | 'barberId' | 'assistantBarberId'
type StoredLine = Pick<Line, LineField> & Record<LineId, string | null>

type Closed = {
  id: string
  barbershopId: string
  lines: readonly Line[]
  payments: readonly TakenPayment[]
}

/** Whether this very closing was stored before: a device sends it again when the response was lost. */
export function isRepeatedClosing(
  stored: readonly StoredVisit[],
  { id, barbershopId, lines, payments }: Closed,
): boolean {
  const visit = stored.find((one) => one.id === id && one.barbershopId === barbershopId)
  return (
    visit?.status === 'CLOSED' &&
    visit.paymentIds.join() === payments.map((payment) => payment.id).join() &&
    visit.lines.map(keyOfLine).join() === lines.map(keyOfLine).join()
  )
}

const keyOfLine = (line: Line | StoredLine) =>
  [
    line.kind,
    line.serviceId,
    line.productId,
    line.barberId,
    line.assistantBarberId,
    line.quantity,
    line.unitCents,
    line.discountCents,
  ].join(' ')

type SeenVisit = {
  id: string
  barbershopId: string
  appointmentId: string | undefined
  version: number | undefined
}

/** The open visit that is closed; undefined for one that is new. Throws if there is another, or it is not as the caller saw it. */
export function checkOpen(
  stored: readonly StoredVisit[],
  { id, barbershopId, appointmentId, version }: SeenVisit,
): StoredVisit | undefined {
  const own = stored.find((visit) => visit.id === id)
  if (own && own.barbershopId !== barbershopId) throw new ApiError('VISIT_NOT_FOUND')
  if (stored.some(({ status }) => status === 'CLOSED')) throw new ApiError('VISIT_CLOSED')
  if (own?.status === 'REVERSED') throw new ApiError('VISIT_CLOSED')
  const isSame = own
    ? own.status === 'OPEN' && own.version === version && own.appointmentId === (appointmentId ?? null)
    : version === undefined
  if (!isSame || stored.some((visit) => visit.id !== id)) throw new ApiError('VISIT_CHANGED')
  return own
}
