import type { OutreachPurpose, OutreachRow } from '@na-regua/contract/outreach'
import { formatInstantInSentence, formatNearShortDate, formatTime } from '../../lib/format.ts'
import { toLocalTime } from '../../lib/local-time.ts'

export const purposeTabs: readonly { value: OutreachPurpose; label: string }[] = [
  { value: 'tomorrow', label: 'Amanhã' },
  { value: 'birthday', label: 'Aniversários' },
  { value: 'absent', label: 'Sumidos' },
]

/** The page's heading and what there is to do, by purpose. */
export const purposeTexts: Record<OutreachPurpose, { title: string; hint: string; empty: string }> = {
  tomorrow: {
    title: 'Confirmar amanhã',
    hint: 'Um toque abre o WhatsApp com a mensagem e o link para confirmar, mudar ou cancelar.',
    empty: 'Ninguém confirmado para amanhã.',
  },
  birthday: {
    title: 'Aniversariantes da semana',
    hint: 'De hoje até daqui a seis dias. O aniversário fica na ficha do cliente.',
    empty: 'Nenhum aniversário nesta semana.',
  },
  absent: {
    title: 'Sumidos há 45 dias',
    hint: 'Já vieram, não têm horário marcado e não voltaram há 45 dias ou mais.',
    empty: 'Todo mundo voltou: ninguém sumiu há 45 dias.',
  },
}

/** What the row is about: '10:30 · com Tonho', 'Sex, 13/03', 'última visita Sex, 13/03/2026'. */
export function describeOutreachRow(
  { appointment, date }: OutreachRow,
  purpose: OutreachPurpose,
  timeZone: string,
): string {
  if (appointment) {
    const { startTime, barberName, guestName } = appointment
    const guest = guestName ? `para ${guestName}` : undefined
    return [formatTime(startTime, timeZone), guest, `com ${barberName}`].filter(Boolean).join(' · ')
  }
  const today = toLocalTime(new Date(), timeZone).date
  const day = date ? formatNearShortDate(date, today) : ''
  if (purpose === 'birthday') return date === today ? 'Faz aniversário hoje' : `Faz aniversário ${day}`
  return `Última visita: ${day}`
}

const deliveryTexts: Record<NonNullable<NonNullable<OutreachRow['sent']>['delivery']>, string> = {
  QUEUED: 'enviando',
  SENDING: 'enviando',
  SENT: 'enviado',
  FAILED: 'não entregue',
  DELIVERED: 'entregue',
  READ: 'lido',
}

/** Written to by staff or by itself. What was not delivered is to be sent by hand. */
export const isWrittenTo = ({ sent }: OutreachRow) => sent !== null && sent.delivery !== 'FAILED'

/** What a barbershop begins with that turns on the messages that leave by themselves. */
export const usualHours: Record<OutreachPurpose, number> = { tomorrow: 17, birthday: 9, absent: 11 }

export const automationHints: Record<OutreachPurpose, string> = {
  tomorrow: 'Pelo WhatsApp da Na Régua: quem responde 1 confirma, quem responde 2 cancela no prazo de sempre.',
  birthday: 'Pelo WhatsApp da Na Régua, no dia do aniversário. Quem responde SAIR não recebe mais.',
  absent: 'Pelo WhatsApp da Na Régua, até 30 por dia. Quem responde SAIR não recebe mais.',
}

/** Why nothing is to be sent to the customer, or that it was; undefined if it is to be sent. */
export function describeOutreachState(
  { appointment, sent, whatsAppUrl, isPhoneHidden }: OutreachRow,
  timeZone: string,
) {
  if (appointment?.isPresenceConfirmed) return 'já confirmou'
  if (sent?.delivery) return deliveryTexts[sent.delivery]
  if (sent)
    return [`avisado às ${formatInstantInSentence(sent.at, timeZone)}`, sent.by && `por ${sent.by.split(' ')[0]}`]
      .filter(Boolean)
      .join(' ')
  if (whatsAppUrl) return undefined
  return isPhoneHidden ? 'telefone oculto' : 'sem telefone'
}
