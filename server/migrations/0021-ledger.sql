-- start: the book of a barbershop: what it earned, received, paid and owes. The platform holds no money: this is a record of what happened.

create table ledger_accounts (
  id uuid not null default gen_random_uuid(),
  barbershop_id uuid not null,
  -- As in server/src/features/ledger/rules.ts.
  kind text not null,
  -- The barber, the customer's profile or the cash register, as the kind says. Not a foreign key: the book outlives them.
  owner_id uuid,
  asset text not null default 'BRL',
  -- Its balance is never below zero. Who decreases it locks it first.
  is_min_zero boolean not null,
  constraint ledger_accounts_key primary key (id),
  constraint ledger_accounts_once unique nulls not distinct (barbershop_id, kind, owner_id, asset),
  constraint ledger_accounts_of_barbershop unique (id, barbershop_id, asset),
  constraint ledger_accounts_barbershop foreign key (barbershop_id) references barbershops
);

create table ledger_transactions (
  -- Made by who posts: a repetition has the same id, and must say the same.
  id uuid not null,
  request_hash bytea not null,
  barbershop_id uuid not null,
  kind text not null,
  -- What it records: a visit, a movement of cash, a settlement.
  source_id uuid,
  -- Reversed at most once. A reversal is not reversed.
  reverses uuid,
  -- When it happened, which decides its month, and when it was written down.
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  -- A user. Not a foreign key: the book outlives accounts.
  actor_id uuid,
  constraint ledger_transactions_key primary key (id),
  constraint ledger_transactions_of_barbershop unique (id, barbershop_id, occurred_at),
  constraint ledger_transactions_reversed_once unique (reverses),
  constraint ledger_transactions_barbershop foreign key (barbershop_id) references barbershops,
  constraint ledger_transactions_reverses foreign key (reverses) references ledger_transactions,
  constraint ledger_transactions_request_hash_length check (octet_length(request_hash) = 32)
);
create index ledger_transactions_by_time on ledger_transactions (barbershop_id, occurred_at);
create index ledger_transactions_by_source on ledger_transactions (source_id) where source_id is not null;

create table ledger_entries (
  transaction_id uuid not null,
  position smallint not null,
  barbershop_id uuid not null,
  account_id uuid not null,
  asset text not null default 'BRL',
  -- Debits are positive, credits negative.
  amount bigint not null,
  -- Of the transaction, so that balances until a day are read from one index.
  occurred_at timestamptz not null,
  -- The line of the source that it is about, such as one service of a visit.
  line smallint,
  constraint ledger_entries_key primary key (transaction_id, position),
  constraint ledger_entries_transaction foreign key (transaction_id, barbershop_id, occurred_at)
    references ledger_transactions (id, barbershop_id, occurred_at),
  constraint ledger_entries_account foreign key (account_id, barbershop_id, asset) references ledger_accounts (id, barbershop_id, asset),
  constraint ledger_entries_amount_given check (amount <> 0)
);
create index ledger_entries_by_account on ledger_entries (account_id, occurred_at) include (amount);
create index ledger_entries_by_time on ledger_entries (barbershop_id, occurred_at);

-- A month that no longer changes: what it contained, chained to the month before it.
create table ledger_months (
  barbershop_id uuid not null,
  -- Its first day, local to the barbershop.
  month date not null,
  transactions integer not null,
  digest bytea not null,
  previous_digest bytea,
  closed_at timestamptz not null,
  constraint ledger_months_key primary key (barbershop_id, month),
  constraint ledger_months_barbershop foreign key (barbershop_id) references barbershops,
  constraint ledger_months_first_day check (extract(day from month) = 1),
  constraint ledger_months_digest_length check (octet_length(digest) = 32)
);

-- One statement writes all entries of a transaction: they balance, nothing is added later, and accounts that must not be below zero are not.
create function check_ledger_entries() returns trigger
  language plpgsql
  as $$ begin
    if exists (select from inserted group by transaction_id, asset having sum(amount) <> 0) then
      raise exception 'ledger entries do not sum to zero' using errcode = 'check_violation', constraint = 'ledger_entries_balanced';
    end if;
    if exists (
      select from ledger_entries where transaction_id in (select transaction_id from inserted)
       group by transaction_id having count(*) <> (select count(*) from inserted where inserted.transaction_id = ledger_entries.transaction_id)
    ) then
      raise exception 'ledger transaction has entries already' using errcode = 'check_violation', constraint = 'ledger_entries_written_once';
    end if;
    -- Closing a month waits for this transaction, and this one for it.
    perform pg_advisory_xact_lock_shared(hashtextextended('book ' || barbershop_id, 0))
       from (select distinct barbershop_id from inserted order by barbershop_id) written;
    if exists (
      select from (select distinct barbershop_id, occurred_at from inserted) written
        join barbershops on barbershops.id = written.barbershop_id
        join ledger_months on ledger_months.barbershop_id = written.barbershop_id
         -- Also what is before a closed one: the chain of months has a first.
         and month >= date_trunc('month', written.occurred_at at time zone time_zone)::date
    ) then
      raise exception 'ledger month is closed' using errcode = 'check_violation', constraint = 'ledger_entries_month_open';
    end if;
    if exists (
      select from ledger_accounts
       where is_min_zero and id in (select account_id from inserted where amount < 0)
         and (select sum(amount) from ledger_entries where account_id = ledger_accounts.id) < 0
    ) then
      raise exception 'ledger balance below zero' using errcode = 'check_violation', constraint = 'ledger_accounts_min_zero';
    end if;
    return null;
  end $$;
create trigger ledger_entries_check after insert on ledger_entries
  referencing new table as inserted for each statement execute function check_ledger_entries();

create function refuse_ledger_change() returns trigger
  language plpgsql
  as $$ begin
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end $$;
create trigger ledger_accounts_append_only before update or delete or truncate on ledger_accounts
  for each statement execute function refuse_ledger_change();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();
create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_ledger_change();
create trigger ledger_months_append_only before update or delete or truncate on ledger_months
  for each statement execute function refuse_ledger_change();
-- Also without the trigger. Transactions and months keep the grant, which the check of a foreign key needs for its row lock.
revoke update, delete on ledger_entries from current_user;
