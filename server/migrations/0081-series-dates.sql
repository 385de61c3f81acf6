-- expand: what became of each date of a standing appointment.

create table series_dates (
  series_id uuid not null,
  -- Counts the dates of the series from 0.
  position integer not null,
  -- Local, as the series wants it. The appointment may be on another day.
  date date not null,
  status text not null,
  reason text,
  appointment_id uuid,
  -- Slots to choose from, as the wire format has them.
  alternatives jsonb not null default '[]',
  reply_by timestamptz,
  -- The series has another time, and the appointment does not yet.
  is_moving boolean not null default false,
  -- When the customer was notified; null: not yet.
  notified_at timestamptz,
  updated_at timestamptz not null,
  constraint series_dates_key primary key (series_id, position),
  constraint series_dates_series foreign key (series_id) references appointment_series on delete cascade,
  constraint series_dates_appointment foreign key (appointment_id) references appointments on delete set null,
  -- Deferrable: one statement gives all of them another weekday.
  constraint series_dates_once unique (series_id, date) deferrable,
  constraint series_dates_one_per_appointment unique (appointment_id),
  constraint series_dates_status_known check (status in ('BOOKED', 'ALTERNATIVES', 'SKIPPED')),
  constraint series_dates_reason_known check (
    reason in ('closed', 'time-off', 'taken', 'busy', 'chosen', 'unanswered', 'paused', 'ended', 'unmoved')),
  constraint series_dates_alternatives_timed check ((status = 'ALTERNATIVES') = (reply_by is not null)),
  constraint series_dates_skip_explained check (status <> 'SKIPPED' or reason is not null)
);
create index series_dates_to_reply on series_dates (reply_by) where status = 'ALTERNATIVES';
