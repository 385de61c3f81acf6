-- expand: which shops changed, and by which transaction.
-- Whoever keeps shops in memory asks for what his last snapshot did not see. Numbers given out by a sequence would not do:
-- a smaller one may be committed after a larger one was read.
create table barbershop_changes (
  -- The id of zeroes stands for every shop.
  barbershop_id uuid not null,
  changed_by xid8 not null,
  constraint barbershop_changes_key primary key (barbershop_id)
);
create index barbershop_changes_by_transaction on barbershop_changes (changed_by);

-- A process is told that there is something, with the commit; what it is, one shop or thousands, it reads. In one order, so that
-- two transactions wait for each other and never both ways.
create function note_barbershop_changes(ids uuid[]) returns void
  language plpgsql
  as $$
  begin
    if coalesce(cardinality(ids), 0) = 0 then return; end if;
    insert into barbershop_changes (barbershop_id, changed_by)
      select distinct id, pg_current_xact_id() from unnest(ids) as id order by id
      on conflict (barbershop_id) do update set changed_by = excluded.changed_by
        where barbershop_changes.changed_by <> excluded.changed_by;
    perform pg_notify('live', '{"topic":"index"}');
  end $$;

-- All that a list shows of a shop, is ordered by, or asks for.
create function note_changed_shops() returns trigger
  language plpgsql
  as $$
  begin
    perform note_barbershop_changes(array_agg(id)) from fresh join stale using (id) where (
      fresh.name, fresh.street, fresh.neighborhood, fresh.city, fresh.state, fresh.latitude, fresh.longitude, fresh.time_zone,
      fresh.cover_image_url, fresh.is_active, fresh.is_featured, fresh.price_from, fresh.rating_sum, fresh.review_count,
      fresh.completed_count
    ) is distinct from (
      stale.name, stale.street, stale.neighborhood, stale.city, stale.state, stale.latitude, stale.longitude, stale.time_zone,
      stale.cover_image_url, stale.is_active, stale.is_featured, stale.price_from, stale.rating_sum, stale.review_count,
      stale.completed_count
    );
    return null;
  end $$;
create trigger barbershops_noted_update after update on barbershops
  referencing old table as stale new table as fresh for each statement execute function note_changed_shops();

-- Shops that came or went, and rows that belong to one: the argument names the column that says to which.
create function note_shops_of_rows() returns trigger
  language plpgsql
  as $$
  declare ids uuid[];
  begin
    execute format('select array_agg(distinct %I) from touched', tg_argv[0]) into ids;
    perform note_barbershop_changes(ids);
    return null;
  end $$;
create trigger barbershops_noted_insert after insert on barbershops
  referencing new table as touched for each statement execute function note_shops_of_rows('id');
create trigger barbershops_noted_delete after delete on barbershops
  referencing old table as touched for each statement execute function note_shops_of_rows('id');

create function note_all_shops() returns trigger
  language plpgsql
  as $$ begin perform note_barbershop_changes(array['00000000-0000-0000-0000-000000000000'::uuid]); return null; end $$;
create trigger barbershops_noted_truncate after truncate on barbershops
  for each statement execute function note_all_shops();
create trigger features_noted after insert or update or delete or truncate on features
  for each statement execute function note_all_shops();

do $$
declare part text;
begin
  foreach part in array array['working_hours', 'special_dates', 'barbershop_features', 'images'] loop
    execute format('create trigger %I after insert on %I referencing new table as touched
      for each statement execute function note_shops_of_rows(''barbershop_id'')', part || '_noted_insert', part);
    execute format('create trigger %I after delete on %I referencing old table as touched
      for each statement execute function note_shops_of_rows(''barbershop_id'')', part || '_noted_delete', part);
    -- A row that moves from one shop to another changes both.
    execute format('create trigger %I after update on %I referencing old table as touched
      for each statement execute function note_shops_of_rows(''barbershop_id'')', part || '_noted_update_from', part);
    execute format('create trigger %I after update on %I referencing new table as touched
      for each statement execute function note_shops_of_rows(''barbershop_id'')', part || '_noted_update_to', part);
    execute format('create trigger %I after truncate on %I
      for each statement execute function note_all_shops()', part || '_noted_truncate', part);
  end loop;
end $$;
