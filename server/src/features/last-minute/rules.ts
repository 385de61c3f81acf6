import type { LastMinutePrice } from '@na-regua/contract/last-minute'
import { formatCents } from '../../lib/format-cents.ts'
import { formatInstantTime, formatMinuteInSentence } from '../../lib/format-time.ts'
import { addDays, fromEpochMinute, localDay, toEpochMinute, toLocal, weekdayOf } from '../../lib/local-time.ts'
import type { BookableBarber } from '../availability/queries.ts'
import { type BarberSchedule, type BusyIntervals, listSlots, type RequiredTime } from '../availability/rules.ts'

/** Starts of one barber, in epoch minutes, the second one exclusive. */
export type SpanOfStarts = { from: number; until: number }

/** No messages from this local hour on, until the other one. */
const quietHours = { from: 22, until: 8 } as const

/**
 * The spans of the starts that the barber's shortest service can be booked at, from `span.from` until before `span.until`. Between two
 * starts of one span the barber is free.
 */
export function listStartSpans(
  barber: BookableBarber,
  span: SpanOfStarts,
  busy: BusyIntervals,
  now: Date,
): SpanOfStarts[] {
  const { shortestService: required, gridMinutes } = barber
  if (!required) return []
  const spans: SpanOfStarts[] = []
  for (const start of listStarts({ schedule: barber, busy, required }, span, now)) {
    const until = start + Math.min(gridMinutes, required.durationMin)
    const last = spans.at(-1)
    if (last?.until === start) last.until = until
    else spans.push({ from: start, until })
  }
  return spans
}

type FreeBarber = { schedule: BarberSchedule; busy: BusyIntervals; required: RequiredTime }

/** The starts in a span, in epoch minutes, that have the required time. By the function that lists slots everywhere. */
export function listStarts({ schedule, busy, required }: FreeBarber, span: SpanOfStarts, now: Date): number[] {
  return listDatesOf(span, schedule.timeZone)
    .flatMap(({ date, midnight }) => listSlots(schedule, date, required, busy, now).map((minute) => midnight(minute)))
    .filter((start) => start >= span.from && start < span.until)
}

/** The local days of a span; `midnight` is the instant of a minute of the day. */
function listDatesOf({ from, until }: SpanOfStarts, timeZone: string) {
  const first = toLocal(from, timeZone).date
  const last = toLocal(until, timeZone).date
  const dates: string[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date)
  return dates.map((date) => ({ date, midnight: (minute: number) => localDay(date, timeZone).toEpoch(minute) }))
}

/** Cut at each full hour of local time: booking a start of one hour leaves the other hours as they are. */
export function cutByHour(spans: readonly SpanOfStarts[]): SpanOfStarts[] {
  return spans.flatMap(({ from, until }) => {
    const parts: SpanOfStarts[] = []
    for (let start = from; start < until; ) {
      const end = Math.min(until, start + 60 - (start % 60))
      parts.push({ from: start, until: end })
      start = end
    }
    return parts
  })
}

export type RuleOfBarbershop = { isOn: boolean; percent: number; hoursBefore: number; weekdays: readonly number[] }

/** What the rule offers of a barber now. A time belongs to the local day on which it begins. */
export function listRuleSpans(
  barber: BookableBarber,
  { isOn, hoursBefore, weekdays }: RuleOfBarbershop,
  busy: BusyIntervals,
  now: Date,
): SpanOfStarts[] {
  if (!isOn) return []
  const from = toEpochMinute(now)
  const spans = cutByHour(listStartSpans(barber, { from, until: from + hoursBefore * 60 }, busy, now))
  return spans.filter((span) => weekdays.includes(weekdayOf(toLocal(span.from, barber.timeZone).date)))
}

/** When messages may be sent: `now`, or the next local morning. */
export function findSendingTime(now: Date, timeZone: string): Date {
  const { date, minute } = toLocal(toEpochMinute(now), timeZone)
  const hour = Math.floor(minute / 60)
  if (hour >= quietHours.until && hour < quietHours.from) return now
  const day = hour < quietHours.until ? date : addDays(date, 1)
  return fromEpochMinute(localDay(day, timeZone).toEpoch(quietHours.until * 60))
}

/** Why an appointment with the price of a slot gets no start outside it. */
export function describeOutside({ startsAt, endsAt, timeZone }: { startsAt: Date; endsAt: Date; timeZone: string }) {
  const [from, until] = [startsAt, endsAt].map((date) => formatInstantTime(date, timeZone))
  return `O preço deste agendamento é de um horário relâmpago e só vale de ${from} a ${until}. Para outra hora, cancele e agende de novo.`
}

/** Why a person is notified, the first of these that is true: a favorite, a visit that is due, a request of the waitlist near there. */
export type MessageReason = 'favorite' | 'due' | 'near'

const reasonTexts: Record<MessageReason, string> = {
  favorite: '',
  due: ' Está na sua hora de voltar.',
  near: ' Fica perto e combina com o seu pedido “Avise-me se abrir”.',
}

type DescribedStart = {
  barbershopName: string
  barberName: string
  startsAt: Date
  timeZone: string
  percent: number
  price: Pick<LastMinutePrice, 'name' | 'priceCents' | 'listPriceCents'>
  reason: MessageReason
}

/** 'Navalha de Ouro: hoje às 15h30 com Ana. Corte por R$ 40,00 em vez de R$ 50,00. Está na sua hora de voltar.' */
export function describeStart(described: DescribedStart, now: Date): { title: string; message: string } {
  const { barbershopName, barberName, startsAt, timeZone, percent, price, reason } = described
  const start = toLocal(toEpochMinute(startsAt), timeZone)
  const isToday = start.date === toLocal(toEpochMinute(now), timeZone).date
  const at = `${isToday ? 'hoje' : 'amanhã'} às ${formatMinuteInSentence(start.minute)}`
  const both = `${formatCents(price.priceCents)} em vez de ${formatCents(price.listPriceCents)}`
  return {
    title: `Horário relâmpago: ${percent}% de desconto`,
    message: `${barbershopName}: ${at} com ${barberName}. ${price.name} por ${both}.${reasonTexts[reason]}`,
  }
}
