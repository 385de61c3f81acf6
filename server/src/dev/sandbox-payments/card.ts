import { countCodeDigits, hasValidCheckDigit } from '@na-regua/contract/cards'
import { ApiError } from '@na-regua/contract/errors'
import { testCards } from '@na-regua/contract/payments'

type Card = { number: string; expiry: string; cvc: string; name: string }

/** How a payment with the card ends. The number itself does not leave this file. */
export type CardOutcome = 'succeeds' | 'declined' | 'asksForConfirmation' | 'staysPending' | 'failsToRenew'

/** Throws CARD_INVALID with the message for the first invalid field. */
export function judgeCard({ number, expiry, cvc, name }: Card, now: Date): CardOutcome {
  const digits = number.replaceAll(/[\s-]/g, '')
  const refuse = (field: keyof Card, message: string) => new ApiError('CARD_INVALID', { field }, message)
  if (!/^\d{13,19}$/.test(digits) || !hasValidCheckDigit(digits)) throw refuse('number', 'Confira o número do cartão.')
  if (!isAhead(expiry, now)) throw refuse('expiry', 'Confira a validade: o cartão está vencido ou a data não existe.')
  const cvcDigits = countCodeDigits(digits)
  if (!new RegExp(`^\\d{${cvcDigits}}$`).test(cvc.trim()))
    throw refuse('cvc', `O código de segurança tem ${cvcDigits} dígitos.`)
  if (!/\p{L}{2}/u.test(name)) throw refuse('name', 'Digite o nome como está no cartão.')
  const known = Object.entries(testCards).find(([, test]) => test.replaceAll(' ', '') === digits)
  return (known?.[0] as CardOutcome | undefined) ?? 'succeeds'
}

/** A card is valid until the end of its month in the westernmost time zone. */
function isAhead(expiry: string, now: Date): boolean {
  const [, month = '', year = ''] = /^\s*(0[1-9]|1[0-2])\s*\/\s*(\d{2}|20\d{2})\s*$/.exec(expiry) ?? []
  if (!month) return false
  const after = Date.UTC(2000 + (Number(year) % 100), Number(month), 1, 12)
  return now.getTime() < after && after < now.getTime() + 30 * 366 * 86_400_000
}
