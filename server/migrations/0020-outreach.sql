-- start: messages that staff send to customers by hand, one tap each.

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
