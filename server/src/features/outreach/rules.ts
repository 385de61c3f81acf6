import { formatInstantTime, formatWeekdayAndDate } from '../../lib/format-time.ts'
import { addDays, listDates, toEpochMinute, toLocal } from '../../lib/local-time.ts'

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
