type PricedService = { id: string; name: string; durationMin: number; priceCents: number }
type Combination = {
  /** The service that the combination is, if it is one. */
  serviceId?: string | null
  serviceIds: readonly string[]
  durationMin: number
  priceCents: number | null
}
/** How a barber differs from the barbershop in a service; null: in nothing. */
type OwnTerms = { isProvided: boolean; durationMin: number | null; priceCents: number | null }
/** By the id of the service; undefined for a service that the barber provides as the barbershop does. */
type FindTerms = (serviceId: string) => OwnTerms | undefined

/** The services that the barber provides, with the barber's price and duration. Web and server call these functions. */
export function listServicesOfBarber<S extends PricedService>(services: readonly S[], findTerms: FindTerms): S[] {
  return services.flatMap((service) => applyTerms(service, findTerms(service.id)))
}

/** The combinations likewise: a combo has the barber's price also when its services are chosen one by one. */
export function listCombinationsOfBarber<C extends Combination>(combinations: readonly C[], findTerms: FindTerms): C[] {
  return combinations.flatMap((one) => applyTerms(one, one.serviceId ? findTerms(one.serviceId) : undefined))
}

type ServiceWithTerms = PricedService & { barbers?: readonly (OwnTerms & { barberId: string })[] | null }
type ServiceList<S, C> = { services: readonly S[]; combinations: readonly C[] }

/** What one of these barbers provides of a barbershop, as the cheapest of them does. Without barbers the list is as it is. */
export function listServicesOfBarbers<S extends ServiceWithTerms, C extends Combination>(
  listed: ServiceList<S, C>,
  barberIds: readonly string[],
): ServiceList<S, C> {
  if (barberIds.length === 0) return listed
  const services = listed.services.flatMap((service) =>
    barberIds
      .flatMap((id) =>
        applyTerms(
          service,
          service.barbers?.find(({ barberId }) => barberId === id),
        ),
      )
      .sort((one, other) => one.priceCents - other.priceCents)
      .slice(0, 1),
  )
  const combinations = listed.combinations.flatMap((one) => {
    const combo = services.find(({ id }) => id === one.serviceId)
    if (!one.serviceId) return [one]
    return combo ? [{ ...one, durationMin: combo.durationMin, priceCents: combo.priceCents }] : []
  })
  return { services, combinations }
}

function applyTerms<T extends Omit<Combination, 'serviceIds'>>(listed: T, own: OwnTerms | undefined): T[] {
  if (!own) return [listed]
  const { durationMin, priceCents } = listed
  const terms = { durationMin: own.durationMin ?? durationMin, priceCents: own.priceCents ?? priceCents }
  return own.isProvided ? [{ ...listed, ...terms }] : []
}
/** Services split into combinations and single services: the number of both, and their sums. */
type Split = { parts: number; durationMin: number; priceCents: number }

/**
 * Duration and price of several services in one appointment: their sum, except where the barbershop has its own duration or price
 * for some of them together (a null price is the sum). Of several ways to combine them the one that combines most is used, then the
 * cheapest, then the shortest. Web and server call this function, so that a customer pays the price that was shown.
 */
export function combineServices(services: readonly PricedService[], combinations: readonly Combination[]) {
  const { durationMin, priceCents } = findBestSplit(services, combinations)
  return { name: services.map(({ name }) => name).join(' + '), durationMin, priceCents }
}

function findBestSplit(services: readonly PricedService[], combinations: readonly Combination[]): Split {
  const [first, ...others] = services
  if (!first) return { parts: 0, durationMin: 0, priceCents: 0 }
  const combined = combinations.flatMap((combination) => {
    const [included, remaining] = partition(services, combination)
    const isUsable = included.length === combination.serviceIds.length && included.includes(first)
    return isUsable ? [addPart(findBestSplit(remaining, combinations), priceOf(combination, included))] : []
  })
  const alone = addPart(findBestSplit(others, combinations), first)
  return [alone, ...combined].reduce((best, next) => (isBetter(next, best) ? next : best))
}

function partition(services: readonly PricedService[], { serviceIds }: Combination) {
  const isIncluded = ({ id }: PricedService) => serviceIds.includes(id)
  return [services.filter(isIncluded), services.filter((service) => !isIncluded(service))] as const
}

function priceOf({ durationMin, priceCents }: Combination, services: readonly PricedService[]) {
  return { durationMin, priceCents: priceCents ?? services.reduce((sum, service) => sum + service.priceCents, 0) }
}

function addPart(split: Split, part: Omit<Split, 'parts'>): Split {
  return {
    parts: split.parts + 1,
    durationMin: split.durationMin + part.durationMin,
    priceCents: split.priceCents + part.priceCents,
  }
}

function isBetter(one: Split, other: Split) {
  return (one.parts - other.parts || one.priceCents - other.priceCents || one.durationMin - other.durationMin) < 0
}

/**
 * What one or more services cost in a last-minute slot: their fixed prices together, and never more than `listPriceCents`, for which the
 * barbershop provides them together. Undefined unless the slot has a price for each. Web and server call this function.
 */
export function priceInSlot(
  prices: readonly { serviceId: string; priceCents: number }[],
  serviceIds: readonly string[],
  listPriceCents: number,
): number | undefined {
  const found = serviceIds.flatMap((id) => prices.find(({ serviceId }) => serviceId === id) ?? [])
  if (found.length === 0 || found.length < serviceIds.length) return undefined
  return Math.min(
    listPriceCents,
    found.reduce((sum, { priceCents }) => sum + priceCents, 0),
  )
}
