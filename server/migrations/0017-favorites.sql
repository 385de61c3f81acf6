-- start: the favorite barbershops of customers.

create table favorites (
  user_id uuid not null,
  barbershop_id uuid not null,
  created_at timestamptz not null default now(),
  constraint favorites_key primary key (user_id, barbershop_id),
  constraint favorites_user foreign key (user_id) references users on delete cascade,
  constraint favorites_barbershop foreign key (barbershop_id) references barbershops on delete cascade
);
create index favorites_by_user on favorites (user_id, created_at desc, barbershop_id);
create index favorites_by_barbershop on favorites (barbershop_id);
