import type { Barbershop, Service, ServiceCombination } from '@na-regua/contract/barbershops'

/** One or several services taken in one go, with the name that the appointment will have. */
export type Visit = {
  services: readonly Service[]
  name: string
  durationMin: number
  priceCents: number
  /** What the services cost one by one, where that is more. */
  fullPriceCents: number | undefined
}

type Offer = Pick<Barbershop, 'combinations'>

/** Their sum, or what the shop asks for exactly these together. Undefined without a service. */
export function composeVisit(services: readonly Service[], { combinations }: Offer): Visit | undefined {
  if (services.length === 0) return undefined
  const sum = (key: 'durationMin' | 'priceCents') => services.reduce((total, service) => total + service[key], 0)
  const together = combinations.find((combination) => isOf(combination, services))
  const priceCents = together?.priceCents ?? sum('priceCents')
  return {
    services,
    name: services.map(({ name }) => name).join(' + '),
    durationMin: together?.durationMin ?? sum('durationMin'),
    priceCents,
    fullPriceCents: sum('priceCents') > priceCents ? sum('priceCents') : undefined,
  }
}

function isOf({ serviceIds }: ServiceCombination, services: readonly Service[]) {
  return serviceIds.length === services.length && services.every(({ id }) => serviceIds.includes(id))
}

/** What adding a service does to the visit: the minutes and cents on top, which are fewer where the shop has its own for them. */
export function addedBy(service: Service, visit: Visit, offer: Offer) {
  const next = composeVisit([...visit.services, service], offer)
  return {
    durationMin: (next?.durationMin ?? 0) - visit.durationMin,
    priceCents: (next?.priceCents ?? 0) - visit.priceCents,
  }
}
