import type { Alternative, Appointment } from '@na-regua/contract/appointments'
import { useRef, useState } from 'react'
import { hasCode } from '../../../lib/error-text.ts'
import { endTimeOf, isRefusal } from '../booking/rules.ts'
import { rescheduleAppointment } from '../queries.ts'

type Stage =
  | { name: 'choosing'; error?: unknown }
  | { name: 'moving' }
  | { name: 'lost'; message: string; alternatives: Alternative[] }

type Handlers = {
  appointment: Pick<Appointment, 'id' | 'durationMin' | 'barber'>
  onMoved: () => void
  /** What the screen shows is no longer true. */
  onStale: () => void
}

/** One wish for another time: taken, refused, or lost with something else to choose. Asking again for the same is safe. */
export function useReschedule({ appointment, onMoved, onStale }: Handlers) {
  const [stage, setStage] = useState<Stage>({ name: 'choosing' })
  const isUnderWay = useRef(false)

  function fail(error: unknown) {
    if (isRefusal(error)) onStale()
    if (!hasCode(error, 'SLOT_TAKEN')) return setStage({ name: 'choosing', error })
    const offered = (error.details.alternatives ?? []) as Alternative[]
    // Moving keeps the barber.
    const alternatives = offered.filter(({ barberId }) => barberId === appointment.barber.id)
    setStage({ name: 'lost', message: error.message, alternatives })
  }

  async function move(start: Date) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setStage({ name: 'moving' })
    try {
      const newEndTime = endTimeOf(start, appointment.durationMin).toISOString()
      await rescheduleAppointment(appointment.id, { newStartTime: start.toISOString(), newEndTime })
      onMoved()
    } catch (error) {
      fail(error)
    } finally {
      isUnderWay.current = false
    }
  }

  return { stage, move: (start: Date) => void move(start), reset: () => setStage({ name: 'choosing' }) }
}
