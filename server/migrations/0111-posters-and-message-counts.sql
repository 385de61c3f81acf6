-- expand: posters that are rendered, and how many messages each barbershop has sent to people without an account.
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
