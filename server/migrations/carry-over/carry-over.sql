-- Carries a database that the migrations from before 0.1.0 made (earlier-migrations.sha256) to the schema of the files 0001 to 0099. It may
-- remove what their code uses: its processes are stopped before.
--
-- A change of one of those files comes with a statement here that makes the same of a database with the earlier schema: the test of
-- server/src/lib/carry-over.test.ts compares both. Once 0.1.0 is released, 0001 to 0099 and this file no longer change.

-- Constraints that were added without a look at the rows.
alter table appointments validate constraint appointments_guest_name_short;
alter table appointments validate constraint appointments_note_short;
alter table appointment_corrections validate constraint appointment_corrections_from_known;

-- It has the id, too, by which visits name an appointment.
drop index appointments_figures_by_barbershop;
create index appointments_figures_by_barbershop on appointments (barbershop_id, starts_at) include (status, price_cents, ends_at, barber_id, id);

-- What the version before a migration needed.
drop trigger barbershops_street_number on barbershops;
drop trigger uploads_retained_for_portfolios on uploads;
drop trigger uploads_retained_for_customers on uploads;
drop trigger reviews_barber_filled on reviews;
drop function split_street_number, retain_portfolio_upload, retain_customer_photo, fill_barber_of_review;
alter table reviews alter column barber_id set not null;
alter table users drop column booking_tries;

-- What follows from a freed time, a deleted hold and a new password is written by the code (server/src/subscribers.ts).
drop trigger appointments_freed_by_status on appointments;
drop trigger appointments_freed_by_move on appointments;
drop trigger appointments_freed_by_deletion on appointments;
drop trigger appointments_end_offer on appointments;
drop trigger time_off_freed_by_deletion on time_off;
drop trigger time_off_freed_by_change on time_off;
drop trigger working_hours_then_grown_insert on working_hours;
drop trigger working_hours_then_grown_update on working_hours;
drop trigger special_dates_then_grown_insert on special_dates;
drop trigger special_dates_then_grown_update on special_dates;
drop trigger special_dates_then_grown_delete on special_dates;
drop trigger barber_hours_then_grown_insert on barber_hours;
drop trigger barber_hours_then_grown_update on barber_hours;
drop trigger barber_hours_then_grown_delete on barber_hours;
drop trigger breaks_then_grown_update on breaks;
drop trigger breaks_then_grown_delete on breaks;
drop trigger users_delete_calendar_feed on users;
drop function note_freed_appointment, end_offer_of_hold, note_freed_time_off, note_hours_of_barbershops, note_hours_of_barbers,
  note_grown_hours, add_freed_time, match_freed_times, is_awaited, delete_calendar_feed;

-- Settings of a queue increment the version of the barbershop themselves.
drop trigger barbershop_queues_renew_insert on barbershop_queues;
drop trigger barbershop_queues_renew_update on barbershop_queues;
drop function renew_barbershop_of_queue;

-- The searched form of a name is a generated column.
drop trigger users_set_search_name on users;
drop trigger customer_profiles_set_search_name on customer_profiles;
drop function set_search_name;
alter table users drop column search_name;
alter table users add column search_name text generated always as (search_form(name)) stored;
alter table customer_profiles drop column search_name;
alter table customer_profiles add column search_name text generated always as (search_form(name)) stored;
create index customer_profiles_by_name on customer_profiles (barbershop_id, search_name, id) where user_id is null;

-- Names. Events that the processes left behind are delivered by the new code.
alter table notifications rename column fact to dedupe_key;
alter table push_deliveries rename column fact to dedupe_key;
update pending_events set pushes = (
  select json_agg(push::jsonb - 'fact' || jsonb_build_object('dedupeKey', push->'fact')
                  || case when push->>'topic' = 'offers' then '{"topic": "last-minute"}' else '{}' end::jsonb order by position)
    from json_array_elements(pushes) with ordinality as list(push, position))
 where pushes is not null;

-- What a customer puts on the waitlist is a request; an entry is one of the queue.
alter table waitlist_entries rename to waitlist_requests;
alter table waitlist_requests rename constraint waitlist_entries_key to waitlist_requests_key;
alter table waitlist_requests rename constraint waitlist_entries_user to waitlist_requests_user;
alter table waitlist_requests rename constraint waitlist_entries_status_known to waitlist_requests_status_known;
alter table waitlist_requests rename constraint waitlist_entries_wanted_given to waitlist_requests_wanted_given;
alter table waitlist_requests rename constraint waitlist_entries_price_positive to waitlist_requests_price_positive;
alter table waitlist_requests rename constraint waitlist_entries_area_whole to waitlist_requests_area_whole;
alter table waitlist_requests rename constraint waitlist_entries_radius_limits to waitlist_requests_radius_limits;
alter index waitlist_entries_by_user rename to waitlist_requests_by_user;
alter index waitlist_entries_open rename to waitlist_requests_open;
alter index waitlist_entries_by_age rename to waitlist_requests_by_age;
alter trigger waitlist_entries_add_area_spans on waitlist_requests rename to waitlist_requests_add_area_spans;
alter trigger waitlist_entries_change_area_spans on waitlist_requests rename to waitlist_requests_change_area_spans;
alter table waitlist_targets rename column entry_id to request_id;
alter table waitlist_targets rename constraint waitlist_targets_entry to waitlist_targets_request;
alter table waitlist_area_spans rename column entry_id to request_id;
alter table waitlist_area_spans rename constraint waitlist_area_spans_entry to waitlist_area_spans_request;
alter table waitlist_offers rename column entry_id to request_id;
alter table waitlist_offers rename constraint waitlist_offers_entry to waitlist_offers_request;
alter index waitlist_offers_one_per_entry rename to waitlist_offers_one_per_request;
alter index waitlist_offers_by_entry rename to waitlist_offers_by_request;
drop function write_area_spans;
create function write_area_spans(request waitlist_requests) returns void
  language sql
  as $$
    delete from waitlist_area_spans where request_id = request.id;
    insert into waitlist_area_spans (request_id, number, user_id, during, area, center, radius_km, created_at)
    select request.id, number, request.user_id, during, request.area, request.center, request.radius_km, request.created_at
      from unnest(request.wanted) with ordinality as span(during, number)
     where request.status = 'ACTIVE' and request.area is not null
  $$;

-- Staff search for names that only an appointment has.
create index appointments_named on appointments (barbershop_id, starts_at)
  where guest_name is not null or (customer_id is null and profile_id is null);

-- A place is one on the map; in the queue it is a position.
alter table barbershop_queues rename column slide_places to slide_positions;

-- An offer is the hold that answers a request of the waitlist. What costs less on the same day is a last-minute slot, another time an
-- alternative.
alter table offer_consents rename to last_minute_consents;
alter table last_minute_consents rename constraint offer_consents_key to last_minute_consents_key;
alter table last_minute_consents rename constraint offer_consents_user to last_minute_consents_user;
alter table last_minute_consents rename constraint offer_consents_withdrawn_later to last_minute_consents_withdrawn_later;
alter index offer_consents_one_active rename to last_minute_consents_one_active;
alter index offer_consents_by_user rename to last_minute_consents_by_user;
alter table notification_preferences drop constraint notification_preferences_topic_known;
update notification_preferences set topic = 'last-minute' where topic = 'offers';
alter table notification_preferences add constraint notification_preferences_topic_known
  check (topic in ('appointments', 'reminders', 'reviews', 'business', 'waitlist', 'last-minute', 'rhythm'));
update push_deliveries set topic = 'last-minute' where topic = 'offers';
alter table series_dates rename column is_offer_due to is_alternative_due;
alter index series_dates_offer_due rename to series_dates_alternative_due;

-- An offer is the waitlist's. A barber provides services.
alter table barber_services rename column is_offered to is_provided;
alter view barber_terms rename column is_offered to is_provided;
alter view offered_services rename to provided_services;

-- Staff change what an appointment is for, and note something about it among themselves.
alter table appointments add column staff_note text;
alter table appointments add constraint appointments_staff_note_short check (char_length(staff_note) between 1 and 500);
create table appointment_edits (
  appointment_id uuid not null,
  -- Of the appointment after the edit.
  version integer not null,
  from_barber_id uuid not null,
  -- At least one, in their order: id, name, durationMin, priceCents.
  from_services jsonb not null,
  from_duration_min integer not null,
  from_buffer_min smallint not null,
  from_price_cents integer not null,
  price_cents integer not null,
  -- Why it is not the price of the services.
  price_reason text,
  edited_by uuid,
  edited_at timestamptz not null,
  undone_at timestamptz,
  constraint appointment_edits_key primary key (appointment_id, version),
  constraint appointment_edits_appointment foreign key (appointment_id) references appointments on delete cascade,
  constraint appointment_edits_barber foreign key (from_barber_id) references barbers on delete cascade,
  constraint appointment_edits_user foreign key (edited_by) references users on delete set null,
  constraint appointment_edits_price_reason_length check (char_length(price_reason) between 1 and 120)
);
create index appointment_edits_by_barber on appointment_edits (from_barber_id);
create index appointment_edits_by_user on appointment_edits (edited_by);

-- What a person may do is theirs, not their role's: the presets of the contract (roles.ts), and the phones as the owner had chosen.
alter table barbers add permissions text[] not null default '{customers,spend,discounts}';
update barbers set permissions = permissions || '{phones}' from barbershops
 where barbershops.id = barbershop_id and barbers_read_phones;
alter table barbers add constraint barbers_permissions_known check (
  permissions <@ '{agenda,customers,phones,spend,discounts,prices,settings,team,money,cash,export}');
alter table barbershop_roles add permissions text[];
update barbershop_roles set permissions = case
  when role = 'MANAGER' then '{agenda,customers,phones,spend,discounts,prices,settings,team,money,cash,export}'::text[]
  when receptionists_read_phones then '{agenda,customers,phones,discounts,cash}'
  else '{agenda,customers,discounts,cash}' end
  from barbershops where barbershops.id = barbershop_id;
alter table barbershop_roles alter permissions set not null;
alter table barbershop_roles add constraint barbershop_roles_permissions_known check (
  permissions <@ '{agenda,customers,phones,spend,discounts,prices,settings,team,money,cash,export}');
alter table barbershops drop column receptionists_read_phones;
alter table barbershops drop column barbers_read_phones;

-- Barbers are found by their specialties.
create trigger barber_specialties_noted_insert after insert on barber_specialties referencing new table as touched
  for each statement execute function note_barbershops_of_barbers();
create trigger barber_specialties_noted_delete after delete on barber_specialties referencing old table as touched
  for each statement execute function note_barbershops_of_barbers();
create trigger barber_specialties_noted_update_from after update on barber_specialties referencing old table as touched
  for each statement execute function note_barbershops_of_barbers();
create trigger barber_specialties_noted_update_to after update on barber_specialties referencing new table as touched
  for each statement execute function note_barbershops_of_barbers();

-- How an appointment was made. What other tables know of the earlier ones is kept; of the rest, which customers booked themselves, nobody
-- knows whether they came by a link or a poster.
alter table appointments add column source text;
alter table appointments add constraint appointments_source_known check (
  source in ('page', 'link', 'poster', 'waitlist', 'series', 'phone', 'walk-in', 'queue', 'import'));
update appointments set source = case
    when id in (select appointment_id from queue_entries) then 'queue'
    when is_walk_in then 'walk-in'
    when id in (select target_id from imported_rows where kind = 'appointment') then 'import'
    when idempotency_key like 'series-%' then 'series'
    when id in (select id from waitlist_offers) then 'waitlist'
    when booked_by is not null then 'phone'
  end;

-- Birthdays, and customers who want no messages but those about appointments.
alter table customer_profiles
  add column birthday text,
  add column marketing_refused_at timestamptz,
  add constraint customer_profiles_birthday_form check (birthday ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$');
create index customer_profiles_by_birthday on customer_profiles (barbershop_id, birthday) where birthday is not null;

-- Who was written to: shared by the team of the barbershop.
create table outreach_messages (
  id uuid not null default gen_random_uuid(),
  profile_id uuid not null,
  purpose text not null,
  -- Of a confirmation.
  appointment_id uuid,
  -- What it is about: the start of the appointment, so that a moved one is confirmed again; the birthday; the last visit.
  about timestamptz not null,
  sent_by uuid,
  sent_at timestamptz not null,
  constraint outreach_messages_key primary key (id),
  constraint outreach_messages_once unique nulls not distinct (profile_id, purpose, appointment_id, about),
  constraint outreach_messages_profile foreign key (profile_id) references customer_profiles on delete cascade,
  constraint outreach_messages_appointment foreign key (appointment_id) references appointments on delete cascade,
  constraint outreach_messages_user foreign key (sent_by) references users on delete set null,
  constraint outreach_messages_purpose_known check (purpose in ('tomorrow', 'birthday', 'absent')),
  constraint outreach_messages_appointment_given check ((purpose = 'tomorrow') = (appointment_id is not null))
);
create index outreach_messages_by_appointment on outreach_messages (appointment_id) where appointment_id is not null;
create index outreach_messages_by_user on outreach_messages (sent_by) where sent_by is not null;

-- A barbershop's own texts. Lengths and placeholders as in contract/src/outreach.ts.
create table outreach_texts (
  barbershop_id uuid not null,
  purpose text not null,
  text text not null,
  constraint outreach_texts_key primary key (barbershop_id, purpose),
  constraint outreach_texts_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint outreach_texts_purpose_known check (purpose in ('tomorrow', 'birthday', 'absent')),
  constraint outreach_texts_length check (char_length(text) between 1 and 600)
);

-- The email of a customer as the barbershop noted it.
alter table customer_profiles
  add column email text,
  add constraint customer_profiles_email_length check (char_length(email) between 3 and 254);

-- How customers pay at a barbershop.
alter table barbershops
  add column payment_methods text[] not null default '{}',
  add constraint barbershops_payment_methods_known check (payment_methods <@ array['pix', 'cash', 'debit', 'credit']);

-- A barber may have no account yet: the invite joins one later, and the appointments follow.
alter table users alter column email drop not null;
alter table users add constraint users_without_email_only_named check (
  email is not null or (password_hash is null and email_verified_at is null and phone is null));
alter table invites add column barber_id uuid;
alter table invites add constraint invites_barber foreign key (barber_id) references barbers on delete cascade;
alter table invites add constraint invites_barber_role check (barber_id is null or role = 'BARBER');
create unique index invites_one_of_barber on invites (barber_id) where closed_at is null and barber_id is not null;
alter table appointments drop constraint appointments_barber;
alter table appointments add constraint appointments_barber
  foreign key (barber_id, barber_user_id, barbershop_id) references barbers (id, user_id, barbershop_id) on update cascade;
alter table barbershops add column first_steps_dismissed_at timestamptz;
-- Barbershops that work already need no first steps.
update barbershops set first_steps_dismissed_at = now() where id in (select barbershop_id from appointments);

-- Messages to customers that leave by themselves.
alter table outreach_messages
  add column delivery_status text,
  add column whatsapp_message_id text,
  add column whatsapp_number text,
  add column responded_at timestamptz,
  add constraint outreach_messages_delivery_known check (
    delivery_status in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'DELIVERED', 'READ'));
create index outreach_messages_by_whatsapp_message on outreach_messages (whatsapp_message_id) where whatsapp_message_id is not null;
create index outreach_messages_by_whatsapp_number on outreach_messages (whatsapp_number, sent_at) where whatsapp_number is not null;
create index outreach_messages_unsent on outreach_messages (sent_at) where delivery_status in ('QUEUED', 'SENDING');

-- What customers replied, by WhatsApp's id: each is handled once.
create table outreach_replies (
  id text not null,
  message_id uuid not null,
  received_at timestamptz not null,
  constraint outreach_replies_key primary key (id),
  constraint outreach_replies_message foreign key (message_id) references outreach_messages on delete cascade
);
create index outreach_replies_by_message on outreach_replies (message_id);

-- The messages that leave by themselves.
create table outreach_automations (
  barbershop_id uuid not null,
  purpose text not null,
  -- Local to the barbershop.
  hour integer not null,
  -- The local day whose messages are planned.
  planned_on date,
  constraint outreach_automations_key primary key (barbershop_id, purpose),
  constraint outreach_automations_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint outreach_automations_purpose_known check (purpose in ('tomorrow', 'birthday', 'absent')),
  constraint outreach_automations_hour_range check (hour between 8 and 20)
);

-- Bookings that start within two hours are confirmed at once.
alter table barbershops add column auto_confirms_short_notice boolean not null default true;

-- The pages of a customer whose entry has just ended hear of it too.
create or replace function event_recipients(topic text, user_ids uuid[]) returns setof uuid
  language sql stable
  as $$
    select unnest(user_ids)
    union
    select barbershop_roles.user_id from barbershops join barbershop_roles on barbershop_roles.barbershop_id = barbershops.id
     where barbershops.owner_id = any (user_ids) and topic not in ('notifications', 'queue')
    union
    select owner_id from barbershops where id = any (user_ids) and topic = 'queue'
    union
    select user_id from barbershop_roles where barbershop_id = any (user_ids) and topic = 'queue'
    union
    select user_id from barbers where barbershop_id = any (user_ids) and removed_at is null and topic = 'queue'
    union
    select customer_id from queue_entries
     where barbershop_id = any (user_ids) and topic = 'queue' and status in ('WAITING', 'CALLED') and customer_id is not null
    union
    -- Whose entry has just ended: their pages still show it.
    select customer_id from queue_entries
     where barbershop_id = any (user_ids) and topic = 'queue' and joined_at > now() - interval '1 day'
       and changed_at > now() - interval '1 minute' and customer_id is not null
  $$;

-- Visits may end with a comanda. Barbershops that work already go on with a tap.
alter table barbershops add column uses_visits boolean not null default false;
alter table customer_profiles
  add column debt_limit_cents integer,
  add constraint customer_profiles_debt_limit_positive check (debt_limit_cents >= 0);

-- The book of a barbershop: what it earned, received, paid and owes. The platform holds no money: this is a record of what happened.
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

-- What a barbershop sells besides services.
create table products (
  id uuid not null,
  barbershop_id uuid not null,
  name text not null,
  price_cents integer not null,
  -- What one costs the barbershop.
  cost_cents integer not null default 0,
  -- Below it the product is on the list to buy; null: it is not counted.
  minimum integer,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint products_key primary key (id),
  constraint products_of_barbershop unique (id, barbershop_id),
  constraint products_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint products_name_length check (char_length(name) between 1 and 100),
  constraint products_price_positive check (price_cents >= 0),
  constraint products_cost_positive check (cost_cents >= 0),
  constraint products_minimum_positive check (minimum >= 0)
);
create index products_by_barbershop on products (barbershop_id);

-- What entered and left. Never changed: a wrong one is reversed by another, or corrected by a count.
create table product_movements (
  -- Made by the device; the source of the transaction in the book. Those of a visit are made here.
  id uuid not null,
  barbershop_id uuid not null,
  product_id uuid not null,
  kind text not null,
  -- What entered is positive. A count has the difference to what was expected, which may be none.
  quantity integer not null,
  -- What it changed the value of the stock by.
  value_cents bigint not null,
  -- Of a sale: the line that sold it, or gave it back when the visit was reversed.
  visit_id uuid,
  line smallint,
  note text,
  reverses uuid,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  -- A user. Not a foreign key: the book outlives accounts.
  actor_id uuid,
  constraint product_movements_key primary key (id),
  constraint product_movements_product foreign key (product_id, barbershop_id) references products (id, barbershop_id),
  constraint product_movements_reverses foreign key (reverses) references product_movements,
  constraint product_movements_reversed_once unique (reverses),
  constraint product_movements_kind_known check (kind in ('purchase', 'sale', 'use', 'loss', 'count')),
  constraint product_movements_quantity_given check (quantity <> 0 or kind = 'count'),
  constraint product_movements_of_visit check ((kind = 'sale') = (visit_id is not null and line is not null)),
  constraint product_movements_note_length check (char_length(note) between 1 and 120)
);
create index product_movements_by_product on product_movements (product_id, occurred_at) include (quantity, value_cents);
create index product_movements_by_visit on product_movements (visit_id) where visit_id is not null;
create trigger product_movements_append_only before update or delete or truncate on product_movements
  for each statement execute function refuse_ledger_change();

-- Cash registers, what they contain, and who counted it.
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

-- Visits (comandas): what a customer had and how it was paid. Closed ones are not edited: they are reversed, and copied.
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

-- The barbershop's own Pix key, the statements of its bank, and what arrived by Pix.
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

-- The Instagram accounts of barbershops and barbers.
alter table barbershops
  add column instagram text,
  add constraint barbershops_instagram_form check (char_length(instagram) <= 30 and instagram ~ '^[a-z0-9_]+(\.[a-z0-9_]+)*$');
alter table barbers
  add column instagram text,
  add constraint barbers_instagram_form check (char_length(instagram) <= 30 and instagram ~ '^[a-z0-9_]+(\.[a-z0-9_]+)*$');

-- Appointments that a customer booked for several persons together.
alter table appointments add column group_id uuid;
create index appointments_by_group on appointments (group_id) where group_id is not null;

-- What acquirers of cards keep, and when they pay.
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

-- Photos that authors add to their reviews, with the consent to show them.
create table review_photos (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null,
  author_id uuid not null,
  url text not null,
  -- When the author agreed that it is shown.
  consented_at timestamptz not null,
  created_at timestamptz not null,
  -- Since when two accounts have reported it: only its author sees it until the moderators decide.
  hidden_at timestamptz,
  -- When the moderators decided that it stays. It cannot be reported any more.
  approved_at timestamptz,
  constraint review_photos_url_unique unique (url),
  constraint review_photos_review foreign key (review_id) references reviews on delete cascade,
  constraint review_photos_author foreign key (author_id) references users,
  constraint review_photos_approved_is_shown check (approved_at is null or hidden_at is null)
);
create index review_photos_by_review on review_photos (review_id, created_at, id);
create index review_photos_by_author on review_photos (author_id);

-- What accounts reported to the moderators, once each.
create table review_photo_reports (
  photo_id uuid not null,
  user_id uuid not null,
  -- They worked in the barbershop then: all reports of it count as one.
  is_of_barbershop boolean not null,
  reason text not null,
  reported_at timestamptz not null,
  constraint review_photo_reports_key primary key (photo_id, user_id),
  constraint review_photo_reports_photo foreign key (photo_id) references review_photos on delete cascade,
  constraint review_photo_reports_user foreign key (user_id) references users,
  constraint review_photo_reports_reason_length check (char_length(reason) between 1 and 300)
);
create index review_photo_reports_by_user on review_photo_reports (user_id);
create trigger review_photos_told after insert or delete or update of hidden_at
  on review_photos for each statement execute function tell_barbershops();

-- What barbers earn. Plans are versions with a date, lines are append-only, settlements are frozen.

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
