import { toEpochMinute, toLocal, weekdayOf } from './local-time.ts'

const weekdays = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado']

/** Minutes since midnight in a sentence: 540 is "9h", 615 "10h15", 1500 (past midnight) "1h". In tables it is HH:MM (decision 03). */
export function formatMinuteInSentence(minute: number): string {
  const rest = minute % 60
  return `${Math.floor(minute / 60) % 24}h${rest === 0 ? '' : String(rest).padStart(2, '0')}`
}

/** How long something takes: '45 min', '1 h 30', '2 h', as the pages write it. A time of the day has no spaces: '1h30'. */
export function describeDuration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}\u00a0h${rest === 0 ? '' : `\u00a0${String(rest).padStart(2, '0')}`}`
}

/** The local time of an instant in a sentence: "15h30". */
export function formatInstantTime(instant: Date, timeZone: string): string {
  return formatMinuteInSentence(toLocal(toEpochMinute(instant), timeZone).minute)
}

/** A calendar day '2026-03-12': "12/03/2026". With its year wherever the server writes it: its texts are read later (docs/spec-readings.md). */
export function formatCalendarDate(date: string): string {
  return date.split('-').toReversed().join('/')
}

/** A calendar day '2026-03-12': "quinta, 12/03/2026". */
export function formatWeekdayAndDate(date: string): string {
  return `${weekdays[weekdayOf(date)]}, ${formatCalendarDate(date)}`
}

/** An instant in local time: "quinta, 12/03/2026 às 15h30". */
export function formatInstant(instant: Date, timeZone: string): string {
  const { date, minute } = toLocal(toEpochMinute(instant), timeZone)
  return `${formatWeekdayAndDate(date)} às ${formatMinuteInSentence(minute)}`
}

/** The time zone in words: "horário de Manaus". E-mails may be read in another time zone. */
export function formatTimeZone(timeZone: string): string {
  const city = cities[timeZone] ?? timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return `horário de ${city}`
}

/** Time zones whose identifier is not the Portuguese name of the place. */
const cities: Record<string, string> = {
  'America/Araguaina': 'Araguaína',
  'America/Belem': 'Belém',
  'America/Cuiaba': 'Cuiabá',
  'America/Eirunepe': 'Eirunepé',
  'America/Maceio': 'Maceió',
  'America/Noronha': 'Fernando de Noronha',
  'America/Santarem': 'Santarém',
  'America/Sao_Paulo': 'Brasília',
}
