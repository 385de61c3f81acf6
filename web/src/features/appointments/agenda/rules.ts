import type { BarberWorkday, StatusFilter } from '@na-regua/contract/agendas'
import { type Appointment, type AppointmentStatus, NO_SHOW_DAYS } from '@na-regua/contract/appointments'
import { MAX_SEARCH_TEXT } from '@na-regua/contract/text-limits'
import { formatInstantInSentence, formatShortDate, formatTimeInSentence } from '../../../lib/format.ts'
import { addCalendarDays, isDate, toLocalTime } from '../../../lib/local-time.ts'
import { paths } from '../../../lib/paths.ts'
import { isUuid } from '../../../lib/use-url-params.ts'

/** Who reads the agenda. */
export type AgendaSide = 'customer' | 'barber' | 'owner'

export type StaffSide = Exclude<AgendaSide, 'customer'>

/** The filters in the URL of an agenda: those of everyone, of staff, of owners. */
export type AgendaFilters = {
  status: StatusFilter
  date?: string
  page: number
  serviceId?: string
  q?: string
  barbershopId?: string
  barberId?: string
}

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

export function listStatusTabs(side: AgendaSide) {
  return side === 'customer' ? customerTabs : staffTabs
}

/** What staff filter by, one of which has no tab. */
export const staffStatuses: readonly Tab[] = [...staffTabs, { value: 'no_show', label: 'Não compareceram' }]

/** Invalid parameters are ignored. */
export function readAgendaFilters(side: AgendaSide, search: URLSearchParams): AgendaFilters {
  const status = search.get('status')
  const date = search.get('date') ?? ''
  const page = Number(search.get('page'))
  const idOf = (name: string) => [search.get(name) ?? ''].find(isUuid)
  const isOwner = side === 'owner'
  const isStaff = side !== 'customer'
  const statuses = isStaff ? staffStatuses : customerTabs
  return {
    status: statuses.find(({ value }) => value === status)?.value ?? 'all',
    date: isDate(date) ? date : undefined,
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    serviceId: isStaff ? idOf('serviceId') : undefined,
    q: (isStaff && search.get('q')?.slice(0, MAX_SEARCH_TEXT)) || undefined,
    barbershopId: isOwner ? idOf('barbershopId') : undefined,
    barberId: isOwner ? idOf('barberId') : undefined,
  }
}

/** Writes only values that differ from the defaults. Another filter starts at its first page. */
export function writeAgendaFilters(search: URLSearchParams, change: Partial<AgendaFilters>) {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries({ page: undefined, ...change })) {
    const isDefault = value === undefined || value === '' || value === 'all' || value === 1
    if (isDefault) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

const statusTexts: Record<AppointmentStatus, string> = {
  SCHEDULED: 'Agendado',
  CONFIRMED: 'Confirmado',
  COMPLETED: 'Concluído',
  CANCELLED: 'Cancelado',
  NO_SHOW: 'Não compareceu',
}

/** A request is 'Pendente' for the staff, who must respond, and 'Agendado' for the customer. */
export function formatStatus(status: AppointmentStatus, side: AgendaSide) {
  return status === 'SCHEDULED' && side !== 'customer' ? 'Pendente' : statusTexts[status]
}

export const statusTones = {
  SCHEDULED: 'brass',
  CONFIRMED: 'green',
  COMPLETED: 'navy',
  CANCELLED: 'neutral',
  NO_SHOW: 'red',
} as const

type CancelledBy = NonNullable<Appointment['cancelledBy']>

const cancelledByShop = 'Cancelado pela barbearia'
const cancellationTexts: Record<AgendaSide, Record<CancelledBy, string>> = {
  customer: {
    customer: 'Você cancelou',
    barber: cancelledByShop,
    owner: cancelledByShop,
    system: 'A barbearia não respondeu a tempo',
  },
  barber: {
    customer: 'Cancelado pelo cliente',
    barber: 'Você cancelou',
    owner: cancelledByShop,
    system: 'Ninguém respondeu a tempo',
  },
  owner: {
    customer: 'Cancelado pelo cliente',
    barber: 'Cancelado pelo barbeiro',
    owner: 'Você cancelou',
    system: 'Ninguém respondeu a tempo',
  },
}

/** Who cancelled it, from the reader's point of view. */
export function describeCancellation({ cancelledBy }: Pick<Appointment, 'cancelledBy'>, side: AgendaSide) {
  return cancelledBy ? cancellationTexts[side][cancelledBy] : undefined
}

/** Who comes: the guest for whom the customer booked, or the customer. */
export function getServedName({ guestName, customer }: Pick<Appointment, 'guestName' | 'customer'>) {
  return guestName ?? customer.name
}

export function isOpenAppointment({ status }: Pick<Appointment, 'status'>) {
  return status === 'SCHEDULED' || status === 'CONFIRMED'
}

/** Scheduled or confirmed, and not over yet. */
export function isUpcoming(appointment: Pick<Appointment, 'status' | 'endTime'>, now: Date) {
  return isOpenAppointment(appointment) && Date.parse(appointment.endTime) > now.getTime()
}

/**
 * Splits a page into upcoming and past appointments, except for a single day and for tabs without upcoming ones. Cancelled ones are
 * below what took place.
 */
export function groupByTime(
  appointments: readonly Appointment[],
  filters: Pick<AgendaFilters, 'status' | 'date'>,
  now: Date,
) {
  if (filters.date || ['completed', 'cancelled', 'no_show'].includes(filters.status)) {
    return [{ title: 'Agendamentos', isTitleShown: false, isHistory: !filters.date, appointments }]
  }
  const isCancelled = ({ status }: Appointment) => Number(status === 'CANCELLED')
  const [ahead, past] = [true, false].map((isAhead) => appointments.filter((row) => isUpcoming(row, now) === isAhead))
  const history = past?.toSorted((one, other) => isCancelled(one) - isCancelled(other))
  return [
    { title: 'Próximos', isTitleShown: true, isHistory: false, appointments: ahead ?? [] },
    { title: 'Histórico', isTitleShown: true, isHistory: true, appointments: history ?? [] },
  ].filter((group) => group.appointments.length > 0)
}

/** Whether the customer may still reschedule or cancel it. */
export function isChangeable(appointment: Pick<Appointment, 'status' | 'changeableUntil'>, now: Date) {
  return isOpenAppointment(appointment) && Date.parse(appointment.changeableUntil) > now.getTime()
}

/** What staff make of an outcome that was recorded by mistake. */
export type Correction = 'correct-completed' | 'correct-no-show' | 'correct-cancelled'
export type StaffAction = 'confirm' | 'decline' | 'cancel' | 'complete' | 'no-show' | Correction

export const staffActionLabels: Record<StaffAction, string> = {
  confirm: 'Aceitar',
  decline: 'Recusar',
  cancel: 'Cancelar',
  complete: 'Finalizar',
  'no-show': 'Não compareceu',
  'correct-completed': 'Corrigir: cliente atendido',
  'correct-no-show': 'Corrigir: não compareceu',
  'correct-cancelled': 'Corrigir: cancelar encaixe',
}

/** The status that an action results in. */
export const statusAfter = {
  confirm: 'CONFIRMED',
  cancel: 'CANCELLED',
  complete: 'COMPLETED',
  'no-show': 'NO_SHOW',
  'correct-completed': 'COMPLETED',
  'correct-no-show': 'NO_SHOW',
  'correct-cancelled': 'CANCELLED',
} as const satisfies Record<Exclude<StaffAction, 'decline'>, AppointmentStatus>

export function isCorrection(action: string): action is Correction {
  return action.startsWith('correct-')
}

type ActionState = Pick<Appointment, 'status' | 'startTime' | 'endTime' | 'isWalkIn' | 'correctableUntil'>

/** The actions that staff can take now, most likely first. The server decides. */
export function listStaffActions(appointment: ActionState, now: Date): StaffAction[] {
  const { status, startTime, endTime, isWalkIn, correctableUntil } = appointment
  const isCorrectable = correctableUntil !== null && Date.parse(correctableUntil) > now.getTime()
  const minutesSinceStart = (now.getTime() - Date.parse(startTime)) / 60_000
  const canMarkNoShow = !isWalkIn && minutesSinceStart >= 0 && minutesSinceStart <= NO_SHOW_DAYS * 1440
  const noShow: StaffAction[] = canMarkNoShow ? ['no-show'] : []
  if (status === 'SCHEDULED') return Date.parse(endTime) > now.getTime() ? ['confirm', 'decline', ...noShow] : noShow
  if (status === 'CONFIRMED' && minutesSinceStart < 0) return ['cancel']
  // A walk-in was there: one that was not served is cancelled.
  if (status === 'CONFIRMED')
    return ['complete', ...noShow, ...(isWalkIn && isCorrectable ? (['cancel'] as const) : [])]
  if (!isCorrectable) return []
  if (status === 'NO_SHOW') return ['correct-completed']
  return [isWalkIn ? 'correct-cancelled' : 'correct-no-show']
}

/** 'Hoje' or 'Amanhã', otherwise undefined. */
export function formatNearDay(date: string, today: string) {
  if (date === today) return 'Hoje'
  return date === addCalendarDays(today, 1) ? 'Amanhã' : undefined
}

/** The way on Google Maps, to the address: an appointment does not have the coordinates. */
export function buildDirectionsUrl({ barbershop }: Pick<Appointment, 'barbershop'>) {
  const destination = `${barbershop.name}, ${barbershop.address}`
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`
}

type SharedAppointment = Pick<Appointment, 'service' | 'barber' | 'barbershop' | 'startTime' | 'timeZone' | 'guestName'>

/** The appointment in words, with the public page of the barbershop: who follows the link sees nothing of the customer. */
export function toSharedLink({ service, barber, barbershop, startTime, timeZone, guestName }: SharedAppointment) {
  const { date, time } = toLocalTime(new Date(startTime), timeZone)
  const when = `${formatShortDate(date)} às ${formatTimeInSentence(time)}`
  const what = guestName ? `${service.name} para ${guestName}` : service.name
  const text = `${what} com ${barber.name} na ${barbershop.name}: ${when}. ${barbershop.address}`
  return { title: `${service.name} na ${barbershop.name}`, text, path: paths.barbershop(barbershop.id) }
}

/** Where a barber works but cannot be booked, with what the timeline shows there: breaks, time off, offers to customers of the waitlist. */
export function listBlocked({ breaks, timeOff, offers = [], timeZone }: BarberWorkday) {
  const until = (instant: string) => formatInstantInSentence(instant, timeZone)
  return [
    ...breaks.map((span) => ({ ...span, label: 'Pausa' })),
    ...timeOff.map((span) => ({ ...span, label: span.reason ? `Folga: ${span.reason}` : 'Folga' })),
    ...offers.map((span) => ({ ...span, label: `Oferecido a quem espera até ${until(span.until)}` })),
  ]
}

/** The day of an appointment in a list of several days: 'Hoje', 'Amanhã', otherwise 'Sáb, 21/11/2026'. */
export function formatRowDay(instant: string, now: Date, timeZone: string) {
  const { date } = toLocalTime(new Date(instant), timeZone)
  return formatNearDay(date, toLocalTime(now, timeZone).date) ?? formatShortDate(date)
}
