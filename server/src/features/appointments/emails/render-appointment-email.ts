import { greet, type RenderedEmail, renderEmail } from '../../../lib/email.ts'
import { formatInstant, formatTimeZone } from '../../../lib/format-time.ts'
import type { AppointmentEmailDetails } from './queries.ts'
import { type AppointmentEventKind, describeAppointmentEvent, nameForSide, type ParticipantSide } from './rules.ts'

type RenderOptions = {
  kind: AppointmentEventKind
  side: ParticipantSide
  previousStart?: Date
  previousBarberName?: string
  confirmBy?: Date
  unsubscribeUrl?: string
}

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** The same message as the notification, with time, place and price. */
export function renderAppointmentEmail(
  details: AppointmentEmailDetails,
  options: RenderOptions,
  site: string,
): RenderedEmail | undefined {
  const { kind, side, previousStart, previousBarberName, confirmBy, unsubscribeUrl } = options
  const message = describeAppointmentEvent(kind, side, {
    ...details,
    previousStart,
    previousBarberName,
    confirmBy,
    reason: details.cancelReason ?? undefined,
  })
  if (!message) return undefined
  return renderEmail({
    subject: `${message.title}: ${nameForSide(side, details).serviceName}, ${formatInstant(details.startsAt, details.timeZone)}`,
    greeting: greet(details.name),
    paragraphs: [message.message],
    details: listRows(details, side),
    action: { label: actions[side][kind] ?? 'Ver na agenda', url: `${site}${message.path}` },
    unsubscribeUrl,
  })
}

const actions: Record<ParticipantSide, Partial<Record<AppointmentEventKind, string>>> = {
  customer: {
    received: 'Ver meu horário',
    autoConfirmed: 'Ver meu horário',
    booked: 'Ver meu horário',
    moved: 'Ver meu horário',
    confirmed: 'Ver meu horário',
    rejected: 'Escolher outro horário',
    cancelled: 'Escolher outro horário',
    released: 'Escolher outro horário',
    completed: 'Avaliar',
    missed: 'Agendar de novo',
  },
  barber: { received: 'Responder ao pedido', rescheduled: 'Responder ao pedido' },
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
    ['Preço', money.format(details.priceCents / 100)],
  ]
}
