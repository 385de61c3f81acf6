import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { SpecialDay, WeekOpening } from './rules.ts'

export async function replaceHours(
  tx: Database,
  barbershopId: string,
  openings: readonly WeekOpening[],
): Promise<void> {
  await sql`/* clear hours */ delete from working_hours where barbershop_id = ${barbershopId}`.execute(tx)
  await sql`/* fill hours */
    insert into working_hours (barbershop_id, day_of_week, opens_minute, closes_minute)
    select ${barbershopId}::uuid, "dayOfWeek", opens, closes
      from json_to_recordset(${JSON.stringify(openings)}::json) as given("dayOfWeek" smallint, opens smallint, closes smallint)`.execute(
    tx,
  )
}

/** Those from `first` on. Yesterday's may still be open; the ones before have no meaning any more. */
export async function replaceSpecialDates(
  tx: Database,
  barbershopId: string,
  { days, first }: { days: readonly SpecialDay[]; first: string },
): Promise<void> {
  await sql`/* clear special dates */
    delete from special_dates where barbershop_id = ${barbershopId} and (date >= ${first}::date or date < ${first}::date - 1)`.execute(
    tx,
  )
  await sql`/* fill special dates */
    insert into special_dates (barbershop_id, date, opens_minute, closes_minute, reason)
    select ${barbershopId}::uuid, date, opens, closes, reason
      from json_to_recordset(${JSON.stringify(days)}::json) as given(date date, opens smallint, closes smallint, reason text)`.execute(
    tx,
  )
}
