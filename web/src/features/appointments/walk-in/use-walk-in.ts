import type { Alternative } from '@na-regua/contract/appointments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { formatTime } from '../../../lib/format.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { seatWalkIn } from './queries.ts'

/** Seats somebody; when the chair is taken, tells from when on it is not. */
export function useWalkIn(onSeated: () => void) {
  const client = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: seatWalkIn,
    onSuccess({ appointment: { startTime, timeZone, customer } }) {
      showToast({ tone: 'success', title: `Encaixado às ${formatTime(startTime, timeZone)}`, text: customer.name })
      onSeated()
    },
    onSettled: () =>
      Promise.all(['appointments', 'availability'].map((topic) => client.invalidateQueries({ queryKey: [topic] }))),
  })
  return {
    seat: mutate,
    isPending,
    next: nextTimeOf(error),
    reset,
    failure: error ? errorText(error, 'Erro ao encaixar. Tente novamente.') : undefined,
  }
}

function nextTimeOf(error: unknown): Alternative | undefined {
  const offers = hasCode(error, 'SLOT_TAKEN') ? error.details.alternatives : undefined
  return Array.isArray(offers) ? offers[0] : undefined
}
