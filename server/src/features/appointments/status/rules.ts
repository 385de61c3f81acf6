import { type AppointmentStatus, NO_SHOW_DAYS } from '@na-regua/contract/appointments'
import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import { UNDO_SECONDS } from '@na-regua/contract/staff-bookings'
import { describeDuration } from '../../../lib/format-time.ts'
import type { JobRow } from '../../../lib/jobs.ts'

/** A user's part in one appointment, independent of their role. One user may have several. */
export type AppointmentActor = 'customer' | 'barber' | 'owner'
/** What staff make of an outcome that was recorded by mistake. */
export type CorrectionAction =
  | 'correctToCompleted'
  | 'correctToNoShow'
  | 'correctToCancelled'
  /** Served without network while it was cancelled. Only by a command of a device. */
  | 'correctToServed'
export type AppointmentAction = 'confirm' | 'cancel' | 'complete' | 'noShow' | 'reschedule' | 'move' | CorrectionAction

/** What decides whether a transition is allowed. `cancelNoticeMin` is set by the barbershop. */
export type TransitionState = {
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  cancelNoticeMin: number
  cancelledBy: string | null
  isWalkIn: boolean
  /** When the service began, which may be earlier than booked. The customer changes nothing from then on. */
  servingFrom?: Date | null
  /** The end of the day on which it ended or was last changed, whichever is later. */
  dayEndsAt: Date
}

type TimeLimit = 'untilNotice' | 'untilEnd' | 'untilDayEnd' | 'sameDay' | 'afterStart' | 'weekAfterStart'
/** `walkIn` replaces the limit for a walk-in, who was there: a no-show is refused, and what did not happen is cancelled. */
type Limit = TimeLimit | 'notForWalkIns' | 'onlyForWalkIns'
type TransitionRule = { from: readonly AppointmentStatus[]; limit: Limit; walkIn?: Limit }

const open = ['SCHEDULED', 'CONFIRMED'] as const

const staffRules = {
  confirm: { from: ['SCHEDULED'], limit: 'untilEnd' },
  cancel: { from: open, limit: 'untilEnd', walkIn: 'untilDayEnd' },
  complete: { from: ['CONFIRMED'], limit: 'afterStart' },
  noShow: { from: open, limit: 'weekAfterStart', walkIn: 'notForWalkIns' },
  move: { from: open, limit: 'untilEnd' },
  correctToCompleted: { from: ['NO_SHOW'], limit: 'sameDay' },
  correctToNoShow: { from: ['COMPLETED'], limit: 'sameDay', walkIn: 'notForWalkIns' },
  correctToCancelled: { from: ['COMPLETED'], limit: 'onlyForWalkIns', walkIn: 'sameDay' },
  correctToServed: { from: ['CANCELLED'], limit: 'afterStart' },
} as const satisfies Partial<Record<AppointmentAction, TransitionRule>>

/** The state machine: who may do what, from which status, and when. What is not listed is forbidden. */
const transitionRules: Record<AppointmentActor, Partial<Record<AppointmentAction, TransitionRule>>> = {
  customer: { reschedule: { from: open, limit: 'untilNotice' }, cancel: { from: open, limit: 'untilNotice' } },
  barber: staffRules,
  owner: staffRules,
}

/** The status after each action. Rescheduled by the customer it is a request again; staff who move it have confirmed the new time. */
export const targetStatuses = {
  confirm: 'CONFIRMED',
  cancel: 'CANCELLED',
  complete: 'COMPLETED',
  noShow: 'NO_SHOW',
  reschedule: 'SCHEDULED',
  move: 'CONFIRMED',
  correctToCompleted: 'COMPLETED',
  correctToNoShow: 'NO_SHOW',
  correctToCancelled: 'CANCELLED',
  correctToServed: 'COMPLETED',
} as const satisfies Record<AppointmentAction, AppointmentStatus>

/** By the status that staff correct an outcome to. */
export const corrections = {
  COMPLETED: 'correctToCompleted',
  NO_SHOW: 'correctToNoShow',
  CANCELLED: 'correctToCancelled',
} as const satisfies Partial<Record<AppointmentStatus, CorrectionAction>>

/** Stored in queued jobs. */
export const REVIEW_REQUEST_JOB = 'request-review'

/** How long staff usually correct an outcome: a review is requested afterwards. */
export const REVIEW_REQUEST_DELAY_SECONDS = 600

const MINUTE = 60_000

/** `repeated`: the same side has already made this change; the request succeeds without changing anything. */
export type TransitionVerdict = 'ok' | 'repeated' | ErrorCode

/** FORBIDDEN is for a user who may see the appointment but can never make this transition. */
export function evaluateTransition(
  actor: AppointmentActor,
  action: AppointmentAction,
  state: TransitionState,
  now: Date,
): TransitionVerdict {
  const rule = transitionRules[actor][action]
  if (!rule) return 'FORBIDDEN'
  if (isRepeated(actor, action, state)) return 'repeated'
  if (!rule.from.includes(state.status) || (actor === 'customer' && state.servingFrom)) return 'STATE_CHANGED'
  const limit = state.isWalkIn ? (rule.walkIn ?? rule.limit) : rule.limit
  return findLimitError(limit, state, now) ?? 'ok'
}

/** Whether the same side has already made this change. */
export function isRepeated(
  actor: AppointmentActor,
  action: AppointmentAction,
  { status, cancelledBy }: TransitionState,
): boolean {
  if (action === 'reschedule' || action === 'move' || status !== targetStatuses[action]) return false
  return status !== 'CANCELLED' || cancelledBy === actor
}

function findLimitError(limit: Limit, state: TransitionState, now: Date): ErrorCode | undefined {
  const { startsAt, endsAt, servingFrom, dayEndsAt, cancelNoticeMin } = state
  const at = now.getTime()
  const start = startsAt.getTime()
  switch (limit) {
    case 'notForWalkIns':
      return 'WALK_IN_NO_SHOW'
    case 'onlyForWalkIns':
      return 'STATE_CHANGED'
    case 'untilDayEnd':
      return now >= dayEndsAt ? 'APPOINTMENT_OVER' : undefined
    case 'sameDay':
      return now >= dayEndsAt ? 'CORRECTION_TOO_LATE' : undefined
    case 'untilNotice':
      return at > start - cancelNoticeMin * MINUTE ? 'NOTICE_PASSED' : undefined
    case 'untilEnd':
      return now >= endsAt ? 'APPOINTMENT_OVER' : undefined
    case 'afterStart':
      return at >= start || servingFrom ? undefined : 'NOT_STARTED'
    case 'weekAfterStart':
      return findNoShowError(start, at)
  }
}

function findNoShowError(start: number, at: number): ErrorCode | undefined {
  if (at < start) return 'NOT_STARTED'
  return at > start + NO_SHOW_DAYS * 1440 * MINUTE ? 'NO_SHOW_TOO_LATE' : undefined
}

/** A user with several parts acts as the first one that is allowed. When none is, the last one's reason is reported. */
export function checkTransition(
  actors: readonly AppointmentActor[],
  action: AppointmentAction,
  state: TransitionState,
  now: Date,
): { actor: AppointmentActor; isRepeated: boolean } {
  const verdicts = actors.map((actor) => ({ actor, verdict: evaluateTransition(actor, action, state, now) }))
  const allowed = verdicts.find(({ verdict }) => verdict === 'ok' || verdict === 'repeated')
  if (allowed) return { actor: allowed.actor, isRepeated: allowed.verdict === 'repeated' }
  const reason = verdicts.findLast(({ verdict }) => verdict !== 'FORBIDDEN')?.verdict ?? verdicts.at(-1)?.verdict
  throw createTransitionError((reason ?? 'APPOINTMENT_NOT_FOUND') as ErrorCode, action, state)
}

/** An error that names the reason: the cancellation notice, or the current status. */
function createTransitionError(
  code: ErrorCode,
  action: AppointmentAction,
  { status, servingFrom, cancelNoticeMin }: TransitionState,
): ApiError {
  const isBegun = status === 'CONFIRMED' && servingFrom
  if (code === 'STATE_CHANGED') return new ApiError(code, { status }, isBegun ? SERVICE_BEGUN : statusTexts[status])
  if (code !== 'NOTICE_PASSED') return new ApiError(code)
  const verb = action === 'reschedule' ? 'remarcar' : 'cancelar'
  const notice = describeNotice(cancelNoticeMin)
  return new ApiError(
    code,
    {},
    cancelNoticeMin === 0
      ? `O prazo para ${verb} terminou: o horário já começou.`
      : `O prazo para ${verb} terminou: a barbearia pede ${notice} de antecedência.`,
  )
}

const SERVICE_BEGUN = 'Este atendimento já começou. Fale com a barbearia.'

const statusTexts: Record<AppointmentStatus, string> = {
  SCHEDULED: 'Este agendamento aguarda a resposta do barbeiro. Atualize a página.',
  CONFIRMED: 'Este agendamento já foi confirmado. Atualize a página.',
  COMPLETED: 'Este atendimento já foi finalizado.',
  CANCELLED: 'Este agendamento já foi cancelado.',
  NO_SHOW: 'Este agendamento foi marcado como não comparecido.',
}

/** 120 → "2 h", 90 → "1 h 30", 2880 → "2 dias". */
function describeNotice(minutes: number): string {
  if (minutes % 1440 !== 0) return describeDuration(minutes)
  return minutes === 1440 ? '1 dia' : `${minutes / 1440} dias`
}

/** For the request to arrive: an undo that is pressed in the last second is accepted. */
export const UNDO_GRACE_SECONDS = 5

/** E-mails and messages about a move leave after the last moment at which it can be undone. Those of an undone move are never sent. */
export const MESSAGE_DELAY_SECONDS = UNDO_SECONDS + 2 * UNDO_GRACE_SECONDS

const HALF_DAY_MS = 12 * 3_600_000

/** A change of an appointment that starts at about this time changes the waits. */
export function isOfNow({ startsAt }: { startsAt: Date }, at: Date): boolean {
  return Math.abs(startsAt.getTime() - at.getTime()) < HALF_DAY_MS
}

/** Stored in queued jobs: notifies the next customers of the barbershop of delays. */
export const DELAYS_JOB = 'notify-of-delays'

/** What follows from a tap, for the event of its transaction. */
export function followTap(barbershopId: string): { queue: string; jobs: JobRow[] } {
  const jobs = [{ name: DELAYS_JOB, payload: { barbershopId }, key: `delays:${barbershopId}` }]
  return { queue: barbershopId, jobs }
}
