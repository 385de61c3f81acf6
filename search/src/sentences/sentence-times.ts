import { phrase, type SentenceText } from './sentence-words.ts'

/** HH:MM; undefined is open. */
export type HourRange = { freeFrom?: string; freeUntil?: string }

export const CURRENCY = '(?:reais|real|contos?|pilas?|paus?|mangos?|reau|golpes?)'
const HOUR = `((?:[01]?\\d|2[0-4])(?::[0-5]\\d)?(?: e meia)?)(?! ${CURRENCY})`
const CLOCK = '((?:[01]?\\d|2[0-4]):[0-5]\\d)'
const PART = '(?: (?:da|de|a) (madrugada|manha|tarde|noite))?'

const ranges = [
  phrase(`entre (?:as )?${HOUR} e (?:as )?${HOUR}${PART}`),
  phrase(`(?:das|da|de|dos) ${HOUR} (?:as|ate as|ate) ${HOUR}${PART}`),
  phrase(`(?:de )?${CLOCK} (?:as|a|ate|ate as|-) ${CLOCK}${PART}`),
]
const after = [
  phrase(`(?:depois|a partir|partir|apos|passando|desde)(?: das| da| de| as)? ${HOUR}${PART}`),
  phrase(`(?:das|da|de) ${HOUR}${PART} em diante`),
]
const before = [
  phrase(`antes(?: das| da| de)? ${HOUR}${PART}`),
  phrase(`ate (?:as |a )${HOUR}${PART}`),
  phrase(`ate ${CLOCK}${PART}`),
  phrase(`ate ([1-9])(?! ${CURRENCY})${PART}`),
]
const around = [
  phrase(`(?:umas|la pelas|pelas|por volta das?|la por volta das|tipo|tipo umas|la para as|la pras) ${HOUR}${PART}`),
]
const exact = [
  phrase(`as ${HOUR}${PART}`),
  phrase(`(?!24:)${CLOCK}${PART}`),
  phrase('((?:[01]?\\d)(?: e meia)?) (?:da|de) (madrugada|manha|tarde|noite)'),
]

const HOUR_MINUTES = 60
const DAY_MINUTES = 1440

/** Takes the hours of a sentence, except the parts of a day that are phrases of the lexicon. */
export function takeHours(sentence: SentenceText): HourRange | undefined {
  const part = findPart(sentence)
  const range = takeFirst(sentence, ranges)
  if (range) {
    const from = toMinute(range[1], range[3] || part)
    const until = toMinute(range[2], range[3] || part)
    return toRange(from > until ? toMinute(range[1], '') : from, until)
  }
  const later = takeFirst(sentence, after)
  const earlier = takeFirst(sentence, before)
  if (later || earlier)
    return {
      ...(later && toRange(toMinute(later[1], later[2] || part), undefined)),
      ...(earlier && toRange(undefined, toMinute(earlier[1], earlier[2] || part))),
    }
  const about = takeFirst(sentence, around)
  if (about) {
    const minute = toMinute(about[1], about[2] || part)
    return toRange(minute - HOUR_MINUTES, minute + HOUR_MINUTES)
  }
  const start = takeFirst(sentence, exact)
  if (!start) return undefined
  const minute = toMinute(start[1], start[2] || part)
  return toRange(minute, minute + HOUR_MINUTES)
}

function takeFirst(sentence: SentenceText, phrases: readonly RegExp[]): string[] | undefined {
  for (const pattern of phrases) {
    const found = sentence.take(pattern)
    if (found) return found
  }
  return undefined
}

/** 'amanhã à noite às 8': the part of the day decides on the hour wherever it is. */
function findPart({ tokens }: SentenceText): string {
  return tokens.find(({ form, isTaken }) => !isTaken && /^(madrugada|manha|tarde|noite)$/.test(form))?.form ?? ''
}

/** Few barbershops are open before six: without a part of the day '3' is 15:00, and '7' without minutes 19:00. */
function toMinute(text = '', part = ''): number {
  const [, hours, minutes] = /^(\d+)(?::(\d\d))?/.exec(text) ?? []
  const hour = Number(hours)
  const isEvening = part ? part === 'tarde' || part === 'noite' : hour > 0 && hour < (minutes === undefined ? 8 : 6)
  return (
    (hour + (isEvening && hour < 12 ? 12 : 0)) * HOUR_MINUTES + (text.endsWith('e meia') ? 30 : Number(minutes ?? 0))
  )
}

function toRange(from: number | undefined, until: number | undefined): HourRange {
  return {
    ...(from !== undefined && { freeFrom: formatMinute(Math.min(Math.max(from, 0), DAY_MINUTES - 1)) }),
    ...(until !== undefined && until < DAY_MINUTES && until > (from ?? 0) && { freeUntil: formatMinute(until) }),
  }
}

function formatMinute(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
