import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { SpecialDateOpening, WeekdayOpening } from './rules.ts'

export async function replaceWorkingHours(
  tx: Database,
  barbershopId: string,
  openings: readonly WeekdayOpening[],
): Promise<void> {
  await sql`/* delete working hours */ delete from working_hours where barbershop_id = ${barbershopId}`.execute(tx)
  await sql`/* insert working hours */
    insert into working_hours (barbershop_id, day_of_week, opens_minute, closes_minute)
    select ${barbershopId}::uuid, "dayOfWeek", opens, closes
      from json_to_recordset(${JSON.stringify(openings)}::json) as input("dayOfWeek" smallint, opens smallint, closes smallint)`.execute(
    tx,
  )
}

/** Replaces the dates from `first` on and deletes those before yesterday, whose openings have ended. */
export async function replaceSpecialDates(
  tx: Database,
  barbershopId: string,
  { openings, first }: { openings: readonly SpecialDateOpening[]; first: string },
): Promise<void> {
  await sql`/* delete special dates */
    delete from special_dates where barbershop_id = ${barbershopId} and (date >= ${first}::date or date < ${first}::date - 1)`.execute(
    tx,
  )
  await sql`/* insert special dates */
    insert into special_dates (barbershop_id, date, opens_minute, closes_minute, reason)
    select ${barbershopId}::uuid, date, opens, closes, reason
      from json_to_recordset(${JSON.stringify(openings)}::json) as input(date date, opens smallint, closes smallint, reason text)`.execute(
    tx,
  )
}
