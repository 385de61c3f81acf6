-- expand: what follows from a change of an appointment waits in a table of ours. The previous version enqueues its jobs itself.

-- Written in the transaction of the change, deleted milliseconds later by the statement that enqueues the jobs and notifies the pages.
create table pending_events (
  id bigint generated always as identity,
  -- [{"name", "payload", "key"}]: what the queue needs. No names or addresses, only ids.
  jobs json not null,
  -- The users to notify, by topic: {"appointments": ["<id>"]}.
  published json not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint pending_events_key primary key (id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);
