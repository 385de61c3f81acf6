/**
 * The life of appointments once more, small and slow, in whole minutes since a midnight of the shop: what the product must agree
 * with, command by command. It shares no code with it.
 */
export type Command =
  | { do: 'book'; customer: number; chair: number; service: number; start: number }
  | { do: 'move'; customer: number; nth: number; start: number; isStray: boolean }
  | { do: 'change'; who: Who; nth: number; action: 'confirm' | 'cancel' | 'complete' | 'noShow'; isStray: boolean }
  | { do: 'walkIn'; who: Who; chair: number; service: number; after: number; isStray: boolean }
  | { do: 'release' }
  | { do: 'pass'; minutes: number }
  | { do: 'hours'; hours: [number, number] | null }
  | { do: 'toggleChair'; chair: number }
  | { do: 'toggleShop' }
  | { do: 'review'; customer: number; nth: number; rating: number; isStray: boolean }
  | { do: 'dismiss'; chair: number; cancels: boolean }
  | { do: 'lapse' }
  | { do: 'renew' }

/** Customers 0–2, the barbers of the chairs 0–1, the owner. */
export type Who = 'c0' | 'c1' | 'c2' | 'b0' | 'b1' | 'owner'

export type ModelRow = {
  chair: number
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
}

export const DURATIONS = [30, 60]
export const BUFFERS = [0, 10]
export const GRID = 15
export const CANCEL_NOTICE = 120
export const FIRST_HOURS: [number, number] = [540, 1080]
const DAY = 1440

export class Model {
  now = 600
  hours: [number, number] | null = FIRST_HOURS
  isOn = true
  /** The owner has an older shop too, which is the one that stays when nobody pays. */
  hasPlan = true
  chairs = [true, true]
  rows: ModelRow[] = []
  completed = 0

  /** Most people ask for what is theirs: only a stray command keeps whoever was drawn. */
  aim(command: Command): Command {
    if (!('isStray' in command) || command.isStray) return command
    if (command.do === 'walkIn')
      return { ...command, who: command.who === 'owner' ? 'owner' : `b${command.chair as 0 | 1}` }
    const row = this.rows[command.nth % this.rows.length]
    if (!row) return command
    if (command.do !== 'change') return { ...command, customer: row.customer ?? 0 }
    const mine = { c: `c${(row.customer ?? 0) as 0 | 1 | 2}`, b: `b${row.chair as 0 | 1}`, o: 'owner' } as const
    return { ...command, who: mine[command.who[0] as 'c' | 'b' | 'o'] }
  }

  /** 'ok', or the code of the refusal. */
  run(command: Command): string {
    if (command.do === 'pass') this.now += command.minutes
    if (command.do === 'hours') this.hours = command.hours
    if (command.do === 'toggleChair') this.chairs[command.chair] = !this.chairs[command.chair]
    if (command.do === 'toggleShop') this.isOn = !this.isOn
    if (command.do === 'release') this.release()
    if (command.do === 'renew') this.hasPlan = true
    if (command.do === 'lapse') this.lapse()
    if (command.do === 'dismiss') return this.dismiss(command)
    if (command.do === 'book') return this.book(command)
    if (command.do === 'walkIn') return this.walkIn(command)
    if (command.do !== 'move' && command.do !== 'change' && command.do !== 'review') return 'ok'
    const row = this.rows[command.nth % this.rows.length]
    if (!row) return 'APPOINTMENT_NOT_FOUND'
    if (command.do === 'review') return this.review(row, command)
    return command.do === 'move' ? this.move(row, command.customer, command.start) : this.change(row, command)
  }

  private lapse() {
    if (this.hasPlan) this.isOn = false
    this.hasPlan = false
  }

  private dismiss({ chair, cancels }: Command & { do: 'dismiss' }): string {
    if (!this.chairs[chair]) return 'BARBER_NOT_FOUND'
    if (!this.hasPlan) return 'PLAN_LAPSED'
    const ahead = this.rows.filter((row) => row.chair === chair && isOpen(row) && row.end > this.now)
    if (ahead.length > 0 && !cancels) return 'FUTURE_APPOINTMENTS'
    for (const row of ahead) this.step(row, { status: 'CANCELLED', cancelledBy: 'owner' })
    this.chairs[chair] = false
    return 'ok'
  }

  private review(row: ModelRow, { customer, rating }: Command & { do: 'review' }): string {
    if (row.customer !== customer) return 'APPOINTMENT_NOT_FOUND'
    if (row.status !== 'COMPLETED') return 'REVIEW_NOT_ALLOWED'
    if (row.rating !== null) return 'ALREADY_REVIEWED'
    row.rating = rating
    return 'ok'
  }

  private release() {
    for (const row of this.rows) {
      const patience = Math.max(row.start - 120, row.requested + 60)
      const isOver = this.now >= row.start || this.now >= patience || this.now >= row.requested + DAY
      if (row.status === 'SCHEDULED' && isOver) this.step(row, { status: 'CANCELLED', cancelledBy: 'system' })
    }
  }

  private book({ customer, chair, service, start }: Command & { do: 'book' }): string {
    const mine = this.rows.filter((row) => row.customer === customer)
    if (mine.some((row) => row.chair === chair && row.start === start && isOpen(row))) return 'ok'
    if (!this.isOn || !this.chairs[chair]) return 'BARBER_NOT_FOUND'
    const end = start + (DURATIONS[service] as number)
    if (!this.isOffered(start, end)) return 'SLOT_UNAVAILABLE'
    if (mine.filter((row) => isOpen(row) && row.end > this.now).length >= 3) return 'TOO_MANY_OPEN_APPOINTMENTS'
    if (mine.filter((row) => row.created >= this.now - (this.now % DAY)).length >= 5) return 'TOO_MANY_NEW_APPOINTMENTS'
    const refusal = this.refusal({ chair, customer, service, start, end })
    return refusal ?? this.add({ chair, customer, service, start, end, status: 'SCHEDULED' })
  }

  private walkIn({ who, chair, service, after }: Command & { do: 'walkIn' }): string {
    if (!this.isOn || !this.chairs[chair]) return 'BARBER_NOT_FOUND'
    if (who !== 'owner' && who !== `b${chair}`) return 'FORBIDDEN'
    if (after < -720 || after > DAY) return 'SLOT_UNAVAILABLE'
    const start = this.now + after
    const isSame = (row: ModelRow) =>
      row.customer === null && row.status === 'CONFIRMED' && row.chair === chair && row.start === start
    if (this.rows.some((row) => isSame(row) && row.service === service)) return 'ok'
    const wish = { chair, customer: null, service, start, end: start + (DURATIONS[service] as number) }
    return this.refusal(wish) ?? this.add({ ...wish, status: 'CONFIRMED' })
  }

  private move(row: ModelRow, customer: number, start: number): string {
    if (row.customer !== customer) return 'APPOINTMENT_NOT_FOUND'
    if (isOpen(row) && row.start === start) return 'ok'
    if (!isOpen(row)) return 'STATE_CHANGED'
    if (row.start - this.now < CANCEL_NOTICE) return 'NOTICE_PASSED'
    const end = start + row.end - row.start
    if (!this.isOn || !this.chairs[row.chair] || !this.isOffered(start, end)) return 'SLOT_UNAVAILABLE'
    const refusal = this.refusal({ ...row, start, end }, row)
    if (refusal) return refusal
    this.step(row, { start, end, status: 'SCHEDULED', requested: this.now })
    return 'ok'
  }

  private change(row: ModelRow, { who, action }: Command & { do: 'change' }): string {
    if (who.startsWith('c')) {
      if (row.customer !== Number(who[1])) return 'APPOINTMENT_NOT_FOUND'
      return action === 'cancel' ? this.cancel(row, 'customer') : 'FORBIDDEN'
    }
    if (who !== 'owner' && row.chair !== Number(who[1])) return 'APPOINTMENT_NOT_FOUND'
    if (who !== 'owner' && !this.chairs[row.chair]) return 'FORBIDDEN'
    if (action === 'cancel') return this.cancel(row, who === 'owner' ? 'owner' : 'barber')
    const target = { confirm: 'CONFIRMED', complete: 'COMPLETED', noShow: 'NO_SHOW' }[action]
    if (row.status === target) return 'ok'
    if (!isOpen(row) || (action === 'complete' && row.status === 'SCHEDULED')) return 'STATE_CHANGED'
    if (action === 'confirm' && this.now >= row.end) return 'APPOINTMENT_OVER'
    if (action !== 'confirm' && this.now < row.start) return 'NOT_STARTED'
    if (action === 'noShow' && this.now > row.start + 7 * DAY) return 'NO_SHOW_TOO_LATE'
    if (action === 'complete') this.completed++
    this.step(row, { status: target })
    return 'ok'
  }

  private cancel(row: ModelRow, by: string): string {
    if (row.status === 'CANCELLED' && row.cancelledBy === by) return 'ok'
    if (!isOpen(row)) return 'STATE_CHANGED'
    if (by === 'customer' && row.start - this.now < CANCEL_NOTICE) return 'NOTICE_PASSED'
    if (by !== 'customer' && this.now >= row.end) return 'APPOINTMENT_OVER'
    this.step(row, { status: 'CANCELLED', cancelledBy: by })
    return 'ok'
  }

  private isOffered(start: number, end: number): boolean {
    if (!this.hours || start % GRID !== 0 || start < this.now) return false
    const midnight = start - (start % DAY)
    return start >= midnight + this.hours[0] && end <= midnight + this.hours[1]
  }

  private refusal(wish: Pick<ModelRow, 'chair' | 'customer' | 'service' | 'start' | 'end'>, self?: ModelRow) {
    const others = this.rows.filter((row) => row !== self && isOpen(row))
    const meets = others.filter((row) => row.start < wish.end && wish.start < row.end)
    if (wish.customer !== null && meets.some((row) => row.customer === wish.customer)) return 'CUSTOMER_BUSY'
    const isTaken = others.some(
      (row) => row.chair === wish.chair && row.start < readyAt(wish) && wish.start < readyAt(row),
    )
    return isTaken ? 'SLOT_TAKEN' : undefined
  }

  private add(row: Pick<ModelRow, 'chair' | 'customer' | 'service' | 'start' | 'end' | 'status'>): string {
    this.rows.push({ ...row, cancelledBy: null, requested: this.now, created: this.now, version: 1, rating: null })
    return 'ok'
  }

  private step(row: ModelRow, change: Partial<ModelRow>) {
    Object.assign(row, change, { version: row.version + 1 })
  }
}

function isOpen({ status }: ModelRow): boolean {
  return status === 'SCHEDULED' || status === 'CONFIRMED'
}

function readyAt({ end, service }: Pick<ModelRow, 'end' | 'service'>): number {
  return end + (BUFFERS[service] as number)
}
