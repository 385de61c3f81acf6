import type { NotificationType } from '@na-regua/contract/notifications'
import { formatCents } from '../../../lib/format-cents.ts'
import { describeDuration, formatInstant, formatMinuteInSentence } from '../../../lib/format-time.ts'
import { toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import type { NewNotification } from '../../notifications/queries.ts'
import type { AppointmentEventDetails, AppointmentEventKind, ParticipantSide, TogetherDetails } from '../rules.ts'
import { barberAppointmentPath, nameForSide, ownerAppointmentPath, WALK_IN_KIND } from '../rules.ts'

/** `pushMessage` is without the reason of a cancellation, which is free text. */
export type AppointmentMessage = Pick<NewNotification, 'type' | 'title' | 'message' | 'pushMessage'> & { path: string }

type MessageTemplate = { type: NotificationType; title: string; format(values: TemplateValues): string }
type TemplateValues = AppointmentEventDetails & {
  when: string
  before: string
  until: string
  /** What was booked together with it. */
  others: string
  because: string
  /** Services, barber, duration and price. */
  terms: string
  choose: string
  hasOtherTime: boolean
  hasOtherBarber: boolean
}

const customerTemplates: Partial<Record<AppointmentEventKind, MessageTemplate>> = {
  // The receipt of the customer's own booking.
  received: {
    type: 'booking_requested',
    title: 'Horário reservado',
    format: (values) =>
      `${values.serviceName} com ${values.barberName}, ${values.when}, na ${values.shopName}.${values.others}${values.until}`,
  },
  // The receipt of a booking that the barbershop confirms without a response.
  autoConfirmed: {
    type: 'booking_confirmed',
    title: 'Horário confirmado',
    format: (values) =>
      `${values.serviceName} com ${values.barberName}, ${values.when}, na ${values.shopName}.${values.others} Marcou, é seu.`,
  },
  // Staff booked it for the customer.
  booked: {
    type: 'booking_confirmed',
    title: 'Horário marcado para você',
    format: (values) => `A ${values.shopName} marcou ${values.serviceName} com ${values.barberName}, ${values.when}.`,
  },
  // Staff gave it another time or another barber.
  moved: {
    type: 'booking_rescheduled',
    title: 'Seu horário mudou',
    format: ({ hasOtherTime, hasOtherBarber, ...values }) =>
      hasOtherTime
        ? `A ${values.shopName} mudou ${values.serviceName} de ${values.before} para ${values.when}, ${hasOtherBarber ? 'agora com' : 'com'} ${values.barberName}.`
        : `A ${values.shopName} mudou quem atende você: ${values.serviceName}, ${values.when}, agora com ${values.barberName}.`,
  },
  // Staff changed services, duration, price or barber.
  edited: {
    type: 'booking_rescheduled',
    title: 'Seu horário mudou',
    format: (values) => `A ${values.shopName} mudou o seu horário de ${values.when}. Agora é ${values.terms}.`,
  },
  // The receipts of what the customer changed. The first is a request again.
  rescheduled: {
    type: 'booking_rescheduled',
    title: 'Novo horário reservado',
    format: (values) => `${describeOwnMove(values)}${values.until}`,
  },
  autoRescheduled: {
    type: 'booking_rescheduled',
    title: 'Horário remarcado',
    format: (values) => `${describeOwnMove(values)} Já está confirmado.`,
  },
  cancelledByCustomer: {
    type: 'booking_cancelled',
    title: 'Cancelado por você',
    format: (values) =>
      `${values.serviceName} com ${values.barberName}, ${values.when}, na ${values.shopName}: cancelado, como você pediu.${values.others}`,
  },
  confirmed: {
    type: 'booking_confirmed',
    title: 'Horário confirmado',
    format: (values) => `${values.barberName} confirmou: ${values.serviceName}, ${values.when}, na ${values.shopName}.`,
  },
  rejected: {
    type: 'booking_rejected',
    title: 'Pedido recusado',
    format: (values) =>
      `A ${values.shopName} não pode atender ${values.serviceName} com ${values.barberName} (${values.when}).${values.because}${values.choose}`,
  },
  cancelled: {
    type: 'booking_cancelled',
    title: 'Horário cancelado',
    format: (values) =>
      `A ${values.shopName} cancelou ${values.serviceName} com ${values.barberName} (${values.when}).${values.because}${values.choose}`,
  },
  completed: {
    type: 'booking_completed',
    title: 'Como ficou o corte?',
    format: (values) => `Conte como foi ${values.serviceName} com ${values.barberName} na ${values.shopName}.`,
  },
  missed: {
    type: 'booking_missed',
    title: 'Sentimos sua falta',
    format: (values) =>
      `${values.barberName} esperou por você: ${values.serviceName}, ${values.when}. Agende de novo quando puder.`,
  },
  released: {
    type: 'booking_released',
    title: 'Pedido sem resposta',
    format: (values) =>
      `A ${values.shopName} não respondeu a tempo ao pedido de ${values.serviceName} (${values.when}). Ele foi cancelado, escolha outro horário.`,
  },
}

const barberTemplates: Partial<Record<AppointmentEventKind, MessageTemplate>> = {
  received: {
    type: 'booking_received',
    title: 'Novo pedido',
    format: (values) => `${values.customerName} pediu ${values.serviceName}, ${values.when}.${values.until}`,
  },
  confirmed: {
    type: 'booking_confirmed',
    title: 'Pedido aceito pela barbearia',
    format: (values) => `${values.customerName}: ${values.serviceName}, ${values.when}.`,
  },
  rejected: {
    type: 'booking_rejected',
    title: 'Pedido recusado pela barbearia',
    format: (values) =>
      `${values.customerName}: ${values.serviceName}, ${values.when}.${values.because} O horário está livre.`,
  },
  cancelled: {
    type: 'booking_cancelled',
    title: 'Horário cancelado',
    format: (values) =>
      `${values.customerName}: ${values.serviceName}, ${values.when}.${values.because} O horário está livre.`,
  },
  rescheduled: {
    type: 'booking_rescheduled',
    title: 'Pedido de novo horário',
    format: (values) => `${describeMoveOfCustomer(values)}${values.until}`,
  },
  autoConfirmed: {
    type: 'booking_received',
    title: 'Novo agendamento',
    format: (values) => `${values.customerName} marcou ${values.serviceName}, ${values.when}. Já está confirmado.`,
  },
  autoRescheduled: {
    type: 'booking_rescheduled',
    title: 'Horário remarcado',
    format: (values) => `${describeMoveOfCustomer(values)} Já está confirmado.`,
  },
  moved: {
    type: 'booking_rescheduled',
    title: 'Horário mudado pela barbearia',
    format: ({ hasOtherTime, hasOtherBarber, ...values }) =>
      hasOtherBarber
        ? `${values.customerName} agora é com você: ${values.serviceName}, ${values.when}. Estava com ${values.previousBarberName}${hasOtherTime ? `, ${values.before}` : ''}.`
        : `${values.customerName}: ${values.serviceName}, de ${values.before} para ${values.when}.`,
  },
  edited: {
    type: 'booking_rescheduled',
    title: 'Atendimento mudado pela barbearia',
    format: ({ hasOtherBarber, ...values }) =>
      hasOtherBarber
        ? `${values.customerName} agora é com você, ${values.when}: ${values.terms}. Estava com ${values.previousBarberName}.`
        : `${values.customerName}, ${values.when}: agora é ${values.terms}.`,
  },
  // To the barber who had it before.
  handedOver: {
    type: 'booking_rescheduled',
    title: 'Horário passado para outro barbeiro',
    format: (values) =>
      `${values.customerName} (${values.serviceName}, ${values.before}) agora é com ${values.barberName}. O horário está livre.`,
  },
  released: {
    type: 'booking_released',
    title: 'Pedido sem resposta',
    format: (values) =>
      `O pedido de ${values.customerName} (${values.serviceName}, ${values.when}) ficou sem resposta. O horário está livre.`,
  },
  booked: {
    type: 'booking_received',
    title: 'Horário marcado na sua agenda',
    format: (values) => `A barbearia marcou ${values.customerName}: ${values.serviceName}, ${values.when}.`,
  },
  [WALK_IN_KIND]: {
    type: 'booking_received',
    title: 'Encaixe na sua cadeira',
    format: (values) => `A barbearia encaixou ${values.customerName}: ${values.serviceName}, ${values.when}.`,
  },
}

/** To the customer who moved it. Another barber may have another price. */
function describeOwnMove({ hasOtherBarber, ...values }: TemplateValues): string {
  return hasOtherBarber
    ? `Você mudou o seu horário na ${values.shopName}, de ${values.before} para ${values.when}. Agora é ${values.terms}.`
    : `Você mudou ${values.serviceName} com ${values.barberName}, na ${values.shopName}, de ${values.before} para ${values.when}.`
}

/** To the barber who has it now. */
function describeMoveOfCustomer({ hasOtherBarber, ...values }: TemplateValues): string {
  return hasOtherBarber
    ? `${values.customerName} trocou de barbeiro: ${values.serviceName}, ${values.when}. Estava com ${values.previousBarberName}, ${values.before}.`
    : `${values.customerName} mudou ${values.serviceName} de ${values.before} para ${values.when}.`
}

/** What customers do with a barber who has no account yet. What staff do, the barbershop knows. */
const ownerKinds: readonly AppointmentEventKind[] = [
  'received',
  'autoConfirmed',
  'rescheduled',
  'autoRescheduled',
  'cancelled',
  'released',
]

function findTemplate(kind: AppointmentEventKind, side: ParticipantSide): MessageTemplate | undefined {
  if (side === 'customer') return customerTemplates[kind]
  return side === 'barber' || ownerKinds.includes(kind) ? barberTemplates[kind] : undefined
}

function appointmentPath(
  kind: AppointmentEventKind,
  side: ParticipantSide,
  { id, alternative }: AppointmentEventDetails,
) {
  if (side === 'customer') return alternative?.path ?? customerAppointmentPath(kind, id)
  return side === 'barber' ? barberAppointmentPath(id) : ownerAppointmentPath(id)
}

/** The customer's list opens the review of a completed appointment, and scrolls to any other one. */
function customerAppointmentPath(kind: AppointmentEventKind, id: string) {
  return `/customer/appointments${kind === 'completed' ? `?avaliar=${id}` : `#cartao-${id}`}`
}

function describeDeadline(side: ParticipantSide, { confirmBy, timeZone }: AppointmentEventDetails) {
  if (!confirmBy) return ''
  const until = formatInstant(confirmBy, timeZone)
  return side === 'customer' ? ` A confirmar até ${until}; avisamos você.` : ` Responda até ${until}.`
}

/** ' Junto: Corte para Bento com Caio, na mesma hora; Corte para Davi com Caio, às 10h30.' */
function describeOthers({ together = [], startsAt }: AppointmentEventDetails) {
  if (together.length === 0) return ''
  const texts = together.map((other) => {
    const { minute } = toLocal(toEpochMinute(other.startsAt), other.timeZone)
    const isAtOnce = other.startsAt.getTime() === startsAt.getTime()
    return `${describeServed(other)}, ${isAtOnce ? 'na mesma hora' : `às ${formatMinuteInSentence(minute)}`}`
  })
  return ` Junto: ${texts.join('; ')}.`
}

/** 'Corte para Bento com Caio'. */
export function describeServed(appointment: TogetherDetails): string {
  return `${nameForSide('customer', appointment).serviceName} com ${appointment.barberName}`
}

/** 'Corte + Barba com Caio, 1 h, R$ 80,00'. */
function describeTerms({ serviceName, barberName, durationMin, priceCents }: AppointmentEventDetails) {
  const duration = durationMin === undefined ? [] : [describeDuration(durationMin)]
  const price = priceCents === undefined ? [] : [formatCents(priceCents)]
  return [`${serviceName} com ${barberName}`, ...duration, ...price].join(', ')
}

/** The message for one side, in local time; undefined when that side is not notified of this event. */
export function describeAppointmentEvent(
  kind: AppointmentEventKind,
  side: ParticipantSide,
  details: AppointmentEventDetails,
): AppointmentMessage | undefined {
  const template = findTemplate(kind, side)
  if (!template) return undefined
  const { timeZone, startsAt, previousStart, previousBarberName, barberName, reason, alternative } = details
  const names = nameForSide(side, details)
  const values = {
    ...details,
    ...names,
    when: formatInstant(startsAt, timeZone),
    before: previousStart ? formatInstant(previousStart, timeZone) : 'outro horário',
    until: describeDeadline(side, details),
    others: describeOthers(details),
    because: reason ? ` Motivo: ${reason}` : '',
    terms: describeTerms({ ...details, ...names }),
    choose: alternative ? ` Está livre ${alternative.text}: toque para marcar.` : ' Escolha outro horário.',
    hasOtherTime: previousStart?.getTime() !== startsAt.getTime(),
    hasOtherBarber: previousBarberName !== undefined && previousBarberName !== barberName,
  }
  const withBarber = side === 'owner' ? ` Com ${barberName}.` : ''
  const path = appointmentPath(kind, side, details)
  const pushMessage = reason ? `${template.format({ ...values, because: '' })}${withBarber}` : undefined
  return {
    type: template.type,
    title: template.title,
    message: `${template.format(values)}${withBarber}`,
    path,
    pushMessage,
  }
}
