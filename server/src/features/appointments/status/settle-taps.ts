import type { AppointmentStatus } from '@na-regua/contract/appointments'
import { type RawBuilder, sql } from 'kysely'

/**
 * What becomes of the taps. A completion ends the service that began; an end that the clock has set stays, unless the barber tapped
 * before it, without a network. What did not happen has no taps.
 */
export function settleTaps({
  status,
  endedAt,
}: {
  status: AppointmentStatus
  endedAt?: Date | undefined
}): RawBuilder<unknown> {
  if (status === 'CANCELLED' || status === 'NO_SHOW')
    return sql`arrived_at = null, serving_from = null, serving_until = null, is_end_settled = false,`
  if (!endedAt) return sql``
  const isOpenEnd = sql`(serving_from is not null and (serving_until is null or (is_end_settled and ${endedAt}::timestamptz < serving_until)))`
  return sql`
    serving_until = case when ${isOpenEnd} then greatest(serving_from, ${endedAt}::timestamptz) else serving_until end,
    is_end_settled = is_end_settled and not ${isOpenEnd},`
}

/** A statement for a CTE after `updated_appointment`: waits are shown only where staff tap. */
export function recordTap(at: Date): RawBuilder<unknown> {
  return sql`update barbershop_queues set tapped_at = greatest(tapped_at, ${at}::timestamptz)
    where barbershop_id in (select barbershop_id from updated_appointment)`
}
