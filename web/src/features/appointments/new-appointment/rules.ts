import type { Service } from '@na-regua/contract/barbershops'

/** The most booked first; what was not booked follows in the order of the barbershop. */
export function sortByBookings<S extends Pick<Service, 'id'>>(
  services: readonly S[],
  mostBooked: readonly string[],
): S[] {
  const rankOf = ({ id }: S) => (mostBooked.includes(id) ? mostBooked.indexOf(id) : mostBooked.length)
  return services.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** More are not all shown at once. */
export const SHORT_LIST = 8
/** So many of a longer list are in view; the others are in their categories. */
const FIRST_SERVICES = 6

/** The services in view at first, and the others by category. */
export function splitServices<S extends Pick<Service, 'category'>>(sorted: readonly S[]) {
  if (sorted.length <= SHORT_LIST) return { first: sorted, categories: [] }
  const others = sorted.slice(FIRST_SERVICES)
  const hasCategories = sorted.some(({ category }) => category)
  const byCategory = Map.groupBy(others, ({ category }) => category ?? (hasCategories ? 'Sem categoria' : 'Outros'))
  return {
    first: sorted.slice(0, FIRST_SERVICES),
    categories: [...byCategory].map(([category, services]) => ({ category, services })),
  }
}
