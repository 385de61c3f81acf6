import type { Appointment } from '@na-regua/contract/appointments'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasCode } from '../../../lib/api-error.ts'
import { showToast } from '../../../ui/toast.tsx'
import { computeEndTime, isRefusal } from '../booking/rules.ts'
import { rescheduleAppointment } from '../queries.ts'

type RescheduleStage =
  | { name: 'choosing'; error?: unknown }
  | { name: 'rescheduling' }
  | { name: 'slot-taken'; message: string; alternatives: Alternative[] }

type RescheduleOptions = {
  appointment: Pick<Appointment, 'id' | 'durationMin' | 'barber'>
  onRescheduled: () => void
}

/** One request for another time: accepted, refused, or the slot was taken. Repeating the same request is safe. */
export function useReschedule({ appointment, onRescheduled }: RescheduleOptions) {
  const client = useQueryClient()
  const [stage, setStage] = useState<RescheduleStage>({ name: 'choosing' })
  const isPending = useRef(false)
  const refresh = () => {
    for (const topic of ['availability', 'appointments']) void client.invalidateQueries({ queryKey: [topic] })
  }

  function handleFailure(error: unknown) {
    if (isRefusal(error)) refresh()
    if (!hasCode(error, 'SLOT_TAKEN')) return setStage({ name: 'choosing', error })
    const offered = (error.details.alternatives ?? []) as Alternative[]
    // A reschedule keeps the barber.
    const alternatives = offered.filter(({ barberId }) => barberId === appointment.barber.id)
    setStage({ name: 'slot-taken', message: error.message, alternatives })
  }

  async function reschedule(start: Date) {
    if (isPending.current) return
    isPending.current = true
    setStage({ name: 'rescheduling' })
    try {
      const newEndTime = computeEndTime(start, appointment.durationMin).toISOString()
      await rescheduleAppointment(appointment.id, { newStartTime: start.toISOString(), newEndTime })
      showToast({
        tone: 'success',
        title: 'Agendamento remarcado!',
        text: 'Seu agendamento foi remarcado com sucesso.',
      })
      refresh()
      onRescheduled()
    } catch (error) {
      handleFailure(error)
    } finally {
      isPending.current = false
    }
  }

  return { stage, reschedule: (start: Date) => void reschedule(start), reset: () => setStage({ name: 'choosing' }) }
}
