-- start: nudges by the rhythm of a customer's visits.

-- One row per consent. A withdrawn one stays, as the record of what was agreed to and until when.
create table rhythm_consents (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  given_at timestamptz not null,
  -- The text that the person agreed to.
  consent_text text not null,
  withdrawn_at timestamptz,
  -- When the rhythms of this person are computed next: at most a week ahead.
  check_at timestamptz not null,
  constraint rhythm_consents_key primary key (id),
  constraint rhythm_consents_user foreign key (user_id) references users on delete cascade,
  constraint rhythm_consents_withdrawn_later check (withdrawn_at >= given_at)
);
create unique index rhythm_consents_one_active on rhythm_consents (user_id) where withdrawn_at is null;
create index rhythm_consents_by_user on rhythm_consents (user_id, given_at);
create index rhythm_consents_to_check on rhythm_consents (check_at) where withdrawn_at is null;

-- One nudge of one cycle: what follows a visit until the next one.
create table rhythm_nudges (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  barbershop_id uuid not null,
  -- The local day of the last visit.
  last_visit_on date not null,
  -- The median of the days between visits.
  gap_days smallint not null,
  -- The start that was proposed.
  starts_at timestamptz not null,
  nudged_at timestamptz not null,
  constraint rhythm_nudges_key primary key (id),
  constraint rhythm_nudges_one_per_cycle unique (user_id, barbershop_id, last_visit_on),
  constraint rhythm_nudges_user foreign key (user_id) references users on delete cascade,
  constraint rhythm_nudges_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint rhythm_nudges_gap_positive check (gap_days > 0)
);
create index rhythm_nudges_by_barbershop on rhythm_nudges (barbershop_id);
create index rhythm_nudges_by_age on rhythm_nudges (nudged_at);
