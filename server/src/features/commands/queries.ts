import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { deleteBatch } from '../../lib/worker/run-sweeps.ts'
import type { EarlierClosing, LastChange, StoredCommand } from './rules.ts'

/** Those of the user that are stored: ids of other users' commands do not exist. */
export async function listStoredCommands(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<StoredCommand[]> {
  const { rows } = await sql<StoredCommand>`/* list stored commands */
    select id, device_id as "deviceId", body_hash as "bodyHash", result from client_commands
     where user_id = ${userId} and id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Lists the names of barbers who work in their barbershop, by id. */
export async function listBarberNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`/* list barber names */
    select barbers.id, name from barbers join users on users.id = user_id
     where barbers.id = any(${ids}::uuid[]) and removed_at is null`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type NewCommand = StoredCommand & { userId: string }

/** False if it is stored already. Waits for a transaction that is storing it. */
export async function insertCommand(
  db: Database,
  { id, userId, deviceId, bodyHash, result }: NewCommand,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* insert command */
    insert into client_commands (user_id, id, device_id, body_hash, result, created_at)
    values (${userId}, ${id}, ${deviceId}, ${bodyHash}, ${JSON.stringify(result)}, ${now}) on conflict do nothing`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function findLastChange(db: Database, appointmentId: string): Promise<LastChange | undefined> {
  const { rows } = await sql<LastChange>`/* find last change */
    select appointments.status, appointments.version, cancelled_by as "cancelledBy", starts_at as "startsAt",
           requested_at as "requestedAt", appointments.updated_at as "updatedAt", barbershops.time_zone as "timeZone",
           serving_from is not null as "isServed",
           exists (select from appointment_moves
                    where appointment_id = appointments.id and appointment_moves.version = appointments.version) as "isMovedByStaff",
           exists (select from appointment_edits
                    where appointment_id = appointments.id and appointment_edits.version = appointments.version) as "isEditedByStaff"
      from appointments join barbershops on barbershops.id = barbershop_id
     where appointments.id = ${appointmentId} and status <> 'HELD'`.execute(db)
  return rows[0]
}

/** The visit with this id, or the one of the appointment, if it is closed. */
export async function findClosedVisit(
  db: Database,
  { id, appointmentId }: { id: string; appointmentId: string | undefined },
): Promise<EarlierClosing | undefined> {
  const { rows } = await sql<EarlierClosing>`/* find closed visit */
    select number, closed_at as "closedAt", total_cents as "totalCents", time_zone as "timeZone"
      from visits join barbershops on barbershops.id = barbershop_id
     where status = 'CLOSED' and (visits.id = ${id} or appointment_id = ${appointmentId ?? null}::uuid) limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Longer than a device may send a command. */
const STORED_DAYS = 30

export function deleteOldCommands(db: Database, now: Date, limit: number): Promise<number> {
  const until = new Date(now.getTime() - STORED_DAYS * 86_400_000)
  return deleteBatch(db, { table: 'client_commands', by: 'created_at', until, limit })
}
