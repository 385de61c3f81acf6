import type { LastMinutePrice } from '@na-regua/contract/last-minute'
import {
  addDays,
  formatMinute,
  fromEpochMinute,
  localDay,
  toEpochMinute,
  toLocal,
  weekdayOf,
} from '../../lib/local-time.ts'
import type { BookableBarber } from '../availability/queries.ts'
import { type BusyIntervals, listSlots } from '../availability/rules.ts'

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
  const { shortestService: required, gridMinutes, timeZone } = barber
  if (!required) return []
  const starts = listDatesOf(span, timeZone).flatMap(({ date, midnight }) =>
    listSlots(barber, date, required, busy, now).map((minute) => midnight(minute)),
  )
  const spans: SpanOfStarts[] = []
  for (const start of starts) {
    if (start < span.from || start >= span.until) continue
    const until = start + Math.min(gridMinutes, required.durationMin)
    const last = spans.at(-1)
    if (last?.until === start) last.until = until
    else spans.push({ from: start, until })
  }
  return spans
}

/** The local days of a span; `midnight` is the instant of a minute of the day. */
function listDatesOf({ from, until }: SpanOfStarts, timeZone: string) {
  const [first, last] = [toLocal(from, timeZone).date, toLocal(until, timeZone).date]
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

/** '13h' or '13h30'. */
function formatHour(minuteOfDay: number): string {
  const [hour, minute] = formatMinute(minuteOfDay).split(':')
  return `${Number(hour)}h${minute === '00' ? '' : minute}`
}

/** Why an appointment with the price of a slot gets no start outside it. */
export function describeOutside({ startsAt, endsAt, timeZone }: { startsAt: Date; endsAt: Date; timeZone: string }) {
  const [from, until] = [startsAt, endsAt].map((date) => formatHour(toLocal(toEpochMinute(date), timeZone).minute))
  return `O preço deste agendamento é de um horário relâmpago e só vale de ${from} a ${until}. Para outra hora, cancele e agende de novo.`
}

export type StartGrid = { noticeMin: number; gridMinutes: number }

/** The first start of a slot, which begins on the grid, that customers can still book; it may be beyond the end of the slot. */
export function findFirstStart(startsAt: string, { noticeMin, gridMinutes }: StartGrid, now: Date): Date {
  const step = gridMinutes * 60_000
  const start = Date.parse(startsAt)
  const late = now.getTime() + noticeMin * 60_000 - start
  return new Date(start + Math.max(0, Math.ceil(late / step)) * step)
}

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

type DescribedSlot = {
  barbershopName: string
  barberName: string
  startsAt: Date
  timeZone: string
  percent: number
  prices: readonly Pick<LastMinutePrice, 'name' | 'priceCents' | 'listPriceCents'>[]
}

/** 'Navalha de Ouro: hoje às 15h30 com Ana. Corte por R$ 40,00 em vez de R$ 50,00.' */
export function describeSlot(slot: DescribedSlot, now: Date): { title: string; message: string } {
  const { barbershopName, barberName, startsAt, timeZone, percent, prices } = slot
  const start = toLocal(toEpochMinute(startsAt), timeZone)
  const isToday = start.date === toLocal(toEpochMinute(now), timeZone).date
  const at = `${isToday ? 'hoje' : 'amanhã'} às ${formatHour(start.minute)}`
  const [first] = prices
  const price = first
    ? ` ${first.name} por ${money.format(first.priceCents / 100)} em vez de ${money.format(first.listPriceCents / 100)}.`
    : ''
  return {
    title: `Horário relâmpago: ${percent}% de desconto`,
    message: `${barbershopName}: ${at} com ${barberName}.${price}`,
  }
}
