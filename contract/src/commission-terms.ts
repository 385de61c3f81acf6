import type { CommissionTerms } from './commissions.ts'

/** Why terms are refused, with the message for users; undefined for good ones. */
export function findTermsProblem({ service, services, products }: CommissionTerms): string | undefined {
  if (service.kind === 'tiers') {
    if (service.tiers[0]?.fromCents !== 0) return 'A primeira faixa começa em R$ 0,00.'
    const isAscending = service.tiers.every(
      ({ fromCents }, index) => fromCents > (service.tiers[index - 1]?.fromCents ?? -1),
    )
    if (!isAscending) return 'Cada faixa começa acima da anterior.'
  }
  if (new Set(services.map(({ serviceId }) => serviceId.toLowerCase())).size < services.length)
    return 'Cada serviço aparece uma vez só.'
  return new Set(products.map(({ productId }) => productId.toLowerCase())).size < products.length
    ? 'Cada produto aparece uma vez só.'
    : undefined
}
