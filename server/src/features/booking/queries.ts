import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { batchStatements } from '../../lib/statements/batches.ts'
import { columnsOf, MAX_ITEMS, prepareListQuery } from '../../lib/statements/list-statement.ts'
import { deleteBatch } from '../../lib/worker/run-sweeps.ts'
import type { ValidatedBooking } from './rules.ts'

/** The guest's part of the constraint `appointments_customer_no_overlap`: a guest is another person than the customer. */
export function guestKey(guestName: RawBuilder<unknown>) {
  return sql`coalesce(lower(${guestName}), '')`
}

type CustomerTime = Pick<ValidatedBooking, 'customerId' | 'guestName' | 'start' | 'end'>
const customerTimeTypes = {
  customerId: 'uuid',
  guestName: 'text',
  start: 'timestamptz',
  end: 'timestamptz',
} as const

const selectBusyCustomers = prepareListQuery<CustomerTime, object>(customerTimeTypes, (list) => {
  const { customerId, guestName, start, end } = columnsOf<CustomerTime>('input')
  return sql`/* list busy customers */ with ${list}
    select number from input where exists (
      select from appointments where customer_id = ${customerId} and status in ('SCHEDULED', 'CONFIRMED')
         and ${guestKey(sql`appointments.guest_name`)} = ${guestKey(sql`${guestName}`)}
         and tstzrange(starts_at, ends_at) && tstzrange(${start}, ${end}))`
})

async function areCustomersBusy(db: Database, times: readonly CustomerTime[]): Promise<boolean[]> {
  const items = times.map(({ customerId, guestName, start, end }) => ({ customerId, guestName, start, end }))
  return (await selectBusyCustomers(db, items)).map((rows) => rows.length > 0)
}

/** Whether the customer, or this guest of theirs, has another appointment at that time, with any barber. */
export const isCustomerBusy = batchStatements<CustomerTime, boolean>({
  max: MAX_ITEMS,
  runTogether: areCustomersBusy,
  runAlone: async (db, time) => (await areCustomersBusy(db, [time]))[0] === true,
})

/**
 * Serializes bookings and changes per customer and per barber's user until the transaction ends. The keys and their order are those
 * of step 1 in insert-appointment.ts; a different order would deadlock. Without an account only the barber's user is locked.
 */
export async function lockCustomerAndBarberUser(
  tx: Database,
  customerId: string | null,
  barberUserId: string,
): Promise<void> {
  await sql`/* lock customer and barber user */
    select pg_advisory_xact_lock(hashtextextended(key, kind))
      from unnest(${[customerId, barberUserId]}::text[], '{1,2}'::bigint[]) as keys(key, kind)`.execute(tx)
}

/**
 * What a decision about a barber's time was based on. Null or absent: staff decided without the barber's hours, and so without their
 * version.
 */
export type DecidedBarber = { barberId: string; barbershopVersion: number; availabilityVersion?: number | null }

/**
 * A statement for a CTE: the barber, if they still work in the barbershop, it is active, and what the decision was based on has not
 * changed. A locking read returns the newest version of a row, so a change that committed after the snapshot was taken is seen, and
 * a later one waits for the end of the transaction.
 */
export function lockDecidedBarber(
  { barberId, barbershopVersion, availabilityVersion }: DecidedBarber,
  condition = sql`true`,
) {
  const isSameSchedule =
    availabilityVersion === undefined
      ? sql`true`
      : sql`coalesce(barbers.availability_version = ${availabilityVersion}::int, true)`
  return sql`
    select barbers.id from barbers join barbershops on barbershops.id = barbers.barbershop_id
     where barbers.id = ${barberId} and barbers.removed_at is null and barbershops.is_active
       and barbershops.version = ${barbershopVersion} and ${isSameSchedule} and ${condition}
       for share of barbershops, barbers`
}

type BlockedTime = { customerId: string | null; barberUserId: string; start: Date; end: Date; bufferMin: number }

/**
 * The holds that must not block a rescheduled appointment or a walk-in, as a statement to put into a CTE after `locked_barber`:
 * expired ones of the barber in this time, and the customer's own with this barber. The same as step 4 in insert-appointment.ts.
 */
export function deleteConflictingHolds(time: BlockedTime, now: Date) {
  const busyUntil = new Date(time.end.getTime() + time.bufferMin * 60_000)
  return sql`
    delete from appointments where status = 'HELD' and barber_user_id = ${time.barberUserId} and exists (select from locked_barber)
       and (customer_id = ${time.customerId}::uuid
            or (held_until <= ${now} and tstzrange(starts_at, busy_until) && tstzrange(${time.start}, ${busyUntil})))`
}

/** Deletes the customer's holds, except those with this barber's user. */
export async function deleteCustomerHolds(db: Database, customerId: string, exceptUserId?: string): Promise<number> {
  const { numAffectedRows } = await sql`/* delete customer holds */
    delete from appointments where customer_id = ${customerId} and status = 'HELD'
       and barber_user_id is distinct from ${exceptUserId ?? null}::uuid`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Expired holds do not block their slot but would accumulate. Rows that a concurrent booking deletes are skipped. */
export function deleteExpiredHolds(db: Database, now: Date, limit: number): Promise<number> {
  return deleteBatch(db, { table: 'appointments', by: 'held_until', until: now, and: sql`status = 'HELD'`, limit })
}
