import { randomUUID } from 'node:crypto'
import { type appointmentsApi, HOLD_MINUTES } from '@na-regua/contract/appointments'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { runSweeps } from '../../lib/worker/run-sweeps.ts'
import { explainConflict } from './explain-conflict.ts'
import { insertFirstFree } from './insert-appointment.ts'
import { deleteExpiredHolds, insertBooking, listBookingCandidates, lockBookingKeys } from './queries.ts'
import { findMatchingHold, parseBookingInput, validateBooking } from './rules.ts'

type HoldRequest = { customerId: string; client: string; body: Body<typeof appointmentsApi.hold>; now: Date }

const HOUR = 3600
const DAY = 86_400

/**
 * Holds a slot for a customer who is verifying their email. A hold is a row under the same constraints as an appointment, one per
 * customer; holding the same slot again does not extend it. Holds are rate limited, or a client could block a barber without ever
 * verifying an email: by account, and by address far above what the phones of a mobile network share.
 */
export async function holdSlot(
  { db, countAttempts }: { db: DatabasePool; countAttempts: CountAttempts },
  { customerId, client, body, now }: HoldRequest,
): Promise<{ id: string; heldUntil: string }> {
  const input = parseBookingInput(body, { customerId, idempotencyKey: undefined })
  const slot = `${input.barberId ?? input.barbershopId} ${input.start.toISOString()}`
  await countAttempts(
    { action: 'hold', of: [client], max: 1200, seconds: HOUR },
    { action: 'hold', of: ['account', customerId], max: 12, seconds: HOUR },
    { action: 'hold', of: ['account', customerId, slot], max: 4, seconds: DAY },
  )

  const outcome = await db.transaction().execute(async (tx) => {
    const barberIds = await lockBookingKeys(tx, input)
    const bookings = validateBooking(await listBookingCandidates(tx, input, barberIds, now), input, now)
    const existing = findMatchingHold(bookings, now)
    if (existing) return { code: 'held' as const, hold: existing }

    const hold = { id: randomUUID(), heldUntil: new Date(now.getTime() + HOLD_MINUTES * 60_000) }
    const row = { ...hold, status: 'HELD' as const, idempotencyKey: null, source: null }
    const held = await insertFirstFree(tx, bookings, (booking) => insertBooking(tx, booking, row, now), now)
    return held ? { code: 'held' as const, hold } : { code: 'slot-taken' as const, wanted: bookings[0] }
  })

  if (outcome.code === 'slot-taken') throw await explainConflict(db, input, outcome.wanted, now)
  return { id: outcome.hold.id, heldUntil: outcome.hold.heldUntil.toISOString() }
}

/** Deletes expired holds, which would otherwise appear in lists and counts. */
export async function sweepHolds({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  await runSweeps({ holds: (limit) => deleteExpiredHolds(db, now, limit) })
}

export const sweepHoldsJob = defineJob('sweep-holds', { schedule: '*/5 * * * *', run: sweepHolds })
