-- expand: what came of the buttons of pushes, so that each acts once.
create table push_action_results (
  user_id uuid not null,
  appointment_id uuid not null,
  -- Of the appointment that the push showed.
  version integer not null,
  act text not null,
  -- As the result named it: the appointment may be moved afterwards.
  starts_at timestamptz not null,
  created_at timestamptz not null,
  constraint push_action_results_key primary key (appointment_id, user_id, version, act),
  constraint push_action_results_user foreign key (user_id) references users on delete cascade,
  constraint push_action_results_appointment foreign key (appointment_id) references appointments on delete cascade,
  constraint push_action_results_act_known check (act in ('accept', 'reject', 'confirm'))
);
create index push_action_results_by_user on push_action_results (user_id);
create index push_action_results_by_age on push_action_results (created_at);
