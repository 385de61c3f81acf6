import { type EmailedCalendar, greet, type RenderedEmail, renderEmail } from '../../../lib/email.ts'
import { formatCents } from '../../../lib/format-cents.ts'
import { formatInstant, formatTimeZone } from '../../../lib/format-time.ts'
import { formatCalendarEvents } from '../../../lib/icalendar.ts'
import { CALENDAR_FILE, toCalendarEvent } from '../calendar-event/rules.ts'
import { type AlternativeTime, type AppointmentEventKind, nameForSide, type ParticipantSide } from '../rules.ts'
import type { AppointmentEmailDetails } from './queries.ts'
import { describeAppointmentEvent, describeServed } from './rules.ts'

type RenderOptions = {
  kind: AppointmentEventKind
  side: ParticipantSide
  previousStart?: Date
  previousBarberName?: string
  alternative?: AlternativeTime
  confirmBy?: Date
  /** Booked together with it. */
  together?: readonly AppointmentEmailDetails[]
  unsubscribeUrl?: string
}

/** The same message as the notification, with time, place and price. */
export function renderAppointmentEmail(
  details: AppointmentEmailDetails,
  options: RenderOptions,
  site: string,
): RenderedEmail | undefined {
  const {
    kind,
    side,
    previousStart,
    previousBarberName,
    alternative,
    confirmBy,
    together = [],
    unsubscribeUrl,
  } = options
  const message = describeAppointmentEvent(kind, side, {
    ...details,
    previousStart,
    previousBarberName,
    alternative,
    confirmBy,
    together,
    reason: details.cancelReason ?? undefined,
  })
  if (!message) return undefined
  const email = renderEmail({
    subject: `${message.title}: ${nameForSide(side, details).serviceName}, ${formatInstant(details.startsAt, details.timeZone)}`,
    greeting: greet(details.name),
    paragraphs: [message.message],
    details: [...listRows(details, side), ...together.map(toTogetherRow)],
    action: { label: actions[side][kind] ?? 'Ver na agenda', url: `${site}${message.path}` },
    unsubscribeUrl,
  })
  const hasCalendar = side === 'customer' && calendarKinds.includes(kind)
  return hasCalendar ? { ...email, calendar: renderCalendar([details, ...together], site) } : email
}

/** What confirms a time, and what changes or ends one that the customer may have in their calendar. */
const calendarKinds: readonly AppointmentEventKind[] = [
  'autoConfirmed',
  'confirmed',
  'booked',
  'moved',
  'edited',
  'rescheduled',
  'autoRescheduled',
  'cancelled',
  'cancelledByCustomer',
  'rejected',
  'released',
]

function renderCalendar(appointments: readonly AppointmentEmailDetails[], site: string): EmailedCalendar {
  const events = appointments.map((details) => toCalendarEvent({ ...details, side: 'customer' }, site))
  return { filename: CALENDAR_FILE, content: formatCalendarEvents(events) }
}

function toTogetherRow(details: AppointmentEmailDetails): [string, string] {
  const { startsAt, timeZone, priceCents } = details
  return ['Junto', `${describeServed(details)}, ${formatInstant(startsAt, timeZone)}, ${formatCents(priceCents)}`]
}

const actions: Record<ParticipantSide, Partial<Record<AppointmentEventKind, string>>> = {
  customer: {
    received: 'Ver meu horário',
    autoConfirmed: 'Ver meu horário',
    booked: 'Ver meu horário',
    moved: 'Ver meu horário',
    edited: 'Ver meu horário',
    rescheduled: 'Ver meu horário',
    autoRescheduled: 'Ver meu horário',
    cancelledByCustomer: 'Ver meus agendamentos',
    confirmed: 'Ver meu horário',
    rejected: 'Escolher outro horário',
    cancelled: 'Escolher outro horário',
    released: 'Escolher outro horário',
    completed: 'Avaliar',
    missed: 'Agendar de novo',
  },
  barber: { received: 'Responder ao pedido', rescheduled: 'Responder ao pedido' },
  owner: { received: 'Responder ao pedido', rescheduled: 'Responder ao pedido' },
}

function listRows(details: AppointmentEmailDetails, side: ParticipantSide): [string, string][] {
  const when = `${formatInstant(details.startsAt, details.timeZone)}, ${formatTimeZone(details.timeZone)}`
  const { customerName } = nameForSide(side, details)
  const note = details.note && (side === 'customer' ? 'Seu recado' : 'Recado do cliente')
  return [
    ['Serviço', details.serviceName],
    ['Quando', when],
    side === 'customer' ? ['Barbeiro', details.barberName] : ['Cliente', customerName],
    ...(side === 'customer' && details.guestName ? [['Para', details.guestName] satisfies [string, string]] : []),
    ...(note ? [[note, details.note ?? ''] satisfies [string, string]] : []),
    ['Barbearia', details.shopName],
    ['Endereço', details.address],
    ['Preço', formatCents(details.priceCents)],
  ]
}
