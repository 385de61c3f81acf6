-- start: cash registers, what they contain, and who counted it.

create table cash_registers (
  id uuid not null default gen_random_uuid(),
  barbershop_id uuid not null,
  name text not null,
  -- Where cash goes unless another register is chosen.
  is_usual boolean not null default false,
  is_active boolean not null default true,
  constraint cash_registers_key primary key (id),
  constraint cash_registers_of_barbershop unique (id, barbershop_id),
  constraint cash_registers_barbershop foreign key (barbershop_id) references barbershops,
  constraint cash_registers_name_length check (char_length(name) between 1 and 40)
);
create unique index cash_registers_one_usual on cash_registers (barbershop_id) where is_usual;

-- From opening a register until it is counted, also past midnight.
create table cash_sessions (
  -- Made by the device.
  id uuid not null,
  barbershop_id uuid not null,
  register_id uuid not null,
  -- The local day on which it was opened.
  day date not null,
  opened_at timestamptz not null,
  -- A user, as in `closed_by`. Not a foreign key: the book outlives accounts.
  opened_by uuid,
  -- What was counted in the register then, and by how much it differed from the book.
  float_cents integer not null,
  float_difference_cents integer not null,
  closed_at timestamptz,
  closed_by uuid,
  note text,
  constraint cash_sessions_key primary key (id),
  constraint cash_sessions_of_barbershop unique (id, barbershop_id),
  constraint cash_sessions_register foreign key (register_id, barbershop_id) references cash_registers (id, barbershop_id),
  constraint cash_sessions_float_positive check (float_cents >= 0),
  constraint cash_sessions_closed_later check (closed_at >= opened_at),
  constraint cash_sessions_note_length check (char_length(note) between 1 and 200)
);
create unique index cash_sessions_one_open on cash_sessions (register_id) where closed_at is null;
create index cash_sessions_by_day on cash_sessions (barbershop_id, day);
create index cash_sessions_by_register on cash_sessions (register_id, opened_at);

-- What a session should have had when it was closed, by method of payment, and what was counted.
create table cash_counts (
  session_id uuid not null,
  method text not null,
  expected_cents bigint not null,
  -- Null: it was not counted.
  counted_cents bigint,
  constraint cash_counts_key primary key (session_id, method),
  constraint cash_counts_session foreign key (session_id) references cash_sessions,
  constraint cash_counts_method_known check (method in ('cash', 'pix', 'debit', 'credit', 'account', 'voucher')),
  constraint cash_counts_counted_positive check (counted_cents >= 0)
);

-- Cash that is put in or taken out besides payments. Never changed: a wrong one is reversed by another.
create table cash_movements (
  -- Made by the device; the source of the transaction in the book.
  id uuid not null,
  session_id uuid not null,
  barbershop_id uuid not null,
  kind text not null,
  amount_cents integer not null,
  -- Where it came from or went to: a kind of account in the book.
  account text not null,
  -- Who got an advance. Not a foreign key, as in the book.
  barber_id uuid,
  reason text,
  reverses uuid,
  occurred_at timestamptz not null,
  -- A user. Not a foreign key: the book outlives accounts.
  actor_id uuid,
  constraint cash_movements_key primary key (id),
  constraint cash_movements_session foreign key (session_id, barbershop_id) references cash_sessions (id, barbershop_id),
  constraint cash_movements_reverses foreign key (reverses) references cash_movements,
  constraint cash_movements_reversed_once unique (reverses),
  constraint cash_movements_kind_known check (kind in ('supply', 'drop', 'expense', 'advance')),
  constraint cash_movements_amount_positive check (amount_cents > 0),
  constraint cash_movements_barber_of_advance check ((kind = 'advance') = (barber_id is not null)),
  constraint cash_movements_reason_length check (char_length(reason) between 1 and 120)
);
create index cash_movements_by_session on cash_movements (session_id, occurred_at);
create index cash_movements_by_barber on cash_movements (barber_id, occurred_at) where barber_id is not null;
create trigger cash_counts_append_only before update or delete or truncate on cash_counts
  for each statement execute function refuse_ledger_change();
create trigger cash_movements_append_only before update or delete or truncate on cash_movements
  for each statement execute function refuse_ledger_change();
