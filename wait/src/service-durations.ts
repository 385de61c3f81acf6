/**
 * How long a service takes, as a log-normal distribution.
 * `medianMin`: minutes. `spread`: standard deviation of the logarithm of the minutes. `medianError`: standard error of the logarithm of
 * the median, so that an estimate from few observations is wider.
 */
export type ServiceDuration = { medianMin: number; spread: number; medianError: number }

/** A service that was observed. `isExact` is false when its end was settled by the clock, not by a tap. */
export type ObservedService = { minutes: number; isExact: boolean }

/** How many observations the level above is worth: a barbershop for a barber, a city for a barbershop. */
export const PRIOR_WEIGHT = 8
/** Standard deviation of the logarithm of the medians of different barbers for one service. */
const BETWEEN_BARBERS = 0.22
/** A normal distribution has this many standard deviations per median absolute deviation. */
const MAD_TO_DEVIATION = 1.4826
/** Shorter and longer ones are taps by mistake. */
const LIMITS = { shortest: 3, longest: 240 } as const
const SPREAD_LIMITS = { least: 0.08, most: 0.6 } as const

/** For a service that was never observed: the duration that the barbershop plans, and what services in general vary by. */
export function plannedServiceDuration(plannedMin: number): ServiceDuration {
  return { medianMin: plannedMin, spread: 0.25, medianError: BETWEEN_BARBERS }
}

/** What a barbershop has learned of a service, as the level above one barber: barbers differ, however well the barbershop is known. */
export function asPriorOfBarber(ofBarbershop: ServiceDuration): ServiceDuration {
  return { ...ofBarbershop, medianError: BETWEEN_BARBERS }
}

/**
 * What the observations say, shrunk to `prior` where they are few. Median and median absolute deviation of the logarithms: a forgotten
 * tap among the observations does not move them.
 */
export function learnServiceDuration(observed: readonly ObservedService[], prior: ServiceDuration): ServiceDuration {
  const logs = observed
    .filter(({ minutes, isExact }) => isExact && minutes >= LIMITS.shortest && minutes <= LIMITS.longest)
    .map(({ minutes }) => Math.log(minutes))
    .sort((a, b) => a - b)
  if (logs.length === 0) return prior
  const own = medianOf(logs)
  const deviation = medianOf(logs.map((log) => Math.abs(log - own)).sort((a, b) => a - b)) * MAD_TO_DEVIATION
  const share = logs.length / (logs.length + PRIOR_WEIGHT)
  const spread = Math.sqrt(share * deviation ** 2 + (1 - share) * prior.spread ** 2)
  return {
    medianMin: Math.exp(share * own + (1 - share) * Math.log(prior.medianMin)),
    spread: Math.min(Math.max(spread, SPREAD_LIMITS.least), SPREAD_LIMITS.most),
    // The median of a sample varies by 1.25 times as much as its mean.
    medianError:
      Math.min(prior.medianError * Math.sqrt(1 - share), BETWEEN_BARBERS) + (0.25 * spread) / Math.sqrt(logs.length),
  }
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length >> 1
  const upper = sorted[middle] as number
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] as number)) / 2
}
