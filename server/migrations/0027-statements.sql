-- start: the barbershop's own Pix key, the statements of its bank, and what arrived by Pix.

create table pix_settings (
  barbershop_id uuid not null,
  -- As in contract/src/pix.ts. Null with the key: no Pix code is shown.
  key_type text,
  -- In the canonical form of the Banco Central.
  pix_key text,
  -- As the bank of who pays shows them: ASCII.
  merchant_name text,
  merchant_city text,
  version integer not null,
  updated_at timestamptz not null,
  constraint pix_settings_key primary key (barbershop_id),
  constraint pix_settings_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint pix_settings_key_type_known check (key_type in ('cpf', 'cnpj', 'email', 'phone', 'evp')),
  constraint pix_settings_key_length check (char_length(pix_key) between 1 and 77),
  constraint pix_settings_merchant_name_length check (char_length(merchant_name) between 1 and 25),
  constraint pix_settings_merchant_city_length check (char_length(merchant_city) between 1 and 15),
  constraint pix_settings_whole check (num_nulls(key_type, pix_key, merchant_name, merchant_city) in (0, 4))
);

-- A statement of the barbershop's bank, as it was imported. Only the Pix that arrived are kept of it.
create table bank_statements (
  id uuid not null default gen_random_uuid(),
  barbershop_id uuid not null,
  file_name text not null,
  -- The local days that it has as a whole. A statement of today has yesterday last.
  first_day date not null,
  last_day date not null,
  imported_at timestamptz not null,
  imported_by uuid,
  constraint bank_statements_key primary key (id),
  constraint bank_statements_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint bank_statements_imported_by foreign key (imported_by) references users on delete set null,
  constraint bank_statements_file_name_length check (char_length(file_name) <= 120)
);
create index bank_statements_by_barbershop on bank_statements (barbershop_id, imported_at);
create index bank_statements_by_importer on bank_statements (imported_by) where imported_by is not null;

-- A Pix that arrived, by the statement of the bank.
create table bank_entries (
  id uuid not null default gen_random_uuid(),
  barbershop_id uuid not null,
  statement_id uuid not null,
  -- The same in every file of the bank: what was imported before is not imported again.
  bank_key text not null,
  day date not null,
  cents integer not null,
  -- What the bank writes, often with the name of who paid. Null when nobody needs it any more.
  description text,
  -- The payment that it is. Without a decision the amounts differ.
  payment_id uuid,
  -- When a person or the txid said which payment it is, or a person that it is none.
  decided_at timestamptz,
  decided_by uuid,
  constraint bank_entries_key primary key (id),
  constraint bank_entries_once unique (barbershop_id, bank_key),
  constraint bank_entries_of_one_payment unique (payment_id),
  constraint bank_entries_statement foreign key (statement_id) references bank_statements on delete cascade,
  constraint bank_entries_payment foreign key (payment_id) references visit_payments on delete set null,
  constraint bank_entries_decided_by foreign key (decided_by) references users on delete set null,
  constraint bank_entries_bank_key_length check (char_length(bank_key) <= 400),
  constraint bank_entries_description_length check (char_length(description) <= 200),
  constraint bank_entries_cents_positive check (cents > 0)
);
create index bank_entries_by_day on bank_entries (barbershop_id, day);
create index bank_entries_by_statement on bank_entries (statement_id);
create index bank_entries_described on bank_entries (day) where description is not null;
create index bank_entries_by_decider on bank_entries (decided_by) where decided_by is not null;

-- A Pix that the statement of its day does not have, and a person says is right: it came to another account.
create table unlisted_payments (
  payment_id uuid not null,
  barbershop_id uuid not null,
  accepted_at timestamptz not null,
  accepted_by uuid,
  constraint unlisted_payments_key primary key (payment_id),
  constraint unlisted_payments_payment foreign key (payment_id) references visit_payments on delete cascade,
  constraint unlisted_payments_accepted_by foreign key (accepted_by) references users on delete set null
);
create index unlisted_payments_by_person on unlisted_payments (accepted_by) where accepted_by is not null;
