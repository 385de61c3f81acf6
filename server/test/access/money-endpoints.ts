import type { AccessCases } from './endpoints.ts'
import type { Tenant } from './tenants.ts'

const ofBook = ({ barbershopId }: Tenant) => ({ params: { id: barbershopId }, query: { year: 2026 } })

/** The book of a barbershop and what is read from it. */
export const moneyEndpoints: AccessCases = {
  'GET /barbershops/{id}/ledger': {
    request: ofBook,
    allowed: ['the owner', 'the manager'],
    ids: { 'path.id': [404, 404] },
  },
}
