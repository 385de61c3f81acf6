import { UNDO_SECONDS } from '@na-regua/contract/staff-bookings'
import { UNDO_GRACE_SECONDS } from '../../appointments/status/rules.ts'

export function isUndoable(movedAt: Date, now: Date): boolean {
  return now.getTime() - movedAt.getTime() <= (UNDO_SECONDS + UNDO_GRACE_SECONDS) * 1000
}

const MINUTE = 60_000
/** Staff may move to a time that has just begun, because a board is never as exact as a clock. */
const MOVE_WINDOW = { minutesBack: 15, daysAhead: 365 } as const

/** A whole minute. Hours, breaks and notice are for customers. */
export function isMoveTime(start: Date, now: Date): boolean {
  const minutes = (start.getTime() - now.getTime()) / MINUTE
  const isInWindow = minutes >= -MOVE_WINDOW.minutesBack && minutes <= MOVE_WINDOW.daysAhead * 1440
  return isInWindow && start.getTime() % MINUTE === 0
}
