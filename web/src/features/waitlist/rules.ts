import { MAX_CENTS } from '@na-regua/contract/amounts'
import { hasWord } from '@na-regua/contract/text-limits'
import type {
  FreedCause,
  OfferStatus,
  WaitlistOffer,
  WaitlistRequest,
  WaitlistRequestInput,
  WantedSpan,
} from '@na-regua/contract/waitlist'
import { isEmptySpan, MAX_WANTED_SPANS, WAITLIST_DAYS } from '@na-regua/contract/waitlist'
import {
  formatDate,
  formatInstantInSentence,
  formatList,
  formatMinuteSpan,
  formatMinutes,
  formatNearShortDate,
  formatNumber,
  formatTimeInSentence,
} from '../../lib/format.ts'
import { addCalendarDays, toLocalTime } from '../../lib/local-time.ts'

/** What the dialog edits: a request that is not sent yet, or one that exists. Empty `targets` with an area. */
export type RequestDraft = Pick<WaitlistRequest, 'targets' | 'area' | 'timeZone' | 'wanted' | 'maxPriceCents'>

export type Hours = Pick<WantedSpan, 'fromMin' | 'untilMin'>

const DAY_MIN = 1440
export const wholeDay: Hours = { fromMin: 0, untilMin: DAY_MIN }

/** The parts of a day as the search has them. */
export const partsOfDay: readonly (Hours & { name: string })[] = [
  { name: 'Dia todo', ...wholeDay },
  { name: 'Madrugada', fromMin: 0, untilMin: 360 },
  { name: 'Manhã', fromMin: 360, untilMin: 720 },
  { name: 'Tarde', fromMin: 720, untilMin: 1080 },
  { name: 'Noite', fromMin: 1080, untilMin: DAY_MIN },
]

/** Those of the first wanted day: the dialog sets the same for all. */
export function getHours([first]: readonly WantedSpan[]): Hours {
  return first ? { fromMin: first.fromMin, untilMin: first.untilMin } : wholeDay
}

/** An hour before a time and two after it: for someone who wanted just that one. */
export function hoursAround(time: string): Hours {
  const hour = Number(time.slice(0, 2)) * 60
  return { fromMin: Math.max(hour - 60, 0), untilMin: Math.min(hour + 120, DAY_MIN) }
}

/** Adds the day with these hours, or removes it with all that is wanted on it. */
export function toggleDay(wanted: readonly WantedSpan[], date: string, hours: Hours): WantedSpan[] {
  const others = wanted.filter((span) => span.date !== date)
  if (others.length < wanted.length) return others
  return [...others, { date, ...hours }].sort((one, other) => one.date.localeCompare(other.date))
}

/** Each wanted day once, with these hours. */
export function setHours(wanted: readonly WantedSpan[], hours: Hours): WantedSpan[] {
  return [...new Set(wanted.map(({ date }) => date))].map((date) => ({ date, ...hours }))
}

/** Without what has passed, which the server refuses. */
export function dropPast(wanted: readonly WantedSpan[], timeZone: string, now: Date): WantedSpan[] {
  const { date: today, time } = toLocalTime(now, timeZone)
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  return wanted.filter(({ date, untilMin }) => date > today || (date === today && untilMin > minute))
}

/** `count` days to choose from, the wanted ones included as far as a request may reach. */
export function listDays(wanted: readonly WantedSpan[], today: string, count: number): string[] {
  const last = addCalendarDays(today, WAITLIST_DAYS)
  const days = Array.from({ length: count }, (_, index) => addCalendarDays(today, index))
  const dates = wanted.map(({ date }) => date).filter((date) => date >= today)
  return [...new Set([...days, ...dates])].filter((date) => date <= last).sort()
}

export function findPriceProblem(cents: number | null): string | undefined {
  if (cents === null || (Number.isInteger(cents) && cents <= MAX_CENTS)) return undefined
  return 'Informe o preço em reais, como 60 ou 60,50.'
}

/** Why the request cannot be sent; undefined if it can. */
export function findRequestProblem(
  { area, timeZone, wanted, maxPriceCents }: RequestDraft,
  now: Date,
): string | undefined {
  if (area && !hasWord(area.service)) return 'Escreva o serviço que você quer.'
  if (wanted.length === 0) return 'Escolha pelo menos um dia.'
  if (wanted.some(isEmptySpan)) return 'A hora final precisa ser depois da inicial.'
  if (dropPast(wanted, timeZone, now).length === 0) return 'Esse horário já passou. Escolha outro dia ou outra hora.'
  if (wanted.length > MAX_WANTED_SPANS) return `Escolha até ${MAX_WANTED_SPANS} dias.`
  return findPriceProblem(maxPriceCents)
}

/** The body of the request. */
export function toRequestInput(draft: RequestDraft, now: Date): WaitlistRequestInput {
  const { targets, area, timeZone, wanted, maxPriceCents } = draft
  const place = area
    ? { area: { ...area, service: area.service.trim() } }
    : {
        targets: targets.map(({ barbershop, barber, services }) => ({
          barbershopId: barbershop.id,
          ...(barber && { barberId: barber.id }),
          serviceIds: services.map(({ id }) => id),
        })),
      }
  return {
    ...place,
    wanted: dropPast(wanted, timeZone, now),
    ...(maxPriceCents !== null && { maxPriceCents }),
  }
}

/** What is wanted and where: 'Corte + Barba', 'Barbearia do Largo, com Rui Prado'. */
export function describeRequest({ targets, area }: Pick<RequestDraft, 'targets' | 'area'>) {
  if (area) return { title: area.service, place: `Até ${formatNumber(area.radiusInKm)} km de ${area.name}` }
  const title = targets[0]?.services.map(({ name }) => name).join(' + ') ?? ''
  const places = targets.map(({ barbershop, barber }) =>
    barber ? `${barbershop.name}, com ${barber.name}` : barbershop.name,
  )
  return { title, place: places.join('; ') }
}

/** 'das 14h às 18h', 'o dia todo'. */
function describeWantedHours({ fromMin, untilMin }: Hours): string {
  if (fromMin === 0 && untilMin === DAY_MIN) return 'o dia todo'
  if (untilMin === DAY_MIN) return `a partir das ${formatMinutes(fromMin)}`
  if (fromMin === 0) return `até as ${formatMinutes(untilMin)}`
  return formatMinuteSpan(fromMin, untilMin)
}

/** 'Ter 24/11'. */
export function formatWantedDay(date: string, today: string) {
  return formatNearShortDate(date, today).replace(',', '')
}

/** 'Seg 23/11 a Qua 25/11 e Sex 27/11, das 14h às 18h'. Days with other hours follow after a semicolon. */
export function describeWanted(wanted: readonly WantedSpan[], today: string): string {
  const groups = Map.groupBy(wanted, describeWantedHours)
  return [...groups].map(([hours, spans]) => `${formatList(describeDays(spans, today))}, ${hours}`).join('; ')
}

/** Three and more days in a row become one part. */
function describeDays(spans: readonly WantedSpan[], today: string): string[] {
  const format = (date: string) => formatWantedDay(date, today)
  const runs: string[][] = []
  for (const { date } of spans.toSorted((one, other) => one.date.localeCompare(other.date))) {
    const run = runs.at(-1)
    if (run && addCalendarDays(run.at(-1) ?? '', 1) === date) run.push(date)
    else runs.push([date])
  }
  return runs.flatMap((run) => {
    const first = run[0] ?? ''
    const last = run.at(-1) ?? ''
    return run.length > 2 ? [`${format(first)} a ${format(last)}`] : run.map(format)
  })
}

type OfferTime = Pick<WaitlistOffer, 'startTime' | 'timeZone'>

/** 'Ter 24/11, às 14h30'. */
export function describeOfferTime({ startTime, timeZone }: OfferTime, now: Date): string {
  const { date, time } = toLocalTime(new Date(startTime), timeZone)
  return `${formatWantedDay(date, toLocalTime(now, timeZone).date)}, às ${formatTimeInSentence(time)}`
}

/** The instant until which an offer is exclusive: '15h10'. */
export function formatDeadline({ expiresAt, timeZone }: Pick<WaitlistOffer, 'expiresAt' | 'timeZone'>): string {
  return formatInstantInSentence(expiresAt, timeZone)
}

/** Why just this customer gets the offer. */
export function describeReason({ reason, barber, barbershop, timeZone }: WaitlistOffer): string {
  const { fit, isFavorite, waitingSince } = reason
  const fits = { barber: `com ${barber.name}`, barbershop: `na ${barbershop.name}`, area: 'nesta região' }
  const parts = [`pediu um horário ${fits[fit]}`, `espera desde ${formatDate(waitingSince, timeZone)}`]
  if (isFavorite) parts.push('tem esta barbearia ou este barbeiro nos favoritos')
  return `Você ${formatList(parts)}.`
}

/** 125: '2:05'. */
export function formatTimeLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The status on the screen: the deadline ends an offer also before the server has reported it. */
export function getShownStatus({ status }: Pick<WaitlistOffer, 'status'>, secondsLeft: number): OfferStatus {
  return status === 'OPEN' && secondsLeft === 0 ? 'EXPIRED' : status
}

/** How an offer ended, for its page. */
export const offerEndings: Record<Exclude<OfferStatus, 'OPEN'>, { title: string; text: string }> = {
  ACCEPTED: { title: 'Horário marcado', text: 'É seu. Mandamos os detalhes para o seu e-mail.' },
  DECLINED: {
    title: 'Você deixou passar',
    text: 'O horário vai para a próxima pessoa. Seu pedido continua valendo para os próximos.',
  },
  EXPIRED: {
    title: 'O tempo acabou',
    text: 'O horário passou para a próxima pessoa. Seu pedido continua valendo para os próximos.',
  },
  WITHDRAWN: {
    title: 'Este horário não está mais disponível',
    text: 'A barbearia precisou dele, ou o pedido mudou.',
  },
}

export const causeNames: Record<FreedCause, string> = {
  cancelled: 'Cancelamentos',
  rescheduled: 'Remarcações',
  'no-show': 'Faltas',
  'finished-early': 'Terminou antes',
  'time-off': 'Folgas desfeitas',
  hours: 'Agenda ampliada',
}
