import {
  type Payment,
  type PaymentMethod,
  type PaymentStatus,
  RENEW_AHEAD_DAYS,
  type SubscriptionBill,
} from '@na-regua/contract/payments'
import { ApiError, errorText } from '../../lib/api-error.ts'

export const NO_SECRET = 'No client secret returned from server'

/** Seconds between two questions about a payment, and what each adds to the counter. */
export const POLL_SECONDS = 3
/** So long the good news stays before it leads to the login. */
export const LEAVE_SECONDS = 6

/** What the confirmation page says. Whatever is not over yet is pending. */
export function outcomeOf(status: PaymentStatus) {
  if (status === 'succeeded') return 'success'
  return status === 'failed' || status === 'expired' ? 'failed' : 'pending'
}

/** 63 seconds: '1:03'. */
export function formatClock(seconds: number) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export const methodWords: Record<PaymentMethod, string> = { card: 'Cartão', pix: 'Pix' }

export const paymentWords: Record<Payment['status'], { label: string; tone: 'green' | 'red' | 'neutral' }> = {
  paid: { label: 'Pago', tone: 'green' },
  failed: { label: 'Não passou', tone: 'red' },
  refunded: { label: 'Devolvido', tone: 'neutral' },
}

export const periodWords: Record<Payment['billing_period'], string> = {
  monthly: 'mensal',
  quarterly: 'trimestral',
  annually: 'anual',
}

export const NO_FORM = 'Não foi possível carregar o formulário de pagamento.'

/** Why there is no form: the server's words where there are any; `detail` is for whoever has to mend it. */
export function describeProblem(error: Error): { title: string; detail?: string; canRetry: boolean } {
  if (error.message === NO_SECRET) return { title: NO_FORM, detail: error.message, canRetry: true }
  const title = errorText(error, 'Erro ao criar sessão de checkout. Por favor, tente novamente.')
  // A refusal stays a refusal.
  return { title, canRetry: !(error instanceof ApiError && error.status < 500) }
}

/** What the owner of a subscription reads about its money; `until` is an instant, `pay` where something is to be done now. */
export type BillState = {
  words: 'free' | 'renews' | 'ends' | 'grace'
  until: string | null
  pay?: 'checkout' | 'portal'
}

/** Nothing where no subscription is open. */
export function readBill(bill: SubscriptionBill, now: Date): BillState | undefined {
  const { provider, renewsItself, periodEndsAt, graceEndsAt, hasPortal } = bill
  if (!provider) return undefined
  if (provider === 'free' || !periodEndsAt) return { words: 'free', until: null }
  // A provider that charges by itself takes the money from the card: that is where it is mended.
  if (graceEndsAt) return { words: 'grace', until: graceEndsAt, pay: hasPortal ? 'portal' : 'checkout' }
  if (renewsItself) return { words: 'renews', until: periodEndsAt }
  const isDue = new Date(periodEndsAt).getTime() - now.getTime() < RENEW_AHEAD_DAYS * 86_400_000
  return { words: 'ends', until: periodEndsAt, ...(isDue && { pay: 'checkout' }) }
}

export function canRefund({ refundUntil, refundCents }: SubscriptionBill, now: Date) {
  return refundUntil !== null && refundCents > 0 && now < new Date(refundUntil)
}
