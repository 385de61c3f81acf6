import type { BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import type { Service } from '@na-regua/contract/barbershops'
import type { Customer } from '@na-regua/contract/customers'
import { findPhoneProblem } from '@na-regua/contract/phones'
import type { MinuteSpan } from '../timeline/rules.ts'

/** The most booked first; what was not booked follows in the order of the barbershop. */
export function sortByBookings<S extends Pick<Service, 'id'>>(
  services: readonly S[],
  mostBooked: readonly string[],
): S[] {
  const rankOf = ({ id }: S) => (mostBooked.includes(id) ? mostBooked.indexOf(id) : mostBooked.length)
  return services.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** More are not all shown at once. */
export const SHORT_LIST = 8
/** So many of a longer list are in view; the others are in their categories. */
const FIRST_SERVICES = 6

/** The services in view at first, and the others by category. */
export function splitServices<S extends Pick<Service, 'category'>>(sorted: readonly S[]) {
  if (sorted.length <= SHORT_LIST) return { first: sorted, categories: [] }
  const others = sorted.slice(FIRST_SERVICES)
  const hasCategories = sorted.some(({ category }) => category)
  const byCategory = Map.groupBy(others, ({ category }) => category ?? (hasCategories ? 'Sem categoria' : 'Outros'))
  return {
    first: sorted.slice(0, FIRST_SERVICES),
    categories: [...byCategory].map(([category, services]) => ({ category, services })),
  }
}

/** For whom: a known customer, or name and phone of a new one, or a name alone, or nothing. */
export type ChosenCustomer = { known: Customer | undefined; phone: string; name: string }

export const noCustomer: ChosenCustomer = { known: undefined, phone: '', name: '' }

/** Of a phone that was typed: it may be left out. */
export function findTypedPhoneProblem({ known, phone }: ChosenCustomer) {
  const problem = known ? undefined : findPhoneProblem(phone, { isOptional: true })
  return problem && `${problem} Ou apague o telefone.`
}

/** A phone needs a name; without both nothing is missing. */
export function findCustomerProblem(customer: ChosenCustomer) {
  const { known, phone, name } = customer
  const isNameMissing = !known && phone !== '' && !name.trim()
  return findTypedPhoneProblem(customer) ?? (isNameMissing ? 'Diga também o nome.' : undefined)
}

/** Who is booked for by name and phone; undefined for a walk-in, who may have a name. */
export function toCustomerInput({ known, phone, name }: ChosenCustomer) {
  if (known) return { customerId: known.id }
  return phone ? { newCustomer: { name: name.trim(), phone } } : undefined
}

/** The tag that begins with what was typed. */
export function findTag(tags: readonly string[], text: string) {
  const typed = text.trim().toLocaleLowerCase('pt-BR')
  return tags.find((tag) => tag.toLocaleLowerCase('pt-BR').startsWith(typed))
}

/** The slots from the wanted time on, or the last ones of the day. */
export function listNextTimes(slots: readonly string[], time: string, count: number) {
  const index = slots.findIndex((slot) => slot >= time)
  const from = index < 0 ? slots.length : index
  const start = Math.max(0, Math.min(from, slots.length - count))
  return slots.slice(start, start + count)
}

/** How long the barber is free from a minute on; undefined at a time that is not free. */
export function countFreeMinutes({ free }: Pick<BarberWorkday, 'free'>, minute: number) {
  const span = free.find(({ start, end }) => start <= minute && minute < end)
  return span && span.end - minute
}

export function isServiceOfBarber({ barbers }: Pick<Service, 'barbers'>, barberId: string) {
  return barbers?.find((one) => one.barberId === barberId)?.isProvided !== false
}

/** Who is free for the whole time, with the fewest appointments; else the first one, of whom the server names what is left. */
export function findFreeBarber(workdays: readonly BarberWorkday[], minute: number, durationMin: number) {
  const isFree = (workday: BarberWorkday) => (countFreeMinutes(workday, minute) ?? 0) >= durationMin
  const [best] = workdays.filter(isFree).toSorted((one, other) => one.appointments.length - other.appointments.length)
  return best ?? workdays[0]
}

/** What was tapped; everything can be changed in the sheet. */
export type NewAppointmentTarget = {
  barbershopId: string
  timeZone: string
  date: string
  /** Of the column that was tapped. Without one: any who is free. */
  barberId?: string
  /** A customer who is there: it begins at once. */
  isNow?: boolean
  gap?: MinuteSpan
  known?: Customer
  /** The day on the screen: who is free, and the breaks. */
  workdays?: readonly BarberWorkday[]
  /** The day of the user, who adds walk-ins for themselves only. */
  isOwnDay?: boolean
}

/** A column of the day on the screen: at a gap of it, or at once. */
export function toAppointmentTarget(
  { date, barbers }: StaffDay,
  workday: BarberWorkday,
  gap?: MinuteSpan,
): NewAppointmentTarget {
  const { barberId, barbershop, timeZone } = workday
  const workdays = barbers.filter((one) => one.barbershop.id === barbershop.id)
  const column = { barbershopId: barbershop.id, barberId, timeZone, date, workdays }
  return gap ? { ...column, gap } : { ...column, isNow: true }
}
