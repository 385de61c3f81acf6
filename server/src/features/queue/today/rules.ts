import { OVERRUN_MIN } from '@na-regua/wait'
import type { RequiredTime } from '../../availability/rules.ts'

/**
 * The duration of a service that has so many minutes until the next appointment, or undefined where it is short of more than the
 * tolerance by which the wait is estimated. The buffer after it stays.
 */
export function cutToFit({ durationMin, bufferMin }: RequiredTime, minutesUntilNext: number): number | undefined {
  const fitting = Math.floor(minutesUntilNext) - bufferMin
  return fitting >= 1 && durationMin - fitting <= OVERRUN_MIN ? Math.min(fitting, durationMin) : undefined
}
