import type { Series, SeriesDate, SeriesDateReason, SeriesEnd } from '@na-regua/contract/series'
import {
  formatCount,
  formatInstantInSentence,
  formatNearShortDate,
  formatTimeInSentence,
  weekdays,
} from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'

/** 1: 'Toda semana'. */
export const formatInterval = (weeks: number) => (weeks === 1 ? 'Toda semana' : `A cada ${weeks} semanas`)

export const intervalOptions = [1, 2, 3, 4, 5, 6, 7, 8].map((weeks) => ({
  value: String(weeks),
  label: formatInterval(weeks),
}))

/** 'Toda sexta, 18h' and 'A cada 2 semanas, sexta, 18h'. */
export function describeRule({ intervalWeeks, weekday, time }: Pick<Series, 'intervalWeeks' | 'weekday' | 'time'>) {
  const day = weekdays[weekday]?.toLowerCase() ?? ''
  const every = day.endsWith('o') ? 'Todo' : 'Toda'
  const when = `${day}, ${formatTimeInSentence(time)}`
  return intervalWeeks === 1 ? `${every} ${when}` : `${formatInterval(intervalWeeks)}, ${when}`
}

/** An instant: 'Sex, 03/04, 18h'. */
export function formatStart(instant: string, timeZone: string, now: Date) {
  const { date } = toLocalTime(new Date(instant), timeZone)
  return `${formatNearShortDate(date, toLocalTime(now, timeZone).date)}, ${formatInstantInSentence(instant, timeZone)}`
}

const reasons: Record<SeriesDateReason, string> = {
  closed: 'Não há atendimento nesse dia e horário',
  'time-off': 'O barbeiro está de folga',
  taken: 'O horário já estava ocupado',
  busy: 'Já há outro agendamento nessa hora',
  chosen: 'Sem horário, como pedido',
  unanswered: 'Ninguém escolheu outro horário a tempo',
  paused: 'Em pausa',
  ended: 'Encerrado',
  unmoved: 'Não deu para mudar: o novo horário estava ocupado',
}

const describeDateReason = (reason: SeriesDateReason | null) => (reason ? reasons[reason] : undefined)

type DateState = { label: string; tone: 'green' | 'brass' | 'neutral' | 'red' | 'navy' }

/** What became of a date, in one or two words. */
export function stateOf({ status, appointment }: SeriesDate): DateState {
  if (status === 'ALTERNATIVES') return { label: 'Escolha outro', tone: 'brass' }
  if (status === 'SKIPPED' || !appointment) return { label: 'Sem horário', tone: 'neutral' }
  const states: Record<typeof appointment.status, DateState> = {
    SCHEDULED: { label: 'A confirmar', tone: 'brass' },
    CONFIRMED: { label: 'Marcado', tone: 'green' },
    COMPLETED: { label: 'Feito', tone: 'navy' },
    CANCELLED: { label: 'Cancelado', tone: 'neutral' },
    NO_SHOW: { label: 'Faltou', tone: 'red' },
  }
  return states[appointment.status]
}

/** Why a date is not simply booked; undefined when there is nothing to say. */
export function describeException({ status, reason }: Pick<SeriesDate, 'status' | 'reason'>) {
  const isBooked = status === 'BOOKED' && reason !== 'unmoved'
  return isBooked ? undefined : describeDateReason(reason)
}

const ends: Record<SeriesEnd, string> = {
  customer: 'Encerrado a pedido do cliente.',
  staff: 'Encerrado pela barbearia.',
  unanswered: 'Encerrado: duas datas seguidas ficaram sem resposta.',
  'no-show': 'Encerrado depois de duas faltas seguidas.',
  barber: 'Encerrado: o barbeiro não atende mais na barbearia.',
  service: 'Encerrado: o barbeiro não faz mais este serviço.',
  barbershop: 'Encerrado: a barbearia não está recebendo agendamentos.',
  account: 'Encerrado com a conta.',
}

/** Paused or ended, and why; undefined while it goes on. */
export function describeSeriesState({ status, endedBecause }: Pick<Series, 'status' | 'endedBecause'>) {
  if (status === 'PAUSED') return 'Em pausa: nenhuma data nova é marcada.'
  return endedBecause ? ends[endedBecause] : undefined
}

/** The date of the series that the appointment is; undefined when it is over. */
export function findDateOf({ dates }: Pick<Series, 'dates'>, appointmentId: string) {
  return dates.find(({ appointment }) => appointment?.id === appointmentId)?.date
}

/** '7 datas marcadas. 1 data precisa da sua escolha.' */
export function summarizeDates(dates: readonly SeriesDate[]) {
  const count = (status: SeriesDate['status']) => dates.filter((date) => date.status === status).length
  const open = count('ALTERNATIVES')
  const skipped = count('SKIPPED')
  const parts = [
    `${formatCount(count('BOOKED'), 'data marcada', 'datas marcadas')}.`,
    open > 0 && `${formatCount(open, 'data precisa', 'datas precisam')} de outro horário.`,
    skipped > 0 && `${formatCount(skipped, 'data fica', 'datas ficam')} sem horário.`,
  ]
  return parts.filter(Boolean).join(' ')
}
