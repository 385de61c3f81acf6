import { type Email, renderEmail } from '../../../lib/email.ts'
import { formatInstant, formatZone } from '../../../lib/format-time.ts'
import type { LetterFacts } from './queries.ts'
import { describeNews, type NewsKind, type Side } from './rules.ts'

type Occasion = { kind: NewsKind; side: Side; previousStart?: Date; answerBy?: Date; unsubscribeUrl?: string }

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** The news as a letter: the same words as inside the product, and everything that one needs to be there in time. */
export function writeAppointmentLetter(facts: LetterFacts, occasion: Occasion, site: string): Email | undefined {
  const { kind, side, previousStart, answerBy, unsubscribeUrl } = occasion
  const news = describeNews(kind, side, { ...facts, previousStart, answerBy, reason: facts.cancelReason ?? undefined })
  if (!news) return undefined
  return renderEmail({
    subject: `${news.title}: ${facts.serviceName}, ${formatInstant(facts.startsAt, facts.timeZone)}`,
    greeting: `Olá, ${facts.name}!`,
    paragraphs: [news.message],
    details: listDetails(facts, side),
    action: { label: actions[side][kind] ?? 'Ver na agenda', url: `${site}${news.path}` },
    unsubscribeUrl,
  })
}

const actions: Record<Side, Partial<Record<NewsKind, string>>> = {
  customer: {
    confirmed: 'Ver meu horário',
    rejected: 'Escolher outro horário',
    cancelled: 'Escolher outro horário',
    released: 'Escolher outro horário',
    completed: 'Avaliar',
    missed: 'Agendar de novo',
  },
  barber: { received: 'Responder ao pedido', rescheduled: 'Responder ao pedido' },
}

function listDetails(facts: LetterFacts, side: Side): [string, string][] {
  const when = `${formatInstant(facts.startsAt, facts.timeZone)}, ${formatZone(facts.timeZone)}`
  return [
    ['Serviço', facts.serviceName],
    ['Quando', when],
    side === 'customer' ? ['Barbeiro', facts.barberName] : ['Cliente', facts.customerName],
    ['Barbearia', facts.shopName],
    ['Endereço', facts.address],
    ['Preço', money.format(facts.priceCents / 100)],
  ]
}
