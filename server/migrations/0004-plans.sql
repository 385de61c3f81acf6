-- start: the plans that owners pay for, and their subscriptions.

-- The name is for people and never parsed: what a plan is, its tier says. Null: without a limit.
create table plans (
  id uuid primary key,
  tier text not null,
  name text not null,
  description text not null,
  billing_period text not null,
  -- For the whole period.
  price_cents integer not null,
  max_barbershops integer,
  max_barbers integer,
  position smallint not null,
  constraint plans_once unique (tier, billing_period),
  constraint plans_tier_known check (tier in ('basic', 'professional', 'premium')),
  constraint plans_period_known check (billing_period in ('monthly', 'quarterly', 'annually')),
  constraint plans_price_positive check (price_cents >= 0),
  constraint plans_limits_positive check (max_barbershops > 0 and max_barbers > 0)
);

-- Quarterly is 5 % off three months, annually 10 % off twelve, to the cent.
insert into plans (id, tier, name, description, billing_period, price_cents, max_barbershops, max_barbers, position) values
  ('1a01db17-e69d-5f5f-abbb-b1e0def26b06', 'basic', 'Básico', 'Para começar com uma cadeira e conhecer a casa.', 'monthly', 0, 1, 2, 0),
  ('ab1aaeee-eb9e-54b7-9bc9-05cf75795cdd', 'professional', 'Profissional', 'Para quem cresceu e quer aparecer nas buscas.', 'monthly', 7990, 3, 10, 1),
  ('02051fea-d258-5e16-9b51-f435515d4b97', 'premium', 'Premium', 'Para redes: sem limite de lojas nem de equipe.', 'monthly', 14990, null, null, 2),
  ('3d5e5e9a-da09-563b-b7c7-61ad29a7a707', 'basic', 'Básico', 'Para começar com uma cadeira e conhecer a casa.', 'quarterly', 0, 1, 2, 3),
  ('24a30f3a-8cd4-57d8-8585-541323b645cf', 'professional', 'Profissional', 'Para quem cresceu e quer aparecer nas buscas.', 'quarterly', 22772, 3, 10, 4),
  ('4a04b36c-f409-5699-9979-dd8570c1f3cd', 'premium', 'Premium', 'Para redes: sem limite de lojas nem de equipe.', 'quarterly', 42722, null, null, 5),
  ('4700de88-5cc5-58c8-8141-a8aa823ca018', 'basic', 'Básico', 'Para começar com uma cadeira e conhecer a casa.', 'annually', 0, 1, 2, 6),
  ('3ec1d25b-d91a-518e-a39d-ab2db68293b8', 'professional', 'Profissional', 'Para quem cresceu e quer aparecer nas buscas.', 'annually', 86292, 3, 10, 7),
  ('f10d1c8b-1a75-53d5-9ac7-d8530b58893b', 'premium', 'Premium', 'Para redes: sem limite de lojas nem de equipe.', 'annually', 161892, null, null, 8);

-- The status comes from the payment provider's events, never from a page. An owner without an open subscription has the limits of the
-- free plan and may look but not edit; the free plan itself is an open subscription without an end.
create table subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  plan_id uuid not null,
  status text not null,

  provider text not null,
  provider_reference text,
  -- Time and id of the newest event of the provider that was applied: an older one changes nothing.
  told_at timestamptz,
  told_by text,
  checked_at timestamptz,

  period_starts_at timestamptz not null,
  period_ends_at timestamptz,
  -- A renewal that failed may be repeated for seven days.
  grace_ends_at timestamptz,
  -- False where the person pays again by hand.
  renews_itself boolean not null default true,
  -- How many days before which end the owner was last warned.
  warned_days smallint,
  warned_end timestamptz,

  -- A cancelled subscription runs until the end of its paid period, and may be followed by the free plan.
  cancel_requested_at timestamptz,
  continues_free boolean not null default false,
  cancelled_at timestamptz,

  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint subscriptions_reference_unique unique (provider, provider_reference),
  constraint subscriptions_user foreign key (user_id) references users,
  constraint subscriptions_plan foreign key (plan_id) references plans,
  constraint subscriptions_status_known check (status in ('active', 'past_due', 'cancelled', 'expired')),
  constraint subscriptions_provider_known check (provider in ('free', 'sandbox', 'stripe')),
  constraint subscriptions_free_never_ends check ((provider = 'free') = (period_ends_at is null))
);
create unique index subscriptions_one_open on subscriptions (user_id) where status in ('active', 'past_due');
create index subscriptions_ending on subscriptions (period_ends_at) where status in ('active', 'past_due');
create index subscriptions_by_user on subscriptions (user_id);
