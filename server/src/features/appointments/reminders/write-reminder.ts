import { type Email, renderEmail } from '../../../lib/email.ts'
import type { TemplateMessage } from '../../../lib/whatsapp.ts'
import type { Reminded } from './queries.ts'
import { describeReminder } from './rules.ts'

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

type Occasion = { now: Date; token: string; site: string }

/** The letter asks for one of two answers while both are possible; afterwards it says what is left to do. */
export function writeReminderLetter(facts: Reminded, occasion: Occasion & { unsubscribeUrl: string }): Email {
  const { now, token, site, unsubscribeUrl } = occasion
  const { title, message, when } = describeReminder(facts, now)
  return renderEmail({
    subject: `${title}: ${facts.serviceName} na ${facts.shopName}`,
    greeting: `Olá, ${facts.name}!`,
    paragraphs: [message, askFor(facts, now).sentence],
    details: [
      ['Serviço', facts.serviceName],
      ['Quando', when],
      ['Barbeiro', facts.barberName],
      ['Barbearia', facts.shopName],
      ['Endereço', facts.address],
      ['Preço', money.format(facts.priceCents / 100)],
    ],
    action: { label: askFor(facts, now).label, url: linkOf(site, token) },
    unsubscribeUrl,
  })
}

function askFor({ isPresenceConfirmed, canCancelUntil }: Reminded, now: Date) {
  const canCancel = now <= canCancelUntil
  if (isPresenceConfirmed) {
    const sentence = canCancel
      ? 'Sua presença está confirmada. Mudou de ideia? Ainda dá tempo de cancelar.'
      : onlyByPhone
    return { label: 'Ver meu horário', sentence }
  }
  return canCancel
    ? {
        label: 'Confirmar presença ou cancelar',
        sentence: 'Diga com um toque se você vem. Não precisa entrar na conta.',
      }
    : { label: 'Confirmar presença', sentence: onlyByPhone }
}

const onlyByPhone = 'Se não puder vir, ligue para a barbearia: o prazo para cancelar pelo site terminou.'

function linkOf(site: string, token: string): string {
  return `${site}/agendamento/${token}`
}

/** The same as a message. `parameters` fill the approved template in its order: name, what, where, when. */
export function writeReminderMessage(facts: Reminded, { now, token, site }: Occasion): TemplateMessage {
  const { title, message, when } = describeReminder(facts, now)
  const { label } = askFor(facts, now)
  return {
    template: 'reminder',
    parameters: [facts.name, `${facts.serviceName} com ${facts.barberName}`, facts.shopName, when],
    linkToken: token,
    preview: { title, text: `Olá, ${facts.name}!\n\n${message}\n\n${label}:\n${linkOf(site, token)}` },
  }
}
