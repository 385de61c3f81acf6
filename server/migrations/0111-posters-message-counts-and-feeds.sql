-- expand: posters that are rendered, how many messages each barbershop has sent to people without an account, and the end of calendar
-- feeds.
create table posters (
  barbershop_id uuid not null,
  -- 'cartaz.pdf', 'story.png', 'porta.pdf' …
  file text not null,
  -- Of what is shown in it: it is rendered again when that has changed.
  digest text not null,
  bytes bytea not null,
  rendered_at timestamptz not null,
  constraint posters_key primary key (barbershop_id, file),
  constraint posters_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint posters_file_length check (char_length(file) <= 40)
);

create table message_counts (
  barbershop_id uuid not null,
  sent integer not null,
  constraint message_counts_key primary key (barbershop_id),
  constraint message_counts_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint message_counts_sent_range check (sent >= 0)
);

-- Whoever knew the old password may have made the link of the calendar, which needs no session: it ends with every password, in whatever
-- way that is changed, reset or taken away.
create function delete_calendar_feed() returns trigger
  language plpgsql
  as $$ begin
    delete from calendar_feeds where user_id = new.id;
    return null;
  end $$;
create trigger users_delete_calendar_feed after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function delete_calendar_feed();
