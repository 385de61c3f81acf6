import type { SeriesDateReason, SeriesEnd } from '@na-regua/contract/series'
import { formatInstant, formatMinuteInSentence, formatWeekdayAndDate } from '../../lib/format-time.ts'
import { weekdayOf } from '../../lib/local-time.ts'
import type { SeriesDateRow, SeriesRecord } from './queries.ts'

const weekdays = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado']

/** "toda sexta às 18h", "a cada 2 semanas, sexta às 18h". */
export function describeRule({ intervalWeeks, firstDate, minute }: SeriesRecord): string {
  const weekday = weekdays[weekdayOf(firstDate)]
  const every = /o$/.test(weekday ?? '') ? 'todo' : 'toda'
  const when = `${weekday} às ${formatMinuteInSentence(minute)}`
  return intervalWeeks === 1 ? `${every} ${when}` : `a cada ${intervalWeeks} semanas, ${when}`
}

/** Why a date is not booked as the series wants it, after a colon. */
export function describeDateReason(
  reason: SeriesDateReason | null,
  { barberName }: Pick<SeriesRecord, 'barberName'>,
): string {
  const texts: Record<SeriesDateReason, string> = {
    closed: 'não há atendimento nesse dia e horário',
    'time-off': `${barberName} está de folga`,
    taken: 'o horário já estava ocupado',
    busy: 'já há outro agendamento nessa hora',
    chosen: 'você escolheu pular',
    unanswered: 'ninguém escolheu outro horário a tempo',
    paused: 'o horário fixo está em pausa',
    ended: 'o horário fixo foi encerrado',
    unmoved: 'o novo horário já estava ocupado',
  }
  return reason ? texts[reason] : ''
}

const capitalize = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`

export type DatesMessage = { title: string; message: string }

/** All dates that a customer has not been notified of, in one message. */
export function describeDates(series: SeriesRecord, dates: readonly SeriesDateRow[]): DatesMessage {
  const booked = dates.filter(({ status, reason }) => status === 'BOOKED' && reason !== 'unmoved')
  const others = dates.filter((date) => !booked.includes(date))
  const hasChoice = others.some(({ status }) => status === 'ALTERNATIVES')
  const sentences = [...describeBooked(series, booked), ...others.map((date) => describeOther(series, date))]
  const shown = sentences.slice(0, 4)
  const rest = sentences.length - shown.length
  if (rest > 0) shown.push(`E mais ${rest} ${rest === 1 ? 'data' : 'datas'}, na sua agenda.`)
  const title = hasChoice ? 'Horário fixo: escolha outro horário' : titleWithoutChoice(booked.length, others.length)
  return { title, message: shown.join(' ') }
}

/** The barbershop is active again. Booked dates that were kept have no news. */
export function describeResumed(series: SeriesRecord, dates: readonly SeriesDateRow[]): DatesMessage {
  const resumed = `A ${series.shopName} voltou a receber agendamentos.`
  if (dates.length === 0) {
    const what = `${series.serviceName} com ${series.barberName}, ${describeRule(series)}`
    return { title: 'Horário fixo de volta', message: `${resumed} ${what}, continua.` }
  }
  const { title, message } = describeDates(series, dates)
  const hasChoice = dates.some(({ status }) => status === 'ALTERNATIVES')
  return { title: hasChoice ? title : 'Horário fixo de volta', message: `${resumed} ${message}` }
}

function titleWithoutChoice(booked: number, others: number): string {
  if (others === 0) return booked === 1 ? 'Horário fixo: mais uma data' : 'Horário fixo marcado'
  return others === 1 ? 'Horário fixo: uma data mudou' : 'Horário fixo: algumas datas mudaram'
}

function describeBooked(series: SeriesRecord, booked: readonly SeriesDateRow[]): string[] {
  const first = booked[0]
  const last = booked.at(-1)
  if (!first || !last) return []
  const what = `${series.serviceName} com ${series.barberName}, ${describeRule(series)}, na ${series.shopName}`
  const isRequest = booked.some(({ appointmentStatus }) => appointmentStatus === 'SCHEDULED')
  const pending = isRequest ? ' A barbearia ainda confirma cada data.' : ''
  if (first === last) return [`${what}: marcado para ${describeStart(series, first)}.${pending}`]
  const span = `de ${formatWeekdayAndDate(first.date)} a ${formatWeekdayAndDate(last.date)}`
  return [`${what}: ${booked.length} datas marcadas, ${span}.${pending}`]
}

function describeStart({ timeZone }: SeriesRecord, { startsAt, date }: SeriesDateRow): string {
  return startsAt ? formatInstant(startsAt, timeZone) : formatWeekdayAndDate(date)
}

function describeOther(series: SeriesRecord, date: SeriesDateRow): string {
  const why = describeDateReason(date.reason, series)
  const isCancelled = date.appointmentStatus === 'CANCELLED' && (date.reason === 'closed' || date.reason === 'time-off')
  const head = `${capitalize(formatWeekdayAndDate(date.date))}: ${isCancelled ? `a barbearia desmarcou, ${why}` : why}`
  if (date.status === 'BOOKED') return `${head}, continua ${describeStart(series, date)}.`
  if (date.status === 'SKIPPED') return `${head}. Essa data fica sem horário.`
  const until = date.replyBy ? ` até ${formatInstant(date.replyBy, series.timeZone)}` : ''
  return `${head}. Escolha outro horário${until}.`
}

/** Why a series ended, for its customer. */
export function describeEnd(because: SeriesEnd, { barberName, shopName }: SeriesRecord): string {
  const texts: Record<SeriesEnd, string> = {
    customer: 'Como você pediu.',
    staff: `${shopName} encerrou.`,
    unanswered: 'Duas datas seguidas ficaram sem resposta.',
    'no-show': 'Houve duas faltas seguidas.',
    barber: `${barberName} não atende mais na ${shopName}.`,
    service: `${barberName} não faz mais este serviço.`,
    barbershop: `${shopName} não está recebendo agendamentos.`,
    account: 'A conta não existe mais.',
  }
  return texts[because]
}

/** "1 data marcada foi cancelada". Empty without any. */
export function describeCancelled(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ' 1 data marcada foi cancelada.' : ` ${count} datas marcadas foram canceladas.`
}
