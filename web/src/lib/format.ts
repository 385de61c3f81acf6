/** Formats for the screen, the same in Node and in the browser. */
import { toLocalTime } from './local-time.ts'

export const weekdays = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'] as const
export const weekdaysShort = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'] as const

const months = 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const twoDecimals = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const oneDecimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const shortest = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })
const list = new Intl.ListFormat('pt-BR')

/** 4500 cents: 'R$ 45,00', always with two decimals, with a space that does not break. */
export function formatMoney(cents: number) {
  return money.format(cents / 100)
}

/** 4500 cents: '45,00'. */
export function formatAmount(cents: number) {
  return twoDecimals.format(cents / 100)
}

/** 1.3: '1,30 km'. */
export function formatDistance(km: number) {
  return `${twoDecimals.format(km)} km`
}

/** 4.85: '4,9'; a dash without a rating. */
export function formatRating(rating: number | null | undefined) {
  return typeof rating === 'number' && Number.isFinite(rating) ? oneDecimal.format(rating) : '–'
}

/** 1234: '1.234'; 2.5: '2,5'. At most one decimal. */
export function formatNumber(value: number) {
  return shortest.format(value)
}

/** `formatCount(1, 'horário', 'horários')`: '1 horário'. */
export function formatCount(count: number, one: string, many: string) {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** 'Corte, Barba e Sobrancelha'. */
export function formatList(texts: readonly string[]) {
  return list.format(texts)
}

/** An instant as dd/MM/yyyy of a zone. */
export function formatDate(instant: string | Date, timeZone: string) {
  return formatLocalDate(toLocalTime(new Date(instant), timeZone).date)
}

/** An instant as HH:MM of a zone. */
export function formatTime(instant: string | Date, timeZone: string) {
  return toLocalTime(new Date(instant), timeZone).time
}

/** A calendar day '2026-11-21': '21/11/2026'. No zone is involved. */
export function formatLocalDate(date: string) {
  return date.split('-').reverse().join('/')
}

/** Weekday of a calendar day, 0 = Sunday. */
export function getWeekday(date: string) {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

/** A calendar day '2026-11-23': 'Segunda-feira'. */
export function formatWeekday(date: string) {
  const weekday = getWeekday(date)
  return `${weekdays[weekday]}${weekday % 6 === 0 ? '' : '-feira'}`
}

const onWeekdays = ['no domingo', 'na segunda', 'na terça', 'na quarta', 'na quinta', 'na sexta', 'no sábado']

/** A weekday so many days ahead, in a sentence: 'hoje', 'amanhã', 'no sábado'. */
export function nameWeekday(days: number, weekday: number) {
  if (days <= 0) return 'hoje'
  return days === 1 ? 'amanhã' : onWeekdays[weekday]
}

/** A calendar day likewise, from a week on 'em 24/11'. One before today is a business day that has not ended. */
export function nameDay(date: string, today: string) {
  const days = (Date.parse(date) - Date.parse(today)) / 86_400_000
  return days < 7 ? nameWeekday(days, getWeekday(date)) : `em ${formatNearDate(date, today)}`
}

/** A calendar day '2026-11-21': 'novembro'. */
export function formatMonthName(date: string) {
  return months[Number(date.slice(5, 7)) - 1] ?? ''
}

/** A calendar day '2026-11-21': '21 de novembro de 2026'. */
export function formatDayOfYear(date: string) {
  return `${Number(date.slice(8))} de ${formatMonthName(date)} de ${date.slice(0, 4)}`
}

/** A calendar day '2026-11-21': 'Sáb, 21/11/2026'. */
export function formatShortDate(date: string) {
  return `${weekdaysShort[getWeekday(date)]}, ${formatLocalDate(date)}`
}

const NEAR_MONTHS = 6

/**
 * A calendar day in a sentence or a chip: '21/11' if it lies within the next six months, else '21/11/2026'. The one place that leaves
 * out a year (docs/spec-readings.md): without it a day of last year, or a late date of a standing appointment, looks like a near one.
 */
export function formatNearDate(date: string, today: string) {
  const text = formatLocalDate(date)
  return isNear(date, today) ? text.slice(0, -'/2026'.length) : text
}

/** The same with its weekday: 'Sáb, 21/11'. */
export function formatNearShortDate(date: string, today: string) {
  return `${weekdaysShort[getWeekday(date)]}, ${formatNearDate(date, today)}`
}

function isNear(date: string, today: string) {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const end = new Date(Date.UTC(year, month - 1 + NEAR_MONTHS)).toISOString().slice(0, 'YYYY-MM'.length)
  // The 31st of a month that has none comes after its last day.
  return date >= today && date < `${end}${today.slice('YYYY-MM'.length)}`
}

/** Minutes of a barbershop's day as they are spoken: 615 is '10h15', 600 '10h', 1500 (past midnight) '1h'. */
export function formatMinutes(minutes: number) {
  const hour = Math.floor(minutes / 60) % 24
  const rest = minutes % 60
  return rest === 0 ? `${hour}h` : `${hour}h${String(rest).padStart(2, '0')}`
}

/** A span of minutes of a barbershop's day in a sentence: 'das 10h às 10h15'. */
export const formatMinuteSpan = (from: number, until: number) => `das ${formatMinutes(from)} às ${formatMinutes(until)}`

/** A local time in a sentence: '09:00' is '9h', '10:15' is '10h15'. In tables it stays as it is (decision 03). */
export function formatTimeInSentence(time: string) {
  return time.replace(/^0/, '').replace(':', 'h').replace(/h00$/, 'h')
}

/** An instant in a sentence, as local time of a zone: '10h15'. */
export function formatInstantInSentence(instant: string | Date, timeZone: string) {
  return formatTimeInSentence(formatTime(instant, timeZone))
}

/** A day and a time in a sentence: '21/11/2026 às 10h15'. */
export function formatDateAndTime(instant: string | Date, timeZone: string) {
  return `${formatDate(instant, timeZone)} às ${formatInstantInSentence(instant, timeZone)}`
}

/** How long something takes: '45 min', '1 h 30', '2 h', '30 h'. Unlike a time of the day ('1h30'), which is written without spaces. */
export function formatDuration(minutes: number) {
  const rest = minutes % 60
  if (minutes < 60) return `${minutes} min`
  const hours = `${formatNumber(Math.floor(minutes / 60))}\u00a0h`
  return rest === 0 ? hours : `${hours}\u00a0${String(rest).padStart(2, '0')}`
}

/** How long before a start: '30 min', '1 h 30', '2 dias'. */
export function formatNotice(minutes: number) {
  return minutes % 1440 === 0 ? formatCount(minutes / 1440, 'dia', 'dias') : formatDuration(minutes)
}

/** An instant of the coming days, after 'até': '15h15' of today, 'amanhã, 9h', 'seg, 14h'. */
export function formatNearInstant(instant: string, timeZone: string, now: Date) {
  const { date, time } = toLocalTime(new Date(instant), timeZone)
  const at = formatTimeInSentence(time)
  const days = (Date.parse(date) - Date.parse(toLocalTime(now, timeZone).date)) / 86_400_000
  if (days === 0) return at
  return `${days === 1 ? 'amanhã' : weekdaysShort[getWeekday(date)]?.toLowerCase()}, ${at}`
}

/** Up to this a wait is read more easily in minutes. */
const MAX_WAIT_IN_MINUTES = 90
/** Above this a number means nothing to who decides whether to wait. */
const MAX_WAIT_WITH_NUMBER = 360

/** The wait of a queue: '15 a 25 min', 'até 10 min', '1 h 30 a 2 h', 'longa', 'sem espera'; undefined where none is known. */
export function formatWait(wait: { fromMin: number; toMin: number } | null): string | undefined {
  if (!wait) return undefined
  const { fromMin, toMin } = wait
  const isLong = toMin > MAX_WAIT_IN_MINUTES
  const one = (minutes: number) => (isLong ? formatDuration(minutes) : `${minutes} min`)
  if (toMin > MAX_WAIT_WITH_NUMBER) return 'longa'
  if (toMin <= 0) return 'sem espera'
  if (fromMin <= 0) return `até ${one(toMin)}`
  if (fromMin === toMin) return `uns ${one(toMin)}`
  return `${isLong ? one(fromMin) : fromMin} a ${one(toMin)}`
}

/** Ten or eleven digits: '(62) 3333-4444' or '(62) 93333-4444'; anything else is returned unchanged. */
export function formatPhone(digits: string) {
  return digits.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
}
