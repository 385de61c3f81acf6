import { formatCount, formatDate } from './format.ts'

/** Time since an instant, as in the specification: minutes, hours, days, and from a week on the date. */
export function formatRelativeTime(instant: string | Date, now: Date, timeZone: string) {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000))
  if (minutes === 0) return 'agora mesmo'
  if (minutes < 60) return `${formatCount(minutes, 'minuto', 'minutos')} atrás`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${formatCount(hours, 'hora', 'horas')} atrás`
  const days = Math.floor(hours / 24)
  if (days === 1) return '1 dia atrás'
  return days < 7 ? `${days} dias atrás` : formatDate(instant, timeZone)
}
