import {
  type Payment,
  type PaymentMethod,
  type PaymentStatus,
  RENEW_AHEAD_DAYS,
  type SubscriptionBill,
} from '@na-regua/contract/payments'
import { ApiResponseError, errorText } from '../../lib/api-error.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { deviceTimeZone } from '../../lib/local-time.ts'

export const NO_SECRET = 'No client secret returned from server'

/** Seconds between two status requests of a payment. */
export const POLL_SECONDS = 3
/** Seconds until the success page navigates to the login. */
export const REDIRECT_SECONDS = 6

/**
 * The outcome that the confirmation page shows: only `succeeded` and `failed` end the waiting. A payment sent just before
 * its session expired may still be confirmed by the provider.
 */
export function outcomeOf(status: PaymentStatus) {
  if (status === 'succeeded') return 'success'
  return status === 'failed' ? 'failed' : 'pending'
}

/** 63 seconds: '1:03'. */
export function formatClock(seconds: number) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export const methodLabels: Record<PaymentMethod, string> = { card: 'Cartão', pix: 'Pix' }

export const paymentStatusLabels: Record<Payment['status'], { label: string; tone: 'green' | 'red' | 'neutral' }> = {
  paid: { label: 'Pago', tone: 'green' },
  failed: { label: 'Não passou', tone: 'red' },
  refunded: { label: 'Devolvido', tone: 'neutral' },
}

export const periodLabels: Record<Payment['billing_period'], string> = {
  monthly: 'mensal',
  quarterly: 'trimestral',
  annually: 'anual',
}

export const NO_FORM = 'Não foi possível carregar o formulário de pagamento.'

/** Why there is no payment form: the server's message if it sent one; `detail` is for the developer. */
export function describeIntentError(error: Error): { title: string; detail?: string; canRetry: boolean } {
  if (error.message === NO_SECRET) return { title: NO_FORM, detail: error.message, canRetry: true }
  const title = errorText(error, 'Erro ao criar sessão de checkout. Por favor, tente novamente.')
  // A 4xx response is final.
  return { title, canRetry: !(error instanceof ApiResponseError && error.status < 500) }
}

/** How a subscription is billed next; `until` is an instant, `pay` is set if the owner must act now. */
export type BillState = {
  kind: 'free' | 'renews' | 'ends' | 'grace' | 'cancelled' | 'downgraded'
  until: string | null
  pay?: 'checkout' | 'portal'
}

/** Undefined without a subscription. */
export function describeBill(bill: SubscriptionBill, now: Date): BillState | undefined {
  const { provider, renewsItself, periodEndsAt, graceEndsAt, hasPortal, cancelledAt, continuesFree } = bill
  if (!provider) return undefined
  if (provider === 'free' || !periodEndsAt) return { kind: 'free', until: null }
  if (cancelledAt) return { kind: continuesFree ? 'downgraded' : 'cancelled', until: periodEndsAt }
  // A provider that renews by itself charges the card: the card is changed in its portal.
  if (graceEndsAt) return { kind: 'grace', until: graceEndsAt, pay: hasPortal ? 'portal' : 'checkout' }
  if (renewsItself) return { kind: 'renews', until: periodEndsAt }
  const isDue = new Date(periodEndsAt).getTime() - now.getTime() < RENEW_AHEAD_DAYS * 86_400_000
  return { kind: 'ends', until: periodEndsAt, ...(isDue && { pay: 'checkout' }) }
}

/** What the user chose in the dialog: the money back at once, the plan until its paid end, or the free plan after that. */
export type CancelChoice = { isRefund: boolean; continuesFree: boolean }

/** What a cancellation does, with dates and amounts. */
export function listCancelConsequences(bill: SubscriptionBill, { isRefund, continuesFree }: CancelChoice): string[] {
  const isPaidAhead = !isRefund && !bill.graceEndsAt && bill.provider !== 'free' && bill.periodEndsAt !== null
  const end = isPaidAhead ? formatDate(bill.periodEndsAt as string, deviceTimeZone()) : ''
  const after = continuesFree
    ? 'começa o plano Básico, grátis: o que passa do limite dele sai do ar'
    : 'suas barbearias continuam à vista, dentro do limite do plano grátis, mas nem elas nem os barbeiros podem ser editados'
  return [
    isPaidAhead
      ? `O que você já pagou vale até ${end}. Depois disso nada mais é cobrado${bill.renewsItself ? ` (hoje: ${formatMoney(bill.priceCents)} por período)` : ''}.`
      : 'O plano termina agora.',
    `${isPaidAhead ? `Depois de ${end}` : 'A partir daí'}, ${after}.`,
    'Isto não pode ser desfeito. Nada é apagado, e os horários já marcados continuam valendo.',
    'Você sai da sua conta em todos os aparelhos.',
  ]
}

export function canRefund({ refundUntil, refundCents }: SubscriptionBill, now: Date) {
  return refundUntil !== null && refundCents > 0 && now < new Date(refundUntil)
}
