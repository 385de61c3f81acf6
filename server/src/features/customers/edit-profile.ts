import type { CustomerProfile, customersApi } from '@na-regua/contract/customers'
import { ApiError } from '@na-regua/contract/errors'
import { toE164 } from '@na-regua/contract/phones'
import type { Body } from '@na-regua/contract/route'
import type { Database, DatabasePool, RecordChange } from '../../lib/database.ts'
import { cleanName } from '../accounts/rules.ts'
import { lockIssuedImages, removeUploads } from '../uploads/queries.ts'
import {
  changeProfile,
  clearAppointmentsOf,
  deleteProfile,
  hasUpcoming,
  lockBookingsOfProfile,
  lockProfile,
  type ProfileChange,
  type ProfileState,
  setBlocked,
} from './profile-rows.ts'
import { getCustomer } from './queries.ts'
import { cleanTags } from './rules.ts'

type ProfileRequest = { id: string; userId: string; now: Date }

async function getLockedProfile(
  tx: Database,
  request: Pick<ProfileRequest, 'id' | 'userId'> & { isRemoved?: boolean },
) {
  const profile = await lockProfile(tx, request)
  if (!profile) throw new ApiError('CUSTOMER_NOT_FOUND')
  return profile
}

/** Throws EDIT_CONFLICT for a stale version: two people at the counter do not overwrite each other's notes. */
export async function editProfile(
  db: DatabasePool,
  request: ProfileRequest & { record?: RecordChange },
  { version, name, phone, tags, hasPhotoConsent, photos, refusesMarketing, ...texts }: Body<typeof customersApi.update>,
): Promise<CustomerProfile> {
  await db.transaction().execute(async (tx) => {
    const profile = await getLockedProfile(tx, request)
    if (profile.version !== version) throw new ApiError('EDIT_CONFLICT')
    const isNamed = name !== undefined || phone !== undefined
    if (profile.userId && isNamed) throw new ApiError('CUSTOMER_HAS_ACCOUNT')
    const change = {
      ...texts,
      ...(tags && { tags: cleanTags(tags) }),
      ...(refusesMarketing !== undefined && { marketingRefusedAt: refusesMarketing ? request.now : null }),
      ...(name !== undefined && { name: cleanName(name) }),
      ...(phone !== undefined && { phone: toE164(phone) }),
      ...(await changePhotos(tx, request, { profile, hasPhotoConsent, photos })),
    }
    if (!(await changeProfile(tx, request.id, change))) throw new ApiError('CUSTOMER_PHONE_TAKEN')
    await removeUploads(
      tx,
      profile.photos.filter((url) => !change.photos?.includes(url)),
    )
    await request.record?.(tx, { id: request.id, version: version + 1 })
  })
  return getCustomer(db, request.id, request.userId, request.now)
}

type PhotoInput = { profile: ProfileState; hasPhotoConsent: boolean | undefined; photos: readonly string[] | undefined }

/** Without consent no photo is kept. Throws PHOTO_CONSENT_MISSING, or IMAGE_UNKNOWN for a URL that was not issued to this user. */
async function changePhotos(
  tx: Database,
  { userId, now }: ProfileRequest,
  { profile, hasPhotoConsent = profile.hasPhotoConsent, photos = profile.photos }: PhotoInput,
): Promise<Pick<ProfileChange, 'photos' | 'photosConsentedAt'>> {
  if (!hasPhotoConsent) {
    if (!profile.hasPhotoConsent && photos.length > 0) throw new ApiError('PHOTO_CONSENT_MISSING')
    return { photos: [], photosConsentedAt: null }
  }
  await lockIssuedImages(tx, { userId, urls: photos, already: profile.photos })
  return { photos: [...photos], ...(!profile.hasPhotoConsent && { photosConsentedAt: now }) }
}

/**
 * Blocks a customer in the barbershop, or ends the block: no booking of theirs is decided meanwhile, and with a block their offers in
 * this barbershop end.
 */
export async function blockCustomer(
  db: DatabasePool,
  { id, userId, now }: ProfileRequest,
  { isBlocked, withdrawOffersOf }: { isBlocked: boolean; withdrawOffersOf: WithdrawOffersOf },
): Promise<CustomerProfile> {
  await db.transaction().execute(async (tx) => {
    await lockBookingsOfProfile(tx, { id, userId })
    const profile = await getLockedProfile(tx, { id, userId })
    await setBlocked(tx, id, { isBlocked, now })
    if (isBlocked && profile.userId)
      await withdrawOffersOf(tx, { userId: profile.userId, barbershopId: profile.barbershopId }, now)
  })
  return getCustomer(db, id, userId, now)
}

/** Passed in by the app: the waitlist is a later feature. */
export type WithdrawOffersOf = (
  tx: Database,
  holder: { userId: string; barbershopId: string },
  now: Date,
) => Promise<void>

/** Passed in by the app: the queue is a later feature. */
export type RemoveFromQueue = (
  tx: Database,
  customer: { profileId: string; userId: string; now: Date },
) => Promise<void>

/** Passed in by the app as well: visits are. */
export type ForgetVisits = (tx: Database, profileIds: readonly string[]) => Promise<void>

/**
 * Erases a customer who is known by phone, at the customer's request, and takes them out of the queue. An account is erased by its own
 * user.
 */
export async function removeCustomer(
  db: DatabasePool,
  request: ProfileRequest,
  { removeFromQueue, forgetVisits }: { removeFromQueue: RemoveFromQueue; forgetVisits: ForgetVisits },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const profile = await getLockedProfile(tx, { ...request, isRemoved: true })
    if (profile.userId) throw new ApiError('CUSTOMER_HAS_ACCOUNT')
    if (await hasUpcoming(tx, request.id, request.now)) throw new ApiError('CUSTOMER_HAS_APPOINTMENTS')
    await changeProfile(tx, request.id, { photos: [], photosConsentedAt: null })
    await removeUploads(tx, profile.photos)
    // In the order of decision 06: deleting the row changes appointments and queue entries that refer to it.
    await clearAppointmentsOf(tx, request.id)
    await removeFromQueue(tx, { profileId: request.id, userId: request.userId, now: request.now })
    await forgetVisits(tx, [request.id])
    await deleteProfile(tx, request.id)
  })
}
