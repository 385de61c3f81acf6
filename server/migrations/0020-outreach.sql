-- start: messages of barbershops to customers, which staff send by hand, one tap each, or which leave by themselves.

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
  -- Of a message that left by itself; null: by hand.
  delivery_status text,
  -- WhatsApp's id of the message, and its number of the customer, who replies under it.
  whatsapp_message_id text,
  whatsapp_number text,
  -- When a reply without a known meaning got the link.
  responded_at timestamptz,
  constraint outreach_messages_key primary key (id),
  constraint outreach_messages_once unique nulls not distinct (profile_id, purpose, appointment_id, about),
  constraint outreach_messages_profile foreign key (profile_id) references customer_profiles on delete cascade,
  constraint outreach_messages_appointment foreign key (appointment_id) references appointments on delete cascade,
  constraint outreach_messages_user foreign key (sent_by) references users on delete set null,
  constraint outreach_messages_delivery_known check (
    delivery_status in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'DELIVERED', 'READ')),
  constraint outreach_messages_purpose_known check (purpose in ('tomorrow', 'birthday', 'absent')),
  constraint outreach_messages_appointment_given check ((purpose = 'tomorrow') = (appointment_id is not null))
);
create index outreach_messages_by_appointment on outreach_messages (appointment_id) where appointment_id is not null;
create index outreach_messages_by_whatsapp_message on outreach_messages (whatsapp_message_id) where whatsapp_message_id is not null;
create index outreach_messages_by_whatsapp_number on outreach_messages (whatsapp_number, sent_at) where whatsapp_number is not null;
-- Few rows: what has not left yet.
create index outreach_messages_unsent on outreach_messages (sent_at) where delivery_status in ('QUEUED', 'SENDING');
create index outreach_messages_by_user on outreach_messages (sent_by) where sent_by is not null;

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
