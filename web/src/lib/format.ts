/** Formats for the screen, the same in Node and in the browser. Each Intl format is created once: creating one costs more than a thousand uses. */
const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const twoDecimals = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const oneDecimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat('pt-BR')

const dateFormats = new Map<string, Intl.DateTimeFormat>()
const timeFormats = new Map<string, Intl.DateTimeFormat>()

function formatIn(formats: typeof dateFormats, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('pt-BR', { ...options, timeZone })
  formats.set(timeZone, format)
  return format
}

export const weekdays = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'] as const
export const weekdaysShort = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'] as const

/** 4500 cents: 'R$ 45,00'. */
export function formatMoney(cents: number) {
  return money.format(cents / 100)
}

/** 4500 cents: '45,00'. */
export function formatAmount(cents: number) {
  return twoDecimals.format(cents / 100)
}

/** 4500 cents: 'R$ 45'; cents are shown only if there are some. */
export function formatReais(cents: number) {
  return formatMoney(cents).replace(/,00$/, '')
}

/** 1.3: '1,30 km'. */
export function formatDistance(km: number) {
  return `${twoDecimals.format(km)} km`
}

/** 4.85: '4,9'; a dash without a rating. */
export function formatRating(rating: number | null | undefined) {
  return typeof rating === 'number' && Number.isFinite(rating) ? oneDecimal.format(rating) : '–'
}

/** 1234: '1.234'. */
export function formatNumber(value: number) {
  return whole.format(value)
}

/** `formatCount(1, 'horário', 'horários')`: '1 horário'. */
export function formatCount(count: number, one: string, many: string) {
  return `${whole.format(count)} ${count === 1 ? one : many}`
}

/** An instant as dd/MM/yyyy of a zone. */
export function formatDate(instant: string | Date, timeZone: string) {
  const format = formatIn(dateFormats, timeZone, { day: '2-digit', month: '2-digit', year: 'numeric' })
  return format.format(new Date(instant))
}

/** An instant as HH:MM of a zone. */
export function formatTime(instant: string | Date, timeZone: string) {
  const format = formatIn(timeFormats, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return format.format(new Date(instant))
}

/** A calendar day '2026-11-21': '21/11/2026'. No zone is involved. */
export function formatLocalDate(date: string) {
  return date.split('-').reverse().join('/')
}

/** Weekday of a calendar day, 0 = Sunday. */
export function getWeekday(date: string) {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

/** A calendar day '2026-11-21': 'Sáb, 21/11/2026'. */
export function formatShortDate(date: string) {
  return `${weekdaysShort[getWeekday(date)]}, ${formatLocalDate(date)}`
}

/** Minutes of a barbershop's day as they are spoken: 615 is '10h15', 600 '10h', 1500 (past midnight) '1h'. */
export function formatMinutes(minutes: number) {
  const hour = Math.floor(minutes / 60) % 24
  const rest = minutes % 60
  return rest === 0 ? `${hour}h` : `${hour}h${String(rest).padStart(2, '0')}`
}

/** A local time in a sentence: '09:00' is '9h', '10:15' is '10h15'. In tables it stays as it is (decision 0125). */
export function formatSpokenTime(time: string) {
  return time.replace(/^0/, '').replace(':', 'h').replace(/h00$/, 'h')
}

/** An instant in a sentence, as local time of a zone: '10h15'. */
export function formatSpokenInstant(instant: string | Date, timeZone: string) {
  return formatSpokenTime(formatTime(instant, timeZone))
}

/** Above this a wait is read more easily in hours. */
const MAX_WAIT_MINUTES = 90

/** The wait of a queue: '15 a 25 min', 'até 10 min', '1h30 a 2h', 'sem espera'; undefined where no number is known. */
export function formatWait(wait: { fromMin: number; toMin: number } | null): string | undefined {
  if (!wait) return undefined
  const { fromMin, toMin } = wait
  const isLong = toMin > MAX_WAIT_MINUTES
  const one = (minutes: number) => (isLong && minutes >= 60 ? formatMinutes(minutes) : `${minutes} min`)
  if (toMin <= 0) return 'sem espera'
  if (fromMin <= 0) return `até ${one(toMin)}`
  if (fromMin === toMin) return `uns ${one(toMin)}`
  return `${isLong ? one(fromMin) : fromMin} a ${one(toMin)}`
}

/** Ten or eleven digits: '(62) 3333-4444' or '(62) 93333-4444'; anything else is returned unchanged. */
export function formatPhone(digits: string) {
  return digits.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
}
