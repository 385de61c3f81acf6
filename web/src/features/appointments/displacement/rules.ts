import type {
  DisplacedAppointment,
  DisplacementAction,
  DisplacementDecision,
  SettledAppointment,
} from '@na-regua/contract/displacements'
import { hasCode } from '../../../lib/api-error.ts'
import { formatCount, formatList } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'

/** What staff decide before the server makes a change. */
export type DisplacementPlan = {
  timeZone: string
  appointments: readonly DisplacedAppointment[]
  actions: readonly DisplacementAction[]
}

/** The appointments because of which the server has not made the change; undefined for any other error. */
export function readPlan(error: unknown): DisplacementPlan | undefined {
  return hasCode(error, 'DISPLACEMENT_UNDECIDED') ? (error.details as DisplacementPlan) : undefined
}

export type Fallback = Exclude<DisplacementAction, 'reassign'>

/** The decision for all, the one for those that no barber can take, and those that were made one by one. */
export type DisplacementChoice = {
  all: DisplacementAction
  otherwise: Fallback
  single: Readonly<Record<string, DisplacementAction>>
}

/** Passing on is proposed where a barber can take one; never a cancellation without another time. */
export function startChoice({ appointments, actions }: DisplacementPlan): DisplacementChoice {
  const isTaken = appointments.some(({ taker }) => taker !== null)
  const otherwise = actions.includes('propose') ? 'propose' : 'retain'
  return { all: isTaken && actions.includes('reassign') ? 'reassign' : otherwise, otherwise, single: {} }
}

/** What would happen to the appointment now. */
export function actionOf(
  { id, taker }: DisplacedAppointment,
  { all, otherwise, single }: DisplacementChoice,
): DisplacementAction {
  const action = single[id] ?? all
  return action === 'reassign' && taker === null ? otherwise : action
}

/** Those to be passed on stay so, even if no barber is free now: by then one may be. */
export function toDecisions(
  appointments: readonly DisplacedAppointment[],
  choice: DisplacementChoice,
): DisplacementDecision[] {
  return appointments.map(({ id }) => ({ appointmentId: id, action: choice.single[id] ?? choice.all }))
}

const outcomes: Record<DisplacementAction, [one: string, many: string]> = {
  reassign: ['passa para outro barbeiro', 'passam para outro barbeiro'],
  propose: ['recebe outro horário para marcar', 'recebem outro horário para marcar'],
  cancel: ['é cancelado', 'são cancelados'],
  retain: ['fica como está', 'ficam como estão'],
}

/** '29 passam para outro barbeiro e 2 recebem outro horário para marcar'. */
export function describeActions(actions: readonly DisplacementAction[]): string {
  const order: DisplacementAction[] = ['reassign', 'propose', 'cancel', 'retain']
  const parts = order.flatMap((action) => {
    const count = actions.filter((one) => one === action).length
    return count > 0 ? [formatCount(count, ...outcomes[action])] : []
  })
  return formatList(parts)
}

/** By day, in the barbershop's time zone. */
export function groupByDay<A extends { startTime: string }>(appointments: readonly A[], timeZone: string) {
  return [...Map.groupBy(appointments, ({ startTime }) => toLocalTime(new Date(startTime), timeZone).date)]
}

/** What is left to do about an appointment after the change; undefined if nothing is. */
export function findNextStep(settled: SettledAppointment, decided: DisplacementAction): string | undefined {
  const { action, alternative, isOfSeries, link } = settled
  if (link && !link.isSent) return 'Sem conta: envie o texto abaixo.'
  if (action === 'propose' && alternative === null && !isOfSeries)
    return 'Nada livre nos próximos dias: combine com o cliente.'
  if (decided === 'reassign' && action === 'propose')
    return `Ninguém livre: oferecemos ${alternative ?? 'outro horário'}.`
  if (decided === 'reassign' && action === 'cancel') return 'Ninguém livre: foi cancelado.'
  if (decided === 'reassign' && action === 'retain') return 'Ninguém livre: continua marcado, combine com o cliente.'
  return undefined
}
