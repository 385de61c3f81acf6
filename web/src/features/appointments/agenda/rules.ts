import type { BarberWorkday, CustomerFilter, SourceFilter, StaffStatusFilter } from '@na-regua/contract/agendas'
import { type Appointment, type AppointmentStatus, NO_SHOW_DAYS } from '@na-regua/contract/appointments'
import { MAX_SEARCH_TEXT } from '@na-regua/contract/text-limits'
import {
  formatCount,
  formatDuration,
  formatInstantInSentence,
  formatLocalDate,
  formatNearInstant,
  formatShortDate,
  formatTimeInSentence,
  weekdays,
} from '../../../lib/format.ts'
import { addCalendarDays, isDate, toLocalTime } from '../../../lib/local-time.ts'
import { paths } from '../../../lib/paths.ts'
import { isUuid } from '../../../lib/use-url-params.ts'

/** Who reads the agenda. */
export type AgendaSide = 'customer' | 'barber' | 'owner'

export type StaffSide = Exclude<AgendaSide, 'customer'>

/** The filters in the URL of an agenda: those of everyone, of staff, of owners. */
export type AgendaFilters = {
  status: StaffStatusFilter
  date?: string
  page: number
  serviceId?: string
  q?: string
  from?: string
  to?: string
  barbershopId?: string
  barberId?: string
  source?: SourceFilter
  customer?: CustomerFilter
  dayOfWeek?: number
  hour?: number
  reviewed?: boolean
}

type Tab = { value: StaffStatusFilter; label: string }

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

/** What staff filter by, two of which have no tab. */
export const staffStatuses: readonly Tab[] = [
  ...staffTabs,
  { value: 'no_show', label: 'Não compareceram' },
  { value: 'open', label: 'Sem resultado' },
]

/** How an appointment was booked, in the order of a list of choices. */
export const sourceLabels: Readonly<Record<SourceFilter, string>> = {
  page: 'Página',
  link: 'Link da barbearia',
  poster: 'Cartaz',
  phone: 'Telefone',
  'walk-in': 'Encaixe',
  queue: 'Fila',
  series: 'Horário fixo',
  waitlist: 'Lista de espera',
  import: 'Importado',
  unknown: 'Não sabido',
}

export const customerLabels: Readonly<Record<CustomerFilter, string>> = {
  new: 'Primeira visita',
  returning: 'De quem voltou',
  unknown: 'Sem cadastro',
}

const isKeyOf = <T extends object>(texts: T, key: string | null): key is Extract<keyof T, string> =>
  key !== null && Object.hasOwn(texts, key)

/** The filters that only an owner has. */
function readOwnerFilters(search: URLSearchParams) {
  const source = search.get('source')
  const customer = search.get('customer')
  const numberOf = (name: string, max: number) => {
    const text = search.get(name) ?? ''
    return /^\d{1,2}$/.test(text) && Number(text) <= max ? Number(text) : undefined
  }
  return {
    barbershopId: idOf(search, 'barbershopId'),
    barberId: idOf(search, 'barberId'),
    source: isKeyOf(sourceLabels, source) ? source : undefined,
    customer: isKeyOf(customerLabels, customer) ? customer : undefined,
    dayOfWeek: numberOf('dayOfWeek', 6),
    hour: numberOf('hour', 23),
    reviewed: search.get('reviewed') === 'true' || undefined,
  }
}

const idOf = (search: URLSearchParams, name: string) => [search.get(name) ?? ''].find(isUuid)
const dateOf = (search: URLSearchParams, name: string) => [search.get(name) ?? ''].find(isDate)

/** Invalid parameters are ignored. */
export function readAgendaFilters(side: AgendaSide, search: URLSearchParams): AgendaFilters {
  const status = search.get('status')
  const page = Number(search.get('page'))
  const isStaff = side !== 'customer'
  const statuses = isStaff ? staffStatuses : customerTabs
  return {
    status: statuses.find(({ value }) => value === status)?.value ?? 'all',
    date: dateOf(search, 'date'),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    serviceId: isStaff ? idOf(search, 'serviceId') : undefined,
    q: (isStaff && search.get('q')?.slice(0, MAX_SEARCH_TEXT)) || undefined,
    from: isStaff ? dateOf(search, 'from') : undefined,
    to: isStaff ? dateOf(search, 'to') : undefined,
    ...(side === 'owner' && readOwnerFilters(search)),
  }
}

/** What the figures of the panel filter by and no field shows, in words. */
export function describeHiddenFilters({ customer, dayOfWeek, hour, reviewed }: AgendaFilters): string | undefined {
  const time = [dayOfWeek === undefined ? undefined : weekdays[dayOfWeek], hour === undefined ? undefined : `${hour}h`]
  const parts = [customer && customerLabels[customer], time.filter(Boolean).join(' às '), reviewed && 'Com avaliação']
  return parts.filter(Boolean).join(' · ') || undefined
}

/** 'De 01/11/2026 a 30/11/2026', also with one of the dates only. */
export function describePeriod({ from, to }: Pick<AgendaFilters, 'from' | 'to'>): string | undefined {
  if (from && from === to) return formatLocalDate(from)
  const parts = [from && `de ${formatLocalDate(from)}`, to && `a ${formatLocalDate(to)}`]
  return parts.filter(Boolean).join(' ') || undefined
}

/** Without the filters of `describeHiddenFilters`. */
export const noHiddenFilters = { customer: undefined, dayOfWeek: undefined, hour: undefined, reviewed: undefined }

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

type Confirmable = Pick<Appointment, 'status' | 'confirmBy' | 'timeZone'>

/** A request is 'Pendente' for the staff, who must respond, and 'Agendado' for the customer. */
export function formatStatus(status: AppointmentStatus, side: AgendaSide) {
  return status === 'SCHEDULED' && side !== 'customer' ? 'Pendente' : statusTexts[status]
}

/** For the customer: 'Confirmado', and of a request until when it is: 'Agendado · a confirmar até 15h15'. */
export function describeStatusForCustomer({ status, confirmBy, timeZone }: Confirmable, now: Date) {
  if (status !== 'SCHEDULED') return statusTexts[status]
  return `${statusTexts.SCHEDULED} · a confirmar${confirmBy ? ` até ${formatNearInstant(confirmBy, timeZone, now)}` : ''}`
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

/** The URL names a tab, a day or a later page: what comes next does not stand above the list. */
export function isFiltered({ status, date, page }: AgendaFilters) {
  return status !== 'all' || date !== undefined || page > 1
}

/** Those that stand open: the next one, and whatever else is on that day. The others have a line each. */
export function splitUpcoming(appointments: readonly Appointment[], now: Date) {
  const upcoming = appointments.filter((row) => isUpcoming(row, now))
  const dayOf = ({ startTime, timeZone }: Appointment) => toLocalTime(new Date(startTime), timeZone).date
  const [next] = upcoming
  const later = upcoming.findIndex((row) => next && dayOf(row) !== dayOf(next))
  const end = later < 0 ? upcoming.length : later
  return { next: upcoming.slice(0, end), later: upcoming.slice(end) }
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

/** How long until it begins: 'em 25 min', 'em 1 h 40', 'em 22 h', from 24 hours on 'em 3 dias'; 'agora' once it has begun. */
export function describeAhead({ startTime, timeZone }: Pick<Appointment, 'startTime' | 'timeZone'>, now: Date) {
  const start = new Date(startTime)
  const minutes = Math.ceil((start.getTime() - now.getTime()) / 60_000)
  if (minutes <= 0) return 'agora'
  if (minutes >= 1440) return `em ${formatCount(countDays(now, start, timeZone), 'dia', 'dias')}`
  return `em ${formatDuration(minutes < EXACT_MINUTES ? minutes : Math.round(minutes / 60) * 60)}`
}

/** From here on a visit is not planned by the minute. */
const EXACT_MINUTES = 180

function countDays(from: Date, to: Date, timeZone: string) {
  const dayOf = (instant: Date) => Date.parse(toLocalTime(instant, timeZone).date)
  return (dayOf(to) - dayOf(from)) / 86_400_000
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

/** The form of a new event on Google's calendar, which a customer saves there: an instant is written '20300312T123000Z'. */
export function buildGoogleCalendarUrl(appointment: SharedAppointment & Pick<Appointment, 'endTime'>) {
  const { title, text } = toSharedLink(appointment)
  const { startTime, endTime, barbershop } = appointment
  const instant = (time: string) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${instant(startTime)}/${instant(endTime)}`,
    details: text,
    location: `${barbershop.name}, ${barbershop.address}`,
  })
  return `https://calendar.google.com/calendar/render?${query}`
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
