import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { recountCompleted } from '../../barbershops/popularity/queries.ts'
import { popularityEnd } from '../../barbershops/popularity/rules.ts'
import type { AppointmentRecord } from './queries.ts'
import { type AppointmentAction, type CorrectionAction, targetStatuses } from './rules.ts'

export function isCorrection(action: AppointmentAction): action is CorrectionAction {
  return action.startsWith('correctTo')
}

/**
 * A reviewed appointment stays completed: throws APPOINTMENT_REVIEWED. The caller has locked the customer, as a review does: one that is
 * being written has either committed and is seen here, or finds the corrected status.
 */
export async function refuseReviewed(tx: Database, { id }: AppointmentRecord): Promise<void> {
  const { rows } =
    await sql`/* find review of appointment */ select 1 from reviews where appointment_id = ${id}`.execute(tx)
  if (rows.length > 0) throw new ApiError('APPOINTMENT_REVIEWED')
}

/** What is in the book did take place: throws VISIT_CLOSED. The caller has locked the appointment, as the closing of a visit does. */
export async function refusePaid(tx: Database, { id }: AppointmentRecord): Promise<void> {
  const { rows } = await sql`/* find closed visit of appointment */
    select 1 from visits where appointment_id = ${id} and status = 'CLOSED'`.execute(tx)
  if (rows.length > 0)
    throw new ApiError('VISIT_CLOSED', {}, 'A comanda deste atendimento está fechada. Estorne-a antes.')
}

type Correction = { before: AppointmentRecord; action: CorrectionAction; userId: string | undefined; now: Date }

/** Records who corrected what, and counts the completed appointments of the barbershop again. */
export async function recordCorrection(tx: Database, { before, action, userId, now }: Correction): Promise<void> {
  const { id, version, status, barbershopId } = before
  await sql`/* insert correction */
    insert into appointment_corrections (appointment_id, version, from_status, to_status, corrected_by, corrected_at)
    values (${id}, ${version + 1}, ${status}, ${targetStatuses[action]}, ${userId ?? null}, ${now})`.execute(tx)
  await recountCompleted(tx, [barbershopId], popularityEnd(now))
}
