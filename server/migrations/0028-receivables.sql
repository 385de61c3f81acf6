-- start: what acquirers of cards keep, and when they pay.

create table card_fees (
  barbershop_id uuid not null,
  -- From 1. What was saved is not changed: other fees are another version, so that closed months stay as they were.
  version integer not null,
  -- The first local day of visits that have it. Of two with one day the later version counts.
  valid_from date not null,
  -- As in contract/src/receivables.ts.
  fees jsonb not null,
  created_at timestamptz not null,
  constraint card_fees_key primary key (barbershop_id, version),
  constraint card_fees_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint card_fees_version_positive check (version > 0)
);
