-- expand: who corrected the outcome of an appointment, and when. `version` is the appointment's version after the correction.
create table appointment_corrections (
  appointment_id uuid not null,
  version integer not null,
  from_status text not null,
  to_status text not null,
  corrected_by uuid,
  corrected_at timestamptz not null,
  constraint appointment_corrections_key primary key (appointment_id, version),
  constraint appointment_corrections_appointment foreign key (appointment_id) references appointments on delete cascade,
  constraint appointment_corrections_user foreign key (corrected_by) references users on delete set null,
  constraint appointment_corrections_from_known check (from_status in ('COMPLETED', 'NO_SHOW')),
  constraint appointment_corrections_to_known check (to_status in ('COMPLETED', 'NO_SHOW', 'CANCELLED'))
);
create index appointment_corrections_by_user on appointment_corrections (corrected_by);
