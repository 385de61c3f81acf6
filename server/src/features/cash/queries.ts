import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'

/** The register that cash goes into unless another is chosen. Made when it is first needed, before any lock of an appointment. */
export async function getUsualRegister(db: Database, barbershopId: string): Promise<string> {
  const known = await findUsualRegister(db, barbershopId)
  if (known) return known
  await sql`/* make usual cash register */
    insert into cash_registers (barbershop_id, name, is_usual) values (${barbershopId}, 'Caixa', true)
    on conflict (barbershop_id) where is_usual do nothing`.execute(db)
  // Also one that another request has made meanwhile.
  return (await findUsualRegister(db, barbershopId)) as string
}

async function findUsualRegister(db: Database, barbershopId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`/* find usual cash register */
    select id from cash_registers where barbershop_id = ${barbershopId} and is_usual`.execute(db)
  return rows[0]?.id
}
