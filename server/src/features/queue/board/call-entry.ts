import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { isCalling } from '../entries/queries.ts'
import type { LateRule } from '../queries.ts'
import { findCallingBarber } from './queries.ts'

type CallInput = { barberId: string; barbershopId: string; userId: string; rule: LateRule; now: Date }

/** Who calls, until when. Barbers call for themselves, receptionists for every barber. The caller has locked the queue. */
export async function callOf(tx: Database, { rule, now, ...input }: CallInput) {
  const barber = await findCallingBarber(tx, input)
  if (!barber) throw new ApiError('BARBER_NOT_FOUND')
  if (!barber.isAllowed) throw new ApiError('FORBIDDEN')
  if (await isCalling(tx, barber.id)) throw new ApiError('BARBER_CALLING')
  return { barberId: barber.id, comeBy: new Date(now.getTime() + rule.callMinutes * 60_000) }
}
