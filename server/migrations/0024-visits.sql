-- start: visits (comandas): what a customer had and how it was paid. Closed ones are not edited: they are reversed, and copied.

create table visits (
  -- Made by the device that opens it.
  id uuid not null,
  barbershop_id uuid not null,
  -- The local day on which it was opened, and its number on that day, from 1.
  day date not null,
  number integer not null,
  -- At most one that was not reversed. Null: a sale without an appointment.
  appointment_id uuid,
  -- Who serves, and may close it. Null: nobody in particular, as for a product at the counter.
  barber_id uuid,
  profile_id uuid,
  -- Of a customer without a profile.
  customer_name text,
  status text not null,
  opened_at timestamptz not null,
  opened_by uuid,
  -- When it was paid; without network earlier than it was stored.
  closed_at timestamptz,
  closed_by uuid,
  -- Lines less discounts, with tips; what the payments sum to. Null while it is open.
  total_cents integer,
  reversed_at timestamptz,
  reversed_by uuid,
  reversal_reason text,
  -- The reversed one that it corrects.
  copied_from uuid,
  version integer not null default 1,
  constraint visits_key primary key (id),
  constraint visits_number_unique unique (barbershop_id, day, number),
  constraint visits_of_barbershop unique (id, barbershop_id),
  constraint visits_barbershop foreign key (barbershop_id) references barbershops,
  constraint visits_appointment foreign key (appointment_id) references appointments on delete set null,
  constraint visits_barber foreign key (barber_id) references barbers on delete set null,
  constraint visits_profile foreign key (profile_id) references customer_profiles on delete set null,
  constraint visits_opened_by foreign key (opened_by) references users on delete set null,
  constraint visits_closed_by foreign key (closed_by) references users on delete set null,
  constraint visits_reversed_by foreign key (reversed_by) references users on delete set null,
  constraint visits_copied_from foreign key (copied_from) references visits,
  constraint visits_status_known check (status in ('OPEN', 'CLOSED', 'REVERSED', 'DISCARDED')),
  constraint visits_closed_given check ((status in ('CLOSED', 'REVERSED')) = (closed_at is not null and total_cents is not null)),
  constraint visits_reversed_given check ((status = 'REVERSED') = (reversed_at is not null and reversal_reason is not null)),
  constraint visits_total_positive check (total_cents >= 0),
  constraint visits_number_positive check (number > 0),
  constraint visits_customer_name_length check (char_length(customer_name) between 1 and 120),
  constraint visits_reversal_reason_length check (char_length(reversal_reason) between 1 and 200)
);
create unique index visits_one_of_appointment on visits (appointment_id) where status in ('OPEN', 'CLOSED');
create index visits_by_appointment on visits (appointment_id) where appointment_id is not null;
create index visits_by_closing on visits (barbershop_id, closed_at) where closed_at is not null;
create index visits_open on visits (barbershop_id, opened_at) where status = 'OPEN';
create index visits_by_profile on visits (profile_id, closed_at) where profile_id is not null;
create index visits_by_barber on visits (barber_id, closed_at);
create index visits_by_copied on visits (copied_from) where copied_from is not null;
create index visits_by_opener on visits (opened_by) where opened_by is not null;
create index visits_by_closer on visits (closed_by) where closed_by is not null;
create index visits_by_reverser on visits (reversed_by) where reversed_by is not null;

create table visit_lines (
  visit_id uuid not null,
  -- From 0; entries of the ledger name it.
  position smallint not null,
  kind text not null,
  service_id uuid,
  product_id uuid,
  -- Who earns it.
  barber_id uuid,
  -- Who helped, with a part of the commission.
  assistant_barber_id uuid,
  -- Copied: later changes of the service or the product do not touch it.
  name text not null,
  quantity smallint not null,
  unit_cents integer not null,
  -- Of the whole line.
  discount_cents integer not null default 0,
  -- Both earn on the price that is paid, or one of them bears the discount.
  discount_borne_by text not null default 'both',
  discount_reason text,
  constraint visit_lines_key primary key (visit_id, position),
  constraint visit_lines_visit foreign key (visit_id) references visits on delete cascade,
  constraint visit_lines_service foreign key (service_id) references services on delete set null,
  constraint visit_lines_product foreign key (product_id) references products on delete set null,
  constraint visit_lines_barber foreign key (barber_id) references barbers on delete set null,
  constraint visit_lines_assistant foreign key (assistant_barber_id) references barbers on delete set null,
  -- A debt: what the customer owed before and pays with this visit. A courtesy is a service or product whose discount is its price.
  constraint visit_lines_kind_known check (kind in ('service', 'product', 'tip', 'debt')),
  constraint visit_lines_position_range check (position between 0 and 39),
  constraint visit_lines_name_length check (char_length(name) between 1 and 120),
  constraint visit_lines_quantity_range check (quantity between 1 and 99),
  constraint visit_lines_price_positive check (unit_cents >= 0),
  constraint visit_lines_discount_within_price check (discount_cents between 0 and unit_cents * quantity),
  constraint visit_lines_discount_borne_by_known check (discount_borne_by in ('both', 'barbershop', 'barber')),
  constraint visit_lines_discount_reason_length check (char_length(discount_reason) between 1 and 120),
  constraint visit_lines_tip_has_barber check (kind <> 'tip' or (quantity = 1 and discount_cents = 0)),
  constraint visit_lines_debt_plain check (kind <> 'debt' or (quantity = 1 and discount_cents = 0))
);
create index visit_lines_by_service on visit_lines (service_id) where service_id is not null;
create index visit_lines_by_product on visit_lines (product_id) where product_id is not null;
create index visit_lines_by_barber on visit_lines (barber_id) where barber_id is not null;
create index visit_lines_by_assistant on visit_lines (assistant_barber_id) where assistant_barber_id is not null;

create table visit_payments (
  -- Made by the device. Its text in base 62 is the txid of a Pix.
  id uuid not null,
  visit_id uuid not null,
  barbershop_id uuid not null,
  position smallint not null,
  method text not null,
  amount_cents integer not null,
  -- Cash that was handed over; the rest is change.
  tendered_cents integer,
  -- Cash only.
  register_id uuid,
  -- Cards only.
  installments smallint,
  card_brand text,
  -- Cards only: what the acquirer keeps, and the day on which it is expected to pay the rest, or the first of its monthly parts.
  fee_cents integer not null default 0,
  expected_on date,
  expected_parts smallint,
  -- Vouchers only: what is written on it.
  voucher_code text,
  -- Pix only: when a person, or the statement of the bank, said that it has arrived. Null: still to be checked.
  confirmed_at timestamptz,
  confirmed_by uuid,
  constraint visit_payments_key primary key (id),
  constraint visit_payments_once unique (visit_id, position),
  constraint visit_payments_visit foreign key (visit_id, barbershop_id) references visits (id, barbershop_id) on delete cascade,
  constraint visit_payments_register foreign key (register_id, barbershop_id) references cash_registers (id, barbershop_id),
  constraint visit_payments_confirmed_by foreign key (confirmed_by) references users on delete set null,
  constraint visit_payments_method_known check (method in ('cash', 'pix', 'debit', 'credit', 'account', 'voucher')),
  constraint visit_payments_position_range check (position between 0 and 9),
  constraint visit_payments_amount_positive check (amount_cents > 0),
  constraint visit_payments_tendered_covers check (tendered_cents >= amount_cents and method = 'cash' or tendered_cents is null),
  constraint visit_payments_register_of_cash check ((method = 'cash') = (register_id is not null)),
  constraint visit_payments_card check (
    method in ('debit', 'credit') or (installments is null and card_brand is null and fee_cents = 0 and expected_on is null)),
  constraint visit_payments_expected_parts check ((expected_parts is null) = (expected_on is null) and expected_parts between 1 and 12),
  constraint visit_payments_fee_within_amount check (fee_cents between 0 and amount_cents),
  constraint visit_payments_installments_range check (installments between 1 and 12 and method = 'credit' or installments is null),
  constraint visit_payments_voucher check (method = 'voucher' or voucher_code is null),
  constraint visit_payments_confirmed_pix check (method = 'pix' or (confirmed_at is null and confirmed_by is null))
);
create index visit_payments_unconfirmed on visit_payments (barbershop_id) where method = 'pix' and confirmed_at is null;
create index visit_payments_expected on visit_payments (barbershop_id, expected_on) where expected_on is not null;
create index visit_payments_by_register on visit_payments (register_id) where register_id is not null;
create index visit_payments_by_confirmer on visit_payments (confirmed_by) where confirmed_by is not null;
