import { CODE_DIGITS, CODE_RESEND_SECONDS } from '@na-regua/contract/accounts'

/** A letter on its way: where to, and when the next may follow. */
export type Sent = { email: string; resendAt: string }

export function codeProblem(code: string) {
  const isComplete = code.length === CODE_DIGITS && /^\d+$/.test(code)
  return isComplete ? undefined : 'Por favor, informe o código de 6 dígitos'
}

/** Seconds until another code may be sent; never more than the lock lasts, whatever this device's clock says. */
export function secondsUntil(resendAt: string | undefined, now: number) {
  if (!resendAt) return 0
  const seconds = Math.ceil((Date.parse(resendAt) - now) / 1000)
  return Math.min(Math.max(seconds, 0), CODE_RESEND_SECONDS)
}
