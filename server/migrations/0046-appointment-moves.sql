-- expand: where an appointment was before staff moved it. Undoing a move restores that (decision 0091).
create table appointment_moves (
  appointment_id uuid not null,
  -- The version of the appointment after the move.
  version integer not null,
  from_barber_id uuid not null,
  from_starts_at timestamptz not null,
  from_status text not null,
  from_requested_at timestamptz not null,
  from_presence_confirmed_at timestamptz,
  moved_by uuid,
  moved_at timestamptz not null,
  undone_at timestamptz,
  constraint appointment_moves_key primary key (appointment_id, version),
  constraint appointment_moves_appointment foreign key (appointment_id) references appointments on delete cascade,
  constraint appointment_moves_barber foreign key (from_barber_id) references barbers on delete cascade,
  constraint appointment_moves_user foreign key (moved_by) references users on delete set null,
  constraint appointment_moves_status_known check (from_status in ('SCHEDULED', 'CONFIRMED'))
);
