import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type FieldReader, foldCharacters, RowProblem } from '../rules.ts'

/** The first of the columns with a valid phone. */
export function readPhone(read: FieldReader, areaCode: string | null): string | undefined {
  let problem: RowProblem | undefined
  for (const field of ['phone', 'otherPhone'] as const) {
    try {
      const phone = parsePhone(read(field), areaCode)
      if (phone) return phone
    } catch (error) {
      problem ??= error as RowProblem
    }
  }
  if (problem) throw problem
  return undefined
}

const severalPhones = /[/;,|]|\s(?:e|ou)\s/i

/** The first valid number of a cell in E.164. Brazilian mobile numbers of before the ninth digit get it. Undefined for an empty cell. */
export function parsePhone(text: string, areaCode: string | null): string | undefined {
  if (!text.trim()) return undefined
  if (text.length > 80) throw new RowProblem('Telefone inválido')
  if (/\d[.,]?\d*e\+\d/i.test(text))
    throw new RowProblem('A planilha encurtou o telefone. Formate a coluna como texto e exporte de novo')
  const problems: RowProblem[] = []
  for (const part of text.split(severalPhones)) {
    try {
      return parseOnePhone(part, areaCode)
    } catch (error) {
      problems.push(error as RowProblem)
    }
  }
  throw problems[0] ?? new RowProblem('Telefone inválido')
}

function parseOnePhone(text: string, areaCode: string | null): string {
  const digits = text.replace(/\.0+$/, '').replaceAll(/\D/g, '')
  const isLocal = !text.includes('+') && (digits.length === 8 || digits.length === 9)
  if (isLocal && !areaCode) throw new RowProblem('Falta o DDD no telefone')
  const given = text.includes('+') ? `+${digits}` : isLocal ? `${areaCode}${digits}` : digits
  const number = parsePhoneNumberFromString(given, 'BR')
  const national = number?.nationalNumber ?? ''
  const isOldMobile = number?.countryCallingCode === '55' && /^\d\d[6-9]\d{7}$/.test(national)
  const valid = isOldMobile ? parsePhoneNumberFromString(`+55${national.slice(0, 2)}9${national.slice(2)}`) : number
  if (!valid?.isValid()) throw new RowProblem('Telefone inválido')
  return valid.number
}

/** As it is shown: '(62) 99999-0000', a foreign number as it is. */
export function formatE164(phone: string): string {
  const [, area, start, end] = /^\+55(\d\d)(\d{4,5})(\d{4})$/.exec(phone) ?? []
  return area ? `(${area}) ${start}-${end}` : phone
}

const MAX_CENTS = 10_000_000
const brazilian = /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{1,2})?$/
const american = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$/

/** Cents of 'R$ 1.234,50', '45', '45.5', 'a partir de R$ 45'. Undefined for an empty cell. */
export function parsePrice(text: string): number | undefined {
  const clean = text.slice(0, 60).replaceAll(/r\$|brl|a partir de|\s/gi, '')
  if (!clean) return undefined
  if (/^(gr[aá]tis|gratuito|free|cortesia)$/i.test(clean)) return 0
  const isBrazilian = brazilian.test(clean)
  if (!isBrazilian && !american.test(clean)) throw new RowProblem('Preço inválido')
  const amount = isBrazilian ? clean.replaceAll('.', '').replace(',', '.') : clean.replaceAll(',', '')
  const cents = Math.round(Number(amount) * 100)
  if (cents > MAX_CENTS) throw new RowProblem('Preço alto demais')
  return cents
}

const MAX_MINUTES = 720
const durationForms = [
  /^(?<minutes>\d{1,3})\s*(?:m|mins?|minutos?|['′])?$/,
  /^(?<hours>\d{1,2})\s*(?:h|hs|hrs?|horas?)\s*(?:e\s*)?(?:(?<minutes>\d{1,2})\s*(?:m|mins?|minutos?)?)?$/,
  /^(?<hours>\d{1,2}):(?<minutes>\d{2})(?::\d{2})?$/,
]

/** Minutes of '30', '45 min', '1h30', '1:30'. Undefined for an empty cell. */
export function parseDuration(text: string): number | undefined {
  const clean = text.trim().toLowerCase().slice(0, 40)
  if (!clean) return undefined
  const groups = durationForms.map((form) => form.exec(clean)?.groups).find(Boolean)
  const minutes = groups ? Number(groups.hours ?? 0) * 60 + Number(groups.minutes ?? 0) : 0
  if (minutes < 1 || minutes > MAX_MINUTES) throw new RowProblem('Duração inválida')
  return minutes
}

/** What a cell states of a time: a day, a minute of the day, both, or an instant. */
export type ParsedTime = { date?: string; minute?: number; instant?: Date }

const months = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']
const clock = /(?<hour>\d{1,2})(?:\s*[h:]\s*(?<minute>\d{2})?(?:\s*m(?:in)?)?(?::\d{2})?(?:\.\d+)?)\s*(?<half>am|pm)?/
const dayForms = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})/,
  /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4}|\d{2})(?!\d)/,
  /^(?<day>\d{1,2})[ºo]?\s+(?:de\s+)?(?<name>[a-z]{3,9})\.?\s+(?:de\s+)?(?<year>\d{4})/,
]
const timeOnly = new RegExp(`^${clock.source}$`)
const timeAfterDay = new RegExp(`^(?:t|,|\\s|as|-)*${clock.source}$`)
const weekday = /^(?:seg|ter|qua|qui|sex|sab|dom)[a-z]*(?:-feira)?\.?,?\s+/

/**
 * A day and a time of day as they are written in Brazil: '05/03/2026', '5/3/26 14h30', '5 de março de 2026 às 14:30', '14h'; or ISO
 * 8601. With an offset it is an instant.
 */
export function parseTime(text: string): ParsedTime {
  const given = text.trim().slice(0, 60)
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(given)) return { instant: toInstant(given) }
  const clean = foldCharacters(given).replace(weekday, '')
  const alone = timeOnly.exec(clean)
  if (alone) return { minute: toMinute(alone.groups) }
  const day = dayForms.map((form) => form.exec(clean)).find(Boolean)
  if (!day) throw new RowProblem('Data ou hora inválida')
  const date = toDate(day.groups)
  const rest = clean.slice(day[0].length).trim()
  if (!rest) return { date }
  const time = timeAfterDay.exec(rest)
  if (!time) throw new RowProblem('Data ou hora inválida')
  return { date, minute: toMinute(time.groups) }
}

function toInstant(text: string): Date {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) throw new RowProblem('Data ou hora inválida')
  return instant
}

type Groups = Record<string, string | undefined> | undefined

function toMinute({ hour = '', minute = '0', half }: NonNullable<Groups> = {}): number {
  const given = Number(hour)
  const hours = half ? (given % 12) + (half === 'pm' ? 12 : 0) : given
  if (hours > 23 || Number(minute) > 59) throw new RowProblem('Hora inválida')
  return hours * 60 + Number(minute)
}

function toDate({ day = '', month, name = '', year = '' }: NonNullable<Groups> = {}): string {
  const number = month ? Number(month) : months.indexOf(name.slice(0, 3)) + 1
  const date = new Date(Date.UTC(Number(year.length === 2 ? `20${year}` : year), number - 1, Number(day)))
  if (number < 1 || number > 12 || date.getUTCDate() !== Number(day) || date.getUTCFullYear() < 1900)
    throw new RowProblem('Data inválida')
  return date.toISOString().slice(0, 10)
}
