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

/** Signs the links to appointments: of customers without an account, and of those with one. */
export type LinkSecrets = { booking: string; reminder: string }
type LinkedAppointment = { id: string; version: number; customerId: string | null }
type LinkSubject = { barbershopId: string; appointment: LinkedAppointment | null }

/** With which the customer confirms, moves or cancels. */
export function linkTokenOf({ id, version, customerId }: LinkedAppointment, secrets: LinkSecrets): string {
  return customerId
    ? signReminderToken(secrets.reminder, { id, version, customerId })
    : signLinkToken(secrets.booking, id)
}

/** The page to confirm, move or cancel; else the barbershop's. Without the slash at the beginning. */
export function linkPathOf({ barbershopId, appointment }: LinkSubject, secrets: LinkSecrets): string {
  if (!appointment) return `barbershop/${barbershopId}`
  return `${appointment.customerId ? 'agendamento' : 'a'}/${linkTokenOf(appointment, secrets)}`
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
