import { parseCents, parseMinutes, parseWholeNumber } from '@na-regua/contract/amounts'
import { formatAmount } from './format.ts'

/** How a field reads what is typed, and shows the value once it was left. */
export type AmountForm = {
  parse: (text: string) => number | undefined
  format: (value: number) => string
  inputMode: 'decimal' | 'numeric'
}

export const moneyForm: AmountForm = {
  parse: parseCents,
  format: (cents) => `R$ ${formatAmount(cents)}`,
  inputMode: 'decimal',
}

/** Hundredths of a percent, typed as '3,99'. */
export const percentForm: AmountForm = {
  parse: (text) => parseCents(text.replace('%', '')),
  format: (basisPoints) => `${formatAmount(basisPoints)}%`,
  inputMode: 'decimal',
}

export const minutesForm: AmountForm = { parse: parseMinutes, format: String, inputMode: 'numeric' }

export const wholeNumberForm: AmountForm = { parse: parseWholeNumber, format: String, inputMode: 'numeric' }
