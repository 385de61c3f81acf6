import type { DateOrder } from '@na-regua/contract/imports'
import { foldCharacters, RowProblem } from '../rows/rules.ts'

/** What a cell states of a time: a day, a minute of the day and that of the end, or an instant. */
export type ParsedTime = { date?: string; minute?: number; endMinute?: number; instant?: Date }

/** The names of Portuguese and English, folded. They are shortened to three letters or more. */
const months: readonly (readonly string[])[] = [
  ['janeiro', 'january'],
  ['fevereiro', 'february'],
  ['marco', 'march'],
  ['abril', 'april'],
  ['maio', 'may'],
  ['junho', 'june'],
  ['julho', 'july'],
  ['agosto', 'august'],
  ['setembro', 'september'],
  ['outubro', 'october'],
  ['novembro', 'november'],
  ['dezembro', 'december'],
]

const numericDay = /^(?<first>\d{1,2})\s*[/.-]\s*(?<second>\d{1,2})\s*[/.-]\s*(?<year>\d{4}|\d{2})(?!\d)/
const dayForms = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/,
  /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
  numericDay,
  /^(?<day>\d{1,2})(?:[ºo°]|st|nd|rd|th)?[\s/.-]+(?:de\s+)?(?<name>[a-z]{3,9})\.?,?[\s/.-]+(?:de\s+)?(?<year>\d{4}|\d{2})(?!\d|\s*[h:])/,
  /^(?<name>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?:de\s+)?(?<year>\d{4})(?!\d)/,
]

/** '14:30', '14h', '14h30min', '9:30hs', '9 horas', '3:00 p.m.', '3pm'. */
const clock =
  /(?<hour>\d{1,2})(?:\s*(?:h|hs|hrs?|horas?)\s*(?:(?<ofHour>\d{2})\s*(?:m|min|mins|minutos)?)?|:(?<minute>\d{2})(?::\d{2}(?:[.,]\d+)?)?\s*(?:h|hs|hrs?|horas?)?)?\s*(?<half>a\.?m\.?|p\.?m\.?)?/
const single = new RegExp(`^${clock.source}$`)
const range = /^(?:das?\s+)?(?<start>[^-]{1,14}?)\s*(?:-|–|—|\bas\b|\bate\b|\bto\b|\ba\b)\s*(?<end>.{1,14})$/
/** Only behind a day, or alone: '1430', '930', '14.30'. */
const compact = /^(?<hour>\d{1,2})\.?(?<minute>\d{2})$/
const betweenDayAndTime =
  /^(?:t|,|\s|\bas\b|\bat\b|\ba partir das?\b|-|–|\||;|\((?:seg|ter|qua|qui|sex|sab|dom|mon|tue|wed|thu|fri|sat|sun)[a-z-]*\.?\))+/
const weekday = /^(?:(?:seg|ter|qua|qui|sex|sab|dom)[a-z]*(?:-feira)?|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\.?,?\s+/

const withOffset = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)$/i
const excelDay = /^(?<whole>[34]\d{4}|5[0-4]\d{3})(?:[.,](?<part>\d+))?$/
const excelTime = /^0[.,]\d+$/
const MAX_CELL = 60

/**
 * A day and a time of day as they are written in Brazil: '05/03/2026', '5/3/26 14h30', '5 de março de 2026 às 14:30', '14h'; as
 * programs write them: '05 Feb 2027, 3:00pm', '2027/02/05', a number of Excel; or ISO 8601. With an offset it is an instant.
 */
export function parseTime(text: string, order: DateOrder = 'DAY_MONTH'): ParsedTime {
  const given = text.trim().slice(0, MAX_CELL)
  const offset = withOffset.exec(given)
  if (offset) return { instant: toInstant(offset) }
  const ofExcel = readExcelNumber(given)
  if (ofExcel) return ofExcel
  const clean = foldCharacters(given)
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .replace(weekday, '')
  const day = dayForms.map((form) => form.exec(clean)).find(Boolean)
  if (!day) return readClock(clean)
  const date = toDate(day.groups, order)
  const rest = clean.slice(day[0].length).replace(betweenDayAndTime, '').trim()
  const time = rest ? readClock(rest) : {}
  // Excel stores times as times of its first day.
  if (isExcelOrigin(date)) return rest ? time : { minute: 0 }
  return { date, ...time }
}

const isExcelOrigin = (date: string) => /^(?:1899-12-3[01]|1900-01-0[01])$/.test(date)

function toInstant([, date, time, offset = 'Z']: RegExpExecArray): Date {
  const zone = /^(?:z|utc)$/i.test(offset)
    ? 'Z'
    : offset.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes) => `${hours}:${minutes ?? '00'}`)
  const instant = new Date(`${date}T${time}${zone}`)
  if (Number.isNaN(instant.getTime())) throw new RowProblem('Data ou hora inválida')
  return instant
}

const EXCEL_EPOCH = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

/** Days since the end of 1899 and parts of a day, which Excel writes where a cell has no format. */
function readExcelNumber(text: string): ParsedTime | undefined {
  const { whole, part } = excelDay.exec(text)?.groups ?? {}
  const minuteOf = (fraction: string) => Math.round(Number(`0.${fraction}`) * 1440) % 1440
  if (whole) {
    const date = toExcelDate(whole)
    return part ? { date, minute: minuteOf(part) } : { date }
  }
  return excelTime.test(text) ? { minute: minuteOf(text.slice(2)) } : undefined
}

const toExcelDate = (days: string) =>
  new Date(EXCEL_EPOCH + Number.parseInt(days, 10) * DAY_MS).toISOString().slice(0, 10)

function readClock(text: string): ParsedTime {
  const alone = single.exec(text)?.groups ?? compact.exec(text)?.groups
  // A number alone is no time of day.
  if (alone && (alone.minute ?? alone.half ?? /h/.exec(text))) return { minute: toMinute(alone) }
  const { start, end } = range.exec(text)?.groups ?? {}
  if (!start || !end) throw new RowProblem('Data ou hora inválida')
  const minute = readClock(start.trim()).minute
  const endMinute = readClock(end.trim()).minute
  if (minute === undefined || endMinute === undefined) throw new RowProblem('Data ou hora inválida')
  return { minute, endMinute }
}

type Groups = Record<string, string | undefined> | undefined

function toMinute({ hour = '', ofHour, minute = ofHour ?? '0', half }: NonNullable<Groups> = {}): number {
  const given = Number(hour)
  const isAfternoon = half?.startsWith('p')
  const hours = half && given <= 12 ? (given % 12) + (isAfternoon ? 12 : 0) : given
  if (hours > 23 || Number(minute) > 59 || (half && !isAfternoon && given > 12)) throw new RowProblem('Hora inválida')
  return hours * 60 + Number(minute)
}

function toDate({ day, month, name, first, second, year = '' }: NonNullable<Groups> = {}, order: DateOrder): string {
  const isMonthFirst = order === 'MONTH_DAY'
  const dayNumber = Number(day ?? (isMonthFirst ? second : first))
  const number = name ? findMonth(name) : Number(month ?? (isMonthFirst ? first : second))
  const date = new Date(Date.UTC(Number(year.length === 2 ? `20${year}` : year), number - 1, dayNumber))
  if (number < 1 || number > 12 || date.getUTCDate() !== dayNumber || date.getUTCFullYear() < 1899)
    throw new RowProblem('Data inválida')
  return date.toISOString().slice(0, 10)
}

/** From 1; 0 for no month. */
function findMonth(name: string): number {
  return months.findIndex((names) => names.some((whole) => whole.startsWith(name))) + 1 || Number(name === 'sept') * 9
}

/** Nothing, or what programs write for it: '-', '0/0/00', '00/00/0000'. */
const noDay = /^[0\s/.-]*$/
/** Of Excel, also before those that appointments have. */
const excelBirth = /^[1-5]\d{4}(?:[.,]0*)?$/
/** Databases write their first days for a date that they do not know. */
const FIRST_BIRTH = '1901-01-01'

/** MM-DD of a birth date, or of a day without a year as '24/08'; the year is not kept. Undefined for an empty cell. */
export function parseBirthday(text: string, now: Date, order: DateOrder = 'DAY_MONTH'): string | undefined {
  const day = text
    .trim()
    .slice(0, MAX_CELL)
    .replace(/[\sT]+\d{1,2}:\d\d.*$/, '')
  if (noDay.test(day)) return undefined
  const date = excelBirth.test(day) ? toExcelDate(day) : parseTime(completeDay(day), order).date
  const hasYear = /\d{4}/.test(day)
  if (!date || (hasYear && (date < FIRST_BIRTH || date > now.toISOString().slice(0, 10))))
    throw new RowProblem('Data inválida')
  return date.slice(5)
}

/** A day without a year gets a leap year. vCard writes '--0824', Apple the year 1604. */
export function completeDay(text: string): string {
  return text
    .replace(/^\s*(?:--|1604-?)(\d\d)-?(\d\d)\s*$/, '2000-$1-$2')
    .replace(/^\s*(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*$/, '$1/$2/2000')
    .replace(/^\s*(\d{1,2}(?:[ºo°]|\s|[/.-]|de\b)+[\p{L}]{3,9})\.?\s*$/iu, '$1 2000')
}

/** What the days of a table say of their order: a second number above 12 is no month. */
export type DateOrderHints = { dayFirst: boolean; monthFirst: boolean; hasNumericDays: boolean; hasHalfDays: boolean }

export function findDateOrder(cells: Iterable<string>): DateOrderHints {
  const hints = { dayFirst: false, monthFirst: false, hasNumericDays: false, hasHalfDays: false }
  for (const cell of cells) {
    const text = cell.trim().slice(0, MAX_CELL)
    const { first, second } = numericDay.exec(foldCharacters(text).replace(weekday, ''))?.groups ?? {}
    if (/\d\s*[ap]\.?m\.?\b/i.test(text)) hints.hasHalfDays = true
    if (!first || !second) continue
    hints.hasNumericDays = true
    if (Number(first) > 12) hints.dayFirst = true
    else if (Number(second) > 12) hints.monthFirst = true
  }
  return hints
}
