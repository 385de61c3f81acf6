import type { WaitlistOffer } from '@na-regua/contract/waitlist'
import type { Interval } from '../../lib/intervals.ts'
import type { JobRow } from '../../lib/jobs.ts'
import { URGENT_PRIORITY } from '../../lib/jobs.ts'

/** Runs `offer-freed-time`, by its name: its module needs the end of an offer, and that needs this job. */
export const MATCHING_JOB = 'offer-freed-time'

export function matchingJob(freedTimeId: string): JobRow {
  return {
    name: MATCHING_JOB,
    payload: { freedTimeId },
    key: `${MATCHING_JOB}:${freedTimeId}`,
    priority: URGENT_PRIORITY,
  }
}

/** A request that wants the time, in the order in which requests get offers. */
export type WaitlistCandidate = {
  requestId: string
  userId: string
  fit: OfferFit
  isFavorite: boolean
  waitingSince: Date
  serviceIds: readonly string[]
  maxPriceCents: number | null
  /** In epoch minutes, within the freed time. */
  wanted: readonly Interval[]
  /** The customer's own appointments. */
  busy: readonly Interval[]
}

/** A time that became free, with its barber. */
export type FreedTime = {
  id: string
  barberId: string
  barberUserId: string
  barbershopId: string
  shopName: string
  ownerId: string
  timeZone: string
  bookingWindowDays: number
  /** Null: without a beginning or an end, because hours grew. */
  from: Date | null
  until: Date | null
}

type OfferFit = WaitlistOffer['reason']['fit']
