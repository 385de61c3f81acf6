import { ApiResponseError } from '../../lib/api-error.ts'
import { formatNotice } from '../../lib/format.ts'
import { createUuid } from '../../lib/unique-id.ts'

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

/** A 4xx response: the server rejected the request. After a network error or a 5xx the request may have succeeded. */
export function isRefusal(error: unknown) {
  return error instanceof ApiResponseError && error.status < 500
}

/** One idempotency key per input: a retry after a network error reuses it; another input or a refusal gets a new one. */
export function createIdempotencyKeys() {
  let current: { input: string; key: string } | undefined
  return {
    getKey(input: object) {
      const text = JSON.stringify(input)
      if (current?.input !== text) current = { input: text, key: createUuid() }
      return current.key
    },
    clear() {
      current = undefined
    },
  }
}
