import { formatInstantTime, formatWeekdayAndDate } from '../../lib/format-time.ts'
import { addDays, listDates, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { signReminderToken } from '../appointments/reminder-reply/rules.ts'
import { signLinkToken } from '../booking/link/rules.ts'

/** Birthdays from today on, so many days. */
const BIRTHDAY_DAYS = 7

/** The birthdays (MM-DD) of the next days with their date. Who was born on a leap day has it on the last of February. */
export function listBirthdays(today: string): { birthday: string; date: string }[] {
  return listDates(today, BIRTHDAY_DAYS).flatMap((date) => {
    const birthday = date.slice('YYYY-'.length)
    const isLastOfShortFebruary = birthday === '02-28' && addDays(date, 1).endsWith('03-01')
    const days = isLastOfShortFebruary ? [birthday, '02-29'] : [birthday]
    return days.map((day) => ({ birthday: day, date }))
  })
}

export const localDateOf = (instant: Date, timeZone: string) => toLocal(toEpochMinute(instant), timeZone).date

type LinkSecrets = { booking: string; reminder: string }
type LinkSubject = {
  barbershopId: string
  appointment: { id: string; version: number; customerId: string | null } | null
}

/** The page to confirm, move or cancel; else the barbershop's. Without the slash at the beginning. */
export function linkPathOf({ barbershopId, appointment }: LinkSubject, secrets: LinkSecrets): string {
  if (!appointment) return `barbershop/${barbershopId}`
  const { id, version, customerId } = appointment
  if (!customerId) return `a/${signLinkToken(secrets.booking, id)}`
  return `agendamento/${signReminderToken(secrets.reminder, { id, version, customerId })}`
}

type Filling = {
  customerName: string
  shopName: string
  timeZone: string
  link: string
  appointment: { startsAt: Date; barberName: string } | undefined
}

/** The text for one customer. */
export function fillText(text: string, { customerName, shopName, timeZone, link, appointment }: Filling): string {
  const { startsAt, barberName } = appointment ?? {}
  const values: Record<string, string | undefined> = {
    nome: customerName.split(' ')[0],
    barbearia: shopName,
    barbeiro: barberName,
    dia: startsAt && formatWeekdayAndDate(localDateOf(startsAt, timeZone)),
    hora: startsAt && formatInstantTime(startsAt, timeZone),
    link,
  }
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
