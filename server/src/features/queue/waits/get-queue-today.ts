import type { BarberNow, QueueToday } from '@na-regua/contract/queue-today'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { getStaffRole } from '../../customers/queries.ts'
import { listOpenEntries } from '../entries/queries.ts'
import { toQueueEntry } from '../entries/rules.ts'
import { getQueueOf } from '../queries.ts'
import { findClosure } from '../rules.ts'
import type { BarberEstimate, Waits } from './rules.ts'

export type QueueTodayDeps = { db: Database; clock: Clock; waits: Waits }

/** The queue and what each barber does now. Throws BARBERSHOP_NOT_FOUND for a user who is not its staff. */
export async function getQueueToday(
  { db, clock, waits }: QueueTodayDeps,
  { barbershopId, userId }: { barbershopId: string; userId: string },
): Promise<QueueToday> {
  await getStaffRole(db, barbershopId, userId)
  const snapshot = await getQueueOf(db, barbershopId)
  const entries = await listOpenEntries(db, barbershopId, userId)
  const estimate = await waits.estimateQueue(barbershopId)
  const avatars = new Map(snapshot.barbers.map(({ id, avatarUrl }) => [id, avatarUrl]))
  return {
    closure: findClosure(snapshot, clock.now()),
    entries: entries.map((entry) => toQueueEntry(entry, estimate?.entries.get(entry.id) ?? null)),
    barbers: (estimate?.barbers ?? []).map((barber) => toBarberNow(barber, avatars.get(barber.barberId) ?? null)),
    wait: estimate?.wait ?? null,
    slidePositions: snapshot.queue?.slidePositions ?? 1,
    serverTime: clock.now().toISOString(),
  }
}

function toBarberNow(barber: BarberEstimate, avatarUrl: string | null): BarberNow {
  const { barberId, name, isAtWork, serving, freeAt, suggestedEntryId, isDoubtful, upcoming } = barber
  const [next] = upcoming
  return {
    barberId,
    name,
    avatarUrl,
    isAtWork,
    suggestedEntryId,
    isDoubtful,
    serving: serving && { ...serving, since: serving.since.toISOString() },
    freeAt: freeAt?.toISOString() ?? null,
    next: next
      ? {
          appointmentId: next.appointmentId,
          startTime: next.startsAt.toISOString(),
          delayMin: next.delayMin,
          isArrived: next.isArrived,
        }
      : null,
  }
}
