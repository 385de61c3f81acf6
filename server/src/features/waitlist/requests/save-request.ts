import { createHash, randomUUID } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import { normalizeName } from '@na-regua/contract/names'
import type { WaitlistRequest, WaitlistRequestInput } from '@na-regua/contract/waitlist'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { zoneOf } from '../../../lib/places/time-zone.ts'
import { lockCustomer } from '../../appointments/status/queries.ts'
import { findNearestMunicipality } from '../../places/rules.ts'
import { endOffer } from '../offers/end-offer.ts'
import {
  changeRequestStatus,
  checkTarget,
  findEqualRequest,
  findOpenOfferOf,
  insertWaitlistRequest,
  listWaitlistOf,
  updateWaitlistRequest,
} from './queries.ts'
import { parseWanted, type RequestContent, requirePlace } from './rules.ts'

export type WaitlistDeps = { db: DatabasePool; clock: Clock }

type NewRequest = { userId: string; idempotencyKey?: string | undefined; input: WaitlistRequestInput }

/**
 * The same input with the same key is one request: it is returned as it is now. So is an active one that wants the same. Throws
 * TOO_MANY_WAITLIST_REQUESTS, and what is wrong with the input.
 */
export async function addWaitlistRequest({ db, clock }: WaitlistDeps, request: NewRequest): Promise<WaitlistRequest> {
  const now = clock.now()
  const { userId, input } = request
  const content = await parseContent(db, userId, input, now)
  const id = await db.transaction().execute(async (tx) => {
    await lockCustomer(tx, userId)
    const equalId = await findEqualRequest(tx, userId, content)
    if (equalId) return equalId
    const id = idOf(request)
    const isAdded = await insertWaitlistRequest(tx, { id, userId, content }, now)
    const isThere = isAdded || (await listWaitlistOf(tx, { userId, id }, now)).length > 0
    if (!isThere) throw new ApiError('TOO_MANY_WAITLIST_REQUESTS')
    return id
  })
  return requireOwnRequest(db, { userId, id }, now)
}

/** From the request itself, so that the primary key finds the repeated one. */
function idOf({ userId, idempotencyKey, input }: NewRequest): string {
  if (!idempotencyKey) return randomUUID()
  const digest = createHash('sha256')
    .update(JSON.stringify([userId, idempotencyKey, input]))
    .digest('hex')
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Who waits keeps the position, and an open offer stays. Throws WAITLIST_REQUEST_CHANGED for one that has changed or ended. */
export async function editWaitlistRequest(
  { db, clock }: WaitlistDeps,
  { userId, id, version, input }: { userId: string; id: string; version: number; input: WaitlistRequestInput },
): Promise<WaitlistRequest> {
  const now = clock.now()
  await requireOwnRequest(db, { userId, id }, now)
  const content = await parseContent(db, userId, input, now)
  await db.transaction().execute(async (tx) => {
    await lockCustomer(tx, userId)
    if (!(await updateWaitlistRequest(tx, { id, userId, content, version }, now)))
      throw new ApiError('WAITLIST_REQUEST_CHANGED')
  })
  return requireOwnRequest(db, { userId, id }, now)
}

/** Pauses, resumes or cancels. Except when it is resumed, an open offer ends and passes to the next customer. */
export async function setWaitlistRequestStatus(
  { db, clock }: WaitlistDeps,
  change: { userId: string; id: string; version: number; status: 'ACTIVE' | 'PAUSED' | 'CANCELLED' },
): Promise<WaitlistRequest> {
  const now = clock.now()
  const { id, userId, status } = change
  await requireOwnRequest(db, { userId, id }, now)
  await db.transaction().execute(async (tx) => {
    await lockCustomer(tx, userId)
    if (!(await changeRequestStatus(tx, change, now))) throw new ApiError('WAITLIST_REQUEST_CHANGED')
    const offerId = status === 'ACTIVE' ? undefined : await findOpenOfferOf(tx, id)
    if (offerId) await endOffer(tx, { id: offerId, status: 'WITHDRAWN' }, now)
  })
  return requireOwnRequest(db, { userId, id }, now)
}

/** Throws NOT_FOUND for one of another user. */
async function requireOwnRequest(
  db: Database,
  own: { userId: string; id: string },
  now: Date,
): Promise<WaitlistRequest> {
  const [request] = await listWaitlistOf(db, own, now)
  if (!request) throw new ApiError('NOT_FOUND')
  return request
}

async function parseContent(
  db: Database,
  userId: string,
  input: WaitlistRequestInput,
  now: Date,
): Promise<RequestContent> {
  requirePlace(input)
  const targets = (input.targets ?? []).map(({ barbershopId, barberId, serviceIds }) => ({
    barbershopId: barbershopId.toLowerCase(),
    barberId: barberId?.toLowerCase() ?? null,
    serviceIds: serviceIds.map((id) => id.toLowerCase()),
  }))
  const area = input.area ? { ...input.area, name: normalizeName(input.area.name) } : null
  const timeZone = area ? zoneOfArea(area) : await zoneOfTargets(db, userId, targets)
  const maxPriceCents = input.maxPriceCents ?? null
  return { targets, area, timeZone, maxPriceCents, ...parseWanted(input.wanted, timeZone, now) }
}

function zoneOfArea(area: NonNullable<RequestContent['area']>): string {
  if (!findNearestMunicipality(area)) throw new ApiError('PLACE_ABROAD')
  return zoneOf(area.latitude, area.longitude)
}

/** Days and hours are those of the first barbershop. */
async function zoneOfTargets(db: Database, userId: string, targets: RequestContent['targets']): Promise<string> {
  let timeZone: string | undefined
  for (const target of targets) {
    const found = await checkTarget(db, { ...target, userId })
    if (!found) throw new ApiError('BARBERSHOP_NOT_FOUND')
    if (!found.isBarberHere) throw new ApiError('BARBER_NOT_FOUND')
    if (!found.hasServices || new Set(target.serviceIds).size < target.serviceIds.length)
      throw new ApiError('SERVICE_NOT_FOUND')
    if (found.isBlocked) throw new ApiError('CUSTOMER_BLOCKED')
    timeZone ??= found.timeZone
  }
  if (!timeZone) throw new ApiError('WAITLIST_INVALID')
  return timeZone
}
