type Priced = { id: string; name: string; durationMin: number; priceCents: number }
type Combined = { serviceIds: readonly string[]; durationMin: number; priceCents: number | null }
type Cover = { parts: number; durationMin: number; priceCents: number }

/**
 * What several services take and cost in one visit: their sum, except where the shop has its own time or price for some of them
 * together (a null price is the sum). Of several ways to combine them the one that combines most counts, then the cheapest, then
 * the shortest. Screen and server ask the same function, so that nobody pays another price than the one that stood there.
 */
export function combineServices(services: readonly Priced[], combinations: readonly Combined[]) {
  const { durationMin, priceCents } = cover(services, combinations)
  return { name: services.map(({ name }) => name).join(' + '), durationMin, priceCents }
}

function cover(services: readonly Priced[], combinations: readonly Combined[]): Cover {
  const [first, ...others] = services
  if (!first) return { parts: 0, durationMin: 0, priceCents: 0 }
  const together = combinations.flatMap((combination) => {
    const [inside, outside] = split(services, combination)
    const isWhole = inside.length === combination.serviceIds.length && inside.includes(first)
    return isWhole ? [add(cover(outside, combinations), priceOf(combination, inside))] : []
  })
  const alone = add(cover(others, combinations), first)
  return [alone, ...together].reduce((best, next) => (isBetter(next, best) ? next : best))
}

function split(services: readonly Priced[], { serviceIds }: Combined) {
  const isInside = ({ id }: Priced) => serviceIds.includes(id)
  return [services.filter(isInside), services.filter((service) => !isInside(service))] as const
}

function priceOf({ durationMin, priceCents }: Combined, services: readonly Priced[]) {
  return { durationMin, priceCents: priceCents ?? services.reduce((sum, service) => sum + service.priceCents, 0) }
}

function add(rest: Cover, part: Omit<Cover, 'parts'>): Cover {
  return {
    parts: rest.parts + 1,
    durationMin: rest.durationMin + part.durationMin,
    priceCents: rest.priceCents + part.priceCents,
  }
}

function isBetter(one: Cover, other: Cover) {
  return (one.parts - other.parts || one.priceCents - other.priceCents || one.durationMin - other.durationMin) < 0
}
