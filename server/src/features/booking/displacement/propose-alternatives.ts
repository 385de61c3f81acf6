import type { Database } from '../../../lib/database.ts'
import { type Interval, union } from '../../../lib/intervals.ts'
import { toEpochMinute } from '../../../lib/local-time.ts'
import { type BookableBarber, listBarbershopSchedules, loadBusyIntervals } from '../../availability/queries.ts'
import { listAlternatives } from '../explain-conflict.ts'
import type { LockedAppointment } from './queries.ts'
import { type ProposedAppointment, providesServicesOf } from './rules.ts'

const DAYS_AHEAD = 18

/**
 * The nearest time that is free now for each of the appointments, with its barber if they have one. No time is proposed twice; it is not
 * held either: who is late finds the others in the booking.
 */
export async function proposeAlternatives(
  tx: Database,
  appointments: readonly LockedAppointment[],
  { barbershopId, now }: { barbershopId: string; now: Date },
): Promise<ProposedAppointment[]> {
  if (appointments.length === 0) return []
  const [shop] = await listBarbershopSchedules(tx, [barbershopId])
  const barbers = shop?.barbers ?? []
  const starts = appointments.map(({ startsAt }) => toEpochMinute(startsAt))
  const span = { from: Math.min(...starts) - 1440, to: Math.max(...starts) + DAYS_AHEAD * 1440, now }
  const getBusy = await loadBusyIntervals(tx, barbers, span)
  const proposed = new Map<string, Interval[]>()
  const busyOf = (barber: BookableBarber) => union([...getBusy(barber), ...(proposed.get(barber.barberId) ?? [])])
  return appointments.map((appointment) => {
    const { barberId, startsAt, durationMin, bufferMin } = appointment
    const required = { durationMin, bufferMin }
    const able = barbers.filter((barber) => providesServicesOf(appointment, barber))
    const isHere = able.some((barber) => barber.barberId === barberId)
    const slot = { barberId: isHere ? barberId : undefined, start: startsAt, required }
    const [alternative] = listAlternatives(able, busyOf, slot, now)
    if (alternative) {
      const start = toEpochMinute(new Date(alternative.startTime))
      const taken = proposed.get(alternative.barberId) ?? []
      proposed.set(alternative.barberId, [...taken, [start, start + durationMin + bufferMin]])
    }
    return { appointment, alternative }
  })
}
