-- What providers said, each word once. Facts name things of ours by id and nobody by name.
create table payment_events (
  provider text not null,
  event_id text not null,
  facts jsonb not null,
  received_at timestamptz not null,
  constraint payment_events_once primary key (provider, event_id),
  constraint payment_events_provider_known check (provider in ('sandbox', 'stripe'))
);

-- One wish to pay for a plan. Its id is a secret: who knows it may read the status.
create table payment_sessions (
  id text primary key,
  user_id uuid not null,
  plan_id uuid not null,
  mode text not null,
  provider text not null,
  -- The provider's name for it and what opens its form; null until the provider has answered.
  provider_reference text,
  client_secret text,
  -- The open subscription that this one changes or prolongs.
  changes_reference text,
  -- Null where only the provider knows it.
  amount_cents integer,
  credit_cents integer not null default 0,
  method text,
  status text not null default 'pending',
  -- What the payment opened or changed, as the provider calls it.
  subscription_reference text,
  expires_at timestamptz not null,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payment_sessions_id_long check (length(id) = 43),
  constraint payment_sessions_user foreign key (user_id) references users,
  constraint payment_sessions_plan foreign key (plan_id) references plans,
  constraint payment_sessions_mode_known check (mode in ('payment', 'change')),
  constraint payment_sessions_provider_known check (provider in ('sandbox', 'stripe')),
  constraint payment_sessions_method_known check (method in ('card', 'pix')),
  constraint payment_sessions_status_known check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'expired')),
  constraint payment_sessions_amount_positive check (amount_cents >= 0 and credit_cents >= 0),
  constraint payment_sessions_reference_unique unique (provider, provider_reference)
);
-- Two tabs open one.
create unique index payment_sessions_one_open on payment_sessions (user_id) where status in ('pending', 'requires_action');

-- Money that moved, or should have. Rows stay when a person leaves.
create sequence payments_receipt_numbers;
create table payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  plan_id uuid not null,
  provider text not null,
  provider_reference text not null,
  subscription_reference text not null,
  amount_cents integer not null,
  status text not null,
  method text,
  period_starts_at timestamptz not null,
  period_ends_at timestamptz not null,
  paid_at timestamptz not null,
  -- Given once, with the first word that it was paid.
  receipt_number bigint,
  created_at timestamptz not null default now(),
  constraint payments_user foreign key (user_id) references users,
  constraint payments_plan foreign key (plan_id) references plans,
  constraint payments_provider_known check (provider in ('sandbox', 'stripe')),
  constraint payments_method_known check (method in ('card', 'pix')),
  constraint payments_status_known check (status in ('failed', 'paid', 'refunded')),
  constraint payments_amount_positive check (amount_cents > 0),
  constraint payments_receipt_once unique (receipt_number),
  constraint payments_receipt_paid check ((receipt_number is null) = (status = 'failed')),
  constraint payments_reference_unique unique (provider, provider_reference)
);
create index payments_of_user on payments (user_id, paid_at desc);

alter table subscriptions
  -- False where the person pays again by hand.
  add column renews_itself boolean not null default true,
  -- The provider's clock and name of the newest word that was believed: an older one changes nothing.
  add column told_at timestamptz,
  add column told_by text,
  -- How many days before which end the owner was last warned.
  add column warned_days smallint,
  add column warned_end timestamptz,
  add column checked_at timestamptz;

-- The plan switched the shop off, not the owner.
alter table barbershops add column if not exists blocked_at timestamptz;

-- What the make-believe provider remembers, in books of its own, as a real one would.
create table sandbox_objects (
  id text primary key,
  kind text not null,
  state jsonb not null,
  -- When something happens to it by itself.
  due_at timestamptz,
  constraint sandbox_objects_kind_known check (kind in ('checkout', 'subscription'))
);
create index sandbox_objects_due on sandbox_objects (due_at) where due_at is not null;
-- The demo's owners pay there.
insert into sandbox_objects (id, kind, state, due_at)
select provider_reference, 'subscription', jsonb_build_object(
         'userId', user_id, 'planId', plan_id, 'months', case billing_period when 'monthly' then 1 when 'quarterly' then 3 else 12 end,
         'priceCents', price_cents, 'status', 'active', 'payer', 'card', 'creditCents', 0,
         'periodStartsAt', to_jsonb(period_starts_at), 'paidUntil', to_jsonb(period_ends_at), 'toldAt', to_jsonb(period_starts_at), 'payments', '[]'::jsonb), period_ends_at
  from subscriptions join plans on plans.id = plan_id
 where provider = 'sandbox' and provider_reference is not null and status in ('active', 'past_due');
