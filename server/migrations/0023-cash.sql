-- start: cash registers, what they contain, and who counted it.

create table cash_registers (
  id uuid not null default gen_random_uuid(),
  barbershop_id uuid not null,
  name text not null,
  -- Where cash goes unless somebody chooses.
  is_usual boolean not null default false,
  is_active boolean not null default true,
  constraint cash_registers_key primary key (id),
  constraint cash_registers_of_barbershop unique (id, barbershop_id),
  constraint cash_registers_barbershop foreign key (barbershop_id) references barbershops,
  constraint cash_registers_name_length check (char_length(name) between 1 and 40)
);
create unique index cash_registers_one_usual on cash_registers (barbershop_id) where is_usual;
