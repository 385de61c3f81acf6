import type { ServiceDuration } from './service-durations.ts'

/** An appointment or a break: the queue fills the time between them and never displaces one. */
export type FixedPoint = {
  /** Minutes from now; negative when it is overdue. */
  startMin: number
  time: ServiceDuration
  /** Probability that the customer comes; 1 for a break and for a customer who is there. */
  comes: number
}

/** A barber today, in minutes from now. */
export type BarberState = {
  fromMin: number
  untilMin: number
  /** Who is being served, and for how many minutes already. */
  serving?: { elapsedMin: number; time: ServiceDuration }
  /** In the order of their starts. */
  fixed: readonly FixedPoint[]
}

export type QueuedCustomer = {
  /** The position of the barber they wait for; undefined: the one who is free first. */
  barber?: number
  /** How long their service takes each barber, in the order of the barbers; undefined: this one does not offer it. */
  times: readonly (ServiceDuration | undefined)[]
  /** Takes no time: what one who joins now would wait. After all others. */
  isProbe?: boolean
}

export type WaitState = {
  barbers: readonly BarberState[]
  /** In the order in which they are called. */
  queue: readonly QueuedCustomer[]
  /** Share of the services on this queue whose end was not tapped. */
  forgottenTaps: number
  /** Share of the waiting customers who leave per minute. */
  leavingPerMin: number
}

/** A customer with an appointment who is so many minutes late is no longer waited for. */
export const GRACE_MIN = 10
/** A customer of the queue is called when their service is expected to end at most so late for the next fixed point. */
export const OVERRUN_MIN = 3
/** Minutes between two customers of a barber. */
export const CHANGEOVER_MIN = 1
