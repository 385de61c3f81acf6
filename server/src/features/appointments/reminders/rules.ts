import { formatInstant, formatInstantTime, formatTimeZone } from '../../../lib/format-time.ts'
import { addDays, toEpochMinute, toLocal, weekdayOf } from '../../../lib/local-time.ts'
import { nameForSide } from '../rules.ts'

/**
 * When reminders are due, in minutes before the start, and how late they may be sent: after an outage the one of the day before is
 * useful for hours, the one of two hours before hardly.
 */
export const reminderLeads = [
  { kind: '24h', beforeMin: 1440, lateMin: 360 },
  { kind: '2h', beforeMin: 120, lateMin: 60 },
] as const
export type ReminderKind = (typeof reminderLeads)[number]['kind']

/** Whether a reminder that was delayed by the mail server or the queue is still useful. */
export function isReminderTimely(kind: ReminderKind, startsAt: Date, now: Date): boolean {
  const lead = reminderLeads.find((candidate) => candidate.kind === kind)
  const minutes = (startsAt.getTime() - now.getTime()) / 60_000
  return lead !== undefined && minutes > lead.beforeMin - lead.lateMin && minutes <= lead.beforeMin
}

export type ReminderDetails = {
  startsAt: Date
  timeZone: string
  serviceName: string
  /** For whom the customer booked it; null: for themselves. */
  guestName: string | null
  barberName: string
  shopName: string
}

/** The service, and for whom it is if that is a guest. */
export function nameReminded({ serviceName, guestName }: Pick<ReminderDetails, 'serviceName' | 'guestName'>): string {
  return nameForSide('customer', { serviceName, guestName, customerName: '' }).serviceName
}

/** The texts of a reminder, in local time: "Seu horário é amanhã às 15h30". */
export function describeReminder(
  details: ReminderDetails,
  now: Date,
): { title: string; message: string; when: string } {
  const { startsAt, timeZone, barberName, shopName } = details
  const { date } = toLocal(toEpochMinute(startsAt), timeZone)
  const when = `${formatInstant(startsAt, timeZone)}, ${formatTimeZone(timeZone)}`
  return {
    title: `Seu horário é ${formatDay(date, toLocal(toEpochMinute(now), timeZone).date)} às ${formatInstantTime(startsAt, timeZone)}`,
    message: `${nameReminded(details)} com ${barberName} na ${shopName}: ${when}.`,
    when,
  }
}

const weekdays = ['no domingo', 'na segunda', 'na terça', 'na quarta', 'na quinta', 'na sexta', 'no sábado']

/** Compares local dates: 24 hours ahead may be the day after tomorrow when a day has 23 hours. */
function formatDay(date: string, today: string): string {
  if (date === today) return 'hoje'
  return date === addDays(today, 1) ? 'amanhã' : (weekdays[weekdayOf(date)] as string)
}
