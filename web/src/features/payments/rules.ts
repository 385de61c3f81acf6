import type { Payment, PaymentMethod, PaymentStatus } from '@na-regua/contract/payments'

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
