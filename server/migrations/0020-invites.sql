-- Somebody whom an owner asked, by e-mail, to take a chair. The person may or may not have an account.
create table invites (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  email citext not null,
  -- SHA-256 of what the newest letter's link holds; null until that letter is written.
  token_hash bytea,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text,
  closed_at timestamptz,
  constraint invites_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint invites_token_unique unique (token_hash),
  constraint invites_email_length check (char_length(email) <= 254),
  constraint invites_outcome_known check (outcome in ('accepted', 'revoked')),
  constraint invites_closed_with_outcome check ((outcome is null) = (closed_at is null))
);
-- Asked again, the same invite is sent again.
create unique index invites_one_open on invites (barbershop_id, email) where closed_at is null;
create index invites_by_email on invites (email);
create index invites_by_age on invites (coalesce(closed_at, expires_at));

-- What most barbers are asked for, so that the first search already finds something.
insert into specialties (name) values
  ('Barba'), ('Barboterapia'), ('Coloração'), ('Corte afro'), ('Corte clássico'), ('Corte infantil'), ('Corte na tesoura'),
  ('Degradê'), ('Desenhos no cabelo'), ('Hidratação'), ('Luzes'), ('Navalhado'), ('Pigmentação'), ('Platinado'),
  ('Relaxamento'), ('Sobrancelha'), ('Terapia capilar')
on conflict on constraint specialties_name_unique do nothing;
