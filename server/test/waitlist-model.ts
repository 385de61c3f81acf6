/**
 * A second, small and slow implementation of the rules of the waitlist, in whole minutes since midnight of 2026-03-11 at the barbershop.
 * The product must agree with it command by command. It shares no code with the product. Each command happens at a minute of its own.
 */
export type WaitlistCommand =
  | {
      do: 'request'
      customer: number
      barber: number | null
      day: number
      from: number
      hours: number
      isCheap: boolean
    }
  | { do: 'setStatus'; index: number; status: 'ACTIVE' | 'PAUSED' | 'CANCELLED'; age: number }
  | { do: 'book'; customer: number; barber: number; start: number }
  | { do: 'cancel'; index: number }
  | { do: 'accept' | 'decline'; index: number }
  | { do: 'sweep' }
  | { do: 'advance'; minutes: number }

type ModelRequest = {
  customer: number
  barber: number | null
  from: number
  until: number
  isCheap: boolean
  created: number
  /** When its status changed last. */
  changed: number
  status: 'ACTIVE' | 'PAUSED' | 'FULFILLED' | 'CANCELLED' | 'EXPIRED' | 'DELETED'
  version: number
}
export type WaitlistAppointment = {
  customer: number
  barber: number
  start: number
  status: 'SCHEDULED' | 'CONFIRMED' | 'CANCELLED'
  created: number
  isCancelledByCustomer: boolean
}
type ModelFreedTime = { barber: number; start: number; freed: number; status: 'OPEN' | 'OFFERING' | 'DONE' }
type Time = { barber: number; start: number }
type ModelOffer = {
  request: ModelRequest
  freed: ModelFreedTime
  start: number
  offered: number
  expires: number
  /** ENDED: expired or withdrawn. */
  status: 'OPEN' | 'ACCEPTED' | 'DECLINED' | 'ENDED'
}

export const LENGTH = 30
export const CANCEL_NOTICE_MIN = 120
const MAX_REQUESTS = 5
/** Days from today on which customers book, wait and have offers. */
const BOOKING_DAYS = 60
/** For so long ended requests are stored. */
const STORED_MIN = 30 * 1440
/** Later in the day the time advances by single minutes only: the model has no night, in which nothing is offered. */
const LAST_ADVANCE = 1250

export const dayOf = (minute: number) => Math.floor(minute / 1440)
const overlaps = (one: number, other: number) => Math.abs(one - other) < LENGTH

export class WaitlistModel {
  now = 600
  requests: ModelRequest[] = []
  appointments: WaitlistAppointment[] = []
  freedTimes: ModelFreedTime[] = []
  offers: ModelOffer[] = []

  /** When the command happens. */
  timeOf(command: WaitlistCommand): number {
    const last = command.do === 'advance' && (this.now % 1440) + command.minutes > LAST_ADVANCE
    return this.now + (command.do === 'advance' && !last ? command.minutes : 1)
  }

  /** As the driver reads it. */
  state(): object {
    return {
      requests: this.requests.filter(isStored).map(({ status, version }) => ({ status, version })),
      appointments: this.appointments.map(({ barber, customer, start, status }) => ({
        barber,
        customer,
        start,
        status,
      })),
      freedTimes: this.inOrder().map(({ barber, start, status }) => ({ barber, start, status })),
      offers: this.offers.map(({ request, start, expires, status }) => ({
        request: isStored(request) ? this.requests.indexOf(request) : -1,
        start,
        expires,
        status,
      })),
    }
  }

  /** The times in the order in which they became free, the soonest first. */
  private inOrder(): ModelFreedTime[] {
    return this.freedTimes.toSorted((a, b) => a.freed - b.freed || a.start - b.start)
  }

  /** 'ok', 'refused', or the error code. */
  run(command: WaitlistCommand): string {
    this.now = this.timeOf(command)
    if (command.do === 'request') return this.request(command)
    if (command.do === 'setStatus') return this.setStatus(command)
    if (command.do === 'book') return this.book(command)
    if (command.do === 'cancel') return this.cancel(this.appointments[command.index % this.appointments.length])
    if (command.do === 'accept') return this.accept(this.offers[command.index % this.offers.length])
    if (command.do === 'decline') return this.decline(this.offers[command.index % this.offers.length])
    if (command.do === 'sweep') this.sweep()
    return 'ok'
  }

  private request({ customer, barber, day, from, hours, isCheap }: WaitlistCommand & { do: 'request' }): string {
    const start = day * 1440 + from
    const until = Math.min(start + hours * 60, (day + 1) * 1440)
    if (until <= this.now || day > dayOf(this.now) + BOOKING_DAYS) return 'WAITLIST_INVALID'
    const open = this.requests.filter((request) => request.customer === customer && isOpen(request))
    const isEqual = (request: ModelRequest) =>
      request.barber === barber && request.from === start && request.until === until && request.isCheap === isCheap
    if (open.some((request) => request.status === 'ACTIVE' && isEqual(request))) return 'ok'
    if (open.length >= MAX_REQUESTS) return 'TOO_MANY_WAITLIST_REQUESTS'
    this.requests.push({
      customer,
      barber,
      from: start,
      until,
      isCheap,
      created: this.now,
      changed: this.now,
      status: 'ACTIVE',
      version: 1,
    })
    return 'ok'
  }

  private setStatus({ index, status, age }: WaitlistCommand & { do: 'setStatus' }): string {
    const request = this.requests[index % this.requests.length]
    if (!request || !isStored(request)) return 'NOT_FOUND'
    if (age > 0 || !isOpen(request) || request.status === status) return 'WAITLIST_REQUEST_CHANGED'
    this.setRequest(request, status)
    const offer = this.offers.find((one) => one.request === request && one.status === 'OPEN')
    if (offer && status !== 'ACTIVE') offer.status = 'ENDED'
    return 'ok'
  }

  private book({ customer, barber, start }: WaitlistCommand & { do: 'book' }): string {
    const counted = this.appointments.filter((one) => one.customer === customer && this.isCounted(one))
    const isTooMuch =
      counted.filter((one) => one.status !== 'CANCELLED' && one.start + LENGTH > this.now).length >= 3 ||
      counted.filter(({ created }) => dayOf(created) === dayOf(this.now)).length >= 5
    const time = { barber, start }
    if (isTooMuch || !this.isBookable(time, BOOKING_DAYS)) return 'refused'
    return this.insert(customer, time) ? 'ok' : 'refused'
  }

  /** Under the limits against hoarding. */
  protected isCounted(_: WaitlistAppointment): boolean {
    return true
  }

  /** Whether a customer could have the time if no other customer had it. */
  protected isBookable({ start }: Time, days: number): boolean {
    return start >= this.now && dayOf(start) <= dayOf(this.now) + days
  }

  /** Undefined: the barber is not free, or the customer is not. */
  protected insert(customer: number, time: Time): WaitlistAppointment | undefined {
    if (!this.isFreeFor(customer, time)) return undefined
    const isShortNotice = time.start - this.now < 120
    const status = isShortNotice ? ('CONFIRMED' as const) : ('SCHEDULED' as const)
    const made = { status, created: this.now, isCancelledByCustomer: false }
    const appointment: WaitlistAppointment = { customer, ...time, ...made }
    this.appointments.push(appointment)
    return appointment
  }

  /** An expired offer no longer blocks its slot, and ends when the slot is tried. */
  protected isFreeFor(customer: number, { barber, start }: Time, except?: WaitlistAppointment): boolean {
    if (!this.isBarberFree(barber, start, except)) return false
    for (const offer of this.offers)
      if (offer.status === 'OPEN' && offer.freed.barber === barber && overlaps(offer.start, start))
        offer.status = 'ENDED'
    return !this.activeOf(customer).some((one) => one !== except && overlaps(one.start, start))
  }

  private cancel(appointment: WaitlistAppointment | undefined): string {
    if (!appointment) return 'refused'
    if (appointment.status === 'CANCELLED') return appointment.isCancelledByCustomer ? 'ok' : 'refused'
    if (appointment.start - this.now < CANCEL_NOTICE_MIN) return 'refused'
    this.cancelBy(appointment, 'customer')
    return 'ok'
  }

  protected cancelBy(appointment: WaitlistAppointment, by: 'customer' | 'staff') {
    appointment.status = 'CANCELLED'
    appointment.isCancelledByCustomer = by === 'customer'
    this.free(appointment)
  }

  protected free({ barber, start }: Time) {
    if (start <= this.now) return
    this.freedTimes.push({ barber, start, freed: this.now, status: this.isWanted() ? 'OPEN' : 'DONE' })
  }

  protected isWanted(): boolean {
    return this.requests.some(({ status }) => status === 'ACTIVE')
  }

  private accept(offer: ModelOffer | undefined): string {
    if (!offer) return 'LINK_INVALID'
    if (offer.status === 'ACCEPTED') return 'ok'
    if (offer.status !== 'OPEN' || offer.expires <= this.now) return 'OFFER_ENDED'
    const { customer } = offer.request
    const time = { barber: offer.freed.barber, start: offer.start }
    if (!this.isBookable(time, BOOKING_DAYS)) {
      offer.status = 'ENDED'
      return 'OFFER_ENDED'
    }
    if (this.activeOf(customer).some(({ start }) => overlaps(start, offer.start))) return 'CUSTOMER_BUSY'
    offer.status = 'ACCEPTED'
    this.setRequest(offer.request, 'FULFILLED')
    const made = { status: 'CONFIRMED' as const, created: this.now, isCancelledByCustomer: false }
    this.appointments.push({ customer, ...time, ...made })
    return 'ok'
  }

  private decline(offer: ModelOffer | undefined): string {
    if (!offer) return 'LINK_INVALID'
    if (offer.status !== 'OPEN' && offer.status !== 'DECLINED') return 'OFFER_ENDED'
    offer.status = 'DECLINED'
    return 'ok'
  }

  /** Expires offers, matches the times, expires requests, and deletes those that ended long ago. */
  private sweep() {
    for (const offer of this.offers) if (offer.status === 'OPEN' && offer.expires <= this.now) offer.status = 'ENDED'
    for (const freed of this.inOrder()) {
      if (freed.status === 'DONE' || this.hasOpenOffer(freed)) continue
      this.offerTo(freed)
      freed.status = this.hasOpenOffer(freed) ? 'OFFERING' : 'DONE'
    }
    for (const request of this.requests) this.age(request)
  }

  private age(request: ModelRequest) {
    if (isOpen(request) && request.until <= this.now) this.setRequest(request, 'EXPIRED')
    else if (!isOpen(request) && request.changed <= this.now - STORED_MIN) this.setRequest(request, 'DELETED')
  }

  private setRequest(request: ModelRequest, status: ModelRequest['status']) {
    Object.assign(request, { status, version: request.version + 1, changed: this.now })
  }

  /** The barber who was named first, then who has waited longest. */
  private offerTo(freed: ModelFreedTime) {
    const { barber, start } = freed
    const window = windowOf(start - this.now)
    if (window === 0 || !this.isBookable(freed, BOOKING_DAYS) || !this.isBarberFree(barber, start)) return
    const wanting = this.requests.filter((request) => this.mayHave(request, freed))
    const [request] = wanting.toSorted(
      (a, b) => Number(a.barber === null) - Number(b.barber === null) || a.created - b.created,
    )
    if (!request) return
    this.offers.push({ request, freed, start, offered: this.now, expires: this.now + window, status: 'OPEN' })
  }

  private mayHave(request: ModelRequest, freed: ModelFreedTime): boolean {
    const { customer, barber, from, until, status, isCheap } = request
    if (status !== 'ACTIVE' || isCheap || (barber !== null && barber !== freed.barber)) return false
    if (freed.start < from || freed.start >= until) return false
    if (this.activeOf(customer).some(({ start }) => overlaps(start, freed.start))) return false
    const before = this.offers.filter((offer) => offer.request.customer === customer)
    if (before.filter(({ offered }) => dayOf(offered) === dayOf(this.now)).length >= 3) return false
    // The same time of the barber is offered once a day, also when it was booked in the meantime.
    const isSame = ({ freed: of, start, offered }: ModelOffer) =>
      of === freed || (of.barber === freed.barber && overlaps(start, freed.start) && offered > this.now - 1440)
    return !before.some((offer) => offer.status === 'OPEN' || offer.offered > this.now - 30 || isSame(offer))
  }

  protected isBarberFree(barber: number, start: number, except?: WaitlistAppointment): boolean {
    const isBooked = this.appointments.some(
      (one) => one !== except && one.status !== 'CANCELLED' && one.barber === barber && overlaps(one.start, start),
    )
    return (
      !isBooked &&
      !this.offers.some((one) => this.blocks(one) && one.freed.barber === barber && overlaps(one.start, start))
    )
  }

  private blocks({ status, expires }: ModelOffer): boolean {
    return status === 'OPEN' && expires > this.now
  }

  private hasOpenOffer(freed: ModelFreedTime): boolean {
    return this.offers.some((offer) => offer.freed === freed && offer.status === 'OPEN')
  }

  protected activeOf(customer: number): WaitlistAppointment[] {
    return this.appointments.filter((one) => one.customer === customer && one.status !== 'CANCELLED')
  }
}

const isStored = ({ status }: ModelRequest) => status !== 'DELETED'
const isOpen = ({ status }: ModelRequest) => status === 'ACTIVE' || status === 'PAUSED'

/** Minutes of an offer, by how soon it begins. */
function windowOf(lead: number): number {
  if (lead < 30) return 0
  if (lead < 60) return 3
  if (lead < 180) return 5
  return lead < 720 ? 10 : 15
}
