import { formatMinute, toEpochMinute, toLocal, weekdayOf } from './local-time.ts'

const weekdays = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado']

/** An instant in local time: "quinta, 12/03 às 15:30". */
export function formatInstant(instant: Date, timeZone: string): string {
  const { date, minute } = toLocal(toEpochMinute(instant), timeZone)
  const [, month, day] = date.split('-')
  return `${weekdays[weekdayOf(date)]}, ${day}/${month} às ${formatMinute(minute)}`
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
