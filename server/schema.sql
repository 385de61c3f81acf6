-- The schema that the migrations make, tables in the order of their names. Why each thing is there: server/migrations.
-- Written by scripts/write-database-schema.ts.

CREATE EXTENSION btree_gist;
CREATE EXTENSION citext;
CREATE EXTENSION cube;
CREATE EXTENSION fuzzystrmatch;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;

CREATE SEQUENCE payments_receipt_numbers AS bigint;

CREATE TABLE account_deletions (
  user_id uuid NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT account_deletions_pkey PRIMARY KEY (user_id),
  CONSTRAINT account_deletions_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX account_deletions_due ON account_deletions USING btree (due_at);

CREATE TABLE advances (
  id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  barber_id uuid NOT NULL,
  cents integer NOT NULL,
  reason text NOT NULL,
  paid_from text NOT NULL,
  given_at timestamp with time zone NOT NULL,
  given_by uuid,
  CONSTRAINT advances_key PRIMARY KEY (id),
  CONSTRAINT advances_cents_positive CHECK (cents > 0),
  CONSTRAINT advances_paid_from_known CHECK (paid_from = ANY (ARRAY['cash'::text, 'bank'::text, 'pix'::text])),
  CONSTRAINT advances_reason_length CHECK (char_length(reason) <= 120),
  CONSTRAINT advances_barber FOREIGN KEY (barber_id) REFERENCES barbers(id),
  CONSTRAINT advances_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id),
  CONSTRAINT advances_given_by FOREIGN KEY (given_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX advances_by_barber ON advances USING btree (barber_id, given_at);
CREATE INDEX advances_by_barbershop ON advances USING btree (barbershop_id);
CREATE INDEX advances_by_giver ON advances USING btree (given_by) WHERE given_by IS NOT NULL;

CREATE TABLE appointment_corrections (
  appointment_id uuid NOT NULL,
  version integer NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  corrected_by uuid,
  corrected_at timestamp with time zone NOT NULL,
  CONSTRAINT appointment_corrections_key PRIMARY KEY (appointment_id, version),
  CONSTRAINT appointment_corrections_from_known CHECK (from_status = ANY (ARRAY['COMPLETED'::text, 'NO_SHOW'::text, 'CANCELLED'::text])),
  CONSTRAINT appointment_corrections_to_known CHECK (to_status = ANY (ARRAY['COMPLETED'::text, 'NO_SHOW'::text, 'CANCELLED'::text])),
  CONSTRAINT appointment_corrections_appointment FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  CONSTRAINT appointment_corrections_user FOREIGN KEY (corrected_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX appointment_corrections_by_user ON appointment_corrections USING btree (corrected_by);

CREATE TABLE appointment_edits (
  appointment_id uuid NOT NULL,
  version integer NOT NULL,
  from_barber_id uuid NOT NULL,
  from_services jsonb NOT NULL,
  from_duration_min integer NOT NULL,
  from_buffer_min smallint NOT NULL,
  from_price_cents integer NOT NULL,
  price_cents integer NOT NULL,
  price_reason text,
  edited_by uuid,
  edited_at timestamp with time zone NOT NULL,
  undone_at timestamp with time zone,
  CONSTRAINT appointment_edits_key PRIMARY KEY (appointment_id, version),
  CONSTRAINT appointment_edits_price_reason_length CHECK (char_length(price_reason) >= 1 AND char_length(price_reason) <= 120),
  CONSTRAINT appointment_edits_appointment FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  CONSTRAINT appointment_edits_barber FOREIGN KEY (from_barber_id) REFERENCES barbers(id) ON DELETE CASCADE,
  CONSTRAINT appointment_edits_user FOREIGN KEY (edited_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX appointment_edits_by_barber ON appointment_edits USING btree (from_barber_id);
CREATE INDEX appointment_edits_by_user ON appointment_edits USING btree (edited_by);

CREATE TABLE appointment_moves (
  appointment_id uuid NOT NULL,
  version integer NOT NULL,
  from_barber_id uuid NOT NULL,
  from_starts_at timestamp with time zone NOT NULL,
  from_status text NOT NULL,
  from_requested_at timestamp with time zone NOT NULL,
  from_presence_confirmed_at timestamp with time zone,
  moved_by uuid,
  moved_at timestamp with time zone NOT NULL,
  undone_at timestamp with time zone,
  CONSTRAINT appointment_moves_key PRIMARY KEY (appointment_id, version),
  CONSTRAINT appointment_moves_status_known CHECK (from_status = ANY (ARRAY['SCHEDULED'::text, 'CONFIRMED'::text])),
  CONSTRAINT appointment_moves_appointment FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  CONSTRAINT appointment_moves_barber FOREIGN KEY (from_barber_id) REFERENCES barbers(id) ON DELETE CASCADE,
  CONSTRAINT appointment_moves_user FOREIGN KEY (moved_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX appointment_moves_by_barber ON appointment_moves USING btree (from_barber_id);
CREATE INDEX appointment_moves_by_user ON appointment_moves USING btree (moved_by);

CREATE TABLE appointment_series (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  barber_id uuid NOT NULL,
  customer_id uuid,
  profile_id uuid,
  is_by_staff boolean NOT NULL,
  guest_name text,
  service_ids uuid[] NOT NULL,
  interval_weeks smallint NOT NULL,
  first_date date NOT NULL,
  minute smallint NOT NULL,
  price_cents integer NOT NULL,
  status text NOT NULL,
  ended_because text,
  suspended_at timestamp with time zone,
  fill_after timestamp with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT appointment_series_key PRIMARY KEY (id),
  CONSTRAINT appointment_series_customer_given CHECK (customer_id IS NOT NULL OR profile_id IS NOT NULL),
  CONSTRAINT appointment_series_end_explained CHECK ((status = 'ENDED'::text) = (ended_because IS NOT NULL)),
  CONSTRAINT appointment_series_end_known CHECK (ended_because = ANY (ARRAY['customer'::text, 'staff'::text, 'unanswered'::text, 'no-show'::text, 'barber'::text, 'service'::text, 'barbershop'::text, 'account'::text])),
  CONSTRAINT appointment_series_interval_range CHECK (interval_weeks >= 1 AND interval_weeks <= 8),
  CONSTRAINT appointment_series_minute_range CHECK (minute >= 0 AND minute <= 1439),
  CONSTRAINT appointment_series_price_positive CHECK (price_cents >= 0),
  CONSTRAINT appointment_series_services_given CHECK (cardinality(service_ids) >= 1 AND cardinality(service_ids) <= 5),
  CONSTRAINT appointment_series_status_known CHECK (status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'ENDED'::text])),
  CONSTRAINT appointment_series_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE,
  CONSTRAINT appointment_series_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT appointment_series_customer FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT appointment_series_profile FOREIGN KEY (profile_id) REFERENCES customer_profiles(id) ON DELETE CASCADE
);
CREATE INDEX appointment_series_by_barber ON appointment_series USING btree (barber_id);
CREATE INDEX appointment_series_by_barbershop ON appointment_series USING btree (barbershop_id);
CREATE INDEX appointment_series_by_customer ON appointment_series USING btree (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX appointment_series_by_profile ON appointment_series USING btree (profile_id) WHERE profile_id IS NOT NULL;
CREATE INDEX appointment_series_due ON appointment_series USING btree (fill_after) WHERE status = 'ACTIVE'::text;
CREATE INDEX appointment_series_ended ON appointment_series USING btree (updated_at) WHERE status = 'ENDED'::text;

CREATE TABLE appointment_services (
  appointment_id uuid NOT NULL,
  "position" smallint NOT NULL,
  service_id uuid,
  name text NOT NULL,
  duration_min integer NOT NULL,
  price_cents integer NOT NULL,
  CONSTRAINT appointment_services_key PRIMARY KEY (appointment_id, "position"),
  CONSTRAINT appointment_services_position_range CHECK ("position" >= 0 AND "position" <= 4),
  CONSTRAINT appointment_services_price_positive CHECK (price_cents >= 0),
  CONSTRAINT appointment_services_appointment FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  CONSTRAINT appointment_services_service FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE SET NULL
);
CREATE INDEX appointment_services_by_service ON appointment_services USING btree (service_id);

CREATE TABLE appointments (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  barber_id uuid NOT NULL,
  barber_user_id uuid NOT NULL,
  customer_id uuid,
  profile_id uuid,
  customer_name text,
  guest_name text,
  group_id uuid,
  is_walk_in boolean DEFAULT false NOT NULL,
  booked_by uuid,
  source text,
  note text,
  staff_note text,
  service_id uuid,
  service_name text NOT NULL,
  duration_min integer NOT NULL,
  buffer_min smallint DEFAULT 0 NOT NULL,
  price_cents integer NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  busy_until timestamp with time zone GENERATED ALWAYS AS ((((ends_at AT TIME ZONE 'UTC'::text) + make_interval(mins => buffer_min::integer)) AT TIME ZONE 'UTC'::text)) STORED NOT NULL,
  status text NOT NULL,
  held_until timestamp with time zone,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  presence_confirmed_at timestamp with time zone,
  cancelled_by text,
  cancel_reason text,
  arrived_at timestamp with time zone,
  serving_from timestamp with time zone,
  serving_until timestamp with time zone,
  is_end_settled boolean DEFAULT false NOT NULL,
  told_delay_min smallint,
  told_delay_at timestamp with time zone,
  delay_reply text,
  idempotency_key text,
  version integer DEFAULT 1 NOT NULL,
  changed_by xid8 DEFAULT pg_current_xact_id(),
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT appointments_pkey PRIMARY KEY (id),
  CONSTRAINT appointments_idempotency_unique UNIQUE (customer_id, idempotency_key),
  CONSTRAINT appointments_barber_no_overlap EXCLUDE USING gist (barber_user_id WITH =, tstzrange(starts_at, busy_until) WITH &&) WHERE (status = ANY (ARRAY['HELD'::text, 'SCHEDULED'::text, 'CONFIRMED'::text])),
  CONSTRAINT appointments_customer_no_overlap EXCLUDE USING gist (customer_id WITH =, COALESCE(lower(guest_name), ''::text) WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (status = ANY (ARRAY['HELD'::text, 'SCHEDULED'::text, 'CONFIRMED'::text])),
  CONSTRAINT appointments_buffer_range CHECK (buffer_min >= 0 AND buffer_min <= 120),
  CONSTRAINT appointments_cancel_reason_length CHECK (char_length(cancel_reason) <= 300),
  CONSTRAINT appointments_cancelled_by_given CHECK (status = 'CANCELLED'::text OR cancelled_by IS NULL),
  CONSTRAINT appointments_cancelled_by_known CHECK (cancelled_by = ANY (ARRAY['customer'::text, 'barber'::text, 'owner'::text, 'system'::text])),
  CONSTRAINT appointments_customer_name_length CHECK (char_length(customer_name) >= 1 AND char_length(customer_name) <= 120),
  CONSTRAINT appointments_delay_reply_known CHECK (delay_reply = ANY (ARRAY['ok'::text, 'earlier'::text, 'other-barber'::text])),
  CONSTRAINT appointments_end_is_start_plus_duration CHECK (ends_at = (starts_at + make_interval(mins => duration_min))),
  CONSTRAINT appointments_guest_name_short CHECK (char_length(guest_name) >= 1 AND char_length(guest_name) <= 120),
  CONSTRAINT appointments_held_until_given CHECK ((status = 'HELD'::text) = (held_until IS NOT NULL)),
  CONSTRAINT appointments_name_only_without_account CHECK (customer_name IS NULL OR is_walk_in OR customer_id IS NULL),
  CONSTRAINT appointments_note_short CHECK (char_length(note) >= 1 AND char_length(note) <= 200),
  CONSTRAINT appointments_price_positive CHECK (price_cents >= 0),
  CONSTRAINT appointments_serving_ordered CHECK (serving_until IS NULL OR serving_until >= serving_from),
  CONSTRAINT appointments_source_known CHECK (source = ANY (ARRAY['page'::text, 'link'::text, 'poster'::text, 'waitlist'::text, 'series'::text, 'phone'::text, 'walk-in'::text, 'queue'::text, 'import'::text])),
  CONSTRAINT appointments_staff_note_short CHECK (char_length(staff_note) >= 1 AND char_length(staff_note) <= 500),
  CONSTRAINT appointments_status_known CHECK (status = ANY (ARRAY['HELD'::text, 'SCHEDULED'::text, 'CONFIRMED'::text, 'COMPLETED'::text, 'CANCELLED'::text, 'NO_SHOW'::text])),
  CONSTRAINT appointments_barber FOREIGN KEY (barber_id, barber_user_id, barbershop_id) REFERENCES barbers(id, user_id, barbershop_id) ON UPDATE CASCADE,
  CONSTRAINT appointments_booked_by FOREIGN KEY (booked_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT appointments_customer FOREIGN KEY (customer_id) REFERENCES users(id),
  CONSTRAINT appointments_profile FOREIGN KEY (profile_id) REFERENCES customer_profiles(id) ON DELETE SET NULL,
  CONSTRAINT appointments_service FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE SET NULL
);
CREATE INDEX appointments_agreed ON appointments USING btree (starts_at) WHERE status = 'CONFIRMED'::text;
CREATE INDEX appointments_by_barber ON appointments USING btree (barber_id, starts_at);
CREATE INDEX appointments_by_barber_person ON appointments USING btree (barber_user_id, starts_at);
CREATE INDEX appointments_by_booker ON appointments USING btree (booked_by) WHERE booked_by IS NOT NULL;
CREATE INDEX appointments_by_change ON appointments USING btree (changed_by) WHERE changed_by IS NOT NULL;
CREATE INDEX appointments_by_customer ON appointments USING btree (customer_id, starts_at DESC);
CREATE INDEX appointments_by_group ON appointments USING btree (group_id) WHERE group_id IS NOT NULL;
CREATE INDEX appointments_by_profile ON appointments USING btree (profile_id, starts_at) WHERE profile_id IS NOT NULL;
CREATE INDEX appointments_by_service_end ON appointments USING btree (barbershop_id, serving_until) WHERE serving_until IS NOT NULL AND NOT is_end_settled;
CREATE INDEX appointments_completed_by_start ON appointments USING btree (starts_at, id) WHERE status = 'COMPLETED'::text;
CREATE INDEX appointments_ended_lately ON appointments USING btree (serving_until) WHERE serving_until IS NOT NULL AND NOT is_end_settled;
CREATE INDEX appointments_figures_by_barbershop ON appointments USING btree (barbershop_id, starts_at) INCLUDE (status, price_cents, ends_at, barber_id, id);
CREATE INDEX appointments_held ON appointments USING btree (held_until) WHERE status = 'HELD'::text;
CREATE INDEX appointments_named ON appointments USING btree (barbershop_id, starts_at) WHERE guest_name IS NOT NULL OR customer_id IS NULL AND profile_id IS NULL;
CREATE UNIQUE INDEX appointments_one_hold ON appointments USING btree (customer_id) WHERE status = 'HELD'::text;
CREATE UNIQUE INDEX appointments_one_served ON appointments USING btree (barber_user_id) WHERE status = 'CONFIRMED'::text AND serving_from IS NOT NULL AND serving_until IS NULL;
CREATE UNIQUE INDEX appointments_profile_idempotency_unique ON appointments USING btree (profile_id, idempotency_key) WHERE profile_id IS NOT NULL AND idempotency_key IS NOT NULL;
CREATE INDEX appointments_unanswered ON appointments USING btree (requested_at) WHERE status = 'SCHEDULED'::text;
CREATE TRIGGER appointments_add_profile AFTER INSERT ON appointments REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION add_customer_profiles();
CREATE TRIGGER appointments_add_profile_of_offer AFTER UPDATE ON appointments FOR EACH ROW WHEN (old.status = 'HELD'::text AND new.status <> 'HELD'::text AND new.customer_id IS NOT NULL) EXECUTE FUNCTION add_customer_profile();
CREATE TRIGGER appointments_noted_delete AFTER DELETE ON appointments FOR EACH ROW WHEN (old.status <> 'HELD'::text) EXECUTE FUNCTION note_appointment_deletion();
CREATE TRIGGER appointments_noted_update BEFORE UPDATE ON appointments FOR EACH ROW WHEN (old.barber_user_id IS DISTINCT FROM new.barber_user_id OR old.starts_at IS DISTINCT FROM new.starts_at OR old.ends_at IS DISTINCT FROM new.ends_at OR old.buffer_min IS DISTINCT FROM new.buffer_min OR old.status IS DISTINCT FROM new.status OR old.held_until IS DISTINCT FROM new.held_until) EXECUTE FUNCTION note_appointment_change();

CREATE TABLE attempts (
  key text NOT NULL,
  window_start timestamp with time zone NOT NULL,
  count integer DEFAULT 1 NOT NULL,
  CONSTRAINT attempts_key PRIMARY KEY (key, window_start)
);
CREATE INDEX attempts_by_age ON attempts USING btree (window_start);

CREATE TABLE bank_entries (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  bank_key text NOT NULL,
  day date NOT NULL,
  cents integer NOT NULL,
  description text,
  payment_id uuid,
  decided_at timestamp with time zone,
  decided_by uuid,
  CONSTRAINT bank_entries_key PRIMARY KEY (id),
  CONSTRAINT bank_entries_of_one_payment UNIQUE (payment_id),
  CONSTRAINT bank_entries_once UNIQUE (barbershop_id, bank_key),
  CONSTRAINT bank_entries_bank_key_length CHECK (char_length(bank_key) <= 400),
  CONSTRAINT bank_entries_cents_positive CHECK (cents > 0),
  CONSTRAINT bank_entries_description_length CHECK (char_length(description) <= 200),
  CONSTRAINT bank_entries_decided_by FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT bank_entries_payment FOREIGN KEY (payment_id) REFERENCES visit_payments(id) ON DELETE SET NULL,
  CONSTRAINT bank_entries_statement FOREIGN KEY (statement_id) REFERENCES bank_statements(id) ON DELETE CASCADE
);
CREATE INDEX bank_entries_by_day ON bank_entries USING btree (barbershop_id, day);
CREATE INDEX bank_entries_by_decider ON bank_entries USING btree (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX bank_entries_by_statement ON bank_entries USING btree (statement_id);
CREATE INDEX bank_entries_described ON bank_entries USING btree (day) WHERE description IS NOT NULL;

CREATE TABLE bank_statements (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  file_name text NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  imported_at timestamp with time zone NOT NULL,
  imported_by uuid,
  CONSTRAINT bank_statements_key PRIMARY KEY (id),
  CONSTRAINT bank_statements_file_name_length CHECK (char_length(file_name) <= 120),
  CONSTRAINT bank_statements_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT bank_statements_imported_by FOREIGN KEY (imported_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX bank_statements_by_barbershop ON bank_statements USING btree (barbershop_id, imported_at);
CREATE INDEX bank_statements_by_importer ON bank_statements USING btree (imported_by) WHERE imported_by IS NOT NULL;

CREATE TABLE barber_contracts (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  barber_id uuid NOT NULL,
  regime text NOT NULL,
  cnpj text,
  starts_on date NOT NULL,
  ends_on date,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  file_type text,
  file bytea,
  file_added_at timestamp with time zone,
  CONSTRAINT barber_contracts_key PRIMARY KEY (id),
  CONSTRAINT barber_contracts_no_overlap EXCLUDE USING gist (barber_id WITH =, daterange(starts_on, ends_on, '[]'::text) WITH &&),
  CONSTRAINT barber_contracts_cnpj_format CHECK (cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$'::text),
  CONSTRAINT barber_contracts_cnpj_of_company CHECK (cnpj IS NULL OR regime <> 'employee'::text),
  CONSTRAINT barber_contracts_ends_later CHECK (ends_on >= starts_on),
  CONSTRAINT barber_contracts_file_given CHECK ((file IS NULL) = (file_type IS NULL) AND (file IS NULL) = (file_added_at IS NULL)),
  CONSTRAINT barber_contracts_file_type_known CHECK (file_type = ANY (ARRAY['application/pdf'::text, 'image/webp'::text])),
  CONSTRAINT barber_contracts_regime_known CHECK (regime = ANY (ARRAY['employee'::text, 'partner'::text, 'rent'::text])),
  CONSTRAINT barber_contracts_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE,
  CONSTRAINT barber_contracts_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);
CREATE INDEX barber_contracts_by_barbershop ON barber_contracts USING btree (barbershop_id);

CREATE TABLE barber_hours (
  barber_id uuid NOT NULL,
  day_of_week smallint NOT NULL,
  starts_minute smallint NOT NULL,
  ends_minute smallint NOT NULL,
  CONSTRAINT barber_hours_key PRIMARY KEY (barber_id, day_of_week, starts_minute),
  CONSTRAINT barber_hours_day_range CHECK (day_of_week >= 0 AND day_of_week <= 6),
  CONSTRAINT barber_hours_minutes_range CHECK (starts_minute >= 0 AND starts_minute <= 1439 AND ends_minute > starts_minute AND ends_minute <= (starts_minute + 1440)),
  CONSTRAINT barber_hours_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE
);
CREATE TRIGGER barber_hours_noted_delete AFTER DELETE ON barber_hours REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();
CREATE TRIGGER barber_hours_noted_insert AFTER INSERT ON barber_hours REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();
CREATE TRIGGER barber_hours_noted_update_from AFTER UPDATE ON barber_hours REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();
CREATE TRIGGER barber_hours_noted_update_to AFTER UPDATE ON barber_hours REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();

CREATE TABLE barber_services (
  barber_id uuid NOT NULL,
  service_id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  is_provided boolean DEFAULT true NOT NULL,
  duration_min integer,
  price_cents integer,
  CONSTRAINT barber_services_key PRIMARY KEY (barber_id, service_id),
  CONSTRAINT barber_services_differ CHECK (NOT is_provided OR duration_min IS NOT NULL OR price_cents IS NOT NULL),
  CONSTRAINT barber_services_duration_range CHECK (duration_min >= 1 AND duration_min <= 720),
  CONSTRAINT barber_services_price_positive CHECK (price_cents >= 0),
  CONSTRAINT barber_services_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE,
  CONSTRAINT barber_services_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT barber_services_service FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE CASCADE
);
CREATE INDEX barber_services_by_barbershop ON barber_services USING btree (barbershop_id);
CREATE INDEX barber_services_by_service ON barber_services USING btree (service_id);
CREATE TRIGGER barber_services_noted_delete AFTER DELETE ON barber_services REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER barber_services_noted_insert AFTER INSERT ON barber_services REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER barber_services_noted_truncate AFTER TRUNCATE ON barber_services FOR EACH STATEMENT EXECUTE FUNCTION note_all_shops();
CREATE TRIGGER barber_services_noted_update_from AFTER UPDATE ON barber_services REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER barber_services_noted_update_to AFTER UPDATE ON barber_services REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');

CREATE TABLE barber_specialties (
  barber_id uuid NOT NULL,
  specialty_id integer NOT NULL,
  CONSTRAINT barber_specialties_key PRIMARY KEY (barber_id, specialty_id),
  CONSTRAINT barber_specialties_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE,
  CONSTRAINT barber_specialties_specialty FOREIGN KEY (specialty_id) REFERENCES specialties(id)
);
CREATE TRIGGER barber_specialties_noted_delete AFTER DELETE ON barber_specialties REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();
CREATE TRIGGER barber_specialties_noted_insert AFTER INSERT ON barber_specialties REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();
CREATE TRIGGER barber_specialties_noted_update_from AFTER UPDATE ON barber_specialties REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();
CREATE TRIGGER barber_specialties_noted_update_to AFTER UPDATE ON barber_specialties REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();

CREATE TABLE barbers (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  bio text,
  instagram text,
  "position" smallint DEFAULT 0 NOT NULL,
  schedule_version integer DEFAULT 1 NOT NULL,
  availability_version integer DEFAULT 1 NOT NULL,
  portfolio_version integer DEFAULT 1 NOT NULL,
  permissions text[] DEFAULT '{customers,spend,discounts}'::text[] NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT barbers_pkey PRIMARY KEY (id),
  CONSTRAINT barbers_identity UNIQUE (id, user_id, barbershop_id),
  CONSTRAINT barbers_once_per_shop UNIQUE (user_id, barbershop_id),
  CONSTRAINT barbers_bio_length CHECK (char_length(bio) <= 500),
  CONSTRAINT barbers_instagram_form CHECK (char_length(instagram) <= 30 AND instagram ~ '^[a-z0-9_]+(\.[a-z0-9_]+)*$'::text),
  CONSTRAINT barbers_permissions_known CHECK (permissions <@ '{agenda,customers,phones,spend,discounts,prices,settings,team,money,cash,export}'::text[]),
  CONSTRAINT barbers_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT barbers_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX barbers_by_barbershop ON barbers USING btree (barbershop_id, "position") WHERE removed_at IS NULL;
CREATE TRIGGER barbers_noted_delete AFTER DELETE ON barbers REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER barbers_noted_insert AFTER INSERT ON barbers REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER barbers_noted_update_from AFTER UPDATE ON barbers REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER barbers_noted_update_to AFTER UPDATE ON barbers REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER barbers_priced_insert AFTER INSERT ON barbers REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION refresh_prices_of_barbers();
CREATE TRIGGER barbers_priced_update AFTER UPDATE ON barbers REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION refresh_prices_of_barbers();

CREATE TABLE barbershop_changes (
  barbershop_id uuid NOT NULL,
  changed_by xid8 NOT NULL,
  CONSTRAINT barbershop_changes_key PRIMARY KEY (barbershop_id)
);
CREATE INDEX barbershop_changes_by_transaction ON barbershop_changes USING btree (changed_by);

CREATE TABLE barbershop_features (
  barbershop_id uuid NOT NULL,
  feature_id smallint NOT NULL,
  CONSTRAINT barbershop_features_key PRIMARY KEY (barbershop_id, feature_id),
  CONSTRAINT barbershop_features_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT barbershop_features_feature FOREIGN KEY (feature_id) REFERENCES features(id)
);
CREATE TRIGGER barbershop_features_noted_delete AFTER DELETE ON barbershop_features REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER barbershop_features_noted_insert AFTER INSERT ON barbershop_features REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER barbershop_features_noted_truncate AFTER TRUNCATE ON barbershop_features FOR EACH STATEMENT EXECUTE FUNCTION note_all_shops();
CREATE TRIGGER barbershop_features_noted_update_from AFTER UPDATE ON barbershop_features REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER barbershop_features_noted_update_to AFTER UPDATE ON barbershop_features REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');

CREATE TABLE barbershop_queues (
  barbershop_id uuid NOT NULL,
  is_on boolean NOT NULL,
  weekdays smallint[] NOT NULL,
  opens_minute smallint,
  closes_minute smallint,
  max_length smallint NOT NULL,
  call_minutes smallint NOT NULL,
  slide_positions smallint NOT NULL,
  max_slides smallint NOT NULL,
  walk_in_share smallint NOT NULL,
  door_key text NOT NULL,
  screen_key text NOT NULL,
  tapped_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT barbershop_queues_key PRIMARY KEY (barbershop_id),
  CONSTRAINT barbershop_queues_door_key_unique UNIQUE (door_key),
  CONSTRAINT barbershop_queues_screen_key_unique UNIQUE (screen_key),
  CONSTRAINT barbershop_queues_limits CHECK (max_length >= 1 AND max_length <= 60 AND call_minutes >= 1 AND call_minutes <= 30 AND slide_positions >= 1 AND slide_positions <= 5 AND max_slides >= 0 AND max_slides <= 5 AND walk_in_share >= 0 AND walk_in_share <= 50),
  CONSTRAINT barbershop_queues_minutes CHECK (opens_minute >= 0 AND opens_minute <= 1439 AND closes_minute >= 1 AND closes_minute <= 1440 OR opens_minute IS NULL OR closes_minute IS NULL),
  CONSTRAINT barbershop_queues_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);
CREATE TRIGGER barbershop_queues_noted_delete AFTER DELETE ON barbershop_queues FOR EACH ROW WHEN (old.is_on) EXECUTE FUNCTION note_queue_switch();
CREATE TRIGGER barbershop_queues_noted_insert AFTER INSERT ON barbershop_queues FOR EACH ROW WHEN (new.is_on) EXECUTE FUNCTION note_queue_switch();
CREATE TRIGGER barbershop_queues_noted_update AFTER UPDATE OF is_on ON barbershop_queues FOR EACH ROW WHEN (old.is_on <> new.is_on) EXECUTE FUNCTION note_queue_switch();

CREATE TABLE barbershop_roles (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  permissions text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT barbershop_roles_pkey PRIMARY KEY (id),
  CONSTRAINT barbershop_roles_once UNIQUE (barbershop_id, user_id),
  CONSTRAINT barbershop_roles_known CHECK (role = ANY (ARRAY['RECEPTIONIST'::text, 'MANAGER'::text])),
  CONSTRAINT barbershop_roles_permissions_known CHECK (permissions <@ '{agenda,customers,phones,spend,discounts,prices,settings,team,money,cash,export}'::text[]),
  CONSTRAINT barbershop_roles_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT barbershop_roles_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX barbershop_roles_by_user ON barbershop_roles USING btree (user_id);

CREATE TABLE barbershop_slugs (
  slug text NOT NULL,
  barbershop_id uuid NOT NULL,
  is_current boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT barbershop_slugs_pkey PRIMARY KEY (slug),
  CONSTRAINT barbershop_slugs_form CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND slug ~ '[a-z]'::text AND char_length(slug) >= 3 AND char_length(slug) <= 40),
  CONSTRAINT barbershop_slugs_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);
CREATE INDEX barbershop_slugs_by_barbershop ON barbershop_slugs USING btree (barbershop_id);
CREATE UNIQUE INDEX barbershop_slugs_one_current ON barbershop_slugs USING btree (barbershop_id) WHERE is_current;
CREATE TRIGGER barbershop_slugs_noted_insert AFTER INSERT ON barbershop_slugs REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER barbershop_slugs_noted_update AFTER UPDATE ON barbershop_slugs REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');

CREATE TABLE barbershops (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL,
  search_name text COLLATE "C" GENERATED ALWAYS AS (search_form(name)) STORED NOT NULL,
  description text,
  cover_image_url text,
  phone text,
  whatsapp text,
  instagram text,
  payment_methods text[] DEFAULT '{}'::text[] NOT NULL,
  address text NOT NULL,
  street text NOT NULL,
  street_number text DEFAULT ''::text NOT NULL,
  complement text DEFAULT ''::text NOT NULL,
  neighborhood text NOT NULL,
  city text NOT NULL,
  state text NOT NULL,
  zip_code text,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  "position" cube GENERATED ALWAYS AS (cube(ARRAY[6371.0088::double precision * cos(radians(latitude)) * cos(radians(longitude)), 6371.0088::double precision * cos(radians(latitude)) * sin(radians(longitude)), 6371.0088::double precision * sin(radians(latitude))])) STORED NOT NULL,
  time_zone text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  blocked_at timestamp with time zone,
  is_featured boolean DEFAULT false NOT NULL,
  leads_ties boolean DEFAULT false NOT NULL,
  verified_at timestamp with time zone,
  grid_minutes smallint DEFAULT 15 NOT NULL,
  minimum_notice_minutes integer DEFAULT 30 NOT NULL,
  cancel_notice_minutes integer DEFAULT 120 NOT NULL,
  booking_window_days smallint DEFAULT 60 NOT NULL,
  auto_confirmation text DEFAULT 'off'::text NOT NULL,
  auto_confirms_short_notice boolean DEFAULT true NOT NULL,
  auto_confirms_after_no_shows boolean DEFAULT false NOT NULL,
  uses_visits boolean DEFAULT false NOT NULL,
  first_steps_dismissed_at timestamp with time zone,
  max_customers integer DEFAULT 20000 NOT NULL,
  price_from integer,
  rating_sum integer DEFAULT 0 NOT NULL,
  review_count integer DEFAULT 0 NOT NULL,
  average_rating double precision GENERATED ALWAYS AS (rating_sum::double precision / NULLIF(review_count, 0)::double precision) STORED,
  completed_count integer DEFAULT 0 NOT NULL,
  search_text text DEFAULT ''::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT barbershops_pkey PRIMARY KEY (id),
  CONSTRAINT barbershops_auto_confirmation_known CHECK (auto_confirmation = ANY (ARRAY['off'::text, 'returning'::text, 'everyone'::text])),
  CONSTRAINT barbershops_blocked_is_off CHECK (blocked_at IS NULL OR NOT is_active),
  CONSTRAINT barbershops_complement_length CHECK (char_length(complement) <= 80),
  CONSTRAINT barbershops_grid_divides_hour CHECK (grid_minutes = ANY (ARRAY[5, 10, 15, 20, 30, 60])),
  CONSTRAINT barbershops_instagram_form CHECK (char_length(instagram) <= 30 AND instagram ~ '^[a-z0-9_]+(\.[a-z0-9_]+)*$'::text),
  CONSTRAINT barbershops_latitude_range CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT barbershops_longitude_range CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision),
  CONSTRAINT barbershops_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 120),
  CONSTRAINT barbershops_notice_range CHECK (minimum_notice_minutes >= 0 AND cancel_notice_minutes >= 0),
  CONSTRAINT barbershops_payment_methods_known CHECK (payment_methods <@ ARRAY['pix'::text, 'cash'::text, 'debit'::text, 'credit'::text]),
  CONSTRAINT barbershops_price_from_positive CHECK (price_from >= 0),
  CONSTRAINT barbershops_rating_range CHECK (rating_sum >= review_count AND rating_sum <= (5 * review_count)),
  CONSTRAINT barbershops_state_form CHECK (state ~ '^[A-Z]{2}$'::text),
  CONSTRAINT barbershops_street_number_length CHECK (char_length(street_number) <= 20),
  CONSTRAINT barbershops_window_range CHECK (booking_window_days >= 1 AND booking_window_days <= 365),
  CONSTRAINT barbershops_owner FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX barbershops_by_cover ON barbershops USING btree (cover_image_url) WHERE cover_image_url IS NOT NULL;
CREATE INDEX barbershops_by_name ON barbershops USING btree (search_name, id) WHERE is_active;
CREATE INDEX barbershops_by_name_text ON barbershops USING gist ("position", search_name gist_trgm_ops (siglen='64')) WHERE is_active;
CREATE INDEX barbershops_by_owner ON barbershops USING btree (owner_id);
CREATE INDEX barbershops_by_position ON barbershops USING gist ("position") WHERE is_active;
CREATE INDEX barbershops_by_text ON barbershops USING gist ("position", search_text gist_trgm_ops (siglen='64')) WHERE is_active;
CREATE INDEX barbershops_featured_by_position ON barbershops USING gist ("position") WHERE is_active AND is_featured;
CREATE TRIGGER barbershops_noted_delete AFTER DELETE ON barbershops REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('id');
CREATE TRIGGER barbershops_noted_insert AFTER INSERT ON barbershops REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('id');
CREATE TRIGGER barbershops_noted_truncate AFTER TRUNCATE ON barbershops FOR EACH STATEMENT EXECUTE FUNCTION note_all_shops();
CREATE TRIGGER barbershops_noted_update AFTER UPDATE ON barbershops REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_changed_shops();
CREATE TRIGGER barbershops_told AFTER INSERT OR DELETE OR UPDATE OF name, street, neighborhood, city, state, latitude, longitude, cover_image_url, is_active, is_featured, price_from, rating_sum, version ON barbershops FOR EACH STATEMENT EXECUTE FUNCTION tell_barbershops();

CREATE TABLE breaks (
  barber_id uuid NOT NULL,
  day_of_week smallint NOT NULL,
  starts_minute smallint NOT NULL,
  ends_minute smallint NOT NULL,
  CONSTRAINT breaks_key PRIMARY KEY (barber_id, day_of_week, starts_minute),
  CONSTRAINT breaks_day_range CHECK (day_of_week >= 0 AND day_of_week <= 6),
  CONSTRAINT breaks_minutes_range CHECK (starts_minute >= 0 AND starts_minute <= 2879 AND ends_minute > starts_minute AND ends_minute <= (starts_minute + 1440)),
  CONSTRAINT breaks_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE
);
CREATE TRIGGER breaks_noted_delete AFTER DELETE ON breaks REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();
CREATE TRIGGER breaks_noted_insert AFTER INSERT ON breaks REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();
CREATE TRIGGER breaks_noted_update_from AFTER UPDATE ON breaks REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();
CREATE TRIGGER breaks_noted_update_to AFTER UPDATE ON breaks REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();

CREATE TABLE calendar_feeds (
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (user_id),
  CONSTRAINT calendar_feeds_token_unique UNIQUE (token_hash),
  CONSTRAINT calendar_feeds_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE card_fees (
  barbershop_id uuid NOT NULL,
  version integer NOT NULL,
  valid_from date NOT NULL,
  fees jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT card_fees_key PRIMARY KEY (barbershop_id, version),
  CONSTRAINT card_fees_version_positive CHECK (version > 0),
  CONSTRAINT card_fees_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);

CREATE TABLE cash_counts (
  session_id uuid NOT NULL,
  method text NOT NULL,
  expected_cents bigint NOT NULL,
  counted_cents bigint,
  CONSTRAINT cash_counts_key PRIMARY KEY (session_id, method),
  CONSTRAINT cash_counts_counted_positive CHECK (counted_cents >= 0),
  CONSTRAINT cash_counts_method_known CHECK (method = ANY (ARRAY['cash'::text, 'pix'::text, 'debit'::text, 'credit'::text, 'account'::text, 'voucher'::text])),
  CONSTRAINT cash_counts_session FOREIGN KEY (session_id) REFERENCES cash_sessions(id)
);
CREATE TRIGGER cash_counts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON cash_counts FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE cash_movements (
  id uuid NOT NULL,
  session_id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  kind text NOT NULL,
  amount_cents integer NOT NULL,
  account text NOT NULL,
  barber_id uuid,
  reason text,
  reverses uuid,
  occurred_at timestamp with time zone NOT NULL,
  actor_id uuid,
  CONSTRAINT cash_movements_key PRIMARY KEY (id),
  CONSTRAINT cash_movements_reversed_once UNIQUE (reverses),
  CONSTRAINT cash_movements_amount_positive CHECK (amount_cents > 0),
  CONSTRAINT cash_movements_barber_of_advance CHECK ((kind = 'advance'::text) = (barber_id IS NOT NULL)),
  CONSTRAINT cash_movements_kind_known CHECK (kind = ANY (ARRAY['supply'::text, 'drop'::text, 'expense'::text, 'advance'::text])),
  CONSTRAINT cash_movements_reason_length CHECK (char_length(reason) >= 1 AND char_length(reason) <= 120),
  CONSTRAINT cash_movements_reverses FOREIGN KEY (reverses) REFERENCES cash_movements(id),
  CONSTRAINT cash_movements_session FOREIGN KEY (session_id, barbershop_id) REFERENCES cash_sessions(id, barbershop_id)
);
CREATE INDEX cash_movements_by_barber ON cash_movements USING btree (barber_id, occurred_at) WHERE barber_id IS NOT NULL;
CREATE INDEX cash_movements_by_session ON cash_movements USING btree (session_id, occurred_at);
CREATE TRIGGER cash_movements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON cash_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE cash_registers (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  name text NOT NULL,
  is_usual boolean DEFAULT false NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  CONSTRAINT cash_registers_key PRIMARY KEY (id),
  CONSTRAINT cash_registers_of_barbershop UNIQUE (id, barbershop_id),
  CONSTRAINT cash_registers_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 40),
  CONSTRAINT cash_registers_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id)
);
CREATE UNIQUE INDEX cash_registers_one_usual ON cash_registers USING btree (barbershop_id) WHERE is_usual;

CREATE TABLE cash_sessions (
  id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  register_id uuid NOT NULL,
  day date NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  opened_by uuid,
  float_cents integer NOT NULL,
  float_difference_cents integer NOT NULL,
  closed_at timestamp with time zone,
  closed_by uuid,
  note text,
  CONSTRAINT cash_sessions_key PRIMARY KEY (id),
  CONSTRAINT cash_sessions_of_barbershop UNIQUE (id, barbershop_id),
  CONSTRAINT cash_sessions_closed_later CHECK (closed_at >= opened_at),
  CONSTRAINT cash_sessions_float_positive CHECK (float_cents >= 0),
  CONSTRAINT cash_sessions_note_length CHECK (char_length(note) >= 1 AND char_length(note) <= 200),
  CONSTRAINT cash_sessions_register FOREIGN KEY (register_id, barbershop_id) REFERENCES cash_registers(id, barbershop_id)
);
CREATE INDEX cash_sessions_by_day ON cash_sessions USING btree (barbershop_id, day);
CREATE INDEX cash_sessions_by_register ON cash_sessions USING btree (register_id, opened_at);
CREATE UNIQUE INDEX cash_sessions_one_open ON cash_sessions USING btree (register_id) WHERE closed_at IS NULL;

CREATE TABLE city_paces (
  state text NOT NULL,
  city text NOT NULL,
  kind text NOT NULL,
  barbershops integer NOT NULL,
  services integer NOT NULL,
  median_log double precision NOT NULL,
  spread double precision NOT NULL,
  computed_at timestamp with time zone NOT NULL,
  CONSTRAINT city_paces_key PRIMARY KEY (state, city, kind),
  CONSTRAINT city_paces_of_many CHECK (barbershops >= 5 AND services >= 30)
);
CREATE INDEX city_paces_by_age ON city_paces USING btree (computed_at);

CREATE TABLE client_commands (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  device_id uuid NOT NULL,
  body_hash bytea NOT NULL,
  result jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT client_commands_key PRIMARY KEY (user_id, id),
  CONSTRAINT client_commands_body_hash_length CHECK (octet_length(body_hash) = 32),
  CONSTRAINT client_commands_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX client_commands_by_creation ON client_commands USING btree (created_at);

CREATE TABLE codes (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  email citext NOT NULL,
  purpose text NOT NULL,
  code_hash bytea,
  token_hash bytea,
  tries smallint DEFAULT 0 NOT NULL,
  client_tries jsonb DEFAULT '{}'::jsonb NOT NULL,
  requested_by bytea,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT codes_pkey PRIMARY KEY (id),
  CONSTRAINT codes_purpose_known CHECK (purpose = ANY (ARRAY['verify-email'::text, 'change-email'::text, 'reset-password'::text])),
  CONSTRAINT codes_tries_range CHECK (tries >= 0 AND tries <= 1000),
  CONSTRAINT codes_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX codes_by_age ON codes USING btree (created_at);
CREATE INDEX codes_by_email ON codes USING btree (email, created_at DESC);
CREATE UNIQUE INDEX codes_by_token ON codes USING btree (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX codes_by_user ON codes USING btree (user_id, purpose, created_at DESC);

CREATE TABLE commission_disputes (
  line_id uuid NOT NULL,
  reason text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  response text,
  responded_at timestamp with time zone,
  responded_by uuid,
  CONSTRAINT commission_disputes_key PRIMARY KEY (line_id),
  CONSTRAINT commission_disputes_reason_length CHECK (char_length(reason) >= 1 AND char_length(reason) <= 120),
  CONSTRAINT commission_disputes_response_given CHECK ((response IS NULL) = (responded_at IS NULL)),
  CONSTRAINT commission_disputes_response_length CHECK (char_length(response) >= 1 AND char_length(response) <= 120),
  CONSTRAINT commission_disputes_line FOREIGN KEY (line_id) REFERENCES commission_lines(id),
  CONSTRAINT commission_disputes_responded_by FOREIGN KEY (responded_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX commission_disputes_by_responder ON commission_disputes USING btree (responded_by) WHERE responded_by IS NOT NULL;
CREATE INDEX commission_disputes_open ON commission_disputes USING btree (line_id) WHERE response IS NULL;

CREATE TABLE commission_lines (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  barber_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  earned_at timestamp with time zone NOT NULL,
  visit_id uuid NOT NULL,
  "position" smallint NOT NULL,
  plan_id uuid,
  pipeline jsonb,
  tier_cents integer DEFAULT 0 NOT NULL,
  cents integer NOT NULL,
  reverses uuid,
  adjusts uuid,
  settlement_id uuid,
  CONSTRAINT commission_lines_key PRIMARY KEY (id),
  CONSTRAINT commission_lines_adjusted_once UNIQUE (adjusts),
  CONSTRAINT commission_lines_reversed_once UNIQUE (reverses),
  CONSTRAINT commission_lines_adjustment_of_line CHECK ((kind = 'adjustment'::text) = (adjusts IS NOT NULL) OR reverses IS NOT NULL),
  CONSTRAINT commission_lines_kind_known CHECK (kind = ANY (ARRAY['service'::text, 'product'::text, 'tip'::text, 'assistance'::text, 'adjustment'::text])),
  CONSTRAINT commission_lines_adjusts FOREIGN KEY (adjusts) REFERENCES commission_lines(id),
  CONSTRAINT commission_lines_barber FOREIGN KEY (barber_id) REFERENCES barbers(id),
  CONSTRAINT commission_lines_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id),
  CONSTRAINT commission_lines_plan FOREIGN KEY (plan_id) REFERENCES commission_plans(id) ON DELETE SET NULL,
  CONSTRAINT commission_lines_reverses FOREIGN KEY (reverses) REFERENCES commission_lines(id),
  CONSTRAINT commission_lines_settlement FOREIGN KEY (settlement_id) REFERENCES settlements(id),
  CONSTRAINT commission_lines_visit FOREIGN KEY (visit_id) REFERENCES visits(id)
);
CREATE INDEX commission_lines_by_barber ON commission_lines USING btree (barber_id, earned_at);
CREATE INDEX commission_lines_by_barbershop ON commission_lines USING btree (barbershop_id, earned_at);
CREATE INDEX commission_lines_by_plan ON commission_lines USING btree (plan_id) WHERE plan_id IS NOT NULL;
CREATE INDEX commission_lines_by_settlement ON commission_lines USING btree (settlement_id) WHERE settlement_id IS NOT NULL;
CREATE INDEX commission_lines_by_visit ON commission_lines USING btree (visit_id);
CREATE INDEX commission_lines_open ON commission_lines USING btree (barber_id, earned_at) WHERE settlement_id IS NULL;

CREATE TABLE commission_plans (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  barber_id uuid,
  version integer NOT NULL,
  starts_on date NOT NULL,
  terms jsonb,
  created_at timestamp with time zone NOT NULL,
  created_by uuid,
  CONSTRAINT commission_plans_key PRIMARY KEY (id),
  CONSTRAINT commission_plans_version_once UNIQUE NULLS NOT DISTINCT (barbershop_id, barber_id, version),
  CONSTRAINT commission_plans_terms_of_barbershop CHECK (terms IS NOT NULL OR barber_id IS NOT NULL),
  CONSTRAINT commission_plans_version_positive CHECK (version > 0),
  CONSTRAINT commission_plans_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE,
  CONSTRAINT commission_plans_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT commission_plans_created_by FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX commission_plans_by_barber ON commission_plans USING btree (barber_id) WHERE barber_id IS NOT NULL;
CREATE INDEX commission_plans_by_creator ON commission_plans USING btree (created_by) WHERE created_by IS NOT NULL;

CREATE TABLE consents (
  user_id uuid NOT NULL,
  document text NOT NULL,
  version text NOT NULL,
  given_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT consents_key PRIMARY KEY (user_id, document, version),
  CONSTRAINT consents_document_known CHECK (document = ANY (ARRAY['terms'::text, 'privacy'::text])),
  CONSTRAINT consents_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE customer_profiles (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  user_id uuid,
  name text,
  search_name text GENERATED ALWAYS AS (search_form(name)) STORED,
  phone text,
  notes text DEFAULT ''::text NOT NULL,
  allergies text DEFAULT ''::text NOT NULL,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  photos text[] DEFAULT '{}'::text[] NOT NULL,
  photos_consented_at timestamp with time zone,
  email text,
  birthday text,
  marketing_refused_at timestamp with time zone,
  blocked_at timestamp with time zone,
  debt_limit_cents integer,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT customer_profiles_pkey PRIMARY KEY (id),
  CONSTRAINT customer_profiles_phone_unique UNIQUE (barbershop_id, phone),
  CONSTRAINT customer_profiles_user_unique UNIQUE (barbershop_id, user_id),
  CONSTRAINT customer_profiles_birthday_form CHECK (birthday ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'::text),
  CONSTRAINT customer_profiles_debt_limit_positive CHECK (debt_limit_cents >= 0),
  CONSTRAINT customer_profiles_email_length CHECK (char_length(email) >= 3 AND char_length(email) <= 254),
  CONSTRAINT customer_profiles_has_name CHECK (user_id IS NOT NULL OR name IS NOT NULL),
  CONSTRAINT customer_profiles_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 120),
  CONSTRAINT customer_profiles_notes_length CHECK (char_length(notes) <= 2000 AND char_length(allergies) <= 500),
  CONSTRAINT customer_profiles_phone_form CHECK (phone ~ '^\+[1-9][0-9]{7,14}$'::text),
  CONSTRAINT customer_profiles_photos_by_consent CHECK (photos = '{}'::text[] OR photos_consented_at IS NOT NULL),
  CONSTRAINT customer_profiles_tags_count CHECK (cardinality(tags) <= 12),
  CONSTRAINT customer_profiles_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT customer_profiles_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX customer_profiles_blocked ON customer_profiles USING btree (barbershop_id) WHERE blocked_at IS NOT NULL;
CREATE INDEX customer_profiles_by_birthday ON customer_profiles USING btree (barbershop_id, birthday) WHERE birthday IS NOT NULL;
CREATE INDEX customer_profiles_by_name ON customer_profiles USING btree (barbershop_id, search_name, id) WHERE user_id IS NULL;
CREATE INDEX customer_profiles_by_photo ON customer_profiles USING gin (photos);
CREATE INDEX customer_profiles_by_user ON customer_profiles USING btree (user_id);

CREATE TABLE email_changes (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  old_email citext NOT NULL,
  token_hash bytea,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  undone_at timestamp with time zone,
  CONSTRAINT email_changes_pkey PRIMARY KEY (id),
  CONSTRAINT email_changes_token_unique UNIQUE (token_hash),
  CONSTRAINT email_changes_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_changes_by_end ON email_changes USING btree (expires_at);
CREATE INDEX email_changes_by_user ON email_changes USING btree (user_id, created_at);
CREATE INDEX email_changes_reserved ON email_changes USING btree (old_email) WHERE undone_at IS NULL;

CREATE TABLE favorites (
  user_id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT favorites_key PRIMARY KEY (user_id, barbershop_id),
  CONSTRAINT favorites_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT favorites_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX favorites_by_barbershop ON favorites USING btree (barbershop_id);
CREATE INDEX favorites_by_user ON favorites USING btree (user_id, created_at DESC, barbershop_id);

CREATE TABLE features (
  id smallint NOT NULL,
  name text NOT NULL,
  CONSTRAINT features_pkey PRIMARY KEY (id),
  CONSTRAINT features_name_unique UNIQUE (name)
);
CREATE TRIGGER features_noted AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON features FOR EACH STATEMENT EXECUTE FUNCTION note_all_shops();

CREATE TABLE freed_times (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  barber_id uuid NOT NULL,
  during tstzrange NOT NULL,
  cause text NOT NULL,
  status text NOT NULL,
  freed_at timestamp with time zone NOT NULL,
  offered_from timestamp with time zone,
  CONSTRAINT freed_times_key PRIMARY KEY (id),
  CONSTRAINT freed_times_cause_known CHECK (cause = ANY (ARRAY['cancelled'::text, 'rescheduled'::text, 'no-show'::text, 'finished-early'::text, 'time-off'::text, 'hours'::text])),
  CONSTRAINT freed_times_during_given CHECK (NOT isempty(during)),
  CONSTRAINT freed_times_status_known CHECK (status = ANY (ARRAY['OPEN'::text, 'OFFERING'::text, 'DONE'::text])),
  CONSTRAINT freed_times_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE,
  CONSTRAINT freed_times_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);
CREATE INDEX freed_times_by_age ON freed_times USING btree (freed_at);
CREATE INDEX freed_times_by_barber ON freed_times USING btree (barber_id);
CREATE INDEX freed_times_by_barbershop ON freed_times USING btree (barbershop_id, freed_at);
CREATE UNIQUE INDEX freed_times_one_growth ON freed_times USING btree (barber_id) WHERE cause = 'hours'::text AND status <> 'DONE'::text;
CREATE INDEX freed_times_pending ON freed_times USING btree (freed_at) WHERE status <> 'DONE'::text;

CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT identities_key PRIMARY KEY (issuer, subject),
  CONSTRAINT identities_one_per_user UNIQUE (user_id, issuer),
  CONSTRAINT identities_subject_length CHECK (char_length(subject) >= 1 AND char_length(subject) <= 255),
  CONSTRAINT identities_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE identity_links (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  tries smallint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT identity_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT identity_links_tries_limit CHECK (tries >= 0 AND tries <= 5),
  CONSTRAINT identity_links_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX identity_links_by_end ON identity_links USING btree (expires_at);
CREATE INDEX identity_links_by_user ON identity_links USING btree (user_id);

CREATE TABLE identity_visits (
  state_hash bytea NOT NULL,
  secret_hash bytea NOT NULL,
  nonce text NOT NULL,
  verifier text NOT NULL,
  return_url text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  code_hash bytea,
  person jsonb,
  CONSTRAINT identity_visits_pkey PRIMARY KEY (state_hash),
  CONSTRAINT identity_visits_code_unique UNIQUE (code_hash),
  CONSTRAINT identity_visits_person_with_code CHECK ((code_hash IS NULL) = (person IS NULL))
);
CREATE INDEX identity_visits_by_end ON identity_visits USING btree (expires_at);

CREATE TABLE images (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  url text NOT NULL,
  "position" smallint DEFAULT 0 NOT NULL,
  CONSTRAINT images_pkey PRIMARY KEY (id),
  CONSTRAINT images_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);
CREATE INDEX images_by_barbershop ON images USING btree (barbershop_id, "position");
CREATE INDEX images_by_url ON images USING btree (url);
CREATE TRIGGER images_noted_delete AFTER DELETE ON images REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER images_noted_insert AFTER INSERT ON images REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER images_noted_truncate AFTER TRUNCATE ON images FOR EACH STATEMENT EXECUTE FUNCTION note_all_shops();
CREATE TRIGGER images_noted_update_from AFTER UPDATE ON images REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER images_noted_update_to AFTER UPDATE ON images REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');

CREATE TABLE imported_rows (
  import_id uuid NOT NULL,
  target_id uuid NOT NULL,
  kind text NOT NULL,
  row_number integer NOT NULL,
  digest text,
  retained_reason text,
  CONSTRAINT imported_rows_key PRIMARY KEY (import_id, target_id),
  CONSTRAINT imported_rows_kind_known CHECK (kind = ANY (ARRAY['customer'::text, 'service'::text, 'appointment'::text])),
  CONSTRAINT imported_rows_import FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE
);

CREATE TABLE imports (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  file_name text NOT NULL,
  content text,
  row_count integer NOT NULL,
  mapping jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  status text DEFAULT 'DRAFT'::text NOT NULL,
  handled integer DEFAULT 0 NOT NULL,
  counts jsonb DEFAULT '{}'::jsonb NOT NULL,
  problems jsonb DEFAULT '[]'::jsonb NOT NULL,
  removed integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  committed_at timestamp with time zone,
  CONSTRAINT imports_pkey PRIMARY KEY (id),
  CONSTRAINT imports_committed_unless_draft CHECK ((status = 'DRAFT'::text) = (committed_at IS NULL)),
  CONSTRAINT imports_file_name_length CHECK (char_length(file_name) <= 120),
  CONSTRAINT imports_handled_range CHECK (handled >= 0 AND handled <= row_count),
  CONSTRAINT imports_kind_known CHECK (kind = ANY (ARRAY['customers'::text, 'services'::text, 'appointments'::text])),
  CONSTRAINT imports_status_known CHECK (status = ANY (ARRAY['DRAFT'::text, 'RUNNING'::text, 'DONE'::text, 'UNDOING'::text, 'UNDONE'::text])),
  CONSTRAINT imports_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT imports_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX imports_by_barbershop ON imports USING btree (barbershop_id, created_at);
CREATE INDEX imports_by_creation ON imports USING btree (created_at);
CREATE INDEX imports_by_user ON imports USING btree (user_id);

CREATE TABLE invites (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  email citext,
  role text DEFAULT 'BARBER'::text NOT NULL,
  barber_id uuid,
  token_hash bytea,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  refused_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  outcome text,
  closed_at timestamp with time zone,
  CONSTRAINT invites_pkey PRIMARY KEY (id),
  CONSTRAINT invites_token_unique UNIQUE (token_hash),
  CONSTRAINT invites_barber_role CHECK (barber_id IS NULL OR role = 'BARBER'::text),
  CONSTRAINT invites_closed_with_outcome CHECK ((outcome IS NULL) = (closed_at IS NULL)),
  CONSTRAINT invites_email_length CHECK (char_length(email::text) <= 254),
  CONSTRAINT invites_outcome_known CHECK (outcome = ANY (ARRAY['accepted'::text, 'revoked'::text])),
  CONSTRAINT invites_role_known CHECK (role = ANY (ARRAY['BARBER'::text, 'RECEPTIONIST'::text, 'MANAGER'::text])),
  CONSTRAINT invites_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE,
  CONSTRAINT invites_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);
CREATE INDEX invites_by_age ON invites USING btree (COALESCE(closed_at, expires_at));
CREATE INDEX invites_by_barbershop ON invites USING btree (barbershop_id);
CREATE INDEX invites_by_email ON invites USING btree (email);
CREATE UNIQUE INDEX invites_one_of_barber ON invites USING btree (barber_id) WHERE closed_at IS NULL AND barber_id IS NOT NULL;
CREATE UNIQUE INDEX invites_one_open ON invites USING btree (barbershop_id, email) WHERE closed_at IS NULL;

CREATE TABLE job_workers (
  id text NOT NULL,
  beat_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT job_workers_key PRIMARY KEY (id)
);

CREATE TABLE last_minute_consents (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  given_at timestamp with time zone NOT NULL,
  consent_text text NOT NULL,
  withdrawn_at timestamp with time zone,
  CONSTRAINT last_minute_consents_key PRIMARY KEY (id),
  CONSTRAINT last_minute_consents_withdrawn_later CHECK (withdrawn_at >= given_at),
  CONSTRAINT last_minute_consents_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX last_minute_consents_by_user ON last_minute_consents USING btree (user_id, given_at);
CREATE UNIQUE INDEX last_minute_consents_one_active ON last_minute_consents USING btree (user_id) WHERE withdrawn_at IS NULL;

CREATE TABLE last_minute_messages (
  user_id uuid NOT NULL,
  sent_on date NOT NULL,
  barbershop_id uuid NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT last_minute_messages_key PRIMARY KEY (user_id, sent_on),
  CONSTRAINT last_minute_messages_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT last_minute_messages_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX last_minute_messages_by_age ON last_minute_messages USING btree (sent_at);
CREATE INDEX last_minute_messages_by_barbershop ON last_minute_messages USING btree (barbershop_id);

CREATE TABLE last_minute_rules (
  barbershop_id uuid NOT NULL,
  is_on boolean NOT NULL,
  percent smallint NOT NULL,
  hours_before smallint NOT NULL,
  weekdays smallint[] NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT last_minute_rules_key PRIMARY KEY (barbershop_id),
  CONSTRAINT last_minute_rules_hours_limits CHECK (hours_before >= 1 AND hours_before <= 24),
  CONSTRAINT last_minute_rules_percent_limits CHECK (percent >= 5 AND percent <= 50),
  CONSTRAINT last_minute_rules_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);
CREATE INDEX last_minute_rules_on ON last_minute_rules USING btree (barbershop_id) WHERE is_on;

CREATE TABLE last_minute_slots (
  id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  barber_id uuid NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  percent smallint NOT NULL,
  prices jsonb NOT NULL,
  status text NOT NULL,
  is_by_rule boolean NOT NULL,
  made_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  appointment_id uuid,
  CONSTRAINT last_minute_slots_key PRIMARY KEY (id),
  CONSTRAINT last_minute_slots_no_overlap EXCLUDE USING gist (barber_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (status = 'OPEN'::text),
  CONSTRAINT last_minute_slots_end_given CHECK ((status = 'OPEN'::text) = (ended_at IS NULL)),
  CONSTRAINT last_minute_slots_ordered CHECK (ends_at > starts_at),
  CONSTRAINT last_minute_slots_percent_limits CHECK (percent >= 5 AND percent <= 50),
  CONSTRAINT last_minute_slots_status_known CHECK (status = ANY (ARRAY['OPEN'::text, 'BOOKED'::text, 'ENDED'::text, 'WITHDRAWN'::text])),
  CONSTRAINT last_minute_slots_appointment FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE SET NULL,
  CONSTRAINT last_minute_slots_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE,
  CONSTRAINT last_minute_slots_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);
CREATE INDEX last_minute_slots_by_age ON last_minute_slots USING btree (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX last_minute_slots_by_barbershop ON last_minute_slots USING btree (barbershop_id, made_at);
CREATE UNIQUE INDEX last_minute_slots_one_per_appointment ON last_minute_slots USING btree (appointment_id);
CREATE INDEX last_minute_slots_open ON last_minute_slots USING btree (barbershop_id, starts_at) WHERE status = 'OPEN'::text;
CREATE INDEX last_minute_slots_to_check ON last_minute_slots USING btree (id) WHERE status = 'OPEN'::text;
CREATE TRIGGER last_minute_slots_noted_insert AFTER INSERT ON last_minute_slots REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_last_minute_slots();
CREATE TRIGGER last_minute_slots_noted_update AFTER UPDATE ON last_minute_slots REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_last_minute_slots();

CREATE TABLE ledger_accounts (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  kind text NOT NULL,
  owner_id uuid,
  asset text DEFAULT 'BRL'::text NOT NULL,
  is_min_zero boolean NOT NULL,
  CONSTRAINT ledger_accounts_key PRIMARY KEY (id),
  CONSTRAINT ledger_accounts_of_barbershop UNIQUE (id, barbershop_id, asset),
  CONSTRAINT ledger_accounts_once UNIQUE NULLS NOT DISTINCT (barbershop_id, kind, owner_id, asset),
  CONSTRAINT ledger_accounts_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id)
);
CREATE TRIGGER ledger_accounts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE ledger_entries (
  transaction_id uuid NOT NULL,
  "position" smallint NOT NULL,
  barbershop_id uuid NOT NULL,
  account_id uuid NOT NULL,
  asset text DEFAULT 'BRL'::text NOT NULL,
  amount bigint NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  line smallint,
  CONSTRAINT ledger_entries_key PRIMARY KEY (transaction_id, "position"),
  CONSTRAINT ledger_entries_amount_given CHECK (amount <> 0),
  CONSTRAINT ledger_entries_account FOREIGN KEY (account_id, barbershop_id, asset) REFERENCES ledger_accounts(id, barbershop_id, asset),
  CONSTRAINT ledger_entries_transaction FOREIGN KEY (transaction_id, barbershop_id, occurred_at) REFERENCES ledger_transactions(id, barbershop_id, occurred_at)
);
CREATE INDEX ledger_entries_by_account ON ledger_entries USING btree (account_id, occurred_at) INCLUDE (amount);
CREATE INDEX ledger_entries_by_time ON ledger_entries USING btree (barbershop_id, occurred_at);
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_entries_check AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_ledger_entries();

CREATE TABLE ledger_months (
  barbershop_id uuid NOT NULL,
  month date NOT NULL,
  transactions integer NOT NULL,
  digest bytea NOT NULL,
  previous_digest bytea,
  closed_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_months_key PRIMARY KEY (barbershop_id, month),
  CONSTRAINT ledger_months_digest_length CHECK (octet_length(digest) = 32),
  CONSTRAINT ledger_months_first_day CHECK (EXTRACT(day FROM month) = 1::numeric),
  CONSTRAINT ledger_months_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id)
);
CREATE TRIGGER ledger_months_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_months FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE ledger_transactions (
  id uuid NOT NULL,
  request_hash bytea NOT NULL,
  barbershop_id uuid NOT NULL,
  kind text NOT NULL,
  source_id uuid,
  reverses uuid,
  occurred_at timestamp with time zone NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  actor_id uuid,
  CONSTRAINT ledger_transactions_key PRIMARY KEY (id),
  CONSTRAINT ledger_transactions_of_barbershop UNIQUE (id, barbershop_id, occurred_at),
  CONSTRAINT ledger_transactions_reversed_once UNIQUE (reverses),
  CONSTRAINT ledger_transactions_request_hash_length CHECK (octet_length(request_hash) = 32),
  CONSTRAINT ledger_transactions_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id),
  CONSTRAINT ledger_transactions_reverses FOREIGN KEY (reverses) REFERENCES ledger_transactions(id)
);
CREATE INDEX ledger_transactions_by_source ON ledger_transactions USING btree (source_id) WHERE source_id IS NOT NULL;
CREATE INDEX ledger_transactions_by_time ON ledger_transactions USING btree (barbershop_id, occurred_at);
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE message_counts (
  barbershop_id uuid NOT NULL,
  sent integer NOT NULL,
  CONSTRAINT message_counts_key PRIMARY KEY (barbershop_id),
  CONSTRAINT message_counts_sent_range CHECK (sent >= 0),
  CONSTRAINT message_counts_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);

CREATE TABLE notification_preferences (
  user_id uuid NOT NULL,
  topic text NOT NULL,
  channel text NOT NULL,
  is_on boolean NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT notification_preferences_key PRIMARY KEY (user_id, topic, channel),
  CONSTRAINT notification_preferences_channel_known CHECK (channel = ANY (ARRAY['in-app'::text, 'email'::text, 'whatsapp'::text, 'push'::text])),
  CONSTRAINT notification_preferences_topic_known CHECK (topic = ANY (ARRAY['appointments'::text, 'reminders'::text, 'reviews'::text, 'business'::text, 'waitlist'::text, 'last-minute'::text, 'rhythm'::text])),
  CONSTRAINT notification_preferences_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE notifications (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  type text NOT NULL,
  dedupe_key text NOT NULL,
  title text NOT NULL,
  message text NOT NULL,
  path text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  read_at timestamp with time zone,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_once UNIQUE (user_id, dedupe_key),
  CONSTRAINT notifications_path_own CHECK (path ~ '^/([^/\\]|$)'::text),
  CONSTRAINT notifications_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notifications_by_age ON notifications USING btree (created_at);
CREATE INDEX notifications_by_user ON notifications USING btree (user_id, created_at DESC, id);
CREATE INDEX notifications_unread ON notifications USING btree (user_id) WHERE read_at IS NULL;

CREATE TABLE outbox_messages (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT outbox_messages_pkey PRIMARY KEY (id)
);

CREATE TABLE outreach_automations (
  barbershop_id uuid NOT NULL,
  purpose text NOT NULL,
  hour integer NOT NULL,
  planned_on date,
  CONSTRAINT outreach_automations_key PRIMARY KEY (barbershop_id, purpose),
  CONSTRAINT outreach_automations_hour_range CHECK (hour >= 8 AND hour <= 20),
  CONSTRAINT outreach_automations_purpose_known CHECK (purpose = ANY (ARRAY['tomorrow'::text, 'birthday'::text, 'absent'::text])),
  CONSTRAINT outreach_automations_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);

CREATE TABLE outreach_messages (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  profile_id uuid NOT NULL,
  purpose text NOT NULL,
  appointment_id uuid,
  about timestamp with time zone NOT NULL,
  sent_by uuid,
  sent_at timestamp with time zone NOT NULL,
  delivery_status text,
  whatsapp_message_id text,
  whatsapp_number text,
  responded_at timestamp with time zone,
  CONSTRAINT outreach_messages_key PRIMARY KEY (id),
  CONSTRAINT outreach_messages_once UNIQUE NULLS NOT DISTINCT (profile_id, purpose, appointment_id, about),
  CONSTRAINT outreach_messages_appointment_given CHECK ((purpose = 'tomorrow'::text) = (appointment_id IS NOT NULL)),
  CONSTRAINT outreach_messages_delivery_known CHECK (delivery_status = ANY (ARRAY['QUEUED'::text, 'SENDING'::text, 'SENT'::text, 'FAILED'::text, 'DELIVERED'::text, 'READ'::text])),
  CONSTRAINT outreach_messages_purpose_known CHECK (purpose = ANY (ARRAY['tomorrow'::text, 'birthday'::text, 'absent'::text])),
  CONSTRAINT outreach_messages_appointment FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  CONSTRAINT outreach_messages_profile FOREIGN KEY (profile_id) REFERENCES customer_profiles(id) ON DELETE CASCADE,
  CONSTRAINT outreach_messages_user FOREIGN KEY (sent_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX outreach_messages_by_appointment ON outreach_messages USING btree (appointment_id) WHERE appointment_id IS NOT NULL;
CREATE INDEX outreach_messages_by_user ON outreach_messages USING btree (sent_by) WHERE sent_by IS NOT NULL;
CREATE INDEX outreach_messages_by_whatsapp_message ON outreach_messages USING btree (whatsapp_message_id) WHERE whatsapp_message_id IS NOT NULL;
CREATE INDEX outreach_messages_by_whatsapp_number ON outreach_messages USING btree (whatsapp_number, sent_at) WHERE whatsapp_number IS NOT NULL;
CREATE INDEX outreach_messages_unsent ON outreach_messages USING btree (sent_at) WHERE delivery_status = ANY (ARRAY['QUEUED'::text, 'SENDING'::text]);

CREATE TABLE outreach_replies (
  id text NOT NULL,
  message_id uuid NOT NULL,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT outreach_replies_key PRIMARY KEY (id),
  CONSTRAINT outreach_replies_message FOREIGN KEY (message_id) REFERENCES outreach_messages(id) ON DELETE CASCADE
);
CREATE INDEX outreach_replies_by_message ON outreach_replies USING btree (message_id);

CREATE TABLE outreach_texts (
  barbershop_id uuid NOT NULL,
  purpose text NOT NULL,
  text text NOT NULL,
  CONSTRAINT outreach_texts_key PRIMARY KEY (barbershop_id, purpose),
  CONSTRAINT outreach_texts_length CHECK (char_length(text) >= 1 AND char_length(text) <= 600),
  CONSTRAINT outreach_texts_purpose_known CHECK (purpose = ANY (ARRAY['tomorrow'::text, 'birthday'::text, 'absent'::text])),
  CONSTRAINT outreach_texts_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);

CREATE TABLE payment_events (
  provider text NOT NULL,
  event_id text NOT NULL,
  facts jsonb NOT NULL,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_events_once PRIMARY KEY (provider, event_id),
  CONSTRAINT payment_events_provider_known CHECK (provider = ANY (ARRAY['sandbox'::text, 'stripe'::text]))
);
CREATE INDEX payment_events_by_age ON payment_events USING btree (received_at);

CREATE TABLE payment_sessions (
  id text NOT NULL,
  user_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  mode text NOT NULL,
  provider text NOT NULL,
  provider_reference text,
  client_secret text,
  changes_reference text,
  amount_cents integer,
  credit_cents integer DEFAULT 0 NOT NULL,
  method text,
  status text DEFAULT 'pending'::text NOT NULL,
  subscription_reference text,
  expires_at timestamp with time zone NOT NULL,
  checked_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT payment_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT payment_sessions_reference_unique UNIQUE (provider, provider_reference),
  CONSTRAINT payment_sessions_amount_positive CHECK (amount_cents >= 0 AND credit_cents >= 0),
  CONSTRAINT payment_sessions_id_long CHECK (length(id) = 43),
  CONSTRAINT payment_sessions_method_known CHECK (method = ANY (ARRAY['card'::text, 'pix'::text])),
  CONSTRAINT payment_sessions_mode_known CHECK (mode = ANY (ARRAY['payment'::text, 'change'::text])),
  CONSTRAINT payment_sessions_provider_known CHECK (provider = ANY (ARRAY['sandbox'::text, 'stripe'::text])),
  CONSTRAINT payment_sessions_status_known CHECK (status = ANY (ARRAY['pending'::text, 'requires_action'::text, 'succeeded'::text, 'failed'::text, 'expired'::text])),
  CONSTRAINT payment_sessions_plan FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT payment_sessions_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX payment_sessions_by_age ON payment_sessions USING btree (created_at);
CREATE INDEX payment_sessions_by_user ON payment_sessions USING btree (user_id);
CREATE UNIQUE INDEX payment_sessions_one_open ON payment_sessions USING btree (user_id) WHERE status = ANY (ARRAY['pending'::text, 'requires_action'::text]);

CREATE TABLE payments (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  provider text NOT NULL,
  provider_reference text NOT NULL,
  subscription_reference text NOT NULL,
  amount_cents integer NOT NULL,
  status text NOT NULL,
  method text,
  period_starts_at timestamp with time zone NOT NULL,
  period_ends_at timestamp with time zone NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  receipt_number bigint,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_receipt_once UNIQUE (receipt_number),
  CONSTRAINT payments_reference_unique UNIQUE (provider, provider_reference),
  CONSTRAINT payments_amount_positive CHECK (amount_cents > 0),
  CONSTRAINT payments_method_known CHECK (method = ANY (ARRAY['card'::text, 'pix'::text])),
  CONSTRAINT payments_provider_known CHECK (provider = ANY (ARRAY['sandbox'::text, 'stripe'::text])),
  CONSTRAINT payments_receipt_paid CHECK ((receipt_number IS NULL) = (status = 'failed'::text)),
  CONSTRAINT payments_status_known CHECK (status = ANY (ARRAY['failed'::text, 'paid'::text, 'refunded'::text])),
  CONSTRAINT payments_plan FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT payments_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX payments_of_user ON payments USING btree (user_id, paid_at DESC);

CREATE TABLE pending_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  jobs json NOT NULL,
  published json NOT NULL,
  pushes json,
  pushes_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT pending_events_key PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_insert_threshold=-1);

CREATE TABLE pix_settings (
  barbershop_id uuid NOT NULL,
  key_type text,
  pix_key text,
  merchant_name text,
  merchant_city text,
  version integer NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT pix_settings_key PRIMARY KEY (barbershop_id),
  CONSTRAINT pix_settings_key_length CHECK (char_length(pix_key) >= 1 AND char_length(pix_key) <= 77),
  CONSTRAINT pix_settings_key_type_known CHECK (key_type = ANY (ARRAY['cpf'::text, 'cnpj'::text, 'email'::text, 'phone'::text, 'evp'::text])),
  CONSTRAINT pix_settings_merchant_city_length CHECK (char_length(merchant_city) >= 1 AND char_length(merchant_city) <= 15),
  CONSTRAINT pix_settings_merchant_name_length CHECK (char_length(merchant_name) >= 1 AND char_length(merchant_name) <= 25),
  CONSTRAINT pix_settings_whole CHECK (num_nulls(key_type, pix_key, merchant_name, merchant_city) = ANY (ARRAY[0, 4])),
  CONSTRAINT pix_settings_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);

CREATE TABLE plans (
  id uuid NOT NULL,
  tier text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  billing_period text NOT NULL,
  price_cents integer NOT NULL,
  max_barbershops integer,
  max_barbers integer,
  "position" smallint NOT NULL,
  CONSTRAINT plans_pkey PRIMARY KEY (id),
  CONSTRAINT plans_once UNIQUE (tier, billing_period),
  CONSTRAINT plans_limits_positive CHECK (max_barbershops > 0 AND max_barbers > 0),
  CONSTRAINT plans_period_known CHECK (billing_period = ANY (ARRAY['monthly'::text, 'quarterly'::text, 'annually'::text])),
  CONSTRAINT plans_price_positive CHECK (price_cents >= 0),
  CONSTRAINT plans_tier_known CHECK (tier = ANY (ARRAY['basic'::text, 'professional'::text, 'premium'::text]))
);

CREATE TABLE portfolio_images (
  barber_id uuid NOT NULL,
  url text NOT NULL,
  barber_user_id uuid NOT NULL,
  service_id uuid,
  "position" smallint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT portfolio_images_key PRIMARY KEY (barber_id, url),
  CONSTRAINT portfolio_images_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE,
  CONSTRAINT portfolio_images_service FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE SET NULL,
  CONSTRAINT portfolio_images_user FOREIGN KEY (barber_user_id) REFERENCES users(id)
);
CREATE INDEX portfolio_images_by_position ON portfolio_images USING btree (barber_id, "position");
CREATE INDEX portfolio_images_by_service ON portfolio_images USING btree (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX portfolio_images_by_url ON portfolio_images USING btree (url);
CREATE INDEX portfolio_images_by_user ON portfolio_images USING btree (barber_user_id);

CREATE TABLE posters (
  barbershop_id uuid NOT NULL,
  file text NOT NULL,
  digest text NOT NULL,
  bytes bytea NOT NULL,
  rendered_at timestamp with time zone NOT NULL,
  CONSTRAINT posters_key PRIMARY KEY (barbershop_id, file),
  CONSTRAINT posters_file_length CHECK (char_length(file) <= 40),
  CONSTRAINT posters_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);

CREATE TABLE product_movements (
  id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  product_id uuid NOT NULL,
  kind text NOT NULL,
  quantity integer NOT NULL,
  value_cents bigint NOT NULL,
  visit_id uuid,
  line smallint,
  note text,
  reverses uuid,
  occurred_at timestamp with time zone NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  actor_id uuid,
  CONSTRAINT product_movements_key PRIMARY KEY (id),
  CONSTRAINT product_movements_reversed_once UNIQUE (reverses),
  CONSTRAINT product_movements_kind_known CHECK (kind = ANY (ARRAY['purchase'::text, 'sale'::text, 'use'::text, 'loss'::text, 'count'::text])),
  CONSTRAINT product_movements_note_length CHECK (char_length(note) >= 1 AND char_length(note) <= 120),
  CONSTRAINT product_movements_of_visit CHECK ((kind = 'sale'::text) = (visit_id IS NOT NULL AND line IS NOT NULL)),
  CONSTRAINT product_movements_quantity_given CHECK (quantity <> 0 OR kind = 'count'::text),
  CONSTRAINT product_movements_product FOREIGN KEY (product_id, barbershop_id) REFERENCES products(id, barbershop_id),
  CONSTRAINT product_movements_reverses FOREIGN KEY (reverses) REFERENCES product_movements(id)
);
CREATE INDEX product_movements_by_product ON product_movements USING btree (product_id, occurred_at) INCLUDE (quantity, value_cents);
CREATE INDEX product_movements_by_visit ON product_movements USING btree (visit_id) WHERE visit_id IS NOT NULL;
CREATE TRIGGER product_movements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON product_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE products (
  id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  name text NOT NULL,
  price_cents integer NOT NULL,
  cost_cents integer DEFAULT 0 NOT NULL,
  minimum integer,
  is_active boolean DEFAULT true NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT products_key PRIMARY KEY (id),
  CONSTRAINT products_of_barbershop UNIQUE (id, barbershop_id),
  CONSTRAINT products_cost_positive CHECK (cost_cents >= 0),
  CONSTRAINT products_minimum_positive CHECK (minimum >= 0),
  CONSTRAINT products_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  CONSTRAINT products_price_positive CHECK (price_cents >= 0),
  CONSTRAINT products_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);
CREATE INDEX products_by_barbershop ON products USING btree (barbershop_id);

CREATE TABLE push_action_results (
  user_id uuid NOT NULL,
  appointment_id uuid NOT NULL,
  version integer NOT NULL,
  act text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT push_action_results_key PRIMARY KEY (appointment_id, user_id, version, act),
  CONSTRAINT push_action_results_act_known CHECK (act = ANY (ARRAY['accept'::text, 'reject'::text, 'confirm'::text])),
  CONSTRAINT push_action_results_appointment FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  CONSTRAINT push_action_results_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX push_action_results_by_age ON push_action_results USING btree (created_at);
CREATE INDEX push_action_results_by_user ON push_action_results USING btree (user_id);

CREATE TABLE push_deliveries (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  subscription_id uuid NOT NULL,
  user_id uuid NOT NULL,
  dedupe_key text NOT NULL,
  type text NOT NULL,
  topic text,
  title text,
  message text,
  path text,
  starts_at timestamp with time zone,
  origin text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  attempts smallint DEFAULT 0 NOT NULL,
  finished_at timestamp with time zone,
  outcome text,
  answered_at timestamp with time zone,
  CONSTRAINT push_deliveries_key PRIMARY KEY (id),
  CONSTRAINT push_deliveries_once UNIQUE (subscription_id, dedupe_key),
  CONSTRAINT push_deliveries_due_or_finished CHECK ((due_at IS NULL) = (finished_at IS NOT NULL)),
  CONSTRAINT push_deliveries_outcome_known CHECK (outcome = ANY (ARRAY['sent'::text, 'stale'::text, 'refused'::text, 'expired'::text])),
  CONSTRAINT push_deliveries_subscription FOREIGN KEY (subscription_id) REFERENCES push_subscriptions(id) ON DELETE CASCADE,
  CONSTRAINT push_deliveries_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX push_deliveries_by_age ON push_deliveries USING btree (created_at);
CREATE INDEX push_deliveries_by_user ON push_deliveries USING btree (user_id, created_at);
CREATE INDEX push_deliveries_due ON push_deliveries USING btree (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE push_settings (
  user_id uuid NOT NULL,
  holds_email boolean NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT push_settings_key PRIMARY KEY (user_id),
  CONSTRAINT push_settings_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE push_subscriptions (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  session_hash bytea NOT NULL,
  endpoint text NOT NULL,
  service text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  label text NOT NULL,
  time_zone text NOT NULL,
  hides_details boolean NOT NULL,
  expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT push_subscriptions_key PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_one_per_device UNIQUE (endpoint),
  CONSTRAINT push_subscriptions_one_per_session UNIQUE (session_hash),
  CONSTRAINT push_subscriptions_endpoint_short CHECK (length(endpoint) <= 1500),
  CONSTRAINT push_subscriptions_session FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions USING btree (user_id, created_at);

CREATE TABLE queue_entries (
  id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  barber_id uuid,
  customer_id uuid,
  profile_id uuid,
  name text,
  phone text,
  service_id uuid,
  source text NOT NULL,
  added_by uuid,
  status text NOT NULL,
  rank double precision NOT NULL,
  slides smallint DEFAULT 0 NOT NULL,
  called_by uuid,
  called_at timestamp with time zone,
  come_by timestamp with time zone,
  next_notified_at timestamp with time zone,
  appointment_id uuid,
  promised_from smallint,
  promised_to smallint,
  joined_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  changed_by uuid,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT queue_entries_key PRIMARY KEY (id),
  CONSTRAINT queue_entries_called_at_given CHECK (status <> 'CALLED'::text OR called_at IS NOT NULL AND come_by IS NOT NULL),
  CONSTRAINT queue_entries_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 120),
  CONSTRAINT queue_entries_source_known CHECK (source = ANY (ARRAY['account'::text, 'door'::text, 'staff'::text])),
  CONSTRAINT queue_entries_status_known CHECK (status = ANY (ARRAY['WAITING'::text, 'CALLED'::text, 'SERVED'::text, 'LEFT'::text, 'REMOVED'::text, 'MISSED'::text, 'EXPIRED'::text])),
  CONSTRAINT queue_entries_appointment FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE SET NULL,
  CONSTRAINT queue_entries_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE SET NULL,
  CONSTRAINT queue_entries_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT queue_entries_called_by FOREIGN KEY (called_by) REFERENCES barbers(id) ON DELETE SET NULL,
  CONSTRAINT queue_entries_customer FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT queue_entries_profile FOREIGN KEY (profile_id) REFERENCES customer_profiles(id) ON DELETE SET NULL,
  CONSTRAINT queue_entries_service FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE SET NULL
);
CREATE INDEX queue_entries_by_age ON queue_entries USING btree (joined_at);
CREATE INDEX queue_entries_by_customer ON queue_entries USING btree (customer_id, joined_at) WHERE customer_id IS NOT NULL;
CREATE INDEX queue_entries_by_day ON queue_entries USING btree (barbershop_id, joined_at);
CREATE INDEX queue_entries_by_profile ON queue_entries USING btree (profile_id) WHERE profile_id IS NOT NULL;
CREATE INDEX queue_entries_by_service ON queue_entries USING btree (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX queue_entries_due ON queue_entries USING btree (come_by) WHERE status = 'CALLED'::text;
CREATE UNIQUE INDEX queue_entries_once_by_account ON queue_entries USING btree (barbershop_id, customer_id) WHERE status = ANY (ARRAY['WAITING'::text, 'CALLED'::text]);
CREATE UNIQUE INDEX queue_entries_once_by_phone ON queue_entries USING btree (barbershop_id, phone) WHERE status = ANY (ARRAY['WAITING'::text, 'CALLED'::text]);
CREATE UNIQUE INDEX queue_entries_once_by_profile ON queue_entries USING btree (profile_id) WHERE status = ANY (ARRAY['WAITING'::text, 'CALLED'::text]);
CREATE UNIQUE INDEX queue_entries_one_call ON queue_entries USING btree (called_by) WHERE status = 'CALLED'::text;
CREATE UNIQUE INDEX queue_entries_one_per_appointment ON queue_entries USING btree (appointment_id);
CREATE INDEX queue_entries_open ON queue_entries USING btree (barbershop_id, rank) WHERE status = ANY (ARRAY['WAITING'::text, 'CALLED'::text]);
CREATE INDEX queue_entries_with_name ON queue_entries USING btree (joined_at) WHERE name IS NOT NULL OR phone IS NOT NULL;

CREATE TABLE reminders (
  appointment_id uuid NOT NULL,
  kind text NOT NULL,
  channel text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  planned_at timestamp with time zone NOT NULL,
  CONSTRAINT reminders_once PRIMARY KEY (appointment_id, kind, channel),
  CONSTRAINT reminders_channel_known CHECK (channel = ANY (ARRAY['in-app'::text, 'email'::text, 'whatsapp'::text])),
  CONSTRAINT reminders_kind_known CHECK (kind = ANY (ARRAY['24h'::text, '2h'::text])),
  CONSTRAINT reminders_appointment FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE
);
CREATE INDEX reminders_by_start ON reminders USING btree (starts_at);

CREATE TABLE review_photo_reports (
  photo_id uuid NOT NULL,
  user_id uuid NOT NULL,
  is_of_barbershop boolean NOT NULL,
  reason text NOT NULL,
  reported_at timestamp with time zone NOT NULL,
  CONSTRAINT review_photo_reports_key PRIMARY KEY (photo_id, user_id),
  CONSTRAINT review_photo_reports_reason_length CHECK (char_length(reason) >= 1 AND char_length(reason) <= 300),
  CONSTRAINT review_photo_reports_photo FOREIGN KEY (photo_id) REFERENCES review_photos(id) ON DELETE CASCADE,
  CONSTRAINT review_photo_reports_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX review_photo_reports_by_user ON review_photo_reports USING btree (user_id);

CREATE TABLE review_photos (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  review_id uuid NOT NULL,
  author_id uuid NOT NULL,
  url text NOT NULL,
  consented_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  hidden_at timestamp with time zone,
  approved_at timestamp with time zone,
  CONSTRAINT review_photos_pkey PRIMARY KEY (id),
  CONSTRAINT review_photos_url_unique UNIQUE (url),
  CONSTRAINT review_photos_approved_is_shown CHECK (approved_at IS NULL OR hidden_at IS NULL),
  CONSTRAINT review_photos_author FOREIGN KEY (author_id) REFERENCES users(id),
  CONSTRAINT review_photos_review FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE
);
CREATE INDEX review_photos_by_author ON review_photos USING btree (author_id);
CREATE INDEX review_photos_by_review ON review_photos USING btree (review_id, created_at, id);
CREATE TRIGGER review_photos_told AFTER INSERT OR DELETE OR UPDATE OF hidden_at ON review_photos FOR EACH STATEMENT EXECUTE FUNCTION tell_barbershops();

CREATE TABLE reviews (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  barber_id uuid NOT NULL,
  appointment_id uuid NOT NULL,
  customer_id uuid,
  rating smallint NOT NULL,
  comment text,
  reply text,
  replied_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT reviews_pkey PRIMARY KEY (id),
  CONSTRAINT reviews_once_per_appointment UNIQUE (appointment_id),
  CONSTRAINT reviews_comment_length CHECK (char_length(comment) <= 2000),
  CONSTRAINT reviews_rating_range CHECK (rating >= 1 AND rating <= 5),
  CONSTRAINT reviews_reply_dated CHECK ((reply IS NULL) = (replied_at IS NULL)),
  CONSTRAINT reviews_reply_length CHECK (char_length(reply) >= 1 AND char_length(reply) <= 1000),
  CONSTRAINT reviews_appointment FOREIGN KEY (appointment_id) REFERENCES appointments(id),
  CONSTRAINT reviews_barber FOREIGN KEY (barber_id) REFERENCES barbers(id),
  CONSTRAINT reviews_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT reviews_customer FOREIGN KEY (customer_id) REFERENCES users(id)
);
CREATE INDEX reviews_by_barber ON reviews USING btree (barbershop_id, barber_id, rating);
CREATE INDEX reviews_by_barbershop ON reviews USING btree (barbershop_id, created_at DESC, id);
CREATE INDEX reviews_by_customer ON reviews USING btree (customer_id);

CREATE TABLE rhythm_consents (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  given_at timestamp with time zone NOT NULL,
  consent_text text NOT NULL,
  withdrawn_at timestamp with time zone,
  check_at timestamp with time zone NOT NULL,
  CONSTRAINT rhythm_consents_key PRIMARY KEY (id),
  CONSTRAINT rhythm_consents_withdrawn_later CHECK (withdrawn_at >= given_at),
  CONSTRAINT rhythm_consents_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX rhythm_consents_by_user ON rhythm_consents USING btree (user_id, given_at);
CREATE UNIQUE INDEX rhythm_consents_one_active ON rhythm_consents USING btree (user_id) WHERE withdrawn_at IS NULL;
CREATE INDEX rhythm_consents_to_check ON rhythm_consents USING btree (check_at) WHERE withdrawn_at IS NULL;

CREATE TABLE rhythm_nudges (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  last_visit_on date NOT NULL,
  gap_days smallint NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  nudged_at timestamp with time zone NOT NULL,
  CONSTRAINT rhythm_nudges_key PRIMARY KEY (id),
  CONSTRAINT rhythm_nudges_one_per_cycle UNIQUE (user_id, barbershop_id, last_visit_on),
  CONSTRAINT rhythm_nudges_gap_positive CHECK (gap_days > 0),
  CONSTRAINT rhythm_nudges_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT rhythm_nudges_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX rhythm_nudges_by_age ON rhythm_nudges USING btree (nudged_at);
CREATE INDEX rhythm_nudges_by_barbershop ON rhythm_nudges USING btree (barbershop_id);

CREATE TABLE sandbox_objects (
  id text NOT NULL,
  kind text NOT NULL,
  state jsonb NOT NULL,
  due_at timestamp with time zone,
  CONSTRAINT sandbox_objects_pkey PRIMARY KEY (id),
  CONSTRAINT sandbox_objects_kind_known CHECK (kind = ANY (ARRAY['checkout'::text, 'subscription'::text]))
);
CREATE INDEX sandbox_objects_due ON sandbox_objects USING btree (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE search_words (
  word text COLLATE "C" NOT NULL,
  added_by xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT search_words_key PRIMARY KEY (word)
);
CREATE INDEX search_words_by_likeness ON search_words USING gist (word gist_trgm_ops (siglen='32'));
CREATE INDEX search_words_by_transaction ON search_words USING btree (added_by);

CREATE TABLE secrets (
  name text NOT NULL,
  value text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT secrets_pkey PRIMARY KEY (name)
);

CREATE TABLE series_dates (
  series_id uuid NOT NULL,
  "position" integer NOT NULL,
  date date NOT NULL,
  status text NOT NULL,
  reason text,
  appointment_id uuid,
  alternatives jsonb DEFAULT '[]'::jsonb NOT NULL,
  reply_by timestamp with time zone,
  is_moving boolean DEFAULT false NOT NULL,
  is_alternative_due boolean DEFAULT false NOT NULL,
  notified_at timestamp with time zone,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT series_dates_key PRIMARY KEY (series_id, "position"),
  CONSTRAINT series_dates_once UNIQUE (series_id, date) DEFERRABLE,
  CONSTRAINT series_dates_one_per_appointment UNIQUE (appointment_id),
  CONSTRAINT series_dates_alternatives_timed CHECK ((status = 'ALTERNATIVES'::text) = (reply_by IS NOT NULL)),
  CONSTRAINT series_dates_reason_known CHECK (reason = ANY (ARRAY['closed'::text, 'time-off'::text, 'taken'::text, 'busy'::text, 'chosen'::text, 'unanswered'::text, 'paused'::text, 'ended'::text, 'unmoved'::text])),
  CONSTRAINT series_dates_skip_explained CHECK (status <> 'SKIPPED'::text OR reason IS NOT NULL),
  CONSTRAINT series_dates_status_known CHECK (status = ANY (ARRAY['BOOKED'::text, 'ALTERNATIVES'::text, 'SKIPPED'::text])),
  CONSTRAINT series_dates_appointment FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE SET NULL,
  CONSTRAINT series_dates_series FOREIGN KEY (series_id) REFERENCES appointment_series(id) ON DELETE CASCADE
);
CREATE INDEX series_dates_alternative_due ON series_dates USING btree (series_id) WHERE is_alternative_due;
CREATE INDEX series_dates_to_reply ON series_dates USING btree (reply_by) WHERE status = 'ALTERNATIVES'::text;

CREATE TABLE service_combinations (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  service_id uuid,
  service_ids uuid[] NOT NULL,
  duration_min integer NOT NULL,
  price_cents integer,
  CONSTRAINT service_combinations_pkey PRIMARY KEY (id),
  CONSTRAINT service_combinations_once_per_shop UNIQUE (barbershop_id, service_ids),
  CONSTRAINT service_combinations_duration_range CHECK (duration_min >= 1 AND duration_min <= 720),
  CONSTRAINT service_combinations_price_positive CHECK (price_cents >= 0),
  CONSTRAINT service_combinations_set_form CHECK (service_ids = sorted_set(service_ids) AND cardinality(service_ids) >= 2 AND cardinality(service_ids) <= 5),
  CONSTRAINT service_combinations_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT service_combinations_service FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE CASCADE
);
CREATE INDEX service_combinations_by_service ON service_combinations USING btree (service_id);
CREATE TRIGGER service_combinations_noted_delete AFTER DELETE ON service_combinations REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER service_combinations_noted_insert AFTER INSERT ON service_combinations REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER service_combinations_noted_truncate AFTER TRUNCATE ON service_combinations FOR EACH STATEMENT EXECUTE FUNCTION note_all_shops();
CREATE TRIGGER service_combinations_noted_update_from AFTER UPDATE ON service_combinations REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER service_combinations_noted_update_to AFTER UPDATE ON service_combinations REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');

CREATE TABLE services (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  category text,
  duration_min integer DEFAULT 30 NOT NULL,
  buffer_min smallint DEFAULT 0 NOT NULL,
  price_cents integer DEFAULT 5000 NOT NULL,
  "position" smallint DEFAULT 0 NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT services_pkey PRIMARY KEY (id),
  CONSTRAINT services_buffer_range CHECK (buffer_min >= 0 AND buffer_min <= 120),
  CONSTRAINT services_category_length CHECK (char_length(category) >= 1 AND char_length(category) <= 40),
  CONSTRAINT services_duration_range CHECK (duration_min >= 1 AND duration_min <= 720),
  CONSTRAINT services_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 120),
  CONSTRAINT services_price_positive CHECK (price_cents >= 0),
  CONSTRAINT services_removed_is_off CHECK (removed_at IS NULL OR NOT is_active),
  CONSTRAINT services_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);
CREATE INDEX services_by_barbershop ON services USING btree (barbershop_id, "position");
CREATE TRIGGER services_noted_delete AFTER DELETE ON services REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER services_noted_insert AFTER INSERT ON services REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER services_noted_truncate AFTER TRUNCATE ON services FOR EACH STATEMENT EXECUTE FUNCTION note_all_shops();
CREATE TRIGGER services_noted_update_from AFTER UPDATE ON services REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER services_noted_update_to AFTER UPDATE ON services REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');

CREATE TABLE sessions (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  device text,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_id_unique UNIQUE (id),
  CONSTRAINT sessions_device_length CHECK (char_length(device) >= 1 AND char_length(device) <= 60),
  CONSTRAINT sessions_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_end ON sessions USING btree (expires_at);
CREATE INDEX sessions_by_last_use ON sessions USING btree (last_used_at);
CREATE INDEX sessions_by_user ON sessions USING btree (user_id);
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION notify_ended_sessions();

CREATE TABLE settlements (
  id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  barber_id uuid NOT NULL,
  until date NOT NULL,
  services_cents integer NOT NULL,
  products_cents integer NOT NULL,
  tips_cents integer NOT NULL,
  corrections_cents integer NOT NULL,
  rent_cents integer NOT NULL,
  advances_cents integer NOT NULL,
  total_cents integer NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  closed_by uuid,
  paid_at timestamp with time zone,
  paid_by uuid,
  paid_from text,
  CONSTRAINT settlements_key PRIMARY KEY (id),
  CONSTRAINT settlements_deductions_positive CHECK (rent_cents >= 0 AND advances_cents >= 0),
  CONSTRAINT settlements_paid_from_known CHECK (paid_from = ANY (ARRAY['cash'::text, 'bank'::text, 'pix'::text])),
  CONSTRAINT settlements_paid_given CHECK ((paid_at IS NULL) = (paid_from IS NULL)),
  CONSTRAINT settlements_total_sums CHECK (total_cents = (services_cents + products_cents + tips_cents + corrections_cents - rent_cents - advances_cents)),
  CONSTRAINT settlements_barber FOREIGN KEY (barber_id) REFERENCES barbers(id),
  CONSTRAINT settlements_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id),
  CONSTRAINT settlements_closed_by FOREIGN KEY (closed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT settlements_paid_by FOREIGN KEY (paid_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX settlements_by_barber ON settlements USING btree (barber_id, closed_at);
CREATE INDEX settlements_by_barbershop ON settlements USING btree (barbershop_id, closed_at);
CREATE INDEX settlements_by_closer ON settlements USING btree (closed_by) WHERE closed_by IS NOT NULL;
CREATE INDEX settlements_by_payer ON settlements USING btree (paid_by) WHERE paid_by IS NOT NULL;

CREATE TABLE special_dates (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  date date NOT NULL,
  opens_minute smallint,
  closes_minute smallint,
  reason text,
  CONSTRAINT special_dates_pkey PRIMARY KEY (id),
  CONSTRAINT special_dates_no_overlap EXCLUDE USING gist (barbershop_id WITH =, date WITH =, int4range(COALESCE(opens_minute::integer, 0), COALESCE(closes_minute::integer, 2880)) WITH &&),
  CONSTRAINT special_dates_minutes_range CHECK (opens_minute >= 0 AND opens_minute <= 1439 AND closes_minute > opens_minute AND closes_minute <= (opens_minute + 1440)),
  CONSTRAINT special_dates_minutes_together CHECK ((opens_minute IS NULL) = (closes_minute IS NULL)),
  CONSTRAINT special_dates_reason_length CHECK (char_length(reason) >= 1 AND char_length(reason) <= 80),
  CONSTRAINT special_dates_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);
CREATE INDEX special_dates_by_barbershop ON special_dates USING btree (barbershop_id, date) INCLUDE (opens_minute, closes_minute);
CREATE TRIGGER special_dates_noted_delete AFTER DELETE ON special_dates REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER special_dates_noted_insert AFTER INSERT ON special_dates REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER special_dates_noted_truncate AFTER TRUNCATE ON special_dates FOR EACH STATEMENT EXECUTE FUNCTION note_all_shops();
CREATE TRIGGER special_dates_noted_update_from AFTER UPDATE ON special_dates REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER special_dates_noted_update_to AFTER UPDATE ON special_dates REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');

CREATE TABLE specialties (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name citext NOT NULL,
  CONSTRAINT specialties_pkey PRIMARY KEY (id),
  CONSTRAINT specialties_name_unique UNIQUE (name),
  CONSTRAINT specialties_name_length CHECK (char_length(name::text) >= 1 AND char_length(name::text) <= 60)
);

CREATE TABLE spent_challenges (
  challenge text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT spent_challenges_pkey PRIMARY KEY (challenge)
);
CREATE INDEX spent_challenges_by_end ON spent_challenges USING btree (expires_at);

CREATE TABLE subscriptions (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  status text NOT NULL,
  provider text NOT NULL,
  provider_reference text,
  told_at timestamp with time zone,
  told_by text,
  checked_at timestamp with time zone,
  period_starts_at timestamp with time zone NOT NULL,
  period_ends_at timestamp with time zone,
  grace_ends_at timestamp with time zone,
  renews_itself boolean DEFAULT true NOT NULL,
  warned_days smallint,
  warned_end timestamp with time zone,
  cancel_requested_at timestamp with time zone,
  continues_free boolean DEFAULT false NOT NULL,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT subscriptions_reference_unique UNIQUE (provider, provider_reference),
  CONSTRAINT subscriptions_free_never_ends CHECK ((provider = 'free'::text) = (period_ends_at IS NULL)),
  CONSTRAINT subscriptions_provider_known CHECK (provider = ANY (ARRAY['free'::text, 'sandbox'::text, 'stripe'::text])),
  CONSTRAINT subscriptions_status_known CHECK (status = ANY (ARRAY['active'::text, 'past_due'::text, 'cancelled'::text, 'expired'::text])),
  CONSTRAINT subscriptions_plan FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT subscriptions_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX subscriptions_by_user ON subscriptions USING btree (user_id);
CREATE INDEX subscriptions_ending ON subscriptions USING btree (period_ends_at) WHERE status = ANY (ARRAY['active'::text, 'past_due'::text]);
CREATE UNIQUE INDEX subscriptions_one_open ON subscriptions USING btree (user_id) WHERE status = ANY (ARRAY['active'::text, 'past_due'::text]);

CREATE TABLE sweep_positions (
  name text NOT NULL,
  row_at timestamp with time zone NOT NULL,
  row_id uuid NOT NULL,
  CONSTRAINT sweep_positions_key PRIMARY KEY (name)
);

CREATE TABLE time_off (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barber_id uuid NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  first_day date,
  last_day date,
  reason text,
  CONSTRAINT time_off_pkey PRIMARY KEY (id),
  CONSTRAINT time_off_days_order CHECK (last_day >= first_day),
  CONSTRAINT time_off_days_together CHECK ((first_day IS NULL) = (last_day IS NULL)),
  CONSTRAINT time_off_order CHECK (ends_at > starts_at),
  CONSTRAINT time_off_reason_length CHECK (char_length(reason) >= 1 AND char_length(reason) <= 120),
  CONSTRAINT time_off_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE
);
CREATE INDEX time_off_by_barber ON time_off USING btree (barber_id, ends_at);
CREATE TRIGGER time_off_noted_delete AFTER DELETE ON time_off REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();
CREATE TRIGGER time_off_noted_insert AFTER INSERT ON time_off REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();
CREATE TRIGGER time_off_noted_update_from AFTER UPDATE ON time_off REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();
CREATE TRIGGER time_off_noted_update_to AFTER UPDATE ON time_off REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_barbershops_of_barbers();

CREATE TABLE undeliverable_addresses (
  channel text NOT NULL,
  recipient citext NOT NULL,
  reason text NOT NULL,
  refusals smallint DEFAULT 1 NOT NULL,
  refused_at timestamp with time zone NOT NULL,
  CONSTRAINT undeliverable_addresses_key PRIMARY KEY (channel, recipient),
  CONSTRAINT undeliverable_addresses_channel_known CHECK (channel = ANY (ARRAY['email'::text, 'whatsapp'::text])),
  CONSTRAINT undeliverable_addresses_refusals_positive CHECK (refusals > 0)
);
CREATE INDEX undeliverable_addresses_by_age ON undeliverable_addresses USING btree (refused_at);

CREATE TABLE unlisted_payments (
  payment_id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  accepted_by uuid,
  CONSTRAINT unlisted_payments_key PRIMARY KEY (payment_id),
  CONSTRAINT unlisted_payments_accepted_by FOREIGN KEY (accepted_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT unlisted_payments_payment FOREIGN KEY (payment_id) REFERENCES visit_payments(id) ON DELETE CASCADE
);
CREATE INDEX unlisted_payments_by_person ON unlisted_payments USING btree (accepted_by) WHERE accepted_by IS NOT NULL;

CREATE TABLE uploads (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  url text NOT NULL,
  bytes integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT uploads_pkey PRIMARY KEY (id),
  CONSTRAINT uploads_url_unique UNIQUE (url),
  CONSTRAINT uploads_bytes_positive CHECK (bytes > 0),
  CONSTRAINT uploads_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX uploads_by_age ON uploads USING btree (created_at);
CREATE INDEX uploads_by_user ON uploads USING btree (user_id, created_at);

CREATE TABLE users (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  search_name text GENERATED ALWAYS AS (search_form(name)) STORED,
  email citext,
  phone text,
  avatar_url text,
  role text DEFAULT 'CUSTOMER'::text NOT NULL,
  password_hash text,
  email_verified_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_unique UNIQUE (email),
  CONSTRAINT users_email_length CHECK (char_length(email::text) <= 254),
  CONSTRAINT users_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 120),
  CONSTRAINT users_role_known CHECK (role = ANY (ARRAY['CUSTOMER'::text, 'BARBER'::text, 'OWNER'::text])),
  CONSTRAINT users_without_email_only_named CHECK (email IS NOT NULL OR password_hash IS NULL AND email_verified_at IS NULL AND phone IS NULL)
);
CREATE TRIGGER users_noted_rename AFTER UPDATE OF name ON users FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION note_renamed_barber();

CREATE TABLE visit_lines (
  visit_id uuid NOT NULL,
  "position" smallint NOT NULL,
  kind text NOT NULL,
  service_id uuid,
  product_id uuid,
  barber_id uuid,
  assistant_barber_id uuid,
  name text NOT NULL,
  quantity smallint NOT NULL,
  unit_cents integer NOT NULL,
  discount_cents integer DEFAULT 0 NOT NULL,
  discount_borne_by text DEFAULT 'both'::text NOT NULL,
  discount_reason text,
  CONSTRAINT visit_lines_key PRIMARY KEY (visit_id, "position"),
  CONSTRAINT visit_lines_debt_plain CHECK (kind <> 'debt'::text OR quantity = 1 AND discount_cents = 0),
  CONSTRAINT visit_lines_discount_borne_by_known CHECK (discount_borne_by = ANY (ARRAY['both'::text, 'barbershop'::text, 'barber'::text])),
  CONSTRAINT visit_lines_discount_reason_length CHECK (char_length(discount_reason) >= 1 AND char_length(discount_reason) <= 120),
  CONSTRAINT visit_lines_discount_within_price CHECK (discount_cents >= 0 AND discount_cents <= (unit_cents * quantity)),
  CONSTRAINT visit_lines_kind_known CHECK (kind = ANY (ARRAY['service'::text, 'product'::text, 'tip'::text, 'debt'::text])),
  CONSTRAINT visit_lines_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 120),
  CONSTRAINT visit_lines_position_range CHECK ("position" >= 0 AND "position" <= 39),
  CONSTRAINT visit_lines_price_positive CHECK (unit_cents >= 0),
  CONSTRAINT visit_lines_quantity_range CHECK (quantity >= 1 AND quantity <= 99),
  CONSTRAINT visit_lines_tip_has_barber CHECK (kind <> 'tip'::text OR quantity = 1 AND discount_cents = 0),
  CONSTRAINT visit_lines_assistant FOREIGN KEY (assistant_barber_id) REFERENCES barbers(id) ON DELETE SET NULL,
  CONSTRAINT visit_lines_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE SET NULL,
  CONSTRAINT visit_lines_product FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL,
  CONSTRAINT visit_lines_service FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE SET NULL,
  CONSTRAINT visit_lines_visit FOREIGN KEY (visit_id) REFERENCES visits(id) ON DELETE CASCADE
);
CREATE INDEX visit_lines_by_assistant ON visit_lines USING btree (assistant_barber_id) WHERE assistant_barber_id IS NOT NULL;
CREATE INDEX visit_lines_by_barber ON visit_lines USING btree (barber_id) WHERE barber_id IS NOT NULL;
CREATE INDEX visit_lines_by_product ON visit_lines USING btree (product_id) WHERE product_id IS NOT NULL;
CREATE INDEX visit_lines_by_service ON visit_lines USING btree (service_id) WHERE service_id IS NOT NULL;

CREATE TABLE visit_payments (
  id uuid NOT NULL,
  visit_id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  "position" smallint NOT NULL,
  method text NOT NULL,
  amount_cents integer NOT NULL,
  tendered_cents integer,
  register_id uuid,
  installments smallint,
  card_brand text,
  fee_cents integer DEFAULT 0 NOT NULL,
  expected_on date,
  expected_parts smallint,
  voucher_code text,
  confirmed_at timestamp with time zone,
  confirmed_by uuid,
  CONSTRAINT visit_payments_key PRIMARY KEY (id),
  CONSTRAINT visit_payments_once UNIQUE (visit_id, "position"),
  CONSTRAINT visit_payments_amount_positive CHECK (amount_cents > 0),
  CONSTRAINT visit_payments_card CHECK ((method = ANY (ARRAY['debit'::text, 'credit'::text])) OR installments IS NULL AND card_brand IS NULL AND fee_cents = 0 AND expected_on IS NULL),
  CONSTRAINT visit_payments_confirmed_pix CHECK (method = 'pix'::text OR confirmed_at IS NULL AND confirmed_by IS NULL),
  CONSTRAINT visit_payments_expected_parts CHECK ((expected_parts IS NULL) = (expected_on IS NULL) AND expected_parts >= 1 AND expected_parts <= 12),
  CONSTRAINT visit_payments_fee_within_amount CHECK (fee_cents >= 0 AND fee_cents <= amount_cents),
  CONSTRAINT visit_payments_installments_range CHECK (installments >= 1 AND installments <= 12 AND method = 'credit'::text OR installments IS NULL),
  CONSTRAINT visit_payments_method_known CHECK (method = ANY (ARRAY['cash'::text, 'pix'::text, 'debit'::text, 'credit'::text, 'account'::text, 'voucher'::text])),
  CONSTRAINT visit_payments_position_range CHECK ("position" >= 0 AND "position" <= 9),
  CONSTRAINT visit_payments_register_of_cash CHECK ((method = 'cash'::text) = (register_id IS NOT NULL)),
  CONSTRAINT visit_payments_tendered_covers CHECK (tendered_cents >= amount_cents AND method = 'cash'::text OR tendered_cents IS NULL),
  CONSTRAINT visit_payments_voucher CHECK (method = 'voucher'::text OR voucher_code IS NULL),
  CONSTRAINT visit_payments_confirmed_by FOREIGN KEY (confirmed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT visit_payments_register FOREIGN KEY (register_id, barbershop_id) REFERENCES cash_registers(id, barbershop_id),
  CONSTRAINT visit_payments_visit FOREIGN KEY (visit_id, barbershop_id) REFERENCES visits(id, barbershop_id) ON DELETE CASCADE
);
CREATE INDEX visit_payments_by_confirmer ON visit_payments USING btree (confirmed_by) WHERE confirmed_by IS NOT NULL;
CREATE INDEX visit_payments_by_register ON visit_payments USING btree (register_id) WHERE register_id IS NOT NULL;
CREATE INDEX visit_payments_expected ON visit_payments USING btree (barbershop_id, expected_on) WHERE expected_on IS NOT NULL;
CREATE INDEX visit_payments_unconfirmed ON visit_payments USING btree (barbershop_id) WHERE method = 'pix'::text AND confirmed_at IS NULL;

CREATE TABLE visits (
  id uuid NOT NULL,
  barbershop_id uuid NOT NULL,
  day date NOT NULL,
  number integer NOT NULL,
  appointment_id uuid,
  barber_id uuid,
  profile_id uuid,
  customer_name text,
  status text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  opened_by uuid,
  closed_at timestamp with time zone,
  closed_by uuid,
  total_cents integer,
  reversed_at timestamp with time zone,
  reversed_by uuid,
  reversal_reason text,
  copied_from uuid,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT visits_key PRIMARY KEY (id),
  CONSTRAINT visits_number_unique UNIQUE (barbershop_id, day, number),
  CONSTRAINT visits_of_barbershop UNIQUE (id, barbershop_id),
  CONSTRAINT visits_closed_given CHECK ((status = ANY (ARRAY['CLOSED'::text, 'REVERSED'::text])) = (closed_at IS NOT NULL AND total_cents IS NOT NULL)),
  CONSTRAINT visits_customer_name_length CHECK (char_length(customer_name) >= 1 AND char_length(customer_name) <= 120),
  CONSTRAINT visits_number_positive CHECK (number > 0),
  CONSTRAINT visits_reversal_reason_length CHECK (char_length(reversal_reason) >= 1 AND char_length(reversal_reason) <= 200),
  CONSTRAINT visits_reversed_given CHECK ((status = 'REVERSED'::text) = (reversed_at IS NOT NULL AND reversal_reason IS NOT NULL)),
  CONSTRAINT visits_status_known CHECK (status = ANY (ARRAY['OPEN'::text, 'CLOSED'::text, 'REVERSED'::text, 'DISCARDED'::text])),
  CONSTRAINT visits_total_positive CHECK (total_cents >= 0),
  CONSTRAINT visits_appointment FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE SET NULL,
  CONSTRAINT visits_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE SET NULL,
  CONSTRAINT visits_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id),
  CONSTRAINT visits_closed_by FOREIGN KEY (closed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT visits_copied_from FOREIGN KEY (copied_from) REFERENCES visits(id),
  CONSTRAINT visits_opened_by FOREIGN KEY (opened_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT visits_profile FOREIGN KEY (profile_id) REFERENCES customer_profiles(id) ON DELETE SET NULL,
  CONSTRAINT visits_reversed_by FOREIGN KEY (reversed_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX visits_by_appointment ON visits USING btree (appointment_id) WHERE appointment_id IS NOT NULL;
CREATE INDEX visits_by_barber ON visits USING btree (barber_id, closed_at);
CREATE INDEX visits_by_closer ON visits USING btree (closed_by) WHERE closed_by IS NOT NULL;
CREATE INDEX visits_by_closing ON visits USING btree (barbershop_id, closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX visits_by_copied ON visits USING btree (copied_from) WHERE copied_from IS NOT NULL;
CREATE INDEX visits_by_opener ON visits USING btree (opened_by) WHERE opened_by IS NOT NULL;
CREATE INDEX visits_by_profile ON visits USING btree (profile_id, closed_at) WHERE profile_id IS NOT NULL;
CREATE INDEX visits_by_reverser ON visits USING btree (reversed_by) WHERE reversed_by IS NOT NULL;
CREATE UNIQUE INDEX visits_one_of_appointment ON visits USING btree (appointment_id) WHERE status = ANY (ARRAY['OPEN'::text, 'CLOSED'::text]);
CREATE INDEX visits_open ON visits USING btree (barbershop_id, opened_at) WHERE status = 'OPEN'::text;

CREATE TABLE waitlist_area_spans (
  request_id uuid NOT NULL,
  number integer NOT NULL,
  user_id uuid NOT NULL,
  during tstzrange NOT NULL,
  area cube NOT NULL,
  center cube NOT NULL,
  radius_km double precision NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT waitlist_area_spans_key PRIMARY KEY (request_id, number),
  CONSTRAINT waitlist_area_spans_request FOREIGN KEY (request_id) REFERENCES waitlist_requests(id) ON DELETE CASCADE
);
CREATE INDEX waitlist_area_spans_matching ON waitlist_area_spans USING gist (area, during);

CREATE TABLE waitlist_offers (
  id uuid NOT NULL,
  request_id uuid,
  user_id uuid,
  freed_time_id uuid NOT NULL,
  barber_id uuid NOT NULL,
  status text NOT NULL,
  service_name text NOT NULL,
  price_cents integer NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  fit text NOT NULL,
  is_favorite boolean NOT NULL,
  waiting_since timestamp with time zone NOT NULL,
  offered_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT waitlist_offers_key PRIMARY KEY (id),
  CONSTRAINT waitlist_offers_end_given CHECK ((status = 'OPEN'::text) = (ended_at IS NULL)),
  CONSTRAINT waitlist_offers_fit_known CHECK (fit = ANY (ARRAY['barber'::text, 'barbershop'::text, 'area'::text])),
  CONSTRAINT waitlist_offers_open_of_user CHECK (status <> 'OPEN'::text OR user_id IS NOT NULL),
  CONSTRAINT waitlist_offers_status_known CHECK (status = ANY (ARRAY['OPEN'::text, 'ACCEPTED'::text, 'DECLINED'::text, 'EXPIRED'::text, 'WITHDRAWN'::text])),
  CONSTRAINT waitlist_offers_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE,
  CONSTRAINT waitlist_offers_freed_time FOREIGN KEY (freed_time_id) REFERENCES freed_times(id) ON DELETE CASCADE,
  CONSTRAINT waitlist_offers_request FOREIGN KEY (request_id) REFERENCES waitlist_requests(id) ON DELETE SET NULL,
  CONSTRAINT waitlist_offers_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX waitlist_offers_by_barber ON waitlist_offers USING btree (barber_id);
CREATE INDEX waitlist_offers_by_freed_time ON waitlist_offers USING btree (freed_time_id, user_id);
CREATE INDEX waitlist_offers_by_request ON waitlist_offers USING btree (request_id);
CREATE INDEX waitlist_offers_by_user ON waitlist_offers USING btree (user_id, offered_at);
CREATE INDEX waitlist_offers_due ON waitlist_offers USING btree (expires_at) WHERE status = 'OPEN'::text;
CREATE UNIQUE INDEX waitlist_offers_one_per_request ON waitlist_offers USING btree (request_id) WHERE status = 'OPEN'::text;
CREATE UNIQUE INDEX waitlist_offers_one_per_start ON waitlist_offers USING btree (freed_time_id, starts_at) WHERE status = 'OPEN'::text;
CREATE UNIQUE INDEX waitlist_offers_one_per_user ON waitlist_offers USING btree (user_id) WHERE status = 'OPEN'::text;

CREATE TABLE waitlist_requests (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  status text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  time_zone text NOT NULL,
  spans jsonb NOT NULL,
  wanted tstzmultirange NOT NULL,
  wanted_until timestamp with time zone GENERATED ALWAYS AS (upper(wanted)) STORED NOT NULL,
  max_price_cents integer,
  area_name text,
  latitude double precision,
  longitude double precision,
  radius_km double precision,
  center cube GENERATED ALWAYS AS (
CASE
    WHEN latitude IS NOT NULL THEN cube(ARRAY[6371.0088::double precision * cos(radians(latitude)) * cos(radians(longitude)), 6371.0088::double precision * cos(radians(latitude)) * sin(radians(longitude)), 6371.0088::double precision * sin(radians(latitude))])
    ELSE NULL::cube
END) STORED,
  area cube GENERATED ALWAYS AS (
CASE
    WHEN latitude IS NOT NULL THEN cube_enlarge(cube(ARRAY[6371.0088::double precision * cos(radians(latitude)) * cos(radians(longitude)), 6371.0088::double precision * cos(radians(latitude)) * sin(radians(longitude)), 6371.0088::double precision * sin(radians(latitude))]), radius_km, 3)
    ELSE NULL::cube
END) STORED,
  service_words text,
  service_patterns text[],
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT waitlist_requests_key PRIMARY KEY (id),
  CONSTRAINT waitlist_requests_area_whole CHECK (num_nonnulls(area_name, latitude, longitude, radius_km, service_words, service_patterns) = ANY (ARRAY[0, 6])),
  CONSTRAINT waitlist_requests_price_positive CHECK (max_price_cents >= 0),
  CONSTRAINT waitlist_requests_radius_limits CHECK (radius_km >= 1::double precision AND radius_km <= 50::double precision),
  CONSTRAINT waitlist_requests_status_known CHECK (status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'FULFILLED'::text, 'CANCELLED'::text, 'EXPIRED'::text])),
  CONSTRAINT waitlist_requests_wanted_given CHECK (NOT isempty(wanted) AND NOT upper_inf(wanted)),
  CONSTRAINT waitlist_requests_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX waitlist_requests_by_age ON waitlist_requests USING btree (updated_at) WHERE status <> ALL (ARRAY['ACTIVE'::text, 'PAUSED'::text]);
CREATE INDEX waitlist_requests_by_user ON waitlist_requests USING btree (user_id, created_at);
CREATE INDEX waitlist_requests_open ON waitlist_requests USING btree (wanted_until) WHERE status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text]);
CREATE TRIGGER waitlist_requests_add_area_spans AFTER INSERT ON waitlist_requests FOR EACH ROW WHEN (new.area IS NOT NULL) EXECUTE FUNCTION note_area_spans();
CREATE TRIGGER waitlist_requests_change_area_spans AFTER UPDATE ON waitlist_requests FOR EACH ROW WHEN ((old.area IS NOT NULL OR new.area IS NOT NULL) AND (old.status IS DISTINCT FROM new.status OR old.wanted IS DISTINCT FROM new.wanted OR old.area IS DISTINCT FROM new.area)) EXECUTE FUNCTION note_area_spans();

CREATE TABLE waitlist_settings (
  barbershop_id uuid NOT NULL,
  is_on boolean NOT NULL,
  version integer NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT waitlist_settings_key PRIMARY KEY (barbershop_id),
  CONSTRAINT waitlist_settings_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);

CREATE TABLE waitlist_targets (
  request_id uuid NOT NULL,
  "position" smallint NOT NULL,
  barbershop_id uuid NOT NULL,
  barber_id uuid,
  service_ids uuid[] NOT NULL,
  wanted tstzmultirange NOT NULL,
  is_active boolean NOT NULL,
  CONSTRAINT waitlist_targets_key PRIMARY KEY (request_id, "position"),
  CONSTRAINT waitlist_targets_services_given CHECK (cardinality(service_ids) >= 1 AND cardinality(service_ids) <= 5),
  CONSTRAINT waitlist_targets_barber FOREIGN KEY (barber_id) REFERENCES barbers(id) ON DELETE CASCADE,
  CONSTRAINT waitlist_targets_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE,
  CONSTRAINT waitlist_targets_request FOREIGN KEY (request_id) REFERENCES waitlist_requests(id) ON DELETE CASCADE
);
CREATE INDEX waitlist_targets_by_barber ON waitlist_targets USING btree (barber_id);
CREATE INDEX waitlist_targets_by_barbershop ON waitlist_targets USING btree (barbershop_id);
CREATE INDEX waitlist_targets_matching ON waitlist_targets USING gist (barbershop_id, wanted) WHERE is_active;

CREATE TABLE whatsapp_consents (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  given_at timestamp with time zone NOT NULL,
  withdrawn_at timestamp with time zone,
  CONSTRAINT whatsapp_consents_pkey PRIMARY KEY (id),
  CONSTRAINT whatsapp_consents_order CHECK (withdrawn_at >= given_at),
  CONSTRAINT whatsapp_consents_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX whatsapp_consents_by_user ON whatsapp_consents USING btree (user_id, given_at DESC);
CREATE UNIQUE INDEX whatsapp_consents_open ON whatsapp_consents USING btree (user_id) WHERE withdrawn_at IS NULL;

CREATE TABLE working_hours (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  barbershop_id uuid NOT NULL,
  day_of_week smallint NOT NULL,
  opens_minute smallint NOT NULL,
  closes_minute smallint NOT NULL,
  CONSTRAINT working_hours_pkey PRIMARY KEY (id),
  CONSTRAINT working_hours_no_overlap EXCLUDE USING gist (barbershop_id WITH =, day_of_week WITH =, int4range(opens_minute::integer, closes_minute::integer) WITH &&),
  CONSTRAINT working_hours_day_range CHECK (day_of_week >= 0 AND day_of_week <= 6),
  CONSTRAINT working_hours_minutes_range CHECK (opens_minute >= 0 AND opens_minute <= 1439 AND closes_minute > opens_minute AND closes_minute <= (opens_minute + 1440)),
  CONSTRAINT working_hours_barbershop FOREIGN KEY (barbershop_id) REFERENCES barbershops(id) ON DELETE CASCADE
);
CREATE INDEX working_hours_by_barbershop ON working_hours USING btree (barbershop_id, day_of_week) INCLUDE (opens_minute, closes_minute);
CREATE TRIGGER working_hours_noted_delete AFTER DELETE ON working_hours REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER working_hours_noted_insert AFTER INSERT ON working_hours REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER working_hours_noted_truncate AFTER TRUNCATE ON working_hours FOR EACH STATEMENT EXECUTE FUNCTION note_all_shops();
CREATE TRIGGER working_hours_noted_update_from AFTER UPDATE ON working_hours REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');
CREATE TRIGGER working_hours_noted_update_to AFTER UPDATE ON working_hours REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_shops_of_rows('barbershop_id');

CREATE VIEW barber_terms AS
 SELECT own.barber_id,
    own.service_id,
    own.barbershop_id,
    own.is_provided,
    own.duration_min,
    own.price_cents
   FROM barber_services own
     JOIN barbers ON barbers.id = own.barber_id AND barbers.removed_at IS NULL;

CREATE VIEW provided_services AS
 SELECT services.barbershop_id,
    barbers.id AS barber_id,
    services.id AS service_id,
    services.name,
    services."position",
    services.buffer_min,
    COALESCE(own.duration_min, services.duration_min) AS duration_min,
    COALESCE(own.price_cents, services.price_cents) AS price_cents,
    (( SELECT count(*) AS count
           FROM barbers earlier
          WHERE earlier.barbershop_id = barbers.barbershop_id AND earlier.removed_at IS NULL AND ((ROW(earlier."position", earlier.id) < ROW(barbers."position", barbers.id)))))::integer AS barber_number
   FROM barbers
     JOIN services ON services.barbershop_id = barbers.barbershop_id AND services.is_active
     LEFT JOIN barber_services own ON own.barber_id = barbers.id AND own.service_id = services.id
  WHERE barbers.removed_at IS NULL AND own.is_provided IS NOT FALSE;

CREATE FUNCTION add_customer_profile()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
    insert into customer_profiles (barbershop_id, user_id, created_at)
      values (new.barbershop_id, new.customer_id, new.created_at) on conflict do nothing;
    return null;
  end $function$;

CREATE FUNCTION add_customer_profiles()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
    insert into customer_profiles (barbershop_id, user_id, created_at)
      select barbershop_id, customer_id, created_at from inserted where customer_id is not null and status <> 'HELD'
      on conflict do nothing;
    return null;
  end $function$;

CREATE FUNCTION check_ledger_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
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
  end $function$;

CREATE FUNCTION collect_search_words(ids uuid[] DEFAULT NULL::uuid[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 INSERT INTO search_words (word)  SELECT DISTINCT word.word
            FROM barbershops,
             LATERAL regexp_split_to_table(TRIM(BOTH FROM barbershops.search_text), ' '::text) word(word)
           WHERE (((collect_search_words.ids IS NULL) OR (barbershops.id = ANY (collect_search_words.ids))) AND ((length(word.word) >= 3) AND (length(word.word) <= 40)) AND (word.word !~ '^[0-9]+$'::text))
           ORDER BY word.word ON CONFLICT DO NOTHING;
END;

CREATE FUNCTION event_recipients(topic text, user_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
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
  $function$;

CREATE FUNCTION note_all_shops()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform note_barbershop_changes(array['00000000-0000-0000-0000-000000000000'::uuid]); return null; end $function$;

CREATE FUNCTION note_appointment_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.changed_by := pg_current_xact_id();
    if new.barber_user_id <> old.barber_user_id then perform note_barber_users(array[old.barber_user_id]); end if;
    return new;
  end $function$;

CREATE FUNCTION note_appointment_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform note_barber_users(array[old.barber_user_id]); return null; end $function$;

CREATE FUNCTION note_area_spans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform write_area_spans(new); return null; end $function$;

CREATE FUNCTION note_barber_users(user_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
    perform note_barbershop_changes(array(select barbershop_id from barbers where user_id = any (user_ids)));
  end $function$;

CREATE FUNCTION note_barbershop_changes(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    if coalesce(cardinality(ids), 0) = 0 then return; end if;
    insert into barbershop_changes (barbershop_id, changed_by)
      select distinct id, pg_current_xact_id() from unnest(ids) as id order by id
      on conflict (barbershop_id) do update set changed_by = excluded.changed_by
        where barbershop_changes.changed_by <> excluded.changed_by;
    perform pg_notify('live', '{"topic":"index"}');
  end $function$;

CREATE FUNCTION note_barbershops_of_barbers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
    perform note_barbershop_changes(array(
      select barbershop_id from barbers where id in (select barber_id from touched)));
    return null;
  end $function$;

CREATE FUNCTION note_changed_shops()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform note_barbershop_changes(array_agg(id)) from fresh join stale using (id) where (
      fresh.name, fresh.street, fresh.neighborhood, fresh.city, fresh.state, fresh.latitude, fresh.longitude, fresh.time_zone,
      fresh.cover_image_url, fresh.is_active, fresh.is_featured, fresh.price_from, fresh.rating_sum, fresh.review_count,
      fresh.completed_count, fresh.version, fresh.description, fresh.address, fresh.zip_code, fresh.phone, fresh.whatsapp,
      fresh.minimum_notice_minutes, fresh.cancel_notice_minutes, fresh.booking_window_days
    ) is distinct from (
      stale.name, stale.street, stale.neighborhood, stale.city, stale.state, stale.latitude, stale.longitude, stale.time_zone,
      stale.cover_image_url, stale.is_active, stale.is_featured, stale.price_from, stale.rating_sum, stale.review_count,
      stale.completed_count, stale.version, stale.description, stale.address, stale.zip_code, stale.phone, stale.whatsapp,
      stale.minimum_notice_minutes, stale.cancel_notice_minutes, stale.booking_window_days
    );
    return null;
  end $function$;

CREATE FUNCTION note_last_minute_slots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform note_barbershop_changes((select array_agg(distinct barbershop_id) from touched));
    return null;
  end $function$;

CREATE FUNCTION note_queue_switch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform note_barbershop_changes(array[coalesce(new.barbershop_id, old.barbershop_id)]);
    perform pg_notify('live', '{"topic":"barbershops"}');
    return null;
  end $function$;

CREATE FUNCTION note_renamed_barber()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform note_barber_users(array[new.id]); return null; end $function$;

CREATE FUNCTION note_shops_of_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare ids uuid[];
  begin
    execute format('select array_agg(distinct %I) from touched', tg_argv[0]) into ids;
    perform note_barbershop_changes(ids);
    return null;
  end $function$;

CREATE FUNCTION notify_ended_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('live', json_build_object('userId', user_id, 'topic', 'sessions')::text)
      from (select distinct user_id from ended) as users_of_ended;
    return null;
  end $function$;

CREATE FUNCTION refresh_badges(at timestamp with time zone, most integer, ids uuid[] DEFAULT NULL::uuid[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
  declare changed uuid[];
  begin
    with paying as (
      select subscriptions.user_id, plans.tier = 'premium' as is_premium from subscriptions join plans on plans.id = plan_id
       where status in ('active', 'past_due') and plans.tier <> 'basic'
         and (coalesce(grace_ends_at, period_ends_at) is null or coalesce(grace_ends_at, period_ends_at) > at)
    ), checked as (
      select barbershops.id, paying.user_id is not null as leads,
             coalesce(is_premium, false) and users.email_verified_at is not null
               and coalesce(barbershops.phone, barbershops.whatsapp) is not null and completed_count >= 10
               and (cover_image_url is not null or exists (select from images where images.barbershop_id = barbershops.id)) as verified
        from barbershops join users on users.id = owner_id left join paying on paying.user_id = owner_id
       where (ids is null or barbershops.id = any(ids)) and (paying.user_id is not null or verified_at is not null or leads_ties)
    ), changing as (
      select barbershops.id, verified, leads from barbershops join checked using (id)
       where (verified_at is not null) <> verified or leads_ties <> leads
       order by barbershops.id limit most for no key update of barbershops
    ), updated as (
      update barbershops set verified_at = case when verified then coalesce(verified_at, at) end, leads_ties = leads
        from changing where barbershops.id = changing.id returning barbershops.id
    )
    select array_agg(id order by id) into changed from updated;
    if changed is not null then perform note_barbershop_changes(changed); end if;
    return coalesce(cardinality(changed), 0);
  end $function$;

CREATE FUNCTION refresh_barbershops(ids uuid[] DEFAULT NULL::uuid[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 UPDATE barbershops SET price_from =
         CASE
             WHEN (EXISTS ( SELECT
                FROM barber_terms
               WHERE (barber_terms.barbershop_id = barbershops.id))) THEN ( SELECT min(provided_services.price_cents) AS min
                FROM provided_services
               WHERE (provided_services.barbershop_id = barbershops.id))
             ELSE ( SELECT min(services.price_cents) AS min
                FROM services
               WHERE ((services.barbershop_id = barbershops.id) AND services.is_active))
         END, search_text = search_form(concat_ws(' '::text, barbershops.name, barbershops.neighborhood, barbershops.city, ( SELECT string_agg(DISTINCT services.name, ' '::text) AS string_agg
            FROM services
           WHERE ((services.barbershop_id = barbershops.id) AND services.is_active))))
   WHERE ((refresh_barbershops.ids IS NULL) OR (barbershops.id = ANY (refresh_barbershops.ids)));
 SELECT collect_search_words(ids) AS collect_search_words;
END;

CREATE FUNCTION refresh_prices_of_barbers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare ids uuid[];
  begin
    if tg_op = 'INSERT' then
      select array_agg(distinct barbershop_id order by barbershop_id) into ids from fresh;
    else
      select array_agg(distinct fresh.barbershop_id order by fresh.barbershop_id) into ids
        from fresh join stale using (id) where fresh.removed_at is distinct from stale.removed_at;
    end if;
    if exists (select from barber_services own where own.barbershop_id = any (ids)) then
      perform refresh_barbershops(ids);
    end if;
    return null;
  end $function$;

CREATE FUNCTION refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end $function$;

CREATE FUNCTION search_form(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((' '::text || TRIM(BOTH FROM regexp_replace(lower(unaccent('unaccent'::regdictionary, value)), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'::text, ' '::text, 'g'::text))) || ' '::text);

CREATE FUNCTION sorted_set(ids uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT DISTINCT id.id FROM unnest(sorted_set.ids) id(id) ORDER BY id.id);

CREATE FUNCTION tell_barbershops()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform pg_notify('live', '{"topic":"barbershops"}'); return null; end $function$;

CREATE FUNCTION weighted_rating(rating_sum integer, review_count integer)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (review_count > 0) THEN (((rating_sum + 46))::double precision / ((review_count + 10))::double precision) ELSE NULL::double precision END;

CREATE FUNCTION write_area_spans(request waitlist_requests)
 RETURNS void
 LANGUAGE sql
AS $function$
    delete from waitlist_area_spans where request_id = request.id;
    insert into waitlist_area_spans (request_id, number, user_id, during, area, center, radius_km, created_at)
    select request.id, number, request.user_id, during, request.area, request.center, request.radius_km, request.created_at
      from unnest(request.wanted) with ordinality as span(during, number)
     where request.status = 'ACTIVE' and request.area is not null
  $function$;
