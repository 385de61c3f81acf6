import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { startAlarm } from '../alarm.ts'
import { CHANGE_CHANNEL, type ChangeTopic, toPayload } from '../change-feed.ts'
import { afterCommit, type Database } from '../database.ts'
import type { JobRow } from '../jobs.ts'

/** What follows from a change once it is committed: jobs to enqueue, and users (of `queue`: barbershops) to notify in every process, by topic. */
export type PendingEvent = {
  jobs: readonly JobRow[]
  published: Partial<Record<ChangeTopic, readonly string[]>>
}

/** The columns of a pending event, as parameters of a statement. */
export function toEventColumns({ jobs, published }: PendingEvent) {
  return { jobs: JSON.stringify(jobs), published: JSON.stringify(published) }
}

/**
 * A step of the statement that makes the change: stores the event where `condition` is true. One plain insert, because a user waits
 * for it: `add_job` and `pg_notify` in the same transaction take longer than the booking. Call `relaySoon` after the statement.
 */
export function storeEvent(
  { jobs, published }: ReturnType<typeof toEventColumns>,
  { condition = sql`true`, pushes }: { condition?: RawBuilder<unknown>; pushes?: PushColumns } = {},
) {
  const pushColumns = pushes ? sql`${listPushed(pushes)}, ${pushes.at}::timestamptz` : sql`null, null`
  return sql`insert into pending_events (jobs, published, pushes, pushes_at)
    select ${jobs}::json, ${published}::json, ${pushColumns} where ${condition}`
}

/**
 * Notifies the event streams of these users, in every process, once the transaction commits; what happens to an owner also those of
 * the receptionists and managers at that moment. The topic `queue` takes ids of barbershops.
 */
export async function publish(tx: Database, ids: readonly string[], topic: ChangeTopic): Promise<void> {
  await sql`/* publish */ ${storeEvent(toEventColumns({ jobs: [], published: { [topic]: ids } }))}`.execute(tx)
  relaySoon(tx)
}

/** Only where one of the users has a device: elsewhere an event has ids and no texts. */
const listPushed = ({ list, userIds }: PushColumns) =>
  sql`case when exists (select from push_subscriptions where user_id = any(${userIds}::uuid[])) then ${list}::json end`

/** The notifications that may become pushes, as JSON, their users, and when they were made. */
type PushColumns = { list: string; userIds: readonly string[]; at: Date }

/** As a condition on a notification: its user has an account, and the barber in whose place it is has none. */
export const hasRecipient = sql`exists (select from users where users.id = "userId" and email is not null)
  and not exists (select from users where users.id = "insteadOf" and email is not null)`

/**
 * One row for each device of the users of `relayed` events who want pushes of the topic, also of those who want no notification in the
 * product. A device that is being removed is waited for, because a row must not reference it.
 */
const insertPushes = sql`
  insert into push_deliveries (subscription_id, user_id, dedupe_key, type, topic, title, message, path, starts_at, origin, created_at, due_at)
  select device.id, device.user_id, "dedupeKey", type, push.topic, title, coalesce("pushMessage", message), path, "startsAt",
         service, pushes_at, pushes_at + make_interval(secs => coalesce("pushAfterSeconds", 0))
    from relayed
   cross join lateral json_to_recordset(pushes) as push("userId" uuid, "insteadOf" uuid, type text, topic text, "dedupeKey" text, title text, message text,
         "pushMessage" text, path text, "startsAt" timestamptz, "pushAfterSeconds" int)
    join push_subscriptions device on device.user_id = "userId"
   where ${hasRecipient} and not exists (select from notification_preferences preference
           where preference.user_id = "userId" and preference.topic = push.topic and channel = 'push' and not is_on)
     for key share of device
  on conflict on constraint push_deliveries_once do nothing`

/** The relays of this process. */
const relays = new Set<() => void>()

/** Wakes the relay of this process when the transaction has committed. Without it, or when it is killed first, one polls. */
export function relaySoon(db: Database): void {
  afterCommit(db, () => {
    for (const wake of relays) wake()
  })
}

/** Events per statement, which takes some milliseconds. */
const BATCH = 500

type RelayResult = { isLeader: boolean; events: number; pushes: number }

/**
 * Enqueues the jobs of the oldest pending events, notifies the pages of their users and deletes the events: one statement, so that a
 * kill at any moment loses and repeats nothing. One process at a time, so that events leave in the order in which they were committed;
 * `isLeader` is false while another one is at it. Jobs are
 * due from when the lock was taken, or that much later which they state: the transaction may have begun before that of an earlier leader. Rows of transactions that commit later than newer ones are simply found later.
 * When two jobs have one key, the newer one is enqueued, as the queue itself would have replaced the older.
 */
export async function relayEvents(db: Database, limit = BATCH): Promise<RelayResult> {
  const { rows } = await sql<RelayResult>`/* relay events */
    with leader as materialized (
      select pg_try_advisory_xact_lock(hashtextextended('pending_events', 0)) as is_leader, clock_timestamp() as locked_at
    ),
    relayed as (
      delete from pending_events where id = any (array(
        select id from pending_events where (select is_leader from leader) order by id limit ${limit} for update skip locked))
      returning id, jobs, published, pushes, pushes_at
    ),
    inserted_pushes as (${insertPushes} returning 1),
    new_jobs as (
      select array_agg((name, payload, null, locked_at + make_interval(secs => delay), null, key, priority, null)::graphile_worker.job_spec order by id, position) as specs
        from (select distinct on (key) id, position, name, payload, key, coalesce("delaySeconds", 0) as delay, priority
                from relayed cross join lateral rows from (
                  json_to_recordset(jobs) as (name text, payload json, key text, "delaySeconds" int, priority int)) with ordinality
                    as job(name, payload, key, "delaySeconds", priority, position)
               order by key, id desc, position desc) as newest cross join leader
    ),
    queued as (
      select from new_jobs cross join lateral graphile_worker.add_jobs(specs) where specs is not null
    ),
    published_ids as (
      select topic, array_agg(distinct published_id::uuid) as ids
        from relayed cross join lateral json_each(published) as by_topic(topic, listed)
        cross join lateral json_array_elements_text(listed) as published_id
       group by topic
    ),
    messages as (
      select pg_notify(${CHANGE_CHANNEL}, ${toPayload({ id: sql`recipient`, topic: sql`topic`, published: sql`ids` })})
        from published_ids cross join lateral event_recipients(topic, ids) as recipient
    )
    select is_leader as "isLeader", (select count(*) from relayed) as events,
           (select count(*) from queued) as queued, (select count(*) from messages) as messages,
           (select count(*) from inserted_pushes) as pushes
      from leader`.execute(db)
  return rows[0] as RelayResult
}

/** Relays until nothing is pending, also what another process is relaying at the moment. */
export async function relayAllEvents(db: Database): Promise<void> {
  for (;;) {
    const { isLeader, events } = await relayEvents(db)
    if (isLeader && events < BATCH) return
    if (!isLeader) await wait(5)
  }
}

/** Time in which the events of other requests are collected: under load some ten share one transaction. */
const COLLECT_MS = 40
/** Finds what a killed process left, and what was written where no relay runs. */
const POLL_MS = 1000

type RelayOptions = {
  db: Database
  log: { warn(details: object, message: string): void }
  collectMs?: number
  pollMs?: number
}

/** Relays events until `stop`, which relays what is left. Every process runs one. */
export function startRelay({ db, log, collectMs = COLLECT_MS, pollMs = POLL_MS }: RelayOptions) {
  const warn = (error: Error) => log.warn({ err: error }, 'pending events were not relayed, trying again each second')
  const alarm = startAlarm({
    async run() {
      await relayAllEvents(db)
      await wait(collectMs)
      return pollMs
    },
    retryMs: pollMs,
    onFailure: warn,
  })
  relays.add(alarm.ring)
  return {
    async stop() {
      relays.delete(alarm.ring)
      await alarm.stop()
      await relayAllEvents(db).catch(warn)
    },
  }
}
