import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { insertNotification } from '../../notifications/queries.ts'

type SwitchedOff = { shopId: string; isCalledOff: boolean }
type Colleague = { userId: string; shopName: string }

/** Whoever works in a shop hears that it was switched off; its owner, who did it, does not. */
export async function tellStaff(tx: Database, { shopId, isCalledOff }: SwitchedOff, now: Date): Promise<void> {
  const { rows } = await sql<Colleague>`/* list colleagues */
    select user_id as "userId", barbershops.name as "shopName"
      from barbers join barbershops on barbershops.id = barbershop_id
     where barbershop_id = ${shopId} and removed_at is null and user_id <> owner_id order by user_id`.execute(tx)
  for (const { userId, shopName } of rows) {
    const rest = isCalledOff
      ? 'O que estava marcado foi cancelado, e os clientes foram avisados.'
      : 'O que já está marcado com você continua valendo.'
    const message = `${shopName} saiu das buscas e não recebe novos agendamentos. ${rest}`
    const fact = `barbershop:${shopId}:off:${now.getTime()}`
    await insertNotification(tx, { userId, type: 'staff_changed', fact, title: 'Barbearia desativada', message }, now)
  }
}
