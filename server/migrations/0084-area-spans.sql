-- expand: the wanted times of requests for an area, one row each, so that the index that matches them is exact; urgent jobs go first.

-- Of active entries only. An index on the multirange knows its first and last instant: of seven rows read one fits.
-- What the order of the offers needs is copied, so that the entry itself is read of those few who get one.
create table waitlist_area_spans (
  entry_id uuid not null,
  number integer not null,
  user_id uuid not null,
  during tstzrange not null,
  area cube not null,
  center cube not null,
  radius_km double precision not null,
  created_at timestamptz not null,
  constraint waitlist_area_spans_key primary key (entry_id, number),
  constraint waitlist_area_spans_entry foreign key (entry_id) references waitlist_entries on delete cascade
);
create index waitlist_area_spans_matching on waitlist_area_spans using gist (area, during);

create function write_area_spans(entry waitlist_entries) returns void
  language sql
  as $$
    delete from waitlist_area_spans where entry_id = entry.id;
    insert into waitlist_area_spans (entry_id, number, user_id, during, area, center, radius_km, created_at)
    select entry.id, number, entry.user_id, during, entry.area, entry.center, entry.radius_km, entry.created_at
      from unnest(entry.wanted) with ordinality as span(during, number)
     where entry.status = 'ACTIVE' and entry.area is not null
  $$;

create function note_area_spans() returns trigger
  language plpgsql
  as $$ begin perform write_area_spans(new); return null; end $$;
create trigger waitlist_entries_add_area_spans after insert on waitlist_entries
  for each row when (new.area is not null) execute function note_area_spans();
create trigger waitlist_entries_change_area_spans after update on waitlist_entries
  for each row when (
    (old.area is not null or new.area is not null)
    and (old.status, old.wanted, old.area) is distinct from (new.status, new.wanted, new.area))
  execute function note_area_spans();

-- Writers of requests wait for it, since the triggers; readers do not.
select write_area_spans(entries) from waitlist_entries entries where status = 'ACTIVE' and area is not null;

create or replace function is_awaited(shop uuid) returns boolean
  language sql stable
  as $$
    select not exists (select from waitlist_settings where barbershop_id = shop and not is_on)
       and (exists (select from waitlist_targets where barbershop_id = shop and is_active)
            or exists (select from barbershops join waitlist_area_spans on area @> position where barbershops.id = shop))
  $$;

create or replace function match_freed_times(ids uuid[]) returns void
  language sql
  as $$
    insert into pending_events (jobs, published)
    select json_agg(json_build_object('name', 'offer-freed-time', 'payload', json_build_object('freedTimeId', id),
             'key', 'offer-freed-time:' || id, 'priority', -1)), '{}'
      from unnest(ids) as id having count(*) > 0
  $$;

-- The previous version of the query reads the table for the moments of the restart.
drop index waitlist_entries_of_areas;
