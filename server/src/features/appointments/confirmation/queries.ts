import { type AutomaticConfirmation, NO_RESPONSE_MIN, SHORT_NOTICE_MIN } from '@na-regua/contract/confirmation'
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
 * What the barbershop confirms of this customer without a response (decision 05), as AutomaticConfirmation: by its settings, and by what
 * became of their appointments there. `profileIds` are those of the customer. Needs `barbershops` in the FROM clause.
 */
export function automaticConfirmationSql(
  customerId: RawBuilder<unknown>,
  profileIds = sql`array(select id from customer_profiles where user_id = ${customerId} and barbershop_id = barbershops.id)`,
) {
  const isReliable = sql`(barbershops.auto_confirms_after_no_shows or count(*) filter (where past.status = 'NO_SHOW') < ${sql.lit(NO_SHOW_LIMIT)})`
  return sql<AutomaticConfirmation>`(
    select json_build_object(
             'isAlways', ${isReliable} and (barbershops.auto_confirmation = 'everyone'
               or (barbershops.auto_confirmation = 'returning' and count(*) filter (where past.status = 'COMPLETED') > 0)),
             'withinMin', case when barbershops.auto_confirms_short_notice and ${isReliable}
               then ${sql.lit(SHORT_NOTICE_MIN)} else ${sql.lit(NO_RESPONSE_MIN)} end)
      from appointments past
     where past.barbershop_id = barbershops.id and (past.customer_id = ${customerId} or past.profile_id = any (${profileIds})))`
}

/** The same for a customer without an account, who has the link to this appointment. Needs `barbershops` in the FROM clause. */
export function automaticConfirmationOfProfileSql(appointmentId: string) {
  return automaticConfirmationSql(
    sql`null::uuid`,
    sql`array(select profile_id from appointments linked where linked.id = ${appointmentId})`,
  )
}
