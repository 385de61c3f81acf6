import type { AccessCase, AccessCases } from './endpoints.ts'
import type { Tenant } from './tenants.ts'

const readBy = { allowed: ['the owner', 'the manager'], ids: { 'path.id': [404, 404] } } as const satisfies AccessCase
const ofShop = ({ barbershopId }: Tenant) => ({ params: { id: barbershopId } })
const ofMarch = ({ barbershopId }: Tenant) => ({
  params: { id: barbershopId },
  query: { from: '2026-03-01', to: '2026-03-31' },
})
const ofBook = ({ barbershopId }: Tenant) => ({ params: { id: barbershopId }, query: { year: 2026 } })

/** The book of a barbershop and what is read from it. */
export const moneyEndpoints: AccessCases = {
  'GET /barbershops/{id}/ledger': { request: ofBook, ...readBy },
  'GET /barbershops/{id}/money/report': { request: ofMarch, ...readBy },
  'GET /barbershops/{id}/money/report.csv': { request: ofMarch, ...readBy },
  'GET /barbershops/{id}/money/entries': {
    request: ofMarch,
    ...readBy,
    // Of another barbershop: nothing matches.
    ids: { 'path.id': [404, 404], 'query.barberId': ['allowed', 'allowed'], 'query.ownerId': ['allowed', 'allowed'] },
  },
  'GET /barbershops/{id}/money/entries.csv': { request: ofMarch, ...readBy },
  'GET /barbershops/{id}/receivables': { request: ofShop, ...readBy },
  'GET /barbershops/{id}/receivables/cards': {
    request: ({ barbershopId }) => ({ params: { id: barbershopId }, query: { date: '2026-04-11' } }),
    ...readBy,
  },
  'GET /barbershops/{id}/card-fees': { request: ofShop, ...readBy },
  'PUT /barbershops/{id}/card-fees': {
    request: ({ barbershopId }) => ({
      params: { id: barbershopId },
      body: { version: 0, validFrom: '2026-03-12', fees: [] },
    }),
    ...readBy,
    lapsed: 403,
  },
}
