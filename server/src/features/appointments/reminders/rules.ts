import { formatInstant, formatZone } from '../../../lib/format-time.ts'
import { addDays, formatMinute, toEpochMinute, toLocal, weekdayOf } from '../../../lib/local-time.ts'

/**
 * When somebody is reminded, in minutes before the start, and by how much that may come late: after an outage a reminder of
 * tomorrow still helps for hours, one of the last two hours hardly.
 */
export const leads = [
  { kind: '24h', beforeMin: 1440, lateMin: 360 },
  { kind: '2h', beforeMin: 120, lateMin: 60 },
] as const
export type ReminderKind = (typeof leads)[number]['kind']

/** Whether a reminder that waited, for the mail server or for a worker, still comes in time. */
export function isTimely(kind: ReminderKind, startsAt: Date, now: Date): boolean {
  const lead = leads.find((known) => known.kind === kind)
  const minutes = (startsAt.getTime() - now.getTime()) / 60_000
  return lead !== undefined && minutes > lead.beforeMin - lead.lateMin && minutes <= lead.beforeMin
}

export type ReminderFacts = {
  startsAt: Date
  timeZone: string
  serviceName: string
  barberName: string
  shopName: string
}

/** The words of a reminder, in the shop's hours: "Seu horário é amanhã às 15:30". */
export function describeReminder(facts: ReminderFacts, now: Date): { title: string; message: string; when: string } {
  const { startsAt, timeZone, serviceName, barberName, shopName } = facts
  const { date, minute } = toLocal(toEpochMinute(startsAt), timeZone)
  const when = `${formatInstant(startsAt, timeZone)}, ${formatZone(timeZone)}`
  return {
    title: `Seu horário é ${tellDay(date, toLocal(toEpochMinute(now), timeZone).date)} às ${formatMinute(minute)}`,
    message: `${serviceName} com ${barberName} na ${shopName}: ${when}.`,
    when,
  }
}

const weekdays = ['no domingo', 'na segunda', 'na terça', 'na quarta', 'na quinta', 'na sexta', 'no sábado']

/** By the calendar on the shop's wall: where a day has 23 hours, 24 hours ahead may be the day after tomorrow. */
function tellDay(date: string, today: string): string {
  if (date === today) return 'hoje'
  return date === addDays(today, 1) ? 'amanhã' : (weekdays[weekdayOf(date)] as string)
}
