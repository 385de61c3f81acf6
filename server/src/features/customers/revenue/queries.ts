import { type RawBuilder, sql } from 'kysely'

/**
 * What was earned, a row a line: all money that the panel and the customers show, sum, list or export is from here. Its rule:
 *
 * A closed visit (comanda) counts with its lines less discounts: with an appointment on the day on which that started, whenever it was closed
 * and whatever became of the appointment; without one on the day on which it was closed. One that was reversed counts nothing, as if it had not
 * been. A completed appointment for which no visit was ever closed counts with the price that was agreed. Each line counts for its barber.
 * Revenue is the services; products and tips have their own kind, and a debt that is paid was counted before.
 *
 * The book has the same lines (checkBooks compares them every night) by when visits were closed and reversed: panel and Financeiro differ only
 * where that was another day. `shops` has the `id` of barbershops; `since` and `until` are instants of each.
 */
export function revenueRows(since: RawBuilder<unknown>, until: RawBuilder<unknown>) {
  const lineCents = sql`quantity * unit_cents - discount_cents`
  return sql`
    select appointments.barbershop_id, case when visits.id is null then appointments.barber_id else lines.barber_id end as barber_id,
           starts_at as at, coalesce(kind, 'service') as kind, case when visits.id is null then price_cents else ${lineCents} end as cents,
           coalesce(lines.name, service_name) as name, case when visits.id is null then appointments.service_id else lines.service_id end as service_id,
           appointments.id as appointment_id, visits.id as visit_id, lines.position, appointments.profile_id, customer_id
      from shops join appointments on appointments.barbershop_id = shops.id and starts_at >= ${since} and starts_at < ${until}
      left join visits on visits.appointment_id = appointments.id and visits.status in ('CLOSED', 'REVERSED')
      left join visit_lines lines on lines.visit_id = visits.id and visits.status = 'CLOSED' and kind <> 'debt'
     where case when visits.id is null then appointments.status = 'COMPLETED' else lines.visit_id is not null end
    union all
    select visits.barbershop_id, lines.barber_id, closed_at, kind, ${lineCents}, lines.name, lines.service_id, null, visits.id, lines.position, visits.profile_id, null
      from shops join visits on visits.barbershop_id = shops.id and closed_at >= ${since} and closed_at < ${until}
       and visits.status = 'CLOSED' and visits.appointment_id is null
      join visit_lines lines on lines.visit_id = visits.id and kind <> 'debt'`
}

/** True for a row of `revenueRows` that a customer spent: products count, too, but no tips, which are the barber's. */
export const isSpent = sql`kind in ('service', 'product')`

/** `revenueRows` of all times of one barbershop; a query, with `barbershopId` as an expression. */
export const selectRevenueOf = (barbershopId: RawBuilder<unknown>) => sql`
  with shops as (select ${barbershopId} as id)
  ${revenueRows(sql`'-infinity'::timestamptz`, sql`'infinity'::timestamptz`)}`
