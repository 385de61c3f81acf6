-- expand: receptionists and managers of a barbershop, and invites by a link.
create table barbershop_roles (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  -- An ordinary account: the role of the account stays as it is.
  user_id uuid not null,
  role text not null,
  created_at timestamptz not null,
  constraint barbershop_roles_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint barbershop_roles_user foreign key (user_id) references users on delete cascade,
  constraint barbershop_roles_once unique (barbershop_id, user_id),
  constraint barbershop_roles_known check (role in ('RECEPTIONIST', 'MANAGER'))
);
create index barbershop_roles_by_user on barbershop_roles (user_id);

alter table invites
  add column role text not null default 'BARBER',
  -- Null: an invite by a link that its creator passes on.
  alter column email drop not null,
  add constraint invites_role_known check (role in ('BARBER', 'RECEPTIONIST', 'MANAGER')) not valid;

-- Who receives an event of these users: they, and unless it is personal the receptionists and managers of the barbershops they own.
create function event_recipients(topic text, user_ids uuid[]) returns setof uuid
  language sql stable
  as $$
    select unnest(user_ids)
    union
    select barbershop_roles.user_id from barbershops join barbershop_roles on barbershop_roles.barbershop_id = barbershops.id
     where barbershops.owner_id = any (user_ids) and topic <> 'notifications'
  $$;
