import { randomUUID } from 'node:crypto'
import { type appointmentsApi, HOLD_MINUTES } from '@na-regua/contract/appointments'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { runSweeps } from '../../lib/worker/run-sweeps.ts'
import { explainConflict, retryVersionConflicts, takeFirstFree } from './book-appointment.ts'
import { insertHold } from './insert-appointment.ts'
import { listBookingCandidates } from './list-booking-candidates.ts'
import { deleteExpiredHolds } from './queries.ts'
import { type BookingInput, findMatchingHold, parseBookingInput } from './rules.ts'
import { validateBooking } from './validate-booking.ts'

type HoldRequest = { customerId: string; client: string; body: Body<typeof appointmentsApi.hold>; now: Date }

const HOUR = 3600
const DAY = 86_400

/**
 * Holds a slot for a customer who is verifying their email. A hold is a row under the same constraints as an appointment, one per
 * customer; holding the same slot again does not extend it. Holds are rate limited, or a client could block a barber without ever
 * verifying an email.
 */
export async function holdSlot(
  { db, countAttempts }: { db: Database; countAttempts: CountAttempts },
  { customerId, client, body, now }: HoldRequest,
): Promise<{ id: string; heldUntil: string }> {
  const input = parseBookingInput(body, { customerId, idempotencyKey: undefined })
  const slot = `${input.barberId ?? input.barbershopId} ${input.start.toISOString()}`
  await countAttempts(
    { action: 'hold', of: [client], max: 60, seconds: HOUR },
    { action: 'hold', of: ['account', customerId], max: 12, seconds: HOUR },
    { action: 'hold', of: ['account', customerId, slot], max: 4, seconds: DAY },
  )
  const hold = await retryVersionConflicts(() => tryToHold(db, input, now))
  return { id: hold.id, heldUntil: hold.heldUntil.toISOString() }
}

async function tryToHold(db: Database, input: BookingInput, now: Date) {
  const bookings = validateBooking(await listBookingCandidates(db, input, now), input, now)
  const existing = findMatchingHold(bookings, now)
  if (existing) return existing
  const hold = { id: randomUUID(), heldUntil: new Date(now.getTime() + HOLD_MINUTES * 60_000) }
  const result = await takeFirstFree(db, bookings, (booking) => insertHold(db, booking, hold, now))
  if (result === 'slot-taken') throw await explainConflict(db, input, bookings[0], now)
  return result
}

/** Deletes expired holds, which would otherwise appear in lists and counts. */
export async function sweepHolds({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  await runSweeps({ holds: (limit) => deleteExpiredHolds(db, now, limit) })
}

export const sweepHoldsJob = defineJob('sweep-holds', { schedule: '*/5 * * * *', run: sweepHolds })
