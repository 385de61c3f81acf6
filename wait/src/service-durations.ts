/**
 * How long a service takes, as a log-normal distribution.
 * `medianMin`: minutes. `spread`: standard deviation of the logarithm of the minutes. `medianError`: standard error of the logarithm of
 * the median, so that an estimate from few observations is wider.
 */
export type ServiceDuration = { medianMin: number; spread: number; medianError: number }

/** A service that was observed. `isExact` is false when its end was settled by the clock, not by a tap. */
export type ObservedService = { minutes: number; isExact: boolean }

/** How many observations the level above is worth: a barbershop for a barber, a city for a barbershop. */
const PRIOR_WEIGHT = 8
/** Standard deviation of the logarithm of the medians of different barbers for one service. */
const BETWEEN_BARBERS = 0.22
/** A normal distribution has this many standard deviations per median absolute deviation. */
const MAD_TO_DEVIATION = 1.4826
/** Shorter and longer ones are taps by mistake. */
const LIMITS = { shortest: 3, longest: 240 } as const
/** The spread of a service that was never observed. */
const PLANNED_SPREAD = 0.25
const SPREAD_LIMITS = { least: 0.08, most: 0.6 } as const

/** For a service that was never observed: the duration that the barbershop plans, and what services in general vary by. */
export function plannedServiceDuration(plannedMin: number): ServiceDuration {
  return { medianMin: plannedMin, spread: PLANNED_SPREAD, medianError: BETWEEN_BARBERS }
}

/** What a barbershop has learned of a service, as the level above one barber: barbers differ, however well the barbershop is known. */
export function asPriorOfBarber(ofBarbershop: ServiceDuration): ServiceDuration {
  return { ...ofBarbershop, medianError: BETWEEN_BARBERS }
}

/** One barber's observations of one service, of the length that all of a city are compared at. */
export type CityObservations = { barbershopId: string; observed: readonly ObservedService[] }

/** `median` and `spread` are of the logarithm of the real minutes per planned minute. */
export type CityPace = { barbershops: number; services: number; median: number; spread: number }

/** A row of fewer could say something about one of them. */
const CITY_LEAST = { barbershops: 5, services: 30 } as const
/** Observations of a barber whose own deviation is counted. */
const LEAST_FOR_DEVIATION = 8

/**
 * What services of one kind take in a city, in relation to the plan of `plannedMin` minutes; undefined of too few barbershops or
 * services. The spread is that around each barber's own median: how barbers differ is the error of a median.
 */
export function learnCityPace(ofBarbers: readonly CityObservations[], plannedMin: number): CityPace | undefined {
  const groups = ofBarbers
    .map(({ barbershopId, observed }) => ({ barbershopId, logs: toSortedLogs(observed) }))
    .filter(({ logs }) => logs.length > 0)
  const barbershops = new Set(groups.map(({ barbershopId }) => barbershopId)).size
  const logs = groups.flatMap((group) => group.logs).sort((a, b) => a - b)
  if (barbershops < CITY_LEAST.barbershops || logs.length < CITY_LEAST.services) return undefined
  const deviations = groups
    .filter((group) => group.logs.length >= LEAST_FOR_DEVIATION)
    .flatMap((group) => listDeviations(group.logs))
    .sort((a, b) => a - b)
  const spread = deviations.length > 0 ? medianOf(deviations) * MAD_TO_DEVIATION : PLANNED_SPREAD
  const median = medianOf(logs) - Math.log(plannedMin)
  return { barbershops, services: logs.length, median, spread: limitSpread(spread) }
}

/** What a city's services say of one of its barbershops, as the level above it: barbershops differ as much as barbers. */
export function asPriorOfBarbershop(
  { median, spread }: Pick<CityPace, 'median' | 'spread'>,
  plannedMin: number,
): ServiceDuration {
  return { medianMin: plannedMin * Math.exp(median), spread, medianError: BETWEEN_BARBERS }
}

/**
 * What the observations say, shrunk to `prior` where they are few. Median and median absolute deviation of the logarithms: a forgotten
 * tap among the observations does not move them.
 */
export function learnServiceDuration(observed: readonly ObservedService[], prior: ServiceDuration): ServiceDuration {
  const logs = toSortedLogs(observed)
  if (logs.length === 0) return prior
  const own = medianOf(logs)
  const deviation = medianOf(listDeviations(logs).sort((a, b) => a - b)) * MAD_TO_DEVIATION
  const share = logs.length / (logs.length + PRIOR_WEIGHT)
  const spread = Math.sqrt(share * deviation ** 2 + (1 - share) * prior.spread ** 2)
  return {
    medianMin: Math.exp(share * own + (1 - share) * Math.log(prior.medianMin)),
    spread: limitSpread(spread),
    // The median of a sample varies by 1.25 times as much as its mean.
    medianError:
      Math.min(prior.medianError * Math.sqrt(1 - share), BETWEEN_BARBERS) + (0.25 * spread) / Math.sqrt(logs.length),
  }
}

function toSortedLogs(observed: readonly ObservedService[]): number[] {
  return observed
    .filter(({ minutes, isExact }) => isExact && minutes >= LIMITS.shortest && minutes <= LIMITS.longest)
    .map(({ minutes }) => Math.log(minutes))
    .sort((a, b) => a - b)
}

/** From their own median. */
function listDeviations(sorted: readonly number[]): number[] {
  const median = medianOf(sorted)
  return sorted.map((log) => Math.abs(log - median))
}

const limitSpread = (spread: number) => Math.min(Math.max(spread, SPREAD_LIMITS.least), SPREAD_LIMITS.most)

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length >> 1
  const upper = sorted[middle] as number
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] as number)) / 2
}
