import {
  asPriorOfBarber,
  asPriorOfBarbershop,
  learnServiceDuration,
  type ObservedService,
  plannedServiceDuration,
  type ServiceDuration,
} from '@na-regua/wait'
import { LoadingCache } from '../../../lib/caches/loading-cache.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { listObservations, type ObservedBarbershop } from './queries.ts'

/** What a barbershop's taps say. */
export type LearnedBarbershop = {
  /** How long a service of so many planned minutes takes this barber. */
  timeOf(barberId: string, serviceId: string | null, plannedMin: number): ServiceDuration
  /** Share of services whose end is not tapped, and of booked customers who come. */
  forgottenTaps: number
  showShare: number
  /** The most frequent service first. */
  popularity: readonly string[]
}

/** Durations are learned for a service of this planned length: what varies by service is the ratio to its plan. */
export const REFERENCE_MIN = 30
/** How a barbershop without observations is expected to be, and how many observations that is worth. */
const EXPECTED = { forgottenTaps: 0.1, showShare: 0.92, weight: 20 } as const

export function learnBarbershop({ observed, counts, cityPaces }: Omit<ObservedBarbershop, 'id'>): LearnedBarbershop {
  const keyOf = (barberId: string, serviceId: string | null) => `${barberId} ${serviceId}`
  const sumOf = (count: 'ended' | 'forgotten' | 'came' | 'missed') => counts.reduce((sum, row) => sum + row[count], 0)
  const planned = plannedServiceDuration(REFERENCE_MIN)
  const ofCity = new Map(
    cityPaces.map(({ serviceId, ...pace }) => [serviceId, asPriorOfBarbershop(pace, REFERENCE_MIN)]),
  )
  const priorOf = (serviceId: string | null) => ofCity.get(serviceId) ?? planned
  const ofService = new Map<string | null, ServiceDuration>()
  const ofBarber = new Map<string, ServiceDuration>()
  for (const [serviceId, rows] of Map.groupBy(observed, (row) => row.serviceId)) {
    const ofBarbershop = learnServiceDuration(
      rows.flatMap(({ paces }) => toObserved(paces)),
      priorOf(serviceId),
    )
    ofService.set(serviceId, asPriorOfBarber(ofBarbershop))
    for (const { barberId, paces } of rows)
      ofBarber.set(keyOf(barberId, serviceId), learnServiceDuration(toObserved(paces), asPriorOfBarber(ofBarbershop)))
  }
  return {
    timeOf(barberId, serviceId, plannedMin) {
      const learned = ofBarber.get(keyOf(barberId, serviceId)) ?? ofService.get(serviceId) ?? priorOf(serviceId)
      return { ...learned, medianMin: (learned.medianMin * plannedMin) / REFERENCE_MIN }
    },
    forgottenTaps: shareOf(sumOf('forgotten'), sumOf('ended'), EXPECTED.forgottenTaps),
    showShare: shareOf(sumOf('came'), sumOf('came') + sumOf('missed'), EXPECTED.showShare),
    popularity: counts
      .toSorted((one, other) => other.chosen - one.chosen)
      .flatMap(({ serviceId, chosen }) => (serviceId !== null && chosen > 0 ? [serviceId] : [])),
  }
}

export const toObserved = (paces: readonly number[]): ObservedService[] =>
  paces.map((pace) => ({ minutes: pace * REFERENCE_MIN, isExact: true }))

const shareOf = (count: number, all: number, expected: number) =>
  (count + expected * EXPECTED.weight) / (all + EXPECTED.weight)

const DAY_MS = 86_400_000
const MAX_BARBERSHOPS = 20_000

/** What was learned of barbershops, for a day. One statement for those that are not stored; a barbershop that is unknown is missing. */
export function createLearning(clock: Clock) {
  const cache = new LoadingCache<LearnedBarbershop | undefined>({ clock, ttlMs: DAY_MS, max: MAX_BARBERSHOPS })
  return async function learn(
    db: Database,
    barbershopIds: readonly string[],
    now: Date,
  ): Promise<Map<string, LearnedBarbershop>> {
    const missing = barbershopIds.filter((id) => !cache.find(id) && !cache.isLoading(id))
    const loading = missing.length > 0 ? listObservations(db, missing, now) : Promise.resolve([])
    const rows = loading.then((observed) => new Map(observed.map((row) => [row.id, row])))
    const entries = await Promise.all(
      barbershopIds.map(async (id) => [id, await cache.get(id, async () => findLearned(await rows, id))] as const),
    )
    return new Map(entries.flatMap(([id, learned]) => (learned ? [[id, learned] as const] : [])))
  }
}

function findLearned(rows: ReadonlyMap<string, ObservedBarbershop>, id: string): LearnedBarbershop | undefined {
  const row = rows.get(id)
  return row && learnBarbershop(row)
}
