import type { QueueState } from '@na-regua/contract/queue'
import type { JoinDeps } from '../joining/join-queue.ts'
import type { JoinSnapshot } from '../queries.ts'
import { findClosure } from '../rules.ts'

/** What everyone may know of a queue. Waits are shown only while it takes entries. */
export async function showQueue(
  { clock, waits }: Pick<JoinDeps, 'clock' | 'waits'>,
  snapshot: JoinSnapshot,
): Promise<QueueState> {
  const closure = findClosure(snapshot, clock.now())
  const estimate = closure === 'off' || closure === 'closed' ? undefined : await waits.estimateQueue(snapshot.id)
  const byBarber = new Map(estimate?.barbers.map(({ barberId, wait }) => [barberId, wait]))
  return {
    barbershopId: snapshot.id,
    timeZone: snapshot.timeZone,
    closure,
    length: snapshot.length,
    wait: estimate?.wait ?? null,
    barbers: snapshot.barbers.map((barber) => ({ ...barber, wait: byBarber.get(barber.id) ?? null })),
    services: snapshot.services,
  }
}
