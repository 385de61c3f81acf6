import { normalShareBelow } from './random.ts'
import type { BarberState } from './state.ts'

type Serving = NonNullable<BarberState['serving']>

/** Minutes by which customers with an appointment come after their time: mean and standard deviation. */
const LATENESS = { mean: -2, spread: 7 } as const

/** Probability that a customer with an appointment in `startMin` minutes still comes, when `share` of all do. Who is late is less likely to. */
export function chanceToCome(share: number, startMin: number): number {
  const stillComing = startMin < 0 ? 1 - normalShareBelow((-startMin - LATENESS.mean) / LATENESS.spread) : 1
  const coming = share * stillComing
  return coming / (coming + (1 - share))
}

/** Share of such services that take less than this one has taken already. */
export function chanceOfEnd({ elapsedMin, time: { medianMin, medianError, spread } }: Serving): number {
  return elapsedMin > 0 ? normalShareBelow(Math.log(elapsedMin / medianMin) / Math.hypot(spread, medianError)) : 0
}

/** Probability that the service has ended and its end was not tapped. */
export function chanceOfForgottenTap(serving: Serving, forgottenTaps: number): number {
  const ended = chanceOfEnd(serving)
  const forgotten = forgottenTaps * ended
  return forgotten === 0 ? 0 : forgotten / (forgotten + (1 - ended))
}
