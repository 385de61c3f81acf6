import type { Checkout } from '@na-regua/contract/visits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { NetworkError } from '../../lib/api-error.ts'
import { useCommands } from '../../lib/use-commands.ts'
import { checkoutQuery, dayVisitsQuery } from './queries.ts'
import type { ClosingTarget } from './use-closing.ts'

/**
 * What the sheet needs beside the appointment. Without network as it was stored for any sale, with the comanda that was open then: what the
 * customer owes is not known.
 */
export function useCheckout({ appointment, visit, barbershopId, profileId }: ClosingTarget) {
  const { isOffline } = useCommands()
  const appointmentId = appointment?.id || visit?.appointmentId || undefined
  const known = useQuery({
    ...checkoutQuery({ barbershopId, appointmentId, profileId: profileId ?? visit?.profileId ?? undefined }),
    // What was typed stays while the customer of a sale is chosen. Another comanda never begins with what was known of the last.
    placeholderData: appointment || visit ? undefined : keepPreviousData,
  })
  const hasNoNetwork = isOffline || known.error instanceof NetworkError
  const isMissing = known.data === undefined && hasNoNetwork
  const stored = useQuery({ ...checkoutQuery({ barbershopId }), enabled: isMissing })
  const day = useQuery({
    ...dayVisitsQuery(barbershopId, undefined),
    enabled: isMissing && appointmentId !== undefined,
  })
  const opened = day.data?.visits.find((one) => appointmentId && one.appointmentId === appointmentId)
  const storedCheckout: Checkout | undefined = stored.data && { ...stored.data, visit: opened ?? null }
  // Until the new one is known there is no customer, not the one before.
  const checkout = known.isPlaceholderData ? { ...known.data, customer: null } : known.data
  return {
    checkout: isMissing ? storedCheckout : checkout,
    hasNoNetwork,
    error: known.error,
    refetch: known.refetch,
  }
}
