import { formatMinute, toEpochMinute, toLocal, weekdayOf } from './local-time.ts'

const weekdays = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado']

/** An instant as people of that place say it: "quinta, 12/03 às 15:30". */
export function formatInstant(instant: Date, timeZone: string): string {
  const { date, minute } = toLocal(toEpochMinute(instant), timeZone)
  const [, month, day] = date.split('-')
  return `${weekdays[weekdayOf(date)]}, ${day}/${month} às ${formatMinute(minute)}`
}

/** Whose clock shows that hour: "horário de Manaus". Letters are read anywhere. */
export function formatZone(timeZone: string): string {
  const city = cities[timeZone] ?? timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return `horário de ${city}`
}

/** Where the zone's own name is not how the place is called. */
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
