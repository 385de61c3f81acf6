import { ApiError } from '@na-regua/contract/errors'
import type { LinkedBooking } from '@na-regua/contract/staff-bookings'
import type { Caller } from '../../../lib/auth.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import type { LinkedAppointment } from '../../appointments/reminder-reply/queries.ts'
import { claimProfile, deleteMergedProfile, moveToProfile } from '../../customers/claim/queries.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { claimAppointment } from '../link/queries.ts'
import { isCustomerBusy, lockCustomerAndBarberUser } from '../queries.ts'
import { getBookingOfLink, showLinkedBooking } from './open-link.ts'

type ClaimRequest = { caller: Caller; token: string; now: Date }

/**
 * Puts an appointment that was booked by phone into the account of a user who has the link. The first account wins; repeated by it, the
 * result is the same. With the phone of the booking in the account, the barbershop then knows both as one customer.
 */
export async function claimBooking(db: DatabasePool, { caller, token, now }: ClaimRequest): Promise<LinkedBooking> {
  if (!caller.isEmailVerified) throw new ApiError('EMAIL_NOT_VERIFIED')
  const linked = await getBookingOfLink(db, token, now)
  if (linked.customerId && linked.customerId !== caller.id) throw new ApiError('LINK_CLAIMED')
  if (linked.status !== 'SCHEDULED' && linked.status !== 'CONFIRMED') throw new ApiError('STATE_CHANGED')
  if (!linked.customerId) {
    const claim = db.transaction().execute((tx) => writeClaim(tx, linked, caller.id, now))
    await claim.catch(async (error) => {
      // The other of two taps may have been faster: the appointment that makes the account busy is this one.
      const { customerId } = await getBookingOfLink(db, token, now)
      if (customerId !== caller.id) throw error
    })
  }
  return showLinkedBooking(db, token, now)
}

async function writeClaim(tx: Database, linked: LinkedAppointment, userId: string, now: Date): Promise<void> {
  const { id, barberUserId, ownerId, startsAt, endsAt } = linked
  await lockCustomerAndBarberUser(tx, userId, barberUserId)
  if (await isCustomerBusy(tx, { customerId: userId, guestName: null, start: startsAt, end: endsAt }))
    throw new ApiError('CUSTOMER_BUSY')
  const claimed = await claimProfile(tx, { profileId: linked.profileId as string, userId, now })
  const isClaimed = claimed && (await claimAppointment(tx, { id, userId, profileId: claimed.profileId, now }))
  if (!isClaimed) throw new ApiError('LINK_CLAIMED')
  const { mergedId, profileId } = claimed
  if (mergedId) {
    await moveToProfile(tx, mergedId, profileId)
    await recordEvent(tx, { name: 'profiles.merged', mergedId, profileId, at: now })
    await deleteMergedProfile(tx, mergedId)
  }
  const published = { appointments: [...new Set([userId, barberUserId, ownerId])] }
  await publishEvent(tx, { notifications: [], published, jobs: [] }, now)
}
