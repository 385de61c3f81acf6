import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { insertNotification } from '../../notifications/events/queries.ts'

type Deactivation = { barbershopId: string; areAppointmentsCancelled: boolean }
type StaffMember = { userId: string; barbershopName: string }

/** Notifies the barbers of a deactivated barbershop, except its owner. */
export async function notifyStaff(
  tx: Database,
  { barbershopId, areAppointmentsCancelled }: Deactivation,
  now: Date,
): Promise<void> {
  const { rows } = await sql<StaffMember>`/* list staff */
    select user_id as "userId", barbershops.name as "barbershopName"
      from barbers join barbershops on barbershops.id = barbershop_id
     where barbershop_id = ${barbershopId} and removed_at is null and user_id <> owner_id order by user_id`.execute(tx)
  for (const { userId, barbershopName } of rows) {
    const rest = areAppointmentsCancelled
      ? 'O que estava marcado foi cancelado, e os clientes foram avisados.'
      : 'O que já está marcado com você continua valendo.'
    const message = `${barbershopName} saiu das buscas e não recebe novos agendamentos. ${rest}`
    const dedupeKey = `barbershop:${barbershopId}:off:${now.getTime()}`
    await insertNotification(
      tx,
      { userId, type: 'staff_changed', dedupeKey, title: 'Barbearia desativada', message },
      now,
    )
  }
}
