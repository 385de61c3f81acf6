import { addDays, weekdayOf } from '../../../lib/local-time.ts'

/** What a text looks for. All parts that are there must match. */
export type SearchedParts = {
  /** Beginnings of words of a name or a tag, separated by spaces. Letters and digits only. */
  words: string
  /** Part of a phone. */
  digits: string
  /** YYYY-MM-DD */
  date: string | undefined
}

/** Fewer digits than people know of a number are a word, as in 'Corte 2'. */
const MIN_PHONE_DIGITS = 4

const relativeDays = new Map([
  ['anteontem', -2],
  ['ontem', -1],
  ['hoje', 0],
  ['amanha', 1],
  ['depois de amanha', 2],
])
const weekdays = ['domingo', 'segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado']

const namedDay = new RegExp(
  `(?<!\\S)(depois de amanha|anteontem|ontem|hoje|amanha|(${weekdays.join('|')})(?:[ -]feira)?)(?!\\S)`,
)
const slashDate = /(?<!\S)(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?!\S)/

/** `today` is YYYY-MM-DD. A weekday is the next one, today included; a date without a year is the nearest one. */
export function parseStaffSearch(text: string, today: string): SearchedParts {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const { date, rest } = takeDate(folded, today)
  const digits = rest.replaceAll(/\D/g, '')
  const isPhone = digits.length >= MIN_PHONE_DIGITS
  const words = rest.replaceAll(isPhone ? /[^\p{L}]+/gu : /[^\p{L}\p{N}]+/gu, ' ').trim()
  return { words, digits: isPhone ? digits : '', date }
}

function takeDate(text: string, today: string): { date: string | undefined; rest: string } {
  const slashed = slashDate.exec(text)
  const date = slashed && findDate(today, slashed)
  if (slashed && date) return { date, rest: text.replace(slashed[0], ' ') }
  const named = namedDay.exec(text)
  if (!named) return { date: undefined, rest: text }
  return { date: findNamedDay(today, named), rest: text.replace(named[0], ' ') }
}

function findNamedDay(today: string, [, name = '', weekday = '']: RegExpExecArray): string {
  const days = relativeDays.get(name) ?? (weekdays.indexOf(weekday) - weekdayOf(today) + 7) % 7
  return addDays(today, days)
}

/** Undefined for a day that does not exist. */
function findDate(today: string, [, dayText, monthText, yearText]: RegExpExecArray): string | undefined {
  const day = Number(dayText)
  const month = Number(monthText)
  if (yearText) return toDate(yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText), month, day)
  const year = Number(today.slice(0, 4))
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(today))
  return [year - 1, year, year + 1]
    .map((candidate) => toDate(candidate, month, day))
    .filter((date) => date !== undefined)
    .toSorted((one, other) => distance(one) - distance(other))[0]
}

/** Only in this century, as everywhere in the contract. */
function toDate(year: number, month: number, day: number): string | undefined {
  if (year < 2000 || year > 2099 || month < 1 || month > 12) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined
}
