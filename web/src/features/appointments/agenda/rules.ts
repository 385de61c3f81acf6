import type { StatusFilter } from '@na-regua/contract/agendas'
import type { Appointment, AppointmentStatus } from '@na-regua/contract/appointments'
import { formatCount } from '../../../lib/format.ts'
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

type CancelledBy = NonNullable<Appointment['cancelledBy']>

const shopEnded = 'Cancelado pela barbearia'
const endings: Record<Side, Record<CancelledBy, string>> = {
  customer: {
    customer: 'Você cancelou',
    barber: shopEnded,
    owner: shopEnded,
    system: 'A barbearia não respondeu a tempo',
  },
  barber: {
    customer: 'Cancelado pelo cliente',
    barber: 'Você cancelou',
    owner: shopEnded,
    system: 'Ninguém respondeu a tempo',
  },
  owner: {
    customer: 'Cancelado pelo cliente',
    barber: 'Cancelado pelo barbeiro',
    owner: 'Você cancelou',
    system: 'Ninguém respondeu a tempo',
  },
}

/** By whom it was cancelled, as each side reads it. */
export function endingWords({ cancelledBy }: Pick<Appointment, 'cancelledBy'>, side: Side) {
  return cancelledBy ? endings[side][cancelledBy] : undefined
}

export function isOpen({ status }: Pick<Appointment, 'status'>) {
  return status === 'SCHEDULED' || status === 'CONFIRMED'
}

/** Open, and not over yet. */
export function isAhead(appointment: Pick<Appointment, 'status' | 'endTime'>, now: Date) {
  return isOpen(appointment) && Date.parse(appointment.endTime) > now.getTime()
}

/** The parts of a page: what is ahead, then the rest. A day, and a tab where nothing is ahead, need no parting. */
export function groupByTime(appointments: readonly Appointment[], view: Pick<View, 'status' | 'date'>, now: Date) {
  if (view.date || view.status === 'completed' || view.status === 'cancelled') {
    return [{ title: 'Agendamentos', isTitleShown: false, appointments }]
  }
  return [
    { title: 'Próximos', isTitleShown: true, appointments: appointments.filter((row) => isAhead(row, now)) },
    { title: 'Histórico', isTitleShown: true, appointments: appointments.filter((row) => !isAhead(row, now)) },
  ].filter((group) => group.appointments.length > 0)
}

/** Whether the customer may still move or cancel it. */
export function isChangeable(appointment: Pick<Appointment, 'status' | 'changeableUntil'>, now: Date) {
  return isOpen(appointment) && Date.parse(appointment.changeableUntil) > now.getTime()
}

const NO_SHOW_DAYS = 7

export type StaffAct = 'confirm' | 'decline' | 'cancel' | 'complete' | 'no-show'

type Times = Pick<Appointment, 'status' | 'startTime' | 'endTime'>

/** What a barber or an owner can do with it now, the likeliest first. The server has the last word. */
export function staffActs({ status, startTime, endTime }: Times, now: Date): StaffAct[] {
  const started = (now.getTime() - Date.parse(startTime)) / 60_000
  const canMiss = started >= 0 && started <= NO_SHOW_DAYS * 1440
  const missed: StaffAct[] = canMiss ? ['no-show'] : []
  if (status === 'SCHEDULED') return Date.parse(endTime) > now.getTime() ? ['confirm', 'decline', ...missed] : missed
  if (status !== 'CONFIRMED') return []
  return started < 0 ? ['cancel'] : ['complete', ...missed]
}

/** 120: '2 horas antes'; 90: '1 hora e 30 minutos antes'; 0: 'o horário marcado'. */
export function describeNotice(minutes: number) {
  if (minutes === 0) return 'o horário marcado'
  const parts = [
    [Math.floor(minutes / 1440), 'dia', 'dias'],
    [Math.floor((minutes % 1440) / 60), 'hora', 'horas'],
    [minutes % 60, 'minuto', 'minutos'],
  ] as const
  const words = parts.flatMap(([count, one, many]) => (count > 0 ? [formatCount(count, one, many)] : []))
  return `${words.join(' e ')} antes`
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
