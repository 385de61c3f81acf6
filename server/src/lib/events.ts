import type { Database } from './database.ts'

/** The time of an appointment, as it was before the event. */
type TakenTime = { barberId: string; startsAt: Date; endsAt: Date; bufferMin: number; isWalkIn: boolean }

type AppointmentsEvent = { appointments: readonly TakenTime[]; at: Date }

/** What may happen, in words of the domain, with what others need to know of it. `at` is when. */
export type Events = {
  /** Open before, as in the next three. */
  'appointments.cancelled': AppointmentsEvent
  'appointments.completed': AppointmentsEvent
  'appointments.missed': AppointmentsEvent
  'appointments.deleted': AppointmentsEvent
  'appointments.moved': {
    moves: readonly { from: TakenTime; to: Omit<TakenTime, 'isWalkIn'> }[]
    at: Date
  }
  /** Also expired ones that were in the way of a booking. A sweep deletes the others. */
  'holds.deleted': { ids: readonly string[]; at: Date }
  'time-off.removed': { barberId: string; startsAt: Date; endsAt: Date; at: Date }
  /** Hours, special dates or breaks, of a barbershop or of one of its barbers. */
  'hours.changed': ({ barbershopId: string } | { barberId: string }) & { at: Date }
  /** One customer had two profiles; what is of the first one moves to the second before it is deleted. */
  'profiles.merged': { mergedId: string; profileId: string; at: Date }
  /** Also reset or taken away. */
  'password.changed': { userId: string; at: Date }
}

type EventName = keyof Events

/** Functions of features, by the event that they react to, in their order. They run in the transaction of the event. */
export type Subscribers = {
  [Name in EventName]: readonly ((tx: Database, event: Events[Name]) => Promise<unknown>)[]
}

let subscribers: Subscribers | undefined

/** Called by the app and by the jobs of a process, with the table `src/subscribers.ts`. */
export function setSubscribers(table: Subscribers): void {
  subscribers = table
}

/**
 * Records in its transaction that something happened. The features that react to it do so here, before the commit; `src/subscribers.ts`
 * lists them. What leaves the database follows after the commit, by `publishEvent` or `addJob`.
 */
export async function recordEvent<Name extends EventName>(
  tx: Database,
  event: { [Each in Name]: { name: Each } & Events[Each] }[Name],
): Promise<void> {
  if (!subscribers) throw new Error(`${event.name} has no subscribers: setSubscribers was not called`)
  const reactions: Subscribers[Name] = subscribers[event.name]
  for (const react of reactions) await react(tx, event)
}
