import { sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'

type Violation = { what: string; count: number }

/**
 * What must never be, at no moment: holds, offers and requests that contradict each other. One snapshot. Empty: nothing.
 * A time that was accepted is offered again only after its appointment was cancelled, or moved away, which staff and customers may.
 */
export async function findOfferViolations(db: Database): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select 'orphan hold' as what, count(*)::int as count from appointments
     where status = 'HELD' and customer_id is null
       and not exists (select from waitlist_offers where waitlist_offers.id = appointments.id and status = 'OPEN')
    union all
    select 'offer without hold', count(*)::int from waitlist_offers where status = 'OPEN'
       and not exists (select from appointments hold where hold.id = waitlist_offers.id and status = 'HELD'
                          and (hold.barber_id, hold.starts_at, hold.ends_at)
                            = (waitlist_offers.barber_id, waitlist_offers.starts_at, waitlist_offers.ends_at))
    union all
    select 'two offers of a slot', count(*)::int from (
      select from waitlist_offers where status = 'OPEN' or status = 'ACCEPTED'
         and exists (select from appointments booked where booked.id = waitlist_offers.id and booked.status in ('HELD', 'SCHEDULED', 'CONFIRMED')
                        and (booked.barber_id, booked.starts_at) = (waitlist_offers.barber_id, waitlist_offers.starts_at))
       group by barber_id, starts_at having count(*) > 1) doubled
    union all
    select 'two offers of a customer', count(*)::int from (
      select from waitlist_offers where status = 'OPEN' group by user_id having count(*) > 1) doubled
    union all
    select 'accepted without appointment', count(*)::int from waitlist_offers offers where status = 'ACCEPTED'
       and not exists (select from appointments where appointments.id = offers.id and status not in ('HELD') and customer_id = offers.user_id)
    union all
    select 'request and offer differ', count(*)::int from waitlist_requests requests
     where (status = 'FULFILLED') <> ((select count(*) from waitlist_offers where request_id = requests.id and status = 'ACCEPTED') = 1)
    union all
    select 'open offer of a request that is not active', count(*)::int from waitlist_offers offers
      join waitlist_requests requests on requests.id = request_id where offers.status = 'OPEN' and requests.status <> 'ACTIVE'
    union all
    select 'target and request differ', count(*)::int from waitlist_targets join waitlist_requests requests on requests.id = request_id
     where is_active <> (status = 'ACTIVE')
    union all
    select 'wanted times and indexed times differ', count(*)::int from waitlist_requests requests
     where case when status = 'ACTIVE' and area is not null then wanted else '{}' end <> (select coalesce(range_agg(during), '{}')
       from waitlist_area_spans spans where request_id = requests.id and (spans.area, spans.center, spans.radius_km)
         = (requests.area, requests.center, requests.radius_km))`.execute(db)
  return rows.filter(({ count }) => count > 0)
}

/** What has not ended. Empty once all requests have ended, and jobs and sweeps have run. */
export async function findUnsettled(db: Database): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select 'open request' as what, count(*)::int as count from waitlist_requests where status in ('ACTIVE', 'PAUSED')
    union all select 'open offer', count(*)::int from waitlist_offers where status = 'OPEN'
    union all select 'hold of an offer', count(*)::int from appointments where status = 'HELD' and customer_id is null
    union all select 'freed time ' || status, count(*)::int from freed_times where status <> 'DONE' group by status`.execute(
    db,
  )
  return rows.filter(({ count }) => count > 0)
}
