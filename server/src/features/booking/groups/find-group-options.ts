import { ANY_BARBER } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { GroupOption } from '@na-regua/contract/groups'
import type { Database } from '../../../lib/database.ts'
import { toEpochMinute } from '../../../lib/local-time.ts'
import { findBarbershopWithRequiredTime } from '../../availability/find-required-times.ts'
import { loadBusyIntervals } from '../../availability/queries.ts'
import { findJoined } from './queries.ts'
import { listGroupOptions } from './rules.ts'

export type OptionsRequest = {
  customerId: string
  barbershopId: string
  /** The services of each person. */
  services: readonly (readonly string[])[]
  /** Where the persons are added to an appointment, its barber and start are those to go by. */
  joins: string | undefined
  barberId: string | undefined
  startTime: string | undefined
}

/** Returns the times at which a group can be served, as they are now. */
export async function findGroupOptions(
  db: Database,
  { customerId, barbershopId, services, joins, barberId, startTime }: OptionsRequest,
  now: Date,
): Promise<GroupOption[]> {
  const joined = joins ? await findJoined(db, { id: joins, customerId, barbershopId }) : undefined
  if (joins && !joined) throw new ApiError('APPOINTMENT_NOT_FOUND')
  const start = joined?.start ?? (startTime ? new Date(startTime) : undefined)
  if (!start) throw new ApiError('INVALID_INPUT')

  const required = await Promise.all(
    services.map((serviceIds) => findBarbershopWithRequiredTime(db, barbershopId, { serviceIds })),
  )
  const [shop] = required
  if (!shop) throw new ApiError('BARBERSHOP_NOT_FOUND')
  const around = toEpochMinute(start)
  const getBusy = await loadBusyIntervals(db, shop.barbers, { from: around - 1440, to: around + 2 * 1440, now })
  const chosen = barberId === ANY_BARBER ? undefined : barberId?.toLowerCase()
  return listGroupOptions(
    {
      barbers: shop.barbers,
      persons: required.flatMap((one) => one?.required.select ?? []),
      getBusy,
      barberId: joined?.barberId ?? chosen,
      start,
      joinedUntil: joined?.until,
    },
    now,
  )
}
