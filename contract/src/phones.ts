/**
 * Phone numbers: the one rule of server, web and imports. On the wire a Brazilian number is its digits with the area code, a foreign
 * one has its '+' and country code.
 */

/** The area codes that exist. */
const areaCodes = /^(?:[14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])/

/**
 * What stands before area code and number: the country code, twice where it was pasted behind one; then the digit of a long-distance
 * or a collect call, with or without the two digits of a carrier.
 */
const prefixes = /^(?:55){0,2}(?:(?:0|90)(?:\d\d)?)?(?=\d{10,11}$)/

/** E.164: a country code and at most 15 digits in all. */
const foreignNumber = /^[1-9]\d{6,14}$/

/** Digits of a Brazilian mobile number with its area code. A landline has one less. */
export const MOBILE_DIGITS = 11

/** Why a text is no phone number, with the message for users. */
export const phoneProblems = {
  missing: 'Informe o DDD e o número.',
  incomplete: 'Informe o DDD e o número.',
  tooLong: 'O telefone tem dígitos demais. Informe o DDD e o número.',
  unknownAreaCode: 'Este DDD não existe. Confira o telefone.',
  ninthDigit: 'Falta o nono dígito: celulares começam por 9 depois do DDD.',
  invalid: 'Este telefone não existe no Brasil. Confira o DDD e o número.',
  foreign: 'Informe um telefone do Brasil, com DDD.',
  invalidForeign: 'Confira o código do país e o número depois do +.',
} as const

export type PhoneProblem = keyof typeof phoneProblems

export type ParsedPhone = { phone: string; problem?: undefined } | { phone?: undefined; problem: PhoneProblem }

type PhoneOptions = {
  /** Completes numbers without one, two digits. */
  areaCode?: string | null
  /** A barbershop has a Brazilian number, a person may have any. */
  isBrazilian?: boolean
}

/**
 * Parses a number as people write, paste and store it: '(62) 98765-4321', '+55 62 …', '0055 62 …', '0 15 62 …', '+351 912 345 678'.
 * It is never cut and no digit is added: what is too short, too long or does not exist is a problem.
 */
export function parsePhoneNumber(text: string, { areaCode, isBrazilian = false }: PhoneOptions = {}): ParsedPhone {
  const plain = text.normalize('NFKC')
  const digits = plain.replaceAll(/\D/g, '')
  const dialled = isInternational(plain) ? digits : /^00(?=[1-9])/.test(digits) ? digits.slice(2) : undefined
  if (dialled === undefined) return parseBrazilian(digits, areaCode)
  if (dialled.startsWith('55')) return parseBrazilian(dialled.slice(2), areaCode)
  if (!foreignNumber.test(dialled)) return { problem: 'invalidForeign' }
  return isBrazilian ? { problem: 'foreign' } : { phone: `+${dialled}` }
}

function parseBrazilian(digits: string, areaCode: string | null | undefined): ParsedPhone {
  const number = digits.replace(prefixes, '')
  const isLocal = areaCode && (number.length === 8 || number.length === 9)
  const phone = isLocal ? `${areaCode}${number}` : number
  const problem = findBrazilianProblem(phone)
  return problem ? { problem } : { phone }
}

function findBrazilianProblem(phone: string): PhoneProblem | undefined {
  if (phone === '') return 'missing'
  if (/^0+$/.test(phone)) return 'invalid'
  if (phone.length < MOBILE_DIGITS - 1) return 'incomplete'
  if (phone.length > MOBILE_DIGITS) return 'tooLong'
  if (!areaCodes.test(phone)) return 'unknownAreaCode'
  // Eleven digits are a mobile number, ten a landline.
  const isMobile = phone.length === MOBILE_DIGITS
  if (!isMobile && /^[6-9]/.test(phone.slice(2))) return 'ninthDigit'
  return (isMobile ? /^9/ : /^[2-5]/).test(phone.slice(2)) ? undefined : 'invalid'
}

/** The message for a text that is no phone number; undefined for a valid one, and for an empty one if `isOptional`. */
export function findPhoneProblem(
  text: string,
  { isOptional = false, ...options }: PhoneOptions & { isOptional?: boolean } = {},
): string | undefined {
  const { problem } = parsePhoneNumber(text, options)
  if (problem === undefined || (isOptional && problem === 'missing' && !text.includes('+'))) return undefined
  return phoneProblems[problem]
}

/** True when a '+' stands before the digits. */
export function isInternational(text: string): boolean {
  return /^[^\d+]*\+/.test(text)
}

/** True for a number as it is on the wire that is a Brazilian one. */
export function isBrazilianPhone(phone: string | null): boolean {
  return phone !== null && /^\d+$/.test(phone)
}

/** True for digits with the form of an area code and a number, also of one that does not exist: older ones were stored by this rule. */
export function hasAreaCode(digits: string): boolean {
  return /^[1-9]\d{9,10}$/.test(digits)
}

/** E.164 of a number as it is on the wire. */
export function toE164(phone: string): string {
  return phone.startsWith('+') ? phone : `+55${phone}`
}
