import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { BookableBarber } from '../../availability/queries.ts'
import type { ServiceSelection } from '../../availability/rules.ts'
import { isBlockedIn } from '../../customers/queries.ts'

/** The hold of an offer: it has no customer before the offer is accepted, so it is not the customer's own hold. */
export type OfferHold = {
  id: string
  customerId: string
  barber: BookableBarber
  selected: ServiceSelection
  start: Date
  heldUntil: Date
}

/**
 * Locks the barber, if they still work in the barbershop, it is active, what the offer was decided on is unchanged, the barbershop has not
 * blocked the customer, and neither of both is leaving. The caller has locked the bookings of both.
 *
 * A locking read returns the newest version of a row, so a change that committed after the snapshot was taken is seen, and a later one
 * waits for the end of the transaction.
 */
export async function lockBarberOfOffer(
  tx: Database,
  { customerId, barber }: Pick<OfferHold, 'customerId' | 'barber'>,
): Promise<boolean> {
  const { barberId, barbershopId, userId, barbershopVersion, availabilityVersion } = barber
  const { rows } = await sql`/* lock barber of offer */
    select from barbers join barbershops on barbershops.id = barbers.barbershop_id
     where barbers.id = ${barberId} and barbers.removed_at is null and barbershops.is_active
       and barbershops.version = ${barbershopVersion} and barbers.availability_version = ${availabilityVersion}
       and not ${isBlockedIn(sql`${barbershopId}::uuid`, sql`${customerId}::uuid`)}
       and not exists (select from account_deletions where user_id in (${customerId}::uuid, ${userId}::uuid))
       for share of barbershops, barbers`.execute(tx)
  return rows.length === 1
}

/** Holds the slot under the constraints of every booking. False: it is taken. The caller has locked the barber. */
export async function insertOfferHold(tx: Database, hold: OfferHold, now: Date): Promise<boolean> {
  const { id, barber, selected, start, heldUntil } = hold
  const { durationMin, bufferMin, priceCents, services } = selected
  const end = new Date(start.getTime() + durationMin * 60_000)
  const { rows } = await sql`/* insert offer hold */
    with inserted_hold as (
      insert into appointments (id, barbershop_id, barber_id, barber_user_id, service_id, service_name, duration_min, buffer_min,
                                price_cents, starts_at, ends_at, status, source, held_until, requested_at, created_at, updated_at)
      values (${id}, ${barber.barbershopId}, ${barber.barberId}, ${barber.userId}, ${services[0]?.id ?? null}, ${selected.name},
              ${durationMin}, ${bufferMin}, ${priceCents}, ${start}, ${end}, 'HELD', 'waitlist', ${heldUntil}, ${now}, ${now}, ${now})
      on conflict do nothing returning id),
    inserted_services as (
      insert into appointment_services (appointment_id, position, service_id, name, duration_min, price_cents)
      select inserted_hold.id, number - 1, service."id", service."name", service."durationMin", service."priceCents"
        from inserted_hold, rows from (json_to_recordset(${JSON.stringify(services.length > 1 ? services : [])}::json)
          as ("id" uuid, "name" text, "durationMin" int, "priceCents" int)) with ordinality
          as service("id", "name", "durationMin", "priceCents", number))
    select id from inserted_hold`.execute(tx)
  return rows.length === 1
}

/**
 * A compare-and-set: the hold becomes a confirmed appointment of the customer, unless it has expired or been deleted. The caller has
 * locked the barber and deleted the customer's own holds.
 */
export async function confirmOfferHold(
  tx: Database,
  { id, customerId }: Pick<OfferHold, 'id' | 'customerId'>,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* confirm offer hold */
    update appointments set status = 'CONFIRMED', customer_id = ${customerId}, held_until = null, version = version + 1,
           requested_at = ${now}, created_at = ${now}, updated_at = ${now}
     where id = ${id} and status = 'HELD' and customer_id is null and held_until > ${now}`.execute(tx)
  return numAffectedRows === 1n
}

/** The hold of an offer, as a statement to put into a CTE that returns its id. `expiredAt`: only if it has expired by then. */
export function deleteOfferHold(id: string, expiredAt?: Date) {
  return sql`
    delete from appointments where id = ${id} and status = 'HELD' and customer_id is null
       ${expiredAt ? sql`and held_until <= ${expiredAt}` : sql``} returning id`
}
