-- start: payments of owners for their plans.

-- Events of payment providers, each once. Facts have ids of ours and no names.
create table payment_events (
  provider text not null,
  event_id text not null,
  facts jsonb not null,
  received_at timestamptz not null,
  constraint payment_events_once primary key (provider, event_id),
  constraint payment_events_provider_known check (provider in ('sandbox', 'stripe'))
);
create index payment_events_by_age on payment_events (received_at);

-- One attempt to pay for a plan. Its id is a secret: a client that knows it may read the status.
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
  constraint payment_sessions_reference_unique unique (provider, provider_reference),
  constraint payment_sessions_user foreign key (user_id) references users,
  constraint payment_sessions_plan foreign key (plan_id) references plans,
  constraint payment_sessions_id_long check (length(id) = 43),
  constraint payment_sessions_mode_known check (mode in ('payment', 'change')),
  constraint payment_sessions_provider_known check (provider in ('sandbox', 'stripe')),
  constraint payment_sessions_method_known check (method in ('card', 'pix')),
  constraint payment_sessions_status_known check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'expired')),
  constraint payment_sessions_amount_positive check (amount_cents >= 0 and credit_cents >= 0)
);
-- Two tabs open the same one.
create unique index payment_sessions_one_open on payment_sessions (user_id) where status in ('pending', 'requires_action');
create index payment_sessions_by_age on payment_sessions (created_at);
create index payment_sessions_by_user on payment_sessions (user_id);

create sequence payments_receipt_numbers;

-- Money that was paid, or should have been. Rows stay when a person deletes the account.
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
  -- Given once, with the first event that it was paid.
  receipt_number bigint,
  created_at timestamptz not null default now(),
  constraint payments_receipt_once unique (receipt_number),
  constraint payments_reference_unique unique (provider, provider_reference),
  constraint payments_user foreign key (user_id) references users,
  constraint payments_plan foreign key (plan_id) references plans,
  constraint payments_provider_known check (provider in ('sandbox', 'stripe')),
  constraint payments_method_known check (method in ('card', 'pix')),
  constraint payments_status_known check (status in ('failed', 'paid', 'refunded')),
  constraint payments_amount_positive check (amount_cents > 0),
  constraint payments_receipt_paid check ((receipt_number is null) = (status = 'failed'))
);
create index payments_of_user on payments (user_id, paid_at desc);

-- What the sandbox provider stores, apart from our own tables, as a real one would.
create table sandbox_objects (
  id text primary key,
  kind text not null,
  state jsonb not null,
  -- When something happens to it by itself.
  due_at timestamptz,
  constraint sandbox_objects_kind_known check (kind in ('checkout', 'subscription'))
);
create index sandbox_objects_due on sandbox_objects (due_at) where due_at is not null;
