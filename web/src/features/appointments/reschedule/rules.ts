import type { Appointment, OtherBarber } from '@na-regua/contract/appointments'
import { type AutomaticConfirmation, confirmationDeadline, isConfirmedAtOnce } from '@na-regua/contract/confirmation'
import { formatMoney, formatNearInstant } from '../../../lib/format.ts'

type ReschedulableAppointment = Pick<Appointment, 'status' | 'changeableUntil' | 'barbershop'>

const finalStatusTexts = {
  COMPLETED: 'Este agendamento já foi concluído.',
  CANCELLED: 'Este agendamento foi cancelado.',
  NO_SHOW: 'Este agendamento já passou.',
}

/** Why an appointment cannot be rescheduled any more; undefined while it can. */
export function findRescheduleObstacle({ status, changeableUntil, barbershop }: ReschedulableAppointment, now: Date) {
  if (status !== 'SCHEDULED' && status !== 'CONFIRMED') {
    return { title: finalStatusTexts[status], text: 'Para voltar à cadeira, faça um novo agendamento.' }
  }
  if (now <= new Date(changeableUntil)) return undefined
  return {
    title: 'Não dá mais para remarcar por aqui.',
    text: `O prazo da ${barbershop.name} para mudar este horário já passou. Fale com a barbearia.`,
  }
}

type Terms = Pick<OtherBarber, 'priceCents' | 'durationMin'>

/** 'R$ 60,00 em vez de R$ 50,00, 45 min': what changes with another barber, said before they are chosen. */
export function describeOtherTerms({ priceCents, durationMin }: Terms, agreed: Terms): string {
  const price =
    priceCents === agreed.priceCents
      ? 'Mesmo preço'
      : `${formatMoney(priceCents)} em vez de ${formatMoney(agreed.priceCents)}`
  const instead = durationMin === agreed.durationMin ? '' : ` em vez de ${agreed.durationMin}`
  return `${price}, ${durationMin} min${instead}`
}

type NewTime = {
  appointment: Pick<Appointment, 'status' | 'timeZone' | 'barbershop'>
  automaticConfirmation: AutomaticConfirmation
  /** Undefined until one is chosen. */
  start: Date | undefined
}

/** What becomes of the confirmation with another time, said before the tap that chooses it. */
export function describeNewConfirmation({ appointment, automaticConfirmation, start }: NewTime, now: Date) {
  const { status, timeZone, barbershop } = appointment
  if (start ? isConfirmedAtOnce(automaticConfirmation, start, now) : automaticConfirmation.isAlways)
    return 'O novo horário já fica confirmado.'
  const given = status === 'CONFIRMED' ? ' O de agora, já confirmado, é liberado.' : ''
  if (!start) return `A ${barbershop.name} precisa confirmar o novo horário.${given}`
  const confirmBy = confirmationDeadline({ startsAt: start, requestedAt: now }).toISOString()
  return `O novo horário fica a confirmar até ${formatNearInstant(confirmBy, timeZone, now)}.${given}`
}
