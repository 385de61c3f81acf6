import type { OutreachPurpose, OutreachRow } from '@na-regua/contract/outreach'
import { formatNearShortDate, formatTime } from '../../lib/format.ts'
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

/** Why nothing is to be sent to the customer, or that it was; undefined if it is to be sent. */
export function describeOutreachState(
  { appointment, sent, whatsAppUrl, isPhoneHidden }: OutreachRow,
  timeZone: string,
) {
  if (appointment?.isPresenceConfirmed) return 'já confirmou'
  if (sent)
    return [`avisado às ${formatTime(sent.at, timeZone)}`, sent.by && `por ${sent.by.split(' ')[0]}`]
      .filter(Boolean)
      .join(' ')
  if (whatsAppUrl) return undefined
  return isPhoneHidden ? 'telefone oculto' : 'sem telefone'
}
