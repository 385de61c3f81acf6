import type { StatusFilter } from '@na-regua/contract/agendas'
import type { Appointment, AppointmentStatus } from '@na-regua/contract/appointments'
import { addDays } from '../../../lib/local-time.ts'
import { isDate } from '../booking/rules.ts'

/** From which side an agenda is read. */
export type Side = 'customer' | 'barber' | 'owner'

/** What the address of an agenda says. */
export type View = { status: StatusFilter; date?: string; page: number; barbershopId?: string }

type Tab = { value: StatusFilter; label: string }

const customerTabs: readonly Tab[] = [
  { value: 'all', label: 'Todos' },
  { value: 'scheduled', label: 'Agendados' },
  { value: 'confirmed', label: 'Confirmados' },
  { value: 'completed', label: 'Concluídos' },
  { value: 'cancelled', label: 'Cancelados' },
]

const staffTabs: readonly Tab[] = [
  { value: 'all', label: 'Todos' },
  { value: 'pending', label: 'Pendentes' },
  { value: 'confirmed', label: 'Confirmados' },
  { value: 'completed', label: 'Concluídos' },
  { value: 'cancelled', label: 'Cancelados' },
]

export function tabsOf(side: Side) {
  return side === 'customer' ? customerTabs : staffTabs
}

/** An address may be typed by hand: what it does not understand is as if it were not said. */
export function readView(side: Side, search: URLSearchParams): View {
  const [status, date] = [search.get('status'), search.get('date') ?? '']
  const page = Number(search.get('page'))
  return {
    status: tabsOf(side).find(({ value }) => value === status)?.value ?? 'all',
    date: isDate(date) ? date : undefined,
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    barbershopId: side === 'owner' ? (search.get('barbershopId') ?? undefined) : undefined,
  }
}

/** Writes only what differs from a fresh visit. Another filter begins at its first page. */
export function writeView(search: URLSearchParams, change: Partial<View>) {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries({ page: undefined, ...change })) {
    const isUsual = value === undefined || value === 'all' || value === 1
    if (isUsual) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

const words: Record<AppointmentStatus, string> = {
  SCHEDULED: 'Agendado',
  CONFIRMED: 'Confirmado',
  COMPLETED: 'Concluído',
  CANCELLED: 'Cancelado',
  NO_SHOW: 'Não compareceu',
}

/** A request waits for the shop, not for the customer: each side reads its own word. */
export function statusWord(status: AppointmentStatus, side: Side) {
  return status === 'SCHEDULED' && side !== 'customer' ? 'Pendente' : words[status]
}

export const statusTones = {
  SCHEDULED: 'brass',
  CONFIRMED: 'green',
  COMPLETED: 'navy',
  CANCELLED: 'neutral',
  NO_SHOW: 'red',
} as const

export function isOpen({ status }: Pick<Appointment, 'status'>) {
  return status === 'SCHEDULED' || status === 'CONFIRMED'
}

/** Open, and not over yet. */
export function isAhead(appointment: Pick<Appointment, 'status' | 'endTime'>, now: Date) {
  return isOpen(appointment) && Date.parse(appointment.endTime) > now.getTime()
}

/** Whether the customer may still move or cancel it. */
export function isChangeable(appointment: Pick<Appointment, 'status' | 'changeableUntil'>, now: Date) {
  return isOpen(appointment) && Date.parse(appointment.changeableUntil) > now.getTime()
}

const NO_SHOW_DAYS = 7

export type StaffAct = 'confirm' | 'decline' | 'cancel' | 'complete' | 'no-show'

/** What a barber or an owner can do with it now, the likeliest first. The server has the last word. */
export function staffActs({ status, startTime }: Pick<Appointment, 'status' | 'startTime'>, now: Date): StaffAct[] {
  const minutesIn = (now.getTime() - Date.parse(startTime)) / 60_000
  if (status === 'SCHEDULED') return minutesIn < 0 ? ['confirm', 'decline'] : ['decline']
  if (status !== 'CONFIRMED') return []
  if (minutesIn < 0) return ['cancel']
  return minutesIn <= NO_SHOW_DAYS * 1440 ? ['complete', 'no-show'] : ['complete']
}

/** 120: '2 horas antes'; 90: '1h30 antes'; 0: 'o horário marcado'. */
export function describeNotice(minutes: number) {
  if (minutes === 0) return 'o horário marcado'
  if (minutes % 1440 === 0) return `${count(minutes / 1440, 'dia', 'dias')} antes`
  if (minutes % 60 === 0) return `${count(minutes / 60, 'hora', 'horas')} antes`
  if (minutes < 60) return `${count(minutes, 'minuto', 'minutos')} antes`
  return `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')} antes`
}

function count(number: number, one: string, many: string) {
  return `${number} ${number === 1 ? one : many}`
}

/** 'Hoje' and 'Amanhã' on the shop's wall, otherwise nothing. */
export function nearDay(date: string, today: string) {
  if (date === today) return 'Hoje'
  return date === addDays(today, 1) ? 'Amanhã' : undefined
}

/** Where the shop is, as a search of the maps service: an appointment knows the address, not the point. */
export function directionsHref({ barbershop }: Pick<Appointment, 'barbershop'>) {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${barbershop.name}, ${barbershop.address}`)}`
}

/** A Brazilian number of ten or eleven digits, with or without the country's code, as links want it. */
export function contactHrefs(phone: string | null) {
  const digits = (phone ?? '').replace(/\D/g, '').replace(/^0+/, '')
  const number = /^\d{10,11}$/.test(digits) ? `55${digits}` : digits
  if (!/^55\d{10,11}$/.test(number)) return undefined
  return { phone: `tel:+${number}`, whatsapp: `https://wa.me/${number}` }
}
