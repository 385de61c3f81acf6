import { formatNotice } from '../../lib/format.ts'

/** What a customer does until a request is confirmed. */
export const whileWaiting =
  'O horário já está guardado para você: não precisa fazer nada, avisamos quando a barbearia confirmar. Sem resposta até lá ele é liberado, e você escolhe outro.'

/** 120: '2 h antes'; 0: 'o horário marcado'. */
export function describeNotice(minutes: number) {
  return minutes === 0 ? 'o horário marcado' : `${formatNotice(minutes)} antes`
}

/** Until when a booking at this start can be changed, as it is said before it is confirmed, and whether that is over. No start: none is chosen yet. */
export function describeChangeTerms(noticeMin: number, start: Date | undefined, now: Date) {
  const isTooLate = start !== undefined && start.getTime() - noticeMin * 60_000 <= now.getTime()
  const text = isTooLate
    ? 'Este horário está próximo: depois de marcar, não dá para remarcar nem cancelar por aqui.'
    : `Você pode remarcar ou cancelar até ${describeNotice(noticeMin)}.`
  return { isTooLate, text }
}
