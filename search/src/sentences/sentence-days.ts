import { phrase, type SentenceText } from './sentence-words.ts'

const months = 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')
const weekdays = ['domingo', 'segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado']
const shortWeekdays = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab']
const WEEKDAY = `(${weekdays.join('|')})(?: feira)?`
const SHORT = `(${shortWeekdays.join('|')})`

const monthDay = phrase(`(?:dia )?(\\d{1,2}|primeiro) de (${months.join('|')})`)
const slashDate = phrase('(?:dia )?(\\d{1,2})/(\\d{1,2})(?:/(\\d{2,4}))?')
const dayOfMonth = phrase('dia (\\d{1,2}|primeiro)')
const nextWeek = phrase(`(?:na |no |nessa |nesse )?${WEEKDAY} (?:que vem|da semana que vem|da proxima semana)`)
const following = phrase(`(?:na |no )?proxim[ao] ${WEEKDAY}`)
const thisWeekday = phrase(`(?:na |no |nessa |nesse |nesta |neste |essa |esse |esta |este )?${WEEKDAY} agora`)
/** Short names are words of their own ('ter', 'dom'), so they need a sign that a day is meant. */
const shortWeekday = [
  phrase(`(?:na|nessa|nesta|essa|esta|no|nesse|neste|esse|este) ${SHORT}`),
  new RegExp(`(?<= )${SHORT}(?= (?:\\d|as \\d|de manha|de tarde|de noite|a tarde|a noite|cedo|depois das|a partir))`),
]

const DAY_MS = 86_400_000

/** Takes the day of a sentence, except those that are phrases of the lexicon. `today` and the result are YYYY-MM-DD. */
export function takeDay(sentence: SentenceText, today: string): string | undefined {
  const named = sentence.take(monthDay)
  if (named) return toDate(today, named[1], months.indexOf(named[2] ?? '') + 1)
  const slashed = sentence.take(slashDate)
  if (slashed) return toDate(today, slashed[1], Number(slashed[2]), slashed[3])
  const numbered = sentence.take(dayOfMonth)
  if (numbered) return toDate(today, numbered[1])
  const next = sentence.take(nextWeek)
  // The week begins on Monday.
  if (next) return shiftDate(today, 7 - ((weekdayOf(today) + 6) % 7) + ((weekdays.indexOf(next[1] ?? '') + 6) % 7))
  const later = sentence.take(following)
  if (later) return findWeekday(shiftDate(today, 1), weekdays.indexOf(later[1] ?? ''))
  const near = sentence.take(thisWeekday)
  if (near) return findWeekday(today, weekdays.indexOf(near[1] ?? ''))
  for (const pattern of shortWeekday) {
    const short = sentence.take(pattern)
    if (short) return findWeekday(today, shortWeekdays.indexOf(short[1] ?? ''))
  }
  return undefined
}

/** The first such weekday from a date on. */
export function findWeekday(from: string, weekday: number): string {
  return shiftDate(from, (weekday - weekdayOf(from) + 7) % 7)
}

export function shiftDate(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

function weekdayOf(date: string): number {
  return new Date(Date.parse(date)).getUTCDay()
}

/** Without a month the next such day, without a year the next such date; undefined when there is none. */
function toDate(today: string, dayText = '', month?: number, yearText?: string): string | undefined {
  const day = dayText === 'primeiro' ? 1 : Number(dayText)
  const [year = 0, thisMonth = 0] = today.split('-').map(Number)
  if (yearText) return format(yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText), month ?? 0, day)
  const candidates = month
    ? [format(year, month, day), format(year + 1, month, day)]
    : [0, 1, 2].map((step) => format(year, thisMonth + step, day))
  return candidates.find((date) => date !== undefined && date >= today)
}

/** Months after December are those of the next year. */
function format(year: number, month: number, day: number): string | undefined {
  const fullYear = year + Math.floor((month - 1) / 12)
  const index = (month - 1) % 12
  const date = new Date(Date.UTC(fullYear, index, day))
  return month > 0 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined
}
