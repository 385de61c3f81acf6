-- expand: every change of what the page of a barbershop shows is noted, not only what lists show.
-- Processes keep the data of barbershops in memory, and drop what is noted in barbershop_changes.
create or replace function note_changed_shops() returns trigger
  language plpgsql
  as $$
  begin
    perform note_barbershop_changes(array_agg(id)) from fresh join stale using (id) where (
      fresh.name, fresh.street, fresh.neighborhood, fresh.city, fresh.state, fresh.latitude, fresh.longitude, fresh.time_zone,
      fresh.cover_image_url, fresh.is_active, fresh.is_featured, fresh.price_from, fresh.rating_sum, fresh.review_count,
      fresh.completed_count, fresh.version, fresh.description, fresh.address, fresh.zip_code, fresh.phone, fresh.whatsapp,
      fresh.minimum_notice_minutes, fresh.cancel_notice_minutes, fresh.booking_window_days
    ) is distinct from (
      stale.name, stale.street, stale.neighborhood, stale.city, stale.state, stale.latitude, stale.longitude, stale.time_zone,
      stale.cover_image_url, stale.is_active, stale.is_featured, stale.price_from, stale.rating_sum, stale.review_count,
      stale.completed_count, stale.version, stale.description, stale.address, stale.zip_code, stale.phone, stale.whatsapp,
      stale.minimum_notice_minutes, stale.cancel_notice_minutes, stale.booking_window_days
    );
    return null;
  end $$;

do $$
declare part text;
begin
  foreach part in array array['services', 'service_combinations'] loop
    execute format('create trigger %I after insert on %I referencing new table as touched
      for each statement execute function note_shops_of_rows(''barbershop_id'')', part || '_noted_insert', part);
    execute format('create trigger %I after delete on %I referencing old table as touched
      for each statement execute function note_shops_of_rows(''barbershop_id'')', part || '_noted_delete', part);
    execute format('create trigger %I after update on %I referencing old table as touched
      for each statement execute function note_shops_of_rows(''barbershop_id'')', part || '_noted_update_from', part);
    execute format('create trigger %I after update on %I referencing new table as touched
      for each statement execute function note_shops_of_rows(''barbershop_id'')', part || '_noted_update_to', part);
    execute format('create trigger %I after truncate on %I
      for each statement execute function note_all_shops()', part || '_noted_truncate', part);
  end loop;
end $$;
