import { findPhoneProblem, isInternational, MOBILE_DIGITS, parsePhoneNumber } from '@na-regua/contract/phones'

/** What a field shows of a text: its digits, and the '+' before a country code. Nothing is cut: what is too long is reported. */
function toPhoneText(text: string): string {
  const plain = text.normalize('NFKC')
  return (isInternational(plain) ? '+' : '') + plain.replaceAll(/\D/g, '')
}

/** The number as it is on the wire; what was typed while it is none. */
export function toWirePhone(text: string): string {
  return parsePhoneNumber(text).phone ?? toPhoneText(text)
}

/** (00) 0000-0000, and (00) 00000-0000 from the eleventh digit on. What cannot be an area code and a number is shown as it is. */
function maskPhone(text: string): string {
  if (!/^[1-9]\d*$/.test(text) || text.length > MOBILE_DIGITS) return text
  const area = text.slice(0, 2)
  const middle = text.length === MOBILE_DIGITS ? 7 : 6
  const start = text.slice(2, middle)
  const end = text.slice(middle)
  return `(${area}${start && `) ${start}`}${end && `-${end}`}`
}

type Entry = {
  /** Left, or filled by a paste or the browser: nothing more is typed. */
  isEntered: boolean
  isBrazilian: boolean
}

/** The message for a number that no further digit can correct; for any other one once it was entered. */
export function findEntryProblem(text: string, { isEntered, isBrazilian }: Entry): string | undefined {
  const isFull = !text.startsWith('+') && text.length >= MOBILE_DIGITS && !/^(0|55\d{10,})/.test(text)
  return isEntered || isFull ? findPhoneProblem(text, { isOptional: true, isBrazilian }) : undefined
}

export const phoneInput = {
  format: maskPhone,
  removeFormatting: toPhoneText,
  isValidInputCharacter: (character: string) => /[\d+]/.test(character),
  /** The caret stands beside a digit or the '+'. */
  getCaretBoundary(shown: string): boolean[] {
    const isTyped = [...shown].map((character) => /[\d+]/.test(character))
    return Array.from({ length: shown.length + 1 }, (_, at) => shown === '' || Boolean(isTyped[at - 1] || isTyped[at]))
  },
}
