import type { NotificationType } from '@na-regua/contract/notifications'
import { formatInstant } from '../../../lib/format-time.ts'

/** What may happen to an appointment that somebody is told of. */
export const newsKinds = [
  'received',
  'confirmed',
  'rejected',
  'cancelled',
  'rescheduled',
  'completed',
  'missed',
  'released',
  'seated',
] as const
export type NewsKind = (typeof newsKinds)[number]

/** Who reads it. The owner of a shop with barbers sees every change live; told is who serves and who is served. */
export type Side = 'customer' | 'barber'

export type NewsFacts = {
  serviceName: string
  customerName: string
  barberName: string
  shopName: string
  timeZone: string
  startsAt: Date
  /** Where a moved appointment stood before. */
  previousStart?: Date
  /** Until when a request waits for its answer. */
  answerBy?: Date
  reason?: string
}

export type News = { type: NotificationType; title: string; message: string; path: string }

type Words = { type: NotificationType; title: string; tell(facts: Told): string }
type Told = NewsFacts & { when: string; before: string; until: string; because: string }

const toCustomer: Partial<Record<NewsKind, Words>> = {
  confirmed: {
    type: 'booking_confirmed',
    title: 'Horário confirmado',
    tell: (it) => `${it.barberName} confirmou: ${it.serviceName}, ${it.when}, na ${it.shopName}.`,
  },
  rejected: {
    type: 'booking_rejected',
    title: 'Pedido recusado',
    tell: (it) =>
      `A ${it.shopName} não pode atender ${it.serviceName} com ${it.barberName} (${it.when}).${it.because} Escolha outro horário.`,
  },
  cancelled: {
    type: 'booking_cancelled',
    title: 'Horário cancelado',
    tell: (it) =>
      `A ${it.shopName} cancelou ${it.serviceName} com ${it.barberName} (${it.when}).${it.because} Escolha outro horário.`,
  },
  completed: {
    type: 'booking_completed',
    title: 'Como ficou o corte?',
    tell: (it) => `Conte como foi ${it.serviceName} com ${it.barberName} na ${it.shopName}.`,
  },
  missed: {
    type: 'booking_missed',
    title: 'Sentimos sua falta',
    tell: (it) => `${it.barberName} esperou por você: ${it.serviceName}, ${it.when}. Agende de novo quando puder.`,
  },
  released: {
    type: 'booking_released',
    title: 'Pedido sem resposta',
    tell: (it) =>
      `A ${it.shopName} não respondeu a tempo ao pedido de ${it.serviceName} (${it.when}). Ele foi cancelado, escolha outro horário.`,
  },
}

const toBarber: Partial<Record<NewsKind, Words>> = {
  received: {
    type: 'booking_received',
    title: 'Novo pedido',
    tell: (it) => `${it.customerName} pediu ${it.serviceName}, ${it.when}.${it.until}`,
  },
  confirmed: {
    type: 'booking_confirmed',
    title: 'Pedido aceito pela barbearia',
    tell: (it) => `${it.customerName}: ${it.serviceName}, ${it.when}.`,
  },
  rejected: {
    type: 'booking_rejected',
    title: 'Pedido recusado pela barbearia',
    tell: (it) => `${it.customerName}: ${it.serviceName}, ${it.when}.${it.because} O horário está livre.`,
  },
  cancelled: {
    type: 'booking_cancelled',
    title: 'Horário cancelado',
    tell: (it) => `${it.customerName}: ${it.serviceName}, ${it.when}.${it.because} O horário está livre.`,
  },
  rescheduled: {
    type: 'booking_rescheduled',
    title: 'Pedido de novo horário',
    tell: (it) => `${it.customerName} mudou ${it.serviceName} de ${it.before} para ${it.when}.${it.until}`,
  },
  released: {
    type: 'booking_released',
    title: 'Pedido sem resposta',
    tell: (it) =>
      `O pedido de ${it.customerName} (${it.serviceName}, ${it.when}) ficou sem resposta. O horário está livre.`,
  },
  seated: {
    type: 'booking_received',
    title: 'Encaixe na sua cadeira',
    tell: (it) => `A barbearia encaixou ${it.customerName}: ${it.serviceName}, ${it.when}.`,
  },
}

/** What one side is told, in the shop's hours; undefined when it is none of its business. */
export function describeNews(kind: NewsKind, side: Side, facts: NewsFacts): News | undefined {
  const words = (side === 'customer' ? toCustomer : toBarber)[kind]
  if (!words) return undefined
  const { timeZone, startsAt, previousStart, answerBy, reason } = facts
  const told = {
    ...facts,
    when: formatInstant(startsAt, timeZone),
    before: previousStart ? formatInstant(previousStart, timeZone) : 'outro horário',
    until: answerBy ? ` Responda até ${formatInstant(answerBy, timeZone)}.` : '',
    because: reason ? ` Motivo: ${reason}` : '',
  }
  const path = side === 'customer' ? '/customer/appointments' : '/barber/appointments'
  return { type: words.type, title: words.title, message: words.tell(told), path }
}
