import { ApiError } from '@na-regua/contract/errors'
import type { StaffSearchResult } from '@na-regua/contract/staff-search'
import type { Database } from '../../../lib/database.ts'
import { toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { listStaffedBarbershops } from '../../customers/queries.ts'
import { findForStaff } from './queries.ts'
import { parseStaffSearch } from './rules.ts'

type StaffSearchRequest = { q: string; barbershopId?: string; userId: string; now: Date }

const nothing: StaffSearchResult = { day: null, customers: [], appointments: [], barbers: [], services: [] }

/** Searches what the user may see: in one barbershop, or in all in which they work or which they own. */
export async function searchAsStaff(
  db: Database,
  { q, barbershopId, userId, now }: StaffSearchRequest,
): Promise<StaffSearchResult> {
  const staffed = await listStaffedBarbershops(db, userId, 'customers')
  const shops = barbershopId ? staffed.filter(({ id }) => id === barbershopId) : staffed
  if (barbershopId && shops.length === 0) throw new ApiError('BARBERSHOP_NOT_FOUND')
  const [first] = shops
  if (!first) return nothing
  const parts = parseStaffSearch(q, toLocal(toEpochMinute(now), first.timeZone).date)
  if (!parts.words && !parts.digits && !parts.date) return nothing
  return findForStaff(db, { userId, barbershopIds: shops.map(({ id }) => id), now }, parts)
}
