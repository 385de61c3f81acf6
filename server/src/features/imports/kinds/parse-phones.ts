import { parsePhoneNumber, toE164 } from '@na-regua/contract/phones'
import { isValidPhoneNumber } from 'libphonenumber-js/max'
import { type FieldReader, RowProblem } from '../rows/rules.ts'

/** Reads the first mobile number of the columns with phones, or else the first valid one. */
export function readPhone(read: FieldReader, areaCode: string | null): string | undefined {
  const phones: string[] = []
  let problem: RowProblem | undefined
  for (const field of ['phone', 'otherPhone'] as const) {
    try {
      phones.push(...listPhones(read(field), areaCode))
    } catch (error) {
      problem ??= error as RowProblem
    }
  }
  const found = phones.find(isMobile) ?? phones[0]
  if (!found && problem) throw problem
  return found
}

/** The phone of a cell in E.164, a mobile number before a landline. Undefined for an empty cell. */
export function parsePhone(text: string, areaCode: string | null): string | undefined {
  const phones = listPhones(text, areaCode)
  return phones.find(isMobile) ?? phones[0]
}

/** A foreign number may be one. */
const isMobile = (phone: string) => !/^\+55\d\d[2-5]/.test(phone)

/** As it is shown: '(62) 99999-0000', a foreign number as it is. */
export function formatE164(phone: string): string {
  const [, area, start, end] = /^\+55(\d\d)(\d{4,5})(\d{4})$/.exec(phone) ?? []
  return area ? `(${area}) ${start}-${end}` : phone
}

const MAX_CELL = 200
/** A digit of any script, as text of other programs may have it. */
const otherDigit = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g

/** The valid numbers of a cell. Throws RowProblem if it has something and none is valid. */
function listPhones(text: string, areaCode: string | null): string[] {
  if (!text.trim()) return []
  if (text.length > MAX_CELL) throw new RowProblem('Telefone inválido')
  const plain = text.normalize('NFKC').replaceAll(otherDigit, (digit) => String((digit.charCodeAt(0) & 0xf) % 10 || 0))
  const problems: RowProblem[] = []
  let usualArea = areaCode
  const phones = splitPhones(expandExponent(plain)).flatMap((part) => {
    try {
      const phone = parseOnePhone(part, usualArea)
      // A number without an area code has that of the one before it in the cell, not that of the barbershop.
      if (phone.startsWith('+55')) usualArea = phone.slice(3, 5)
      return [phone]
    } catch (error) {
      problems.push(error as RowProblem)
      return []
    }
  })
  if (phones.length > 0) return phones
  throw problems[0] ?? new RowProblem('Telefone inválido')
}

/** '1.1987654356E10' has all its digits, '1,19877E+10' has lost some. */
function expandExponent(text: string): string {
  return text.replaceAll(/\b(\d)[.,](\d+)\s*e\+?(\d{1,2})\b|\b\d+\s*e\+\d+\b/gi, (_, first, decimals, exponent) => {
    if (decimals?.length === Number(exponent)) return `${first}${decimals}`
    throw new RowProblem('A planilha encurtou o telefone. Formate a coluna como texto e exporte de novo')
  })
}

/** Words and numbers behind a phone that are no part of it. */
const extension = /(?:\bramal|\bram\.?|\br\.|\bext(?:ension)?\.?|;\s*ext)\s*[=:]?\s*\d{1,6}/gi
const run = /[+(]?\d[\d\s().+\-\u2010-\u2015]*/g

/** The runs of digits of a cell. One that is an area code only belongs to the next: '11/98765-4321', '(11) e 98765-4321'. */
function splitPhones(text: string): string[] {
  const clean = text
    .replaceAll(extension, ' ')
    // '0xx11', '(0xx11)', '0**11': any carrier.
    .replaceAll(/0\s*[x*]{1,2}\s*(?=\d)/gi, '0')
    .replace(/^([\d\s]{8,16})[.,]0{1,2}$/, '$1')
  const runs = clean.split(/[\r\n]+/).flatMap((line) => line.match(run) ?? [])
  const parts: string[] = []
  let before = ''
  for (const found of runs.flatMap(splitLongRun)) {
    const part = `${before}${found.replace(/\D+$/, '').trim()}`
    before = isAreaCode(part) ? `${part} ` : ''
    if (!before && digitsOf(part).length > 1) parts.push(part)
  }
  return before ? [...parts, before.trim()] : parts
}

/** Two numbers in a row without anything between them but blanks. */
function splitLongRun(text: string): string[] {
  if (digitsOf(text).length <= 15) return [text]
  const parts = text.split(/\s+-\s+|(?<=\d)\s+(?=[+(])/)
  if (parts.length > 1) return parts
  const words = text.trim().split(/\s+/)
  return words.every((word) => digitsOf(word).length >= 10) ? words : [text]
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
const isAreaCode = (text: string) => /^(?:\+?55)?0?[1-9]\d$|^\+?55$/.test(digitsOf(text)) && digitsOf(text).length <= 5

/** The groups in which a number without an area code is written. A digit that is missing makes other ones. */
const localGroups: ReadonlySet<string> = new Set(['9', '5 4', '1 4 4', '1 8', '3 3 3', '8', '4 4', '2 2 2 2'])

function parseOnePhone(text: string, areaCode: string | null): string {
  const groups = text.match(/\d+/g) ?? []
  const { length } = digitsOf(text)
  const isLocal = !text.includes('+') && (length === 8 || length === 9)
  if (isLocal && (text.includes('(') || !localGroups.has(groups.map((group) => group.length).join(' '))))
    throw new RowProblem('Telefone inválido')
  if (isLocal && !areaCode) throw new RowProblem('Falta o DDD no telefone')
  const { phone, problem } = parsePhoneNumber(text, { areaCode })
  if (problem === 'ninthDigit' && isOldMobile(groups)) return parseOnePhone(withNinthDigit(text), areaCode)
  if (!phone) throw new RowProblem('Telefone inválido')
  const international = toE164(phone)
  if (!international.startsWith('+55') && !isValidPhoneNumber(international)) throw new RowProblem('Telefone inválido')
  return international
}

/**
 * Numbers of before the ninth digit: '9876-5432', or '6287654321' whose eight digits begin with 6 to 8. '98765-432' and '6298765432'
 * may have lost their last digit instead.
 */
function isOldMobile(groups: readonly string[]): boolean {
  const last = groups.at(-1) ?? ''
  if (last.length === 4) return groups.at(-2)?.length === 4
  return last.length >= 8 && /^[6-8]/.test(last.slice(-8))
}

function withNinthDigit(text: string): string {
  const [, before = '', number = ''] = /^(.*?)(\d{4}\D*\d{4}\D*)$/s.exec(text) ?? []
  return `${before}9${number}`
}
