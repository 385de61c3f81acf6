-- start: what barbers earn. Plans are versions with a date, lines are append-only, settlements are frozen.

create table commission_plans (
  id uuid not null default gen_random_uuid(),
  barbershop_id uuid not null,
  -- Null: the plan of all who have none of their own.
  barber_id uuid,
  version integer not null,
  starts_on date not null,
  -- As in contract/src/commissions.ts. Null: from this day on the barber has the plan of the barbershop again.
  terms jsonb,
  created_at timestamptz not null,
  created_by uuid,
  constraint commission_plans_key primary key (id),
  constraint commission_plans_version_once unique nulls not distinct (barbershop_id, barber_id, version),
  constraint commission_plans_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint commission_plans_barber foreign key (barber_id) references barbers on delete cascade,
  constraint commission_plans_created_by foreign key (created_by) references users on delete set null,
  constraint commission_plans_version_positive check (version > 0),
  constraint commission_plans_terms_of_barbershop check (terms is not null or barber_id is not null)
);
create index commission_plans_by_barber on commission_plans (barber_id) where barber_id is not null;
create index commission_plans_by_creator on commission_plans (created_by) where created_by is not null;

create table settlements (
  -- Made by the client that closes it.
  id uuid not null,
  barbershop_id uuid not null,
  barber_id uuid not null,
  -- The last local day that it contains.
  until date not null,
  services_cents integer not null,
  products_cents integer not null,
  tips_cents integer not null,
  -- Adjustments, and what is taken back of earlier settlements.
  corrections_cents integer not null,
  rent_cents integer not null,
  advances_cents integer not null,
  -- What the barber receives; negative: what they pay.
  total_cents integer not null,
  closed_at timestamptz not null,
  closed_by uuid,
  paid_at timestamptz,
  paid_by uuid,
  paid_from text,
  constraint settlements_key primary key (id),
  constraint settlements_barbershop foreign key (barbershop_id) references barbershops,
  constraint settlements_barber foreign key (barber_id) references barbers,
  constraint settlements_closed_by foreign key (closed_by) references users on delete set null,
  constraint settlements_paid_by foreign key (paid_by) references users on delete set null,
  constraint settlements_total_sums check (
    total_cents = services_cents + products_cents + tips_cents + corrections_cents - rent_cents - advances_cents),
  constraint settlements_deductions_positive check (rent_cents >= 0 and advances_cents >= 0),
  constraint settlements_paid_from_known check (paid_from in ('cash', 'bank', 'pix')),
  constraint settlements_paid_given check ((paid_at is null) = (paid_from is null))
);
create index settlements_by_barbershop on settlements (barbershop_id, closed_at);
create index settlements_by_barber on settlements (barber_id, closed_at);
create index settlements_by_closer on settlements (closed_by) where closed_by is not null;
create index settlements_by_payer on settlements (paid_by) where paid_by is not null;

create table commission_lines (
  id uuid not null default gen_random_uuid(),
  barbershop_id uuid not null,
  barber_id uuid not null,
  kind text not null,
  -- Copied, as the line of the visit has it.
  name text not null,
  earned_at timestamptz not null,
  visit_id uuid not null,
  -- Of the line of the visit.
  position smallint not null,
  plan_id uuid,
  -- How it came about, as in contract/src/commissions.ts. Null for tips, adjustments and reversals.
  pipeline jsonb,
  -- What it adds to the barber's month for the tiers; 0 if others pay it.
  tier_cents integer not null default 0,
  cents integer not null,
  -- The line that it takes back.
  reverses uuid,
  -- The disputed line that it corrects; the book has both under the visit.
  adjusts uuid,
  -- The one that it was counted in.
  settlement_id uuid,
  constraint commission_lines_key primary key (id),
  constraint commission_lines_reversed_once unique (reverses),
  constraint commission_lines_adjusted_once unique (adjusts),
  constraint commission_lines_barbershop foreign key (barbershop_id) references barbershops,
  constraint commission_lines_barber foreign key (barber_id) references barbers,
  constraint commission_lines_visit foreign key (visit_id) references visits,
  constraint commission_lines_plan foreign key (plan_id) references commission_plans on delete set null,
  constraint commission_lines_reverses foreign key (reverses) references commission_lines,
  constraint commission_lines_adjusts foreign key (adjusts) references commission_lines,
  constraint commission_lines_settlement foreign key (settlement_id) references settlements,
  constraint commission_lines_kind_known check (kind in ('service', 'product', 'tip', 'assistance', 'adjustment')),
  constraint commission_lines_adjustment_of_line check ((kind = 'adjustment') = (adjusts is not null) or reverses is not null)
);
create index commission_lines_by_barber on commission_lines (barber_id, earned_at);
create index commission_lines_open on commission_lines (barber_id, earned_at) where settlement_id is null;
create index commission_lines_by_settlement on commission_lines (settlement_id) where settlement_id is not null;
create index commission_lines_by_visit on commission_lines (visit_id);
create index commission_lines_by_plan on commission_lines (plan_id) where plan_id is not null;
create index commission_lines_by_barbershop on commission_lines (barbershop_id, earned_at);

-- A barber doubts a line of theirs, once; the owner responds.
create table commission_disputes (
  line_id uuid not null,
  reason text not null,
  opened_at timestamptz not null,
  response text,
  responded_at timestamptz,
  responded_by uuid,
  constraint commission_disputes_key primary key (line_id),
  constraint commission_disputes_line foreign key (line_id) references commission_lines,
  constraint commission_disputes_responded_by foreign key (responded_by) references users on delete set null,
  constraint commission_disputes_response_given check ((response is null) = (responded_at is null)),
  constraint commission_disputes_reason_length check (char_length(reason) between 1 and 120),
  constraint commission_disputes_response_length check (char_length(response) between 1 and 120)
);
create index commission_disputes_open on commission_disputes (line_id) where response is null;
create index commission_disputes_by_responder on commission_disputes (responded_by) where responded_by is not null;

-- What a barber got before it was earned (vale). The next settlement deducts it.
create table advances (
  -- Made by the client.
  id uuid not null,
  barbershop_id uuid not null,
  barber_id uuid not null,
  cents integer not null,
  reason text not null,
  paid_from text not null,
  given_at timestamptz not null,
  given_by uuid,
  constraint advances_key primary key (id),
  constraint advances_barbershop foreign key (barbershop_id) references barbershops,
  constraint advances_barber foreign key (barber_id) references barbers,
  constraint advances_given_by foreign key (given_by) references users on delete set null,
  constraint advances_cents_positive check (cents > 0),
  constraint advances_reason_length check (char_length(reason) <= 120),
  constraint advances_paid_from_known check (paid_from in ('cash', 'bank', 'pix'))
);
create index advances_by_barber on advances (barber_id, given_at);
create index advances_by_barbershop on advances (barbershop_id);
create index advances_by_giver on advances (given_by) where given_by is not null;

-- On what terms a barber works, with the signed paper. A contract that is renewed is a new one.
create table barber_contracts (
  id uuid not null default gen_random_uuid(),
  barbershop_id uuid not null,
  barber_id uuid not null,
  regime text not null,
  cnpj text,
  starts_on date not null,
  -- The last day. Null: it has none.
  ends_on date,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  file_type text,
  -- Nobody reads it by a URL alone, so it is not in the folder of uploads.
  file bytea,
  file_added_at timestamptz,
  constraint barber_contracts_key primary key (id),
  constraint barber_contracts_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint barber_contracts_barber foreign key (barber_id) references barbers on delete cascade,
  constraint barber_contracts_regime_known check (regime in ('employee', 'partner', 'rent')),
  constraint barber_contracts_cnpj_format check (cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  constraint barber_contracts_cnpj_of_company check (cnpj is null or regime <> 'employee'),
  constraint barber_contracts_ends_later check (ends_on >= starts_on),
  constraint barber_contracts_file_type_known check (file_type in ('application/pdf', 'image/webp')),
  constraint barber_contracts_file_given check ((file is null) = (file_type is null) and (file is null) = (file_added_at is null)),
  constraint barber_contracts_no_overlap exclude using gist (barber_id with =, daterange(starts_on, ends_on, '[]') with &&)
);
create index barber_contracts_by_barbershop on barber_contracts (barbershop_id);
