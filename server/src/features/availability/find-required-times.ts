import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { discountsColumn, type SchedulesRow, schedulesColumns, servicesColumns, toSchedules } from './queries.ts'
import {
  type ListedServices,
  type OpenLastMinuteSlot,
  type RequiredTime,
  type SelectServices,
  selectServicesOfBarber,
} from './rules.ts'

/** What the slots are for: services, or an appointment that is rescheduled and keeps its duration. */
type RequiredTimeParams = { serviceIds: readonly string[]; reschedule?: string }
/** `agreed` is undefined unless there is such an appointment. */
export type RequiredTimes = {
  select: SelectServices
  agreed: RequiredTime | undefined
}

type RequiredTimeRow = ListedServices & { agreed: RequiredTime | null }

/** A rescheduled appointment keeps its duration. Needs `barbershops` in the FROM clause. */
export function agreedTime(appointmentId: string | null) {
  return sql`select json_build_object('durationMin', duration_min, 'bufferMin', buffer_min) from appointments
    where appointments.id = ${appointmentId}::uuid and appointments.barbershop_id = barbershops.id and status in ('SCHEDULED', 'CONFIRMED')`
}

function requiredTimeColumns({ serviceIds, reschedule }: RequiredTimeParams) {
  return sql`${servicesColumns(serviceIds)}, ${reschedule ? sql`(${agreedTime(reschedule)})` : sql`null`} as agreed`
}

function toRequiredTimes(row: RequiredTimeRow, { serviceIds }: RequiredTimeParams): RequiredTimes {
  return { select: (barber) => selectServicesOfBarber(row, serviceIds, barber), agreed: row.agreed ?? undefined }
}

export async function findBarbershopWithRequiredTime(db: Database, barbershopId: string, params: RequiredTimeParams) {
  const { rows } = await sql<SchedulesRow & RequiredTimeRow & { discounts: OpenLastMinuteSlot[] }>`
    /* find barbershop with required time */
    select ${schedulesColumns}, ${requiredTimeColumns(params)}, ${discountsColumn} from barbershops
     where barbershops.id = ${barbershopId} and barbershops.is_active`.execute(db)
  if (!rows[0]) return undefined
  const { discounts, ...row } = rows[0]
  return { ...toSchedules(row), required: toRequiredTimes(row, params), discounts }
}
