const MINUTE = 60_000

/**
 * When a request that the barbershop does not confirm is cancelled: after a day, or two hours before its start, so that the customer
 * can still book elsewhere. The barbershop always has an hour, and a request at shorter notice stays open until its start.
 */
export function confirmationDeadline({ startsAt, requestedAt }: { startsAt: Date; requestedAt: Date }): Date {
  const start = startsAt.getTime()
  const requested = requestedAt.getTime()
  const inTime = Math.max(
    start - CONFIRMATION_LIMITS.beforeStartMin * MINUTE,
    requested + CONFIRMATION_LIMITS.atLeastMin * MINUTE,
  )
  return new Date(Math.min(start, inTime, requested + CONFIRMATION_LIMITS.atMostMin * MINUTE))
}

export const CONFIRMATION_LIMITS = { beforeStartMin: 120, atLeastMin: 60, atMostMin: 1440 } as const
