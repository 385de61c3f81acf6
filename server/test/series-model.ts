import {
  CANCEL_NOTICE_MIN,
  dayOf,
  LENGTH,
  type WaitlistAppointment,
  type WaitlistCommand,
  WaitlistModel,
} from './waitlist-model.ts'

/**
 * The rules of standing appointments, time off and moves by staff, on top of the model of the waitlist: a second, small and slow
 * implementation that shares no code with the product. Open from 13:00 to 15:00 on every day, in slots of half an hour.
 */
export type SeriesCommand =
  | WaitlistCommand
  | { do: 'repeat'; index: number; weeks: number }
  | { do: 'fill'; index: number }
  | { do: 'fillDue' }
  | { do: 'choose'; index: number; date: number; isOpen: boolean; choice: number | null }
  | { do: 'change'; index: number; status: SeriesStatus; age: number; by: Party; from: number | null }
  | { do: 'shift'; index: number; date: number; days: number; minute: number; age: number; by: Party }
  | { do: 'move'; index: number; barber: number; start: number }
  | { do: 'takeOff'; barber: number; start: number }
  | { do: 'endTimeOff'; index: number }
  | { do: 'nextDay'; days: number }

type CommandOfSeries = Extract<SeriesCommand, { do: 'fill' | 'choose' | 'change' | 'shift' }>
type Party = 'customer' | 'staff'
type SeriesStatus = 'ACTIVE' | 'PAUSED' | 'ENDED'
type Time = { barber: number; start: number }
type ModelDate = {
  position: number
  day: number
  status: 'BOOKED' | 'ALTERNATIVES' | 'SKIPPED'
  reason: string | null
  appointment: WaitlistAppointment | null
  alternatives: Time[]
  replyBy: number | null
  /** Cancelled by the barbershop: the next run offers alternatives. */
  isAlternativeDue: boolean
}
type DateState = Pick<ModelDate, 'status' | 'reason' | 'alternatives' | 'replyBy' | 'isAlternativeDue'> &
  Partial<ModelDate>
export type ModelSeries = {
  customer: number
  barber: number
  weeks: number
  firstDay: number
  minute: number
  status: SeriesStatus
  because: string | null
  version: number
  fillAfter: number
  dates: ModelDate[]
}

export const OPENS = 780
export const CLOSES = 900
const SLOTS = [780, 810, 840, 870]
const MORNING = 600
const WEEKS_AHEAD = 8
/** Days from today on which dates of series may be. */
const SERIES_DAYS = 63
const NEAR_DAYS = [1, -1, 2, -2, 3, -3, 4, 5, 6]
/** What a date may end as that is decided again when the series gets another time. */
const NOT_FREE = ['closed', 'time-off', 'taken', 'busy']

export class SeriesModel extends WaitlistModel {
  series: ModelSeries[] = []
  timesOff: Time[] = []

  override timeOf(command: SeriesCommand): number {
    if (command.do === 'nextDay') return (dayOf(this.now) + command.days) * 1440 + MORNING
    return super.timeOf(command as WaitlistCommand)
  }

  override run(command: SeriesCommand): string {
    this.now = this.timeOf(command)
    switch (command.do) {
      case 'repeat':
        return this.repeat(this.appointments[command.index % this.appointments.length], command)
      case 'move':
        return this.move(this.appointments[command.index % this.appointments.length], command)
      case 'takeOff':
        return this.takeOff(command)
      case 'endTimeOff':
        return this.endTimeOff(command.index)
      case 'nextDay':
        return 'ok'
      case 'fillDue':
        for (const series of this.series) if (this.isDue(series)) this.fill(series)
        return 'ok'
      case 'fill':
      case 'choose':
      case 'change':
      case 'shift':
        return this.runOn(this.series[command.index % this.series.length], command)
      default:
        this.now--
        return super.run(command as WaitlistCommand)
    }
  }

  private runOn(series: ModelSeries | undefined, command: CommandOfSeries): string {
    if (command.do === 'fill') {
      if (series) this.fill(series)
      return 'ok'
    }
    if (!series) return 'none'
    if (command.do === 'choose') return this.choose(series, command)
    return command.do === 'change' ? this.change(series, command) : this.shift(series, command)
  }

  override state(): object {
    return {
      ...super.state(),
      series: this.series.map(({ status, because, version, minute, dates }) => ({
        status,
        because,
        version,
        minute,
        dates: dates.map(({ appointment, ...date }) => ({
          ...date,
          appointment: appointment && this.appointments.indexOf(appointment),
        })),
      })),
      timesOff: this.timesOff.toSorted((a, b) => a.start - b.start || a.barber - b.barber),
    }
  }

  /** Repeats an appointment. */
  private repeat(appointment: WaitlistAppointment | undefined, { weeks }: { weeks: number }): string {
    if (!appointment) return 'none'
    const { customer, barber, start } = appointment
    const of = this.seriesOf(appointment)
    const isFirst = of?.dates.find(({ position }) => position === 0)?.appointment === appointment
    if (of) return of.weeks === weeks && isFirst ? 'ok' : 'SERIES_EXISTS'
    if (appointment.status === 'CANCELLED') return 'STATE_CHANGED'
    if (start <= this.now) return 'APPOINTMENT_OVER'
    const own = this.series.filter((one) => one.customer === customer)
    if (own.filter((one) => one.status !== 'ENDED' || this.hasComingDate(one)).length >= 5) return 'TOO_MANY_SERIES'
    const firstDay = dayOf(start)
    const minute = start % 1440
    const first = { position: 0, day: firstDay, ...booked(appointment) }
    const rule = { customer, barber, weeks, firstDay, minute }
    const state = { status: 'ACTIVE' as const, because: null, version: 1, fillAfter: this.now }
    const series: ModelSeries = { ...rule, ...state, dates: [first] }
    this.series.push(series)
    this.fill(series)
    return 'ok'
  }

  /** Dates of series are no hoarding, unless they stay booked after its end. */
  protected override isCounted(appointment: WaitlistAppointment): boolean {
    const of = this.seriesOf(appointment)
    return !of || (of.status === 'ENDED' && appointment.status !== 'CANCELLED')
  }

  private seriesOf(appointment: WaitlistAppointment): ModelSeries | undefined {
    return this.series.find(({ dates }) => dates.some((date) => date.appointment === appointment))
  }

  private hasComingDate({ dates }: ModelSeries): boolean {
    return dates.some(({ appointment }) => appointment?.status !== 'CANCELLED' && (appointment?.start ?? 0) > this.now)
  }

  private isDue({ status, fillAfter, dates }: ModelSeries): boolean {
    const isOver = ({ replyBy }: ModelDate) => replyBy !== null && replyBy <= this.now
    return (status === 'ACTIVE' && fillAfter <= this.now) || dates.some((date) => date.isAlternativeDue || isOver(date))
  }

  private fill(series: ModelSeries) {
    for (const date of series.dates)
      if (date.replyBy !== null && date.replyBy <= this.now) Object.assign(date, skipped('unanswered'))
    const [last, before] = series.dates
      .filter(({ reason }) => reason === 'unanswered' || reason === 'chosen')
      .toSorted((a, b) => b.position - a.position)
    const areMissed = last?.reason === 'unanswered' && before?.reason === 'unanswered'
    if (series.status !== 'ENDED' && areMissed && last.position === before.position + 1)
      this.stop(series, 'ENDED', 'unanswered')
    if (series.status === 'ACTIVE') this.fillMissing(series)
    for (const date of series.dates.filter(({ isAlternativeDue }) => isAlternativeDue)) {
      const goesOn = series.status === 'ACTIVE' && date.day * 1440 + series.minute > this.now
      const { reason } = date
      Object.assign(date, goesOn ? this.findAlternatives(series, date.day) : skipped(''), { reason })
    }
  }

  private fillMissing(series: ModelSeries) {
    const today = dayOf(this.now)
    for (let position = 0; this.dayAt(series, position) <= today + WEEKS_AHEAD * 7; position++) {
      const day = this.dayAt(series, position)
      const isKnown = series.dates.some((date) => date.position === position)
      if (!isKnown && day * 1440 + series.minute > this.now)
        series.dates.push({ position, day, appointment: null, ...this.decideDate(series, day) })
    }
    series.dates.sort((a, b) => a.position - b.position)
    series.fillAfter = (today + 1) * 1440 + MORNING
  }

  private dayAt({ firstDay, weeks }: ModelSeries, position: number): number {
    return firstDay + position * weeks * 7
  }

  private decideDate(series: ModelSeries, day: number): DateState {
    const { customer, barber, minute } = series
    const appointment = this.bookDate(customer, { barber, start: day * 1440 + minute })
    if (!appointment) return this.findAlternatives(series, day)
    return this.seriesOf(appointment) ? skipped('busy') : booked(appointment)
  }

  /** Also what the customer has booked at exactly this time with this barber. */
  private bookDate(customer: number, time: Time): WaitlistAppointment | undefined {
    const own = this.activeOf(customer).find((one) => one.barber === time.barber && one.start === time.start)
    return own ?? (this.isBookable(time, SERIES_DAYS) ? this.insert(customer, time) : undefined)
  }

  protected override isBookable(time: Time, days: number): boolean {
    return super.isBookable(time, days) && isOpen(time) && !this.isOff(time)
  }

  private isOff({ barber, start }: Time): boolean {
    return this.timesOff.some((off) => off.barber === barber && Math.abs(off.start - start) < LENGTH)
  }

  /** The nearest of the day, the same time with the other barber, the nearest of the days around: three in all, for two days. */
  private findAlternatives({ barber, minute }: ModelSeries, day: number): DateState {
    const start = day * 1440 + minute
    const isFree = (time: Time) => this.isBookable(time, SERIES_DAYS) && this.isBarberFree(time.barber, time.start)
    const nearest = (of: number) =>
      SLOTS.map((slot) => ({ barber, start: of * 1440 + slot }))
        .filter(isFree)
        .toSorted((a, b) => Math.abs((a.start % 1440) - minute) - Math.abs((b.start % 1440) - minute))
        .slice(0, 1)
    const other = { barber: 1 - barber, start }
    const sameTime = SLOTS.includes(minute) && isFree(other) ? [other] : []
    const around = NEAR_DAYS.flatMap((offset) => nearest(day + offset))
    const alternatives = [...nearest(day), ...sameTime, ...around].slice(0, 3)
    const reason = this.isClosed(start) ? 'closed' : this.isOff({ barber, start }) ? 'time-off' : 'taken'
    const first = Math.min(...alternatives.map((one) => one.start))
    const replyBy = Math.min(this.now + 2 * 1440, first - 1440)
    if (alternatives.length === 0 || replyBy < this.now + 120) return skipped(reason)
    return { status: 'ALTERNATIVES', reason, alternatives, replyBy, isAlternativeDue: false }
  }

  private isClosed(start: number): boolean {
    return !isOpen({ start }) || start < this.now || dayOf(start) > dayOf(this.now) + SERIES_DAYS
  }

  private choose(series: ModelSeries, { choice, ...which }: SeriesCommand & { do: 'choose' }): string {
    const date = this.dateOf(series, which)
    const time = choice === null ? undefined : this.choiceOf(series, date, choice)
    const isDone = time ? date.status === 'BOOKED' && date.appointment?.start === time.start : date.status === 'SKIPPED'
    if (date.reason === 'chosen' && isDone) return 'ok'
    if (date.status !== 'ALTERNATIVES' || (date.replyBy ?? 0) <= this.now) return 'STATE_CHANGED'
    if (!time) {
      Object.assign(date, skipped('chosen'))
      return 'ok'
    }
    const isTaken = !this.isBarberFree(time.barber, time.start)
    const appointment = this.bookDate(series.customer, time)
    if (appointment && !this.seriesOf(appointment)) {
      Object.assign(date, booked(appointment), { reason: 'chosen' })
      return 'ok'
    }
    const isBusy = this.activeOf(series.customer).some((one) => Math.abs(one.start - time.start) < LENGTH)
    Object.assign(date, this.findAlternatives(series, date.day))
    if (!this.isBookable(time, SERIES_DAYS) && !appointment) return 'SLOT_UNAVAILABLE'
    return isBusy || !isTaken ? 'CUSTOMER_BUSY' : 'SLOT_TAKEN'
  }

  /** `isOpen`: one of those with alternatives, if any has them. */
  dateOf({ dates }: ModelSeries, { date, isOpen }: { date: number; isOpen: boolean }): ModelDate {
    const open = dates.filter(({ status }) => status === 'ALTERNATIVES')
    const list = isOpen && open.length > 0 ? open : dates
    return list[date % list.length] as ModelDate
  }

  /** Returns the chosen alternative; for a date without alternatives the time that it wants. */
  choiceOf({ barber, minute }: ModelSeries, { alternatives, day }: ModelDate, choice: number): Time {
    return alternatives[choice % alternatives.length] ?? { barber, start: day * 1440 + minute }
  }

  private change(series: ModelSeries, { status, age, by, from }: SeriesCommand & { do: 'change' }): string {
    const isSame = series.status === status
    if (!isSame && (age > 0 || series.status === 'ENDED')) return 'STATE_CHANGED'
    if (!isSame && status !== 'ACTIVE') {
      const day = from === null ? 0 : (series.dates[from % series.dates.length]?.day ?? 0)
      this.stop(series, status, status === 'ENDED' ? by : null, { by, day })
    }
    if (status !== 'ACTIVE') return 'ok'
    if (!isSame) {
      const today = dayOf(this.now)
      Object.assign(series, { status, version: series.version + 1 })
      series.dates = series.dates.filter(({ reason, day }) => reason !== 'paused' || day < today)
    }
    this.fill(series)
    return 'ok'
  }

  /** From a day on: what the customer or the staff may cancel, and what is open. The system cancels nothing. */
  private stop(
    series: ModelSeries,
    status: 'PAUSED' | 'ENDED',
    because: string | null,
    { by, day }: { by?: Party; day: number } = { day: 0 },
  ) {
    const reason = status === 'PAUSED' ? 'paused' : 'ended'
    for (const date of series.dates.filter((one) => one.day >= day)) {
      const { appointment } = date
      if (appointment && by && appointment.status !== 'CANCELLED' && this.mayChange(appointment, by)) {
        this.cancelBy(appointment, by)
        Object.assign(date, skipped(reason))
      } else if (date.status === 'ALTERNATIVES') Object.assign(date, skipped(reason))
    }
    Object.assign(series, { status, because, version: series.version + 1 })
  }

  private mayChange({ start }: WaitlistAppointment, by: Party): boolean {
    return start > this.now && (by === 'staff' || start - this.now >= CANCEL_NOTICE_MIN)
  }

  /** "This and the next ones". */
  private shift(series: ModelSeries, { date: index, days, minute, age, by }: SeriesCommand & { do: 'shift' }): string {
    if (age > 0 || series.status !== 'ACTIVE') return 'STATE_CHANGED'
    const first = series.dates[index % series.dates.length] as ModelDate
    const before = series.dates.filter(({ position }) => position < first.position).at(-1)
    const isFuture = (first.day + days) * 1440 + minute > this.now
    const isOrdered = !before || before.day < first.day + days
    const isShort = Math.abs(days) < series.weeks * 7
    if (!isFuture || !isShort || !isOrdered || (by === 'customer' && minute % LENGTH > 0)) return 'SLOT_UNAVAILABLE'
    Object.assign(series, { firstDay: series.firstDay + days, minute, version: series.version + 1 })
    series.dates = series.dates.filter(
      ({ position, status, reason }) =>
        position < first.position ||
        status === 'BOOKED' ||
        (status === 'SKIPPED' && !NOT_FREE.includes(reason as string)),
    )
    const shifted = series.dates.filter(({ position }) => position >= first.position)
    for (const date of shifted) date.day += days
    for (const date of shifted)
      if (isComing(date.appointment, this.now) && date.status === 'BOOKED') this.follow(series, date)
    this.fill(series)
    return 'ok'
  }

  /** The appointment of a date goes to the new time of its series, or stays. */
  private follow(series: ModelSeries, date: ModelDate) {
    const appointment = date.appointment as WaitlistAppointment
    const time = { barber: appointment.barber, start: date.day * 1440 + series.minute }
    const isThere = appointment.start === time.start
    const isMoved =
      !isThere &&
      appointment.start - this.now >= CANCEL_NOTICE_MIN &&
      this.isBookable(time, SERIES_DAYS) &&
      this.moveTo(appointment, time, 'SCHEDULED')
    date.reason = isThere || isMoved ? null : 'unmoved'
  }

  /** Gives the appointment another time, if it is free. */
  private moveTo(appointment: WaitlistAppointment, time: Time, status: 'SCHEDULED' | 'CONFIRMED'): boolean {
    if (!this.isFreeFor(appointment.customer, time, appointment)) return false
    const old = { barber: appointment.barber, start: appointment.start }
    Object.assign(appointment, { ...time, status })
    if (old.barber !== time.barber || old.start !== time.start) this.free(old)
    return true
  }

  /** By staff, who know better than hours and time off. */
  private move(appointment: WaitlistAppointment | undefined, { barber, start }: Time): string {
    if (!appointment || appointment.status === 'CANCELLED' || appointment.start + LENGTH <= this.now) return 'refused'
    const isThere = appointment.barber === barber && appointment.start === start
    if (isThere && appointment.status === 'CONFIRMED') return 'ok'
    return start >= this.now - 15 && this.moveTo(appointment, { barber, start }, 'CONFIRMED') ? 'ok' : 'refused'
  }

  /** Half an hour of one barber. What is booked then is cancelled; a date at the time of its series has alternatives. */
  private takeOff({ barber, start }: Time): string {
    if (start + LENGTH <= this.now) return 'refused'
    for (const one of this.appointments)
      if (one.status !== 'CANCELLED' && one.barber === barber && Math.abs(one.start - start) < LENGTH) {
        this.close(one)
        this.cancelBy(one, 'staff')
      }
    if (!this.timesOff.some((off) => off.barber === barber && off.start === start))
      this.timesOff.push({ barber, start })
    return 'ok'
  }

  private close(appointment: WaitlistAppointment) {
    const series = this.seriesOf(appointment)
    const date = series?.dates.find((one) => one.appointment === appointment)
    if (series?.status !== 'ACTIVE' || date?.status !== 'BOOKED') return
    const isAtOwnTime = appointment.start === date.day * 1440 + series.minute
    if (isAtOwnTime && appointment.start > this.now)
      Object.assign(date, skipped('time-off'), { isAlternativeDue: true })
  }

  private endTimeOff(index: number): string {
    const [off] = this.timesOff.splice(index % this.timesOff.length, 1)
    if (!off) return 'none'
    if (this.isWanted()) this.freedTimes.push({ ...off, freed: this.now, status: 'OPEN' })
    return 'ok'
  }
}

const isOpen = ({ start }: { start: number }) => start % 1440 >= OPENS && start % 1440 <= CLOSES - LENGTH
const isComing = (one: WaitlistAppointment | null, now: number) => one && one.status !== 'CANCELLED' && one.start > now

const booked = (appointment: WaitlistAppointment) => ({
  status: 'BOOKED' as const,
  reason: null,
  appointment,
  alternatives: [],
  replyBy: null,
  isAlternativeDue: false,
})
const skipped = (reason: string) => ({
  status: 'SKIPPED' as const,
  reason,
  alternatives: [],
  replyBy: null,
  isAlternativeDue: false,
})
