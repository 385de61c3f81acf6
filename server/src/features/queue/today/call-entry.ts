import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { isCalling } from '../entries/queries.ts'
import type { LateRule } from '../queries.ts'
import { findCallingBarber } from './queries.ts'

/** `tappedAt`: when staff called. */
type CallInput = {
  barberId: string
  barbershopId: string
  userId: string
  rule: LateRule
  tappedAt: Date
  now: Date
}

/** Taps that come late follow each other: the late rule waits for the start that comes with the call. */
const MIN_CALL_MS = 60_000

/** Who calls, until when. Barbers call for themselves, receptionists for every barber. The caller has locked the queue. */
export async function callOf(tx: Database, { rule, tappedAt, now, ...input }: CallInput) {
  const barber = await findCallingBarber(tx, input)
  if (!barber) throw new ApiError('BARBER_NOT_FOUND')
  if (!barber.isAllowed) throw new ApiError('FORBIDDEN')
  if (await isCalling(tx, barber.id)) throw new ApiError('BARBER_CALLING')
  const comeBy = tappedAt.getTime() + rule.callMinutes * 60_000
  return { barberId: barber.id, comeBy: new Date(Math.max(comeBy, now.getTime() + MIN_CALL_MS)) }
}
