import { type RenderedEmail, renderEmail } from '../../../lib/email.ts'
import { formatCents } from '../../../lib/format-cents.ts'
import type { TemplateMessage } from '../../../lib/whatsapp.ts'
import type { ReminderRecipient } from './queries.ts'
import { describeReminder, nameReminded } from './rules.ts'

type RenderOptions = { now: Date; token: string; site: string }

/** Offers to confirm or cancel while both are possible, afterwards what is still possible. */
export function renderReminderEmail(
  recipient: ReminderRecipient,
  options: RenderOptions & { unsubscribeUrl: string },
): RenderedEmail {
  const { now, token, site, unsubscribeUrl } = options
  const { title, message, when } = describeReminder(recipient, now)
  return renderEmail({
    subject: `${title}: ${nameReminded(recipient)} na ${recipient.shopName}`,
    greeting: `Olá, ${recipient.name}!`,
    paragraphs: [message, chooseAction(recipient, now).sentence],
    details: [
      ['Serviço', nameReminded(recipient)],
      ['Quando', when],
      ['Barbeiro', recipient.barberName],
      ['Barbearia', recipient.shopName],
      ['Endereço', recipient.address],
      ['Preço', formatCents(recipient.priceCents)],
    ],
    action: { label: chooseAction(recipient, now).label, url: reminderUrl(site, token) },
    unsubscribeUrl,
  })
}

function chooseAction({ isPresenceConfirmed, canCancelUntil }: ReminderRecipient, now: Date) {
  const canCancel = now <= canCancelUntil
  if (isPresenceConfirmed) {
    const sentence = canCancel
      ? 'Sua presença está confirmada. Mudou de ideia? Ainda dá tempo de cancelar.'
      : cancelByPhone
    return { label: 'Ver meu horário', sentence }
  }
  return canCancel
    ? {
        label: 'Confirmar presença ou cancelar',
        sentence: 'Diga com um toque se você vem. Não precisa entrar na conta.',
      }
    : { label: 'Confirmar presença', sentence: cancelByPhone }
}

const cancelByPhone = 'Se não puder vir, ligue para a barbearia: o prazo para cancelar pelo site terminou.'

function reminderUrl(site: string, token: string): string {
  return `${site}/agendamento/${token}`
}

/** The same for WhatsApp. `parameters` fill the approved template in its order: name, what, where, when. */
export function renderReminderMessage(
  recipient: ReminderRecipient,
  { now, token, site }: RenderOptions,
): TemplateMessage {
  const { title, message, when } = describeReminder(recipient, now)
  const { label } = chooseAction(recipient, now)
  return {
    template: 'reminder',
    parameters: [recipient.name, `${nameReminded(recipient)} com ${recipient.barberName}`, recipient.shopName, when],
    linkToken: token,
    preview: { title, text: `Olá, ${recipient.name}!\n\n${message}\n\n${label}:\n${reminderUrl(site, token)}` },
  }
}
