import { changeByTap, endService, judgeTap, noTaps, settleRows, type Tap, tapsAfter } from './serving-model.ts'

/**
 * A second, small and slow implementation of the appointment rules, in whole minutes since midnight at the barbershop. The product
 * must agree with it command by command. It shares no code with the product.
 */
export type ModelCommand =
  | { do: 'book'; customer: number; barber: number; service: number; start: number }
  | { do: 'reschedule'; customer: number; index: number; start: number; isRandomUser: boolean }
  | {
      do: 'move'
      who: ModelUser
      index: number
      barber: number
      start: number
      /** How many versions the caller is behind. */
      age: number
      isRandomUser: boolean
      /** Set by `assignUser`. */
      version?: number
    }
  /** By the one who moved it last. */
  | { do: 'undo'; index: number; who?: ModelUser; version?: number }
  | {
      do: 'change'
      who: ModelUser
      index: number
      action:
        | 'confirm'
        | 'cancel'
        | 'complete'
        | 'noShow'
        | 'correctToCompleted'
        | 'correctToNoShow'
        | 'correctToCancelled'
      isRandomUser: boolean
    }
  | { do: 'tap'; who: ModelUser; index: number; action: Tap; age: number; isRandomUser: boolean; version?: number }
  | { do: 'settle' }
  | { do: 'walkIn'; who: ModelUser; barber: number; service: number; after: number; isRandomUser: boolean }
  | { do: 'expire' }
  | { do: 'advance'; minutes: number }
  | { do: 'hours'; hours: [number, number] | null }
  | { do: 'autoConfirmation'; mode: AutoConfirmation; afterNoShows: boolean }
  | { do: 'toggleBarber'; barber: number }
  | { do: 'toggleBarbershop' }
  | { do: 'review'; customer: number; index: number; rating: number; isRandomUser: boolean }
  | { do: 'removeBarber'; barber: number; cancels: boolean }
  | { do: 'lapse' }
  | { do: 'renew' }

export type AutoConfirmation = 'off' | 'returning' | 'everyone'

/** Customers 0–2, barbers 0–1, the owner. */
export type ModelUser = 'c0' | 'c1' | 'c2' | 'b0' | 'b1' | 'owner'

export type ModelRow = {
  barber: number
  customer: number | null
  service: number
  start: number
  end: number
  status: string
  cancelledBy: string | null
  requested: number
  created: number
  version: number
  rating: number | null
  arrived: number | null
  servedFrom: number | null
  servedUntil: number | null
  isSettled: boolean
  /** When it was last changed; the product stores no more than its midnight. */
  changed: number
}

type Slot = Pick<ModelRow, 'barber' | 'start' | 'end' | 'status' | 'requested'>

export const DURATIONS = [30, 60]
export const BUFFERS = [0, 10]
export const GRID = 15
const CANCEL_NOTICE = 120
export const FIRST_HOURS: [number, number] = [540, 1080]
const DAY = 1440

export class AppointmentModel {
  now = 600
  hours: [number, number] | null = FIRST_HOURS
  isActive = true
  confirmation: AutoConfirmation = 'off'
  confirmsAfterNoShows = false
  private digested = new Set<ModelRow>()
  /** The owner also has an older barbershop, which is the one that stays active without a paid plan. */
  hasPaidPlan = true
  barbersPresent = [true, true]
  rows: ModelRow[] = []
  /** The last move of each appointment, with where it was before. */
  private moves = new Map<ModelRow, { who: ModelUser; version: number; at: number; isUndone: boolean; before: Slot }>()
  private undone = new Map<ModelRow, number>()
  /** Changes of which no one is notified. */
  private tapped = new Map<ModelRow, number>()
  completed = 0

  /** Most commands come from a participant of the appointment; one with `isRandomUser` keeps the generated user. */
  assignUser(command: ModelCommand): ModelCommand {
    if (command.do === 'undo') {
      const move = this.moves.get(this.rows[command.index % this.rows.length] as ModelRow)
      return { ...command, who: move?.who, version: move?.version }
    }
    if (command.do === 'move' || command.do === 'tap') {
      const row = this.rows[command.index % this.rows.length]
      const who = command.isRandomUser || !row ? command.who : this.assignTo(row, command.who)
      return { ...command, who, version: (row?.version ?? 1) - command.age }
    }
    if (!('isRandomUser' in command) || command.isRandomUser) return command
    if (command.do === 'walkIn')
      return { ...command, who: command.who === 'owner' ? 'owner' : `b${command.barber as 0 | 1}` }
    const row = this.rows[command.index % this.rows.length]
    if (!row) return command
    if (command.do !== 'change') return { ...command, customer: row.customer ?? 0 }
    return { ...command, who: this.assignTo(row, command.who) }
  }

  /** The participant of the appointment who has the part of the user. */
  private assignTo(row: ModelRow, user: ModelUser): ModelUser {
    const own = { c: `c${(row.customer ?? 0) as 0 | 1 | 2}`, b: `b${row.barber as 0 | 1}`, o: 'owner' } as const
    return own[user[0] as 'c' | 'b' | 'o']
  }

  countUndone(index: number): number {
    return this.undone.get(this.rows[index] as ModelRow) ?? 0
  }

  countTaps(index: number): number {
    return this.tapped.get(this.rows[index] as ModelRow) ?? 0
  }

  /** 1 if its cancellation was notified together with others of the same customer. */
  countDigested(index: number): number {
    return this.digested.has(this.rows[index] as ModelRow) ? 1 : 0
  }

  /** 'ok' or the error code. */
  run(command: ModelCommand): string {
    if ('index' in command) {
      const row = this.rows[command.index % this.rows.length]
      return row ? this.runOn(row, command) : 'APPOINTMENT_NOT_FOUND'
    }
    switch (command.do) {
      case 'book':
        return this.book(command)
      case 'walkIn':
        return this.walkIn(command)
      case 'removeBarber':
        return this.removeBarber(command)
      case 'autoConfirmation':
        this.confirmation = command.mode
        this.confirmsAfterNoShows = command.afterNoShows
        return 'ok'
      case 'advance':
        this.now += command.minutes
        return 'ok'
      case 'hours':
        this.hours = command.hours
        return 'ok'
      case 'toggleBarber':
        this.barbersPresent[command.barber] = !this.barbersPresent[command.barber]
        return 'ok'
      case 'toggleBarbershop':
        this.isActive = !this.isActive
        return 'ok'
      case 'expire':
        this.expire()
        return 'ok'
      case 'settle':
        settleRows(this.rows, this.now)
        return 'ok'
      case 'renew':
        this.hasPaidPlan = true
        return 'ok'
      case 'lapse':
        this.lapse()
        return 'ok'
    }
  }

  private runOn(row: ModelRow, command: Extract<ModelCommand, { index: number }>): string {
    switch (command.do) {
      case 'review':
        return this.review(row, command)
      case 'move':
        return this.move(row, command)
      case 'tap':
        return this.tap(row, command)
      case 'undo':
        return this.undo(row, command)
      case 'reschedule':
        return this.reschedule(row, command.customer, command.start)
      case 'change':
        return this.change(row, command)
    }
  }

  private lapse() {
    if (this.hasPaidPlan) this.isActive = false
    this.hasPaidPlan = false
  }

  private removeBarber({ barber, cancels }: ModelCommand & { do: 'removeBarber' }): string {
    if (!this.barbersPresent[barber]) return 'BARBER_NOT_FOUND'
    if (!this.hasPaidPlan) return 'PLAN_LAPSED'
    const upcoming = this.rows.filter((row) => row.barber === barber && isOpen(row) && row.end > this.now)
    if (upcoming.length > 0 && !cancels) return 'FUTURE_APPOINTMENTS'
    for (const row of upcoming) {
      if (upcoming.some((other) => other !== row && other.customer === row.customer)) this.digested.add(row)
      this.update(row, { status: 'CANCELLED', cancelledBy: 'owner', ...noTaps })
    }
    settleRows(this.rows.filter((row) => row.barber === barber))
    this.barbersPresent[barber] = false
    return 'ok'
  }

  private review(row: ModelRow, { customer, rating }: ModelCommand & { do: 'review' }): string {
    if (row.customer !== customer) return 'APPOINTMENT_NOT_FOUND'
    if (row.status !== 'COMPLETED') return 'REVIEW_NOT_ALLOWED'
    if (row.rating !== null) return 'ALREADY_REVIEWED'
    row.rating = rating
    return 'ok'
  }

  private expire() {
    for (const row of this.rows) {
      const inTime = Math.max(row.start - 120, row.requested + 60)
      const isDue = this.now >= Math.min(inTime, row.start - 60, row.requested + DAY)
      if (row.status === 'SCHEDULED' && isDue)
        this.update(row, { status: 'CANCELLED', cancelledBy: 'system', ...noTaps })
    }
  }

  private book({ customer, barber, service, start }: ModelCommand & { do: 'book' }): string {
    const own = this.rows.filter((row) => row.customer === customer)
    const same = own.find((row) => row.barber === barber && row.start === start && isOpen(row))
    if (same) return same.service === service ? 'ok' : 'CUSTOMER_BUSY'
    if (!this.isActive || !this.barbersPresent[barber]) return 'BARBER_NOT_FOUND'
    const end = start + (DURATIONS[service] as number)
    if (!this.isSlot(start, end)) return 'SLOT_UNAVAILABLE'
    if (own.filter((row) => isOpen(row) && row.end > this.now).length >= 3) return 'TOO_MANY_OPEN_APPOINTMENTS'
    if (own.filter((row) => row.created >= this.now - (this.now % DAY)).length >= 5) return 'TOO_MANY_NEW_APPOINTMENTS'
    const error = this.findError({ barber, customer, service, start, end })
    return error ?? this.add({ barber, customer, service, start, end, status: this.statusFor(customer, start) })
  }

  /** The first status of what this customer books or moves. */
  private statusFor(customer: number, start: number): string {
    const own = (status: string) => this.rows.filter((row) => row.customer === customer && row.status === status).length
    const isReliable = own('NO_SHOW') < 2 || this.confirmsAfterNoShows
    if (start - this.now < (isReliable ? 120 : 75)) return 'CONFIRMED'
    if (this.confirmation === 'off' || !isReliable) return 'SCHEDULED'
    return this.confirmation === 'returning' && own('COMPLETED') === 0 ? 'SCHEDULED' : 'CONFIRMED'
  }

  private walkIn({ who, barber, service, after }: ModelCommand & { do: 'walkIn' }): string {
    if (!this.isActive || !this.barbersPresent[barber]) return 'BARBER_NOT_FOUND'
    if (who !== 'owner' && who !== `b${barber}`) return 'FORBIDDEN'
    if (after < -720 || after > 365 * DAY) return 'SLOT_UNAVAILABLE'
    const start = this.now + after
    const isSame = (row: ModelRow) =>
      row.customer === null && row.status === 'CONFIRMED' && row.barber === barber && row.start === start
    if (this.rows.some((row) => isSame(row) && row.service === service)) return 'ok'
    const slot = { barber, customer: null, service, start, end: start + (DURATIONS[service] as number) }
    return this.findError(slot) ?? this.add({ ...slot, status: 'CONFIRMED' })
  }

  private reschedule(row: ModelRow, customer: number, start: number): string {
    if (row.customer !== customer) return 'APPOINTMENT_NOT_FOUND'
    if (isOpen(row) && row.start === start) return 'ok'
    if (!isOpen(row) || row.servedFrom !== null) return 'STATE_CHANGED'
    if (row.start - this.now < CANCEL_NOTICE) return 'NOTICE_PASSED'
    const end = start + row.end - row.start
    if (!this.isActive || !this.barbersPresent[row.barber] || !this.isSlot(start, end)) return 'SLOT_UNAVAILABLE'
    const error = this.findError({ ...row, start, end }, row)
    if (error) return error
    const taps = tapsAfter(row, { barber: row.barber, start })
    this.update(row, { start, end, status: this.statusFor(customer, start), requested: this.now, ...taps })
    return 'ok'
  }

  private move(row: ModelRow, { who, barber, start, version }: ModelCommand & { do: 'move' }): string {
    if (who.startsWith('c')) return row.customer === Number(who[1]) ? 'FORBIDDEN' : 'APPOINTMENT_NOT_FOUND'
    if (who !== 'owner' && row.barber !== Number(who[1])) return 'APPOINTMENT_NOT_FOUND'
    if (who !== 'owner' && !this.barbersPresent[row.barber]) return 'FORBIDDEN'
    if (!isOpen(row)) return 'STATE_CHANGED'
    if (this.now >= row.end) return 'APPOINTMENT_OVER'
    if (row.status === 'CONFIRMED' && row.start === start && row.barber === barber) return 'ok'
    if (row.version !== version) return 'STATE_CHANGED'
    if (start < this.now - 15 || start > this.now + 365 * DAY) return 'SLOT_UNAVAILABLE'
    const slot = { barber, start, end: start + row.end - row.start }
    return this.take(row, slot, () => {
      const { barber, start, end, status, requested } = row
      this.update(row, { ...slot, status: 'CONFIRMED', requested: this.now, ...tapsAfter(row, slot) })
      const before = { barber, start, end, status, requested }
      this.moves.set(row, { who, version: row.version, at: this.now, isUndone: false, before })
    })
  }

  private undo(row: ModelRow, { version }: ModelCommand & { do: 'undo' }): string {
    const move = this.moves.get(row)
    // Nor to one who no longer works in the barbershop.
    if (!move || (move.who !== 'owner' && !this.barbersPresent[Number(move.who[1])])) return 'APPOINTMENT_NOT_FOUND'
    if (this.now > move.at) return 'UNDO_TOO_LATE'
    if (move.isUndone) return 'ok'
    if (row.version !== version) return 'STATE_CHANGED'
    return this.take(row, move.before, () => {
      this.update(row, { ...move.before, ...tapsAfter(row, move.before) })
      move.isUndone = true
      this.undone.set(row, (this.undone.get(row) ?? 0) + 1)
    })
  }

  private take(row: ModelRow, slot: Pick<Slot, 'barber' | 'start' | 'end'>, update: () => void): string {
    if (!this.isActive || !this.barbersPresent[slot.barber]) return 'BARBER_NOT_FOUND'
    const error = this.findError({ ...row, ...slot }, row)
    if (!error) update()
    return error ?? 'ok'
  }

  private change(row: ModelRow, { who, action }: ModelCommand & { do: 'change' }): string {
    if (who.startsWith('c')) {
      if (row.customer !== Number(who[1])) return 'APPOINTMENT_NOT_FOUND'
      return action === 'cancel' ? this.cancel(row, 'customer') : 'FORBIDDEN'
    }
    if (who !== 'owner' && row.barber !== Number(who[1])) return 'APPOINTMENT_NOT_FOUND'
    if (who !== 'owner' && !this.barbersPresent[row.barber]) return 'FORBIDDEN'
    const side = who === 'owner' ? 'owner' : 'barber'
    switch (action) {
      case 'cancel':
        return this.cancel(row, side)
      case 'confirm':
        return this.confirm(row)
      case 'complete':
        return this.end(row)
      case 'noShow':
        return this.miss(row)
      default:
        return this.correct(row, action, side)
    }
  }

  private confirm(row: ModelRow): string {
    if (row.status === 'CONFIRMED') return 'ok'
    if (!isOpen(row)) return 'STATE_CHANGED'
    if (this.now >= row.end) return 'APPOINTMENT_OVER'
    this.update(row, { status: 'CONFIRMED' })
    return 'ok'
  }

  private end(row: ModelRow): string {
    if (row.status === 'COMPLETED') return 'ok'
    if (row.status !== 'CONFIRMED') return 'STATE_CHANGED'
    if (this.now < row.start && row.servedFrom === null) return 'NOT_STARTED'
    this.complete(row)
    this.update(row, { status: 'COMPLETED', ...endService(row, this.now) })
    return 'ok'
  }

  private miss(row: ModelRow): string {
    if (row.status === 'NO_SHOW') return 'ok'
    if (!isOpen(row)) return 'STATE_CHANGED'
    if (row.customer === null) return 'WALK_IN_NO_SHOW'
    if (this.now < row.start) return 'NOT_STARTED'
    if (this.now > row.start + 7 * DAY) return 'NO_SHOW_TOO_LATE'
    this.update(row, { status: 'NO_SHOW', ...noTaps })
    return 'ok'
  }

  private tap(row: ModelRow, { who, action, version }: ModelCommand & { do: 'tap' }): string {
    if (who.startsWith('c')) return row.customer === Number(who[1]) ? 'FORBIDDEN' : 'APPOINTMENT_NOT_FOUND'
    if (who !== 'owner' && row.barber !== Number(who[1])) return 'APPOINTMENT_NOT_FOUND'
    if (who !== 'owner' && !this.barbersPresent[row.barber]) return 'FORBIDDEN'
    const verdict = isOpen(row) ? judgeTap(row, action, { ...this, version }) : 'STATE_CHANGED'
    if (verdict !== 'tapped') return verdict
    if (action !== 'serve' || row.status === 'CONFIRMED') this.tapped.set(row, (this.tapped.get(row) ?? 0) + 1)
    this.update(row, changeByTap(row, action, this.now))
    return 'ok'
  }

  /** The review is requested later, by a job. */
  private complete(row: ModelRow) {
    this.completed++
    this.tapped.set(row, (this.tapped.get(row) ?? 0) + 1)
  }

  private correct(row: ModelRow, action: string, by: string): string {
    if (action === 'correctToCompleted') return this.correctToCompleted(row)
    const target = action === 'correctToNoShow' ? 'NO_SHOW' : 'CANCELLED'
    const cancelledBy = target === 'CANCELLED' ? by : null
    if (row.status === target && row.cancelledBy === cancelledBy) return 'ok'
    if (row.status !== 'COMPLETED') return 'STATE_CHANGED'
    if (target === 'NO_SHOW' && row.customer === null) return 'WALK_IN_NO_SHOW'
    if (target === 'CANCELLED' && row.customer !== null) return 'STATE_CHANGED'
    if (this.now >= endOfDay(row)) return 'CORRECTION_TOO_LATE'
    if (row.rating !== null) return 'APPOINTMENT_REVIEWED'
    this.completed--
    this.update(row, { status: target, cancelledBy, ...noTaps })
    return 'ok'
  }

  private correctToCompleted(row: ModelRow): string {
    if (row.status === 'COMPLETED') return 'ok'
    if (row.status !== 'NO_SHOW') return 'STATE_CHANGED'
    if (this.now >= endOfDay(row)) return 'CORRECTION_TOO_LATE'
    if (row.rating !== null) return 'APPOINTMENT_REVIEWED'
    this.complete(row)
    this.update(row, { status: 'COMPLETED', cancelledBy: null })
    return 'ok'
  }

  private cancel(row: ModelRow, by: string): string {
    if (row.status === 'CANCELLED' && row.cancelledBy === by) return 'ok'
    if (!isOpen(row) || (by === 'customer' && row.servedFrom !== null)) return 'STATE_CHANGED'
    if (by === 'customer' && row.start - this.now < CANCEL_NOTICE) return 'NOTICE_PASSED'
    const last = row.customer === null ? endOfDay(row) : row.end
    if (by !== 'customer' && this.now >= last) return 'APPOINTMENT_OVER'
    this.update(row, { status: 'CANCELLED', cancelledBy: by, ...noTaps })
    return 'ok'
  }

  private isSlot(start: number, end: number): boolean {
    if (!this.hours || start % GRID !== 0 || start < this.now) return false
    const midnight = start - (start % DAY)
    return start >= midnight + this.hours[0] && end <= midnight + this.hours[1]
  }

  private findError(slot: Pick<ModelRow, 'barber' | 'customer' | 'service' | 'start' | 'end'>, self?: ModelRow) {
    const others = this.rows.filter((row) => row !== self && isOpen(row))
    const overlapping = others.filter((row) => row.start < slot.end && slot.start < row.end)
    if (slot.customer !== null && overlapping.some((row) => row.customer === slot.customer)) return 'CUSTOMER_BUSY'
    const isTaken = others.some(
      (row) => row.barber === slot.barber && row.start < readyAt(slot) && slot.start < readyAt(row),
    )
    return isTaken ? 'SLOT_TAKEN' : undefined
  }

  private add(row: Pick<ModelRow, 'barber' | 'customer' | 'service' | 'start' | 'end' | 'status'>): string {
    const times = { requested: this.now, created: this.now, changed: this.now }
    this.rows.push({ ...row, ...times, cancelledBy: null, version: 1, rating: null, ...noTaps })
    return 'ok'
  }

  private update(row: ModelRow, change: Partial<ModelRow>) {
    Object.assign(row, change, { version: row.version + 1, changed: this.now })
  }
}

function isOpen({ status }: ModelRow): boolean {
  return status === 'SCHEDULED' || status === 'CONFIRMED'
}

/** Midnight after it ended or was last changed. */
function endOfDay({ end, changed }: ModelRow): number {
  const last = Math.max(end, changed)
  return last - (last % DAY) + DAY
}

function readyAt({ end, service }: Pick<ModelRow, 'end' | 'service'>): number {
  return end + (BUFFERS[service] as number)
}
