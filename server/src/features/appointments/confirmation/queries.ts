import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** So many no-shows in a barbershop end the automatic confirmation of the customer's bookings there. */
const NO_SHOW_LIMIT = 2

/** Whether so many no-shows count against the customer in the barbershop. */
export function isNoShowIn(barbershopId: RawBuilder<unknown>, customerId: RawBuilder<unknown>) {
  return sql`exists (
    select from barbershops shop join appointments past on past.barbershop_id = shop.id and past.customer_id = ${customerId}
     where shop.id = ${barbershopId} and not auto_confirms_after_no_shows and past.status = 'NO_SHOW'
    having count(*) >= ${sql.lit(NO_SHOW_LIMIT)})`
}

/**
 * Whether the barbershop confirms what this customer books without a response (decision 05): by its settings, and by what became of
 * their appointments there. `profileIds` are those of the customer. Needs `barbershops` in the FROM clause.
 */
export function isConfirmedAtOnce(
  customerId: RawBuilder<unknown>,
  profileIds = sql`array(select id from customer_profiles where user_id = ${customerId} and barbershop_id = barbershops.id)`,
) {
  return sql`case when barbershops.auto_confirmation = 'off' then false else (
    select (barbershops.auto_confirmation = 'everyone' or count(*) filter (where past.status = 'COMPLETED') > 0)
       and (barbershops.auto_confirms_after_no_shows or count(*) filter (where past.status = 'NO_SHOW') < ${sql.lit(NO_SHOW_LIMIT)})
      from appointments past
     where past.barbershop_id = barbershops.id and (past.customer_id = ${customerId} or past.profile_id = any (${profileIds}))) end`
}

/** The same for a customer without an account, who has the link to this appointment. Needs `barbershops` in the FROM clause. */
export function isConfirmedForProfileOf(appointmentId: string) {
  return isConfirmedAtOnce(
    sql`null::uuid`,
    sql`array(select profile_id from appointments linked where linked.id = ${appointmentId})`,
  )
}
