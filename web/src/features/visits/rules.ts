import { allocate } from '@na-regua/contract/amounts'
import type { Appointment } from '@na-regua/contract/appointments'
import {
  type Checkout,
  type DiscountBearer,
  type LineKind,
  paymentNames,
  type Visit,
  type VisitLineInput,
  type VisitPayment,
  type VisitPaymentInput,
  type VisitPaymentMethod,
} from '@na-regua/contract/visits'
import { formatMoney } from '../../lib/format.ts'
import { createUuid } from '../../lib/unique-id.ts'

export const bearerNames: Record<DiscountBearer, string> = {
  both: 'Os dois',
  barbershop: 'A barbearia',
  barber: 'O barbeiro',
}

/** A line while it is edited. Amounts are undefined in an empty field, and NaN for a text that is none. */
export type LineDraft = {
  /** Of this page only. */
  key: string
  kind: LineKind
  serviceId?: string | undefined
  productId?: string | undefined
  barberId?: string | undefined
  assistantBarberId?: string | undefined
  name: string
  quantity: number
  unitCents: number | undefined
  discountCents: number | undefined
  discountBorneBy: DiscountBearer
  discountReason: string
}

export type PaymentDraft = {
  id: string
  method: VisitPaymentMethod
  /** The last payment takes what the others leave. */
  amountCents: number | undefined
  tenderedCents: number | undefined
  installments: number
  cardBrand: string
  voucherCode: string
  isReceived: boolean
}

export type ClosingDraft = { lines: readonly LineDraft[]; payments: readonly PaymentDraft[] }

type NewLine = Pick<LineDraft, 'kind' | 'name' | 'unitCents'> & Partial<LineDraft>

export const newLine = (line: NewLine): LineDraft => ({
  key: createUuid(),
  quantity: 1,
  discountCents: 0,
  discountBorneBy: 'both',
  discountReason: '',
  ...line,
})

export const newPayment = (method: VisitPaymentMethod): PaymentDraft => ({
  id: createUuid(),
  method,
  amountCents: undefined,
  tenderedCents: undefined,
  installments: 1,
  cardBrand: '',
  voucherCode: '',
  isReceived: false,
})

/**
 * The services of an appointment, which sum to the price that was agreed. What was begun from the queue without network has no price yet:
 * the listed ones count.
 */
export function linesOfAppointment(
  { services, priceCents, barber, version }: Appointment,
  listed: Checkout['services'] = [],
): LineDraft[] {
  const prices = allocate(
    priceCents,
    services.map((service) => service.priceCents),
  )
  const listedPrice = (serviceId: string | null) => listed.find(({ id }) => id === serviceId)?.priceCents
  return services.map(({ id, name }, index) => {
    const isUnpriced = version === 0 && priceCents === 0
    const unitCents = isUnpriced ? listedPrice(id) : prices[index]
    return newLine({ kind: 'service', serviceId: id ?? undefined, barberId: barber.id, name, unitCents })
  })
}

/** The lines of a visit that is open. */
export function linesOfVisit({ lines }: Visit): LineDraft[] {
  return lines.map((line) =>
    newLine({
      kind: line.kind,
      serviceId: line.serviceId ?? undefined,
      productId: line.productId ?? undefined,
      barberId: line.barber?.id,
      assistantBarberId: line.assistantBarberId ?? undefined,
      name: line.name,
      quantity: line.quantity,
      unitCents: line.unitCents,
      discountCents: line.discountCents,
      discountBorneBy: line.discountBorneBy,
      discountReason: line.discountReason ?? '',
    }),
  )
}

export const grossOf = ({ quantity, unitCents = 0 }: LineDraft) => quantity * unitCents

export const netOf = (line: LineDraft) => grossOf(line) - (line.discountCents ?? 0)

export const totalOf = (lines: readonly LineDraft[]) => lines.reduce((sum, line) => sum + netOf(line), 0)

/** What each payment is: the last one takes the rest, which is wrong where it is not above zero. */
export function amountsOf({ lines, payments }: ClosingDraft): number[] {
  const total = totalOf(lines)
  const others = payments.slice(0, -1).map(({ amountCents = 0 }) => amountCents)
  const rest = others.reduce((left, amount) => left - amount, total)
  return [...others, rest].slice(0, payments.length)
}

/** What is handed back of the cash; undefined where nothing was typed, or too little. */
export function changeOf({ tenderedCents }: PaymentDraft, amountCents: number): number | undefined {
  if (tenderedCents === undefined || Number.isNaN(tenderedCents)) return undefined
  return tenderedCents >= amountCents ? tenderedCents - amountCents : undefined
}

/** The names of the fields of a line and of a payment. */
export const fieldNames = {
  unit: (key: string) => `unit ${key}`,
  discount: (key: string) => `discount ${key}`,
  amount: (id: string) => `amount ${id}`,
  tendered: (id: string) => `tendered ${id}`,
}

/** What is shown at fields, by their names. */
export type FieldErrors = Partial<Record<string, string>>

/** Why it cannot be closed as it is, and the field that is to be corrected. */
export type ClosingProblem = {
  field: string
  text: string
  /** The line that has the field. */
  lineKey?: string
}

/** The first problem; undefined where it can be closed. */
export function findProblem(draft: ClosingDraft): ClosingProblem | undefined {
  for (const line of draft.lines) {
    const problem = findLineProblem(line)
    if (problem) return { ...problem, lineKey: line.key }
  }
  return totalOf(draft.lines) === 0 ? undefined : findPaymentProblem(draft)
}

function findLineProblem(line: LineDraft): ClosingProblem | undefined {
  const { key, unitCents = Number.NaN, discountCents = 0 } = line
  if (Number.isNaN(unitCents)) return { field: fieldNames.unit(key), text: 'Informe o valor' }
  if (Number.isNaN(discountCents)) return { field: fieldNames.discount(key), text: 'Confira o desconto' }
  if (netOf(line) < 0) return { field: fieldNames.discount(key), text: 'Não pode passar do preço' }
  return undefined
}

function findPaymentProblem(draft: ClosingDraft): ClosingProblem | undefined {
  const amounts = amountsOf(draft)
  const others = draft.payments.slice(0, -1)
  const empty = others.find((_, index) => !((amounts[index] as number) > 0))
  if (empty) return { field: fieldNames.amount(empty.id), text: 'Informe o valor' }
  const rest = amounts.at(-1) ?? 0
  const before = others.at(-1)
  if (before && rest <= 0) {
    const text = rest === 0 ? 'Não sobra nada para o último' : `Passa do total em ${formatMoney(-rest)}`
    return { field: fieldNames.amount(before.id), text }
  }
  const short = draft.payments.find(
    (payment, index) =>
      payment.method === 'cash' &&
      payment.tenderedCents !== undefined &&
      changeOf(payment, amounts[index] as number) === undefined,
  )
  return short && { field: fieldNames.tendered(short.id), text: 'É menos que o valor' }
}

/** The lines as the server takes them. */
export function toLineInputs(lines: readonly LineDraft[]): VisitLineInput[] {
  return lines.map(({ key: _, name, unitCents = 0, discountReason, ...line }) => {
    const discountCents = line.discountCents ?? 0
    return {
      kind: line.kind,
      ...(line.serviceId && { serviceId: line.serviceId }),
      ...(line.productId && { productId: line.productId }),
      ...(line.barberId && { barberId: line.barberId }),
      ...(line.assistantBarberId !== line.barberId && { assistantBarberId: line.assistantBarberId }),
      ...(line.kind === 'service' && !line.serviceId && { name }),
      quantity: line.quantity,
      unitCents,
      ...(discountCents > 0 && { discountCents, discountBorneBy: line.discountBorneBy }),
      ...(discountCents > 0 && discountReason.trim() && { discountReason: discountReason.trim() }),
    }
  })
}

/** The payments as the server takes them; none where nothing is to be paid. `registerId`: where cash goes, if there are several. */
export function toPaymentInputs(draft: ClosingDraft, registerId?: string): VisitPaymentInput[] {
  if (totalOf(draft.lines) === 0) return []
  const amounts = amountsOf(draft)
  return draft.payments.map(({ id, method, ...payment }, index) => ({
    id,
    method,
    amountCents: amounts[index] as number,
    ...(method === 'cash' && payment.tenderedCents !== undefined && { tenderedCents: payment.tenderedCents }),
    ...(method === 'cash' && registerId && { registerId }),
    ...(method === 'credit' && { installments: payment.installments }),
    ...((method === 'credit' || method === 'debit') && payment.cardBrand && { cardBrand: payment.cardBrand }),
    ...(method === 'voucher' && payment.voucherCode.trim() && { voucherCode: payment.voucherCode.trim() }),
    ...(method === 'pix' && payment.isReceived && { isReceived: true }),
  }))
}

/** What the button does: 'Receber R$ 50,00 no Pix'. */
export function describeSubmit(draft: ClosingDraft): string {
  const total = totalOf(draft.lines)
  if (draft.lines.length === 0 || Number.isNaN(total) || total < 0) return 'Receber'
  if (total === 0) return 'Fechar sem cobrar'
  const [payment] = draft.payments
  const only = draft.payments.length === 1 && payment ? prepositions[payment.method] : ''
  return payment?.method === 'account' && only
    ? `Anotar ${formatMoney(total)} no fiado`
    : `Receber ${formatMoney(total)}${only}`
}

const prepositions: Record<VisitPaymentMethod, string> = {
  pix: ' no Pix',
  cash: ' em dinheiro',
  debit: ' no débito',
  credit: ' no crédito',
  account: ' no fiado',
  voucher: ' no vale-presente',
}

/** Pix of the visit that no person has checked. */
export const waitsForPix = ({ status, payments }: Visit) =>
  status === 'CLOSED' && payments.some(({ method, confirmedAt }) => method === 'pix' && confirmedAt === null)

type PaidPart = Pick<VisitPayment, 'method' | 'installments' | 'tenderedCents' | 'amountCents'>

/** 'Crédito, 3×', 'Dinheiro, troco de R$ 5,00'. */
export function describeVisitPayment({ method, installments, tenderedCents, amountCents }: PaidPart): string {
  const name = paymentNames[method]
  if (installments && installments > 1) return `${name}, ${installments}×`
  const change = tenderedCents === null ? 0 : tenderedCents - amountCents
  return change > 0 ? `${name}, troco de ${formatMoney(change)}` : name
}

type HadPart = Pick<Visit['lines'][number], 'name' | 'quantity' | 'unitCents' | 'discountCents'>

/** '2 × Pomada: R$ 80,00'. */
function describeLine({ name, quantity, unitCents, discountCents }: HadPart): string {
  const times = quantity > 1 ? `${quantity} × ` : ''
  return `${times}${name}: ${formatMoney(quantity * unitCents - discountCents)}`
}

/** What would have to be typed again if the server refused the closing. */
export function describeClosing(draft: ClosingDraft): string[] {
  const had = draft.lines.map(({ unitCents = 0, discountCents = 0, ...line }) =>
    describeLine({ ...line, unitCents, discountCents }),
  )
  const paid = toPaymentInputs(draft).map(({ method, amountCents, installments = null, tenderedCents = null }) => {
    const how = describeVisitPayment({ method, installments, tenderedCents, amountCents })
    return `${how}: ${formatMoney(amountCents)}`
  })
  return [...had, ...paid]
}

/** What the customer receives by WhatsApp or another app: what they had, how they paid, and where the whole receipt is. */
export function receiptOf({ lines, payments, totalCents, number }: Visit, day: string, url?: string): string {
  const had = lines.map(describeLine)
  const paid = payments.map(({ method, amountCents }) => `${paymentNames[method]}: ${formatMoney(amountCents)}`)
  const link = url ? [`Comprovante: ${url}`] : []
  return [`Comanda ${number}, ${day}`, ...had, `Total: ${formatMoney(totalCents ?? 0)}`, ...paid, ...link].join('\n')
}
