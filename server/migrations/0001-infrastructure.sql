-- start: extensions, functions and tables of server/src/lib, which belong to no noun.

create extension citext;
create extension btree_gist;
create extension cube;
create extension pg_trgm;
create extension unaccent;
create extension fuzzystrmatch;

-- Words without accent, case and punctuation, one space before and after each: `like '% nav%'` is "a word begins with nav".
-- unaccent() itself is only stable, because its dictionary could change; an index needs a promise.
create function search_form(value text) returns text
  language sql immutable strict parallel safe
  return ' ' || trim(regexp_replace(
    lower(public.unaccent('public.unaccent'::regdictionary, value)), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'
  )) || ' ';

-- A set of services as an array that can be compared: each once, in one order.
create function sorted_set(ids uuid[]) returns uuid[]
  language sql immutable strict parallel safe
  return array(select distinct id from unnest(ids) as id order by id);

-- What all processes of an installation share and no configuration says: keys that the first one generates.
create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- A solved proof of work verifies again, so each one is spent once.
create table spent_challenges (
  challenge text primary key,
  expires_at timestamptz not null
);
create index spent_challenges_by_end on spent_challenges (expires_at);

-- Counters that several processes share, for the few calls where guessing must be expensive.
create table attempts (
  key text not null,
  window_start timestamptz not null,
  count integer not null default 1,
  constraint attempts_key primary key (key, window_start)
);
create index attempts_by_age on attempts (window_start);

-- A worker reports here every few seconds. The jobs of one that stopped without saying so are given to another.
create table job_workers (
  id text not null,
  beat_at timestamptz not null default clock_timestamp(),
  constraint job_workers_key primary key (id)
);

-- Sweeps that cannot see from the rows what they have checked continue after this one.
create table sweep_positions (
  name text not null,
  row_at timestamptz not null,
  row_id uuid not null,
  constraint sweep_positions_key primary key (name)
);

-- What follows from a change: written in its transaction, deleted milliseconds later by the statement that enqueues the jobs and notifies
-- the pages. The queue itself is graphile-worker's, in a schema of its own.
create table pending_events (
  id bigint generated always as identity,
  -- [{"name", "payload", "key"}]: what the queue needs. No names or addresses, only ids.
  jobs json not null,
  -- The users to notify, by topic: {"appointments": ["<id>"]}.
  published json not null,
  -- The notifications of the event, where one of its users has a device: [{"userId", "dedupeKey", "type", "topic", "title", "message", "path", …}].
  pushes json,
  -- When it happened.
  pushes_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint pending_events_key primary key (id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);
