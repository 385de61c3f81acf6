import type { ErrorCode } from '@na-regua/contract/errors'
import type { AppointmentRecord } from '../status/queries.ts'

/** The taps of staff around an appointment, and their undo. */
export type ServingAction = 'arrive' | 'undoArrive' | 'serve' | 'undoServe'

export type ServingState = Pick<AppointmentRecord, 'status' | 'arrivedAt' | 'servingFrom' | 'servingUntil'> & {
  /** By the barbershop's day: a night past midnight belongs to the day on which it began. */
  isToday: boolean
}

/** `repeated`: it is so already; the request succeeds without changing anything. */
export function evaluateServing(action: ServingAction, state: ServingState): 'ok' | 'repeated' | ErrorCode {
  const { status, servingFrom } = state
  if (status !== 'SCHEDULED' && status !== 'CONFIRMED') return 'STATE_CHANGED'
  if (isDone(action, state)) return 'repeated'
  if (action === 'undoArrive') return servingFrom === null ? 'ok' : 'STATE_CHANGED'
  if (action === 'undoServe') return 'ok'
  return state.isToday ? 'ok' : 'NOT_TODAY'
}

function isDone(action: ServingAction, { arrivedAt, servingFrom, servingUntil }: ServingState): boolean {
  if (action === 'serve') return servingFrom !== null && servingUntil === null
  if (action === 'undoServe') return servingFrom === null
  return (arrivedAt !== null) === (action === 'arrive')
}
