import type { AppointmentStatus } from '@na-regua/contract/appointments'
import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import type { Busy, Need } from '../../availability/rules.ts'

/** What somebody is to one appointment, whatever his role elsewhere. One person may be several. */
export type Actor = 'customer' | 'barber' | 'owner'
export type Action = 'confirm' | 'cancel' | 'complete' | 'noShow' | 'reschedule'

/** An appointment as the machine sees it. `cancelNoticeMin` is the shop's. */
export type Standing = {
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  cancelNoticeMin: number
  cancelledBy: string | null
}

type Term = 'untilNotice' | 'untilEnd' | 'afterStart' | 'weekAfterStart'
type Rule = { from: readonly AppointmentStatus[]; term: Term }

const open = ['SCHEDULED', 'CONFIRMED'] as const

/** The machine: who may do what, from where, and when. What is not here may not be done. */
const byShop = {
  confirm: { from: ['SCHEDULED'], term: 'untilEnd' },
  cancel: { from: open, term: 'untilEnd' },
  complete: { from: ['CONFIRMED'], term: 'afterStart' },
  noShow: { from: open, term: 'weekAfterStart' },
} as const satisfies Partial<Record<Action, Rule>>

const machine: Record<Actor, Partial<Record<Action, Rule>>> = {
  customer: { reschedule: { from: open, term: 'untilNotice' }, cancel: { from: open, term: 'untilNotice' } },
  barber: byShop,
  owner: byShop,
}

/** Where each action leads. A moved appointment is a request again: nobody agreed to the new time yet. */
export const targets = {
  confirm: 'CONFIRMED',
  cancel: 'CANCELLED',
  complete: 'COMPLETED',
  noShow: 'NO_SHOW',
  reschedule: 'SCHEDULED',
} as const satisfies Record<Action, AppointmentStatus>

const MINUTE = 60_000
export const NO_SHOW_DAYS = 7

/** `repeated`: what is asked for is what stands already, by the same side; it is answered as if it were done now. */
export type Verdict = 'ok' | 'repeated' | ErrorCode

/** The one place that decides. FORBIDDEN is for somebody who may see the appointment but never do this. */
export function whatMay(actor: Actor, action: Action, standing: Standing, now: Date): Verdict {
  const rule = machine[actor][action]
  if (!rule) return 'FORBIDDEN'
  if (isRepeated(actor, action, standing)) return 'repeated'
  if (!rule.from.includes(standing.status)) return 'STATE_CHANGED'
  return refusalOf(rule.term, standing, now) ?? 'ok'
}

function isRepeated(actor: Actor, action: Action, { status, cancelledBy }: Standing): boolean {
  if (action === 'reschedule' || status !== targets[action]) return false
  return action !== 'cancel' || cancelledBy === actor
}

function refusalOf(term: Term, { startsAt, endsAt, cancelNoticeMin }: Standing, now: Date): ErrorCode | undefined {
  const [at, start, end] = [now.getTime(), startsAt.getTime(), endsAt.getTime()]
  if (term === 'untilNotice') return at > start - cancelNoticeMin * MINUTE ? 'NOTICE_PASSED' : undefined
  if (term === 'untilEnd') return at >= end ? 'APPOINTMENT_OVER' : undefined
  if (at < start) return 'NOT_STARTED'
  const isTooLate = term === 'weekAfterStart' && at > start + NO_SHOW_DAYS * 1440 * MINUTE
  return isTooLate ? 'NO_SHOW_TOO_LATE' : undefined
}

/** Who is several things to an appointment acts as the first of them that may; refused as all, he is told why by the last. */
export function checkTransition(
  actors: readonly Actor[],
  action: Action,
  standing: Standing,
  now: Date,
): { actor: Actor; isRepeated: boolean } {
  const verdicts = actors.map((actor) => ({ actor, verdict: whatMay(actor, action, standing, now) }))
  const allowed = verdicts.find(({ verdict }) => verdict === 'ok' || verdict === 'repeated')
  if (allowed) return { actor: allowed.actor, isRepeated: allowed.verdict === 'repeated' }
  const refusal = verdicts.findLast(({ verdict }) => verdict !== 'FORBIDDEN')?.verdict ?? verdicts.at(-1)?.verdict
  throw refuse((refusal ?? 'APPOINTMENT_NOT_FOUND') as ErrorCode, action, standing)
}

/** The refusal in words that name what stands in the way: the notice, or what became of the appointment. */
function refuse(code: ErrorCode, action: Action, { status, cancelNoticeMin }: Standing): ApiError {
  if (code === 'STATE_CHANGED') return new ApiError(code, { status }, statusTexts[status])
  if (code !== 'NOTICE_PASSED') return new ApiError(code)
  const verb = action === 'reschedule' ? 'remarcar' : 'cancelar'
  const notice = tellMinutes(cancelNoticeMin)
  return new ApiError(
    code,
    {},
    cancelNoticeMin === 0
      ? `O prazo para ${verb} terminou: o horário já começou.`
      : `O prazo para ${verb} terminou: a barbearia pede ${notice} de antecedência.`,
  )
}

const statusTexts: Record<AppointmentStatus, string> = {
  SCHEDULED: 'Este agendamento aguarda a resposta do barbeiro. Atualize a página.',
  CONFIRMED: 'Este agendamento já foi confirmado. Atualize a página.',
  COMPLETED: 'Este atendimento já foi finalizado.',
  CANCELLED: 'Este agendamento já foi cancelado.',
  NO_SHOW: 'Este agendamento foi marcado como não comparecido.',
}

/** 120 → "2 horas", 90 → "1 hora e 30 minutos", 2880 → "2 dias". */
export function tellMinutes(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 1440), 'dia', 'dias'],
    [Math.floor((minutes % 1440) / 60), 'hora', 'horas'],
    [minutes % 60, 'minuto', 'minutos'],
  ] as const
  const told = parts.flatMap(([count, one, many]) => (count > 0 ? [`${count} ${count === 1 ? one : many}`] : []))
  return told.join(' e ')
}

/**
 * When a request that nobody answers is given up: after a day, or two hours before its start, so that the customer can still go
 * elsewhere; but the shop always has an hour, and a request at shorter notice stands until its start.
 */
export function answerDeadline({ startsAt, requestedAt }: { startsAt: Date; requestedAt: Date }): Date {
  const [start, requested] = [startsAt.getTime(), requestedAt.getTime()]
  const inTime = Math.max(start - ANSWER.beforeStartMin * MINUTE, requested + ANSWER.atLeastMin * MINUTE)
  return new Date(Math.min(start, inTime, requested + ANSWER.atMostMin * MINUTE))
}

export const ANSWER = { beforeStartMin: 120, atLeastMin: 60, atMostMin: 1440 } as const

/** How far from now a barber may write somebody down: this morning's, whom he forgot, up to whoever comes again later today. */
const WALK_IN = { hoursBack: 12, hoursAhead: 24 } as const

export function isWalkInTime(start: Date, now: Date): boolean {
  const minutes = (start.getTime() - now.getTime()) / MINUTE
  return minutes >= -WALK_IN.hoursBack * 60 && minutes <= WALK_IN.hoursAhead * 60
}

/** The first minute from `from` on at which the chair is free for all of it. */
export function nextGap(busy: Busy, from: number, { durationMin, bufferMin }: Need): number {
  let start = from
  for (const [busyStart, busyEnd] of busy) {
    if (busyEnd > start && busyStart < start + durationMin + bufferMin) start = busyEnd
  }
  return start
}
