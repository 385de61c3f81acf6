import type { Barbershop, Service } from '@na-regua/contract/barbershops'
import { combineServices } from '@na-regua/contract/service-combinations'

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

/** What the chosen services are together. Undefined without one. */
export function toVisit(services: readonly Service[], { combinations }: Offer): Visit | undefined {
  if (services.length === 0) return undefined
  const visit = combineServices(services, combinations)
  const full = combineServices(services, []).priceCents
  return { ...visit, services, fullPriceCents: full > visit.priceCents ? full : undefined }
}

/** What adding a service does to the visit: the minutes and cents on top, which are fewer where the shop has its own for both. */
export function addedBy(service: Service, { services }: Visit, { combinations }: Offer) {
  const [now, next] = [combineServices(services, combinations), combineServices([...services, service], combinations)]
  return { durationMin: next.durationMin - now.durationMin, priceCents: next.priceCents - now.priceCents }
}
